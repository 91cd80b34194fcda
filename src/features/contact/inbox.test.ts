import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { newId } from '#server/ids.ts'
import { aMessage } from '#tests/support/contact.ts'
import { runs } from '#tests/support/long-run.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { Inbox, Message } from './contract.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

const anAdvertisement = {
  name: 'Best Prices',
  email: 'sales@shop.example',
  message: 'https://a.example https://b.example https://c.example https://d.example',
}

async function openDesk(env: Record<string, string> = {}) {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off', OWNER_EMAIL: 'owner@author.example', ...env } })
  const owner = await app.asOwner()
  const inbox = async (search = ''): Promise<Inbox> => (await owner.request(`/api/owner/messages${search}`)).json()
  return { app, owner, inbox }
}

/** So many messages, a second apart, straight into the table: the form would take its time. */
async function fill({ db, deps }: TestApp, count: number) {
  const start = deps.now().getTime() - count * 1_000
  for (let first = 0; first < count; first += 500) {
    const rows = Array.from({ length: Math.min(500, count - first) }, (_, index) => {
      const at = new Date(start + (first + index) * 1_000)
      const number = first + index + 1
      return {
        id: newId(at),
        name: `Reader ${number}`,
        email: `reader${number}@home.example`,
        message: `This is message number ${number}.`,
        state: 'new' as const,
        dedupe_key: String(number),
        created_at: at.toISOString(),
        deleted_at: null,
      }
    })
    await db.insertInto('contact_messages').values(rows).execute()
  }
}

test('the newest message is first, with who, when and how it begins', async () => {
  const { app, inbox } = await openDesk()
  await app.post('/api/contact', aMessage)
  app.passTime(1_000)
  await app.post('/api/contact', { ...aMessage, name: 'Ben', message: `Dear author,\n\n${'long words '.repeat(60)}` })
  const { messages, ...rest } = await inbox()
  expect(rest).toEqual({ held: [], unread: 2, total: 2, heldTotal: 0, next: null })
  expect(messages.map(({ name }) => name)).toEqual(['Ben', 'Ada Reader'])
  expect(messages[1]).toEqual({
    id: expect.any(String),
    name: 'Ada Reader',
    email: 'ada@home.example',
    preview: 'Which door would you have left shut?',
    state: 'new',
    createdAt: '2026-01-15T12:00:00.000Z',
  })
  expect(messages[0]?.preview).toMatch(/^Dear author, long words .{100,}/)
  expect(messages[0]?.preview.length).toBeLessThanOrEqual(160)
})

test('two hundred and fifty messages come a hundred at a time, each exactly once', async () => {
  const { app, inbox } = await openDesk()
  await fill(app, 250)
  const seen: string[] = []
  const ids: string[] = []
  const sizes: number[] = []
  for (let page = await inbox(); ; page = await inbox(`?cursor=${page.next}`)) {
    seen.push(...page.messages.map(({ name }) => name))
    ids.push(...page.messages.map(({ id }) => id))
    sizes.push(page.messages.length)
    expect(page.total).toBe(250)
    if (!page.next) break
  }
  expect(sizes).toEqual([100, 100, 50])
  // A hundred that are left are the last page, not one before an empty one.
  await app.db
    .deleteFrom('contact_messages')
    .where('id', '<', ids.at(99) ?? '')
    .execute()
  expect((await inbox()).next).toBeNull()
  expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => `Reader ${250 - index}`))
})

test('a message is read once it is said to be, and new again when that is taken back', async () => {
  const { app, owner, inbox } = await openDesk()
  await app.post('/api/contact', aMessage)
  const [{ id } = { id: '' }] = (await inbox()).messages
  const whole: Message = await (await owner.request(`/api/owner/messages/${id}`)).json()
  expect(whole).toEqual({ id, ...aMessage, state: 'new', createdAt: '2026-01-15T12:00:00.000Z' })
  expect(await (await owner.patch(`/api/owner/messages/${id}`, { state: 'read' })).json()).toMatchObject({
    id,
    state: 'read',
  })
  expect(await inbox()).toMatchObject({ unread: 0, total: 1 })
  await owner.patch(`/api/owner/messages/${id}`, { state: 'new' })
  expect(await inbox()).toMatchObject({ unread: 1, total: 1 })
  // Nobody is written to a second time about it.
  expect(await app.letters()).toHaveLength(1)
})

test('what looks like an advertisement lies apart, and once released it is a message like any other, letter included', async () => {
  const { app, owner, inbox } = await openDesk()
  await app.post('/api/contact', anAdvertisement)
  const before = await inbox()
  expect(before).toMatchObject({
    messages: [],
    unread: 0,
    total: 0,
    heldTotal: 1,
    held: [{ name: 'Best Prices', state: 'held' }],
  })
  expect(await app.letters()).toEqual([])

  const address = `/api/owner/messages/${before.held[0]?.id}`
  const released = await Promise.all([1, 2, 3].map(() => owner.patch(address, { state: 'new' })))
  expect(released.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await inbox()).toMatchObject({ messages: [{ state: 'new' }], held: [], unread: 1, heldTotal: 0 })
  expect(await app.letters()).toMatchObject([
    { kind: 'contact.notice', to_email: 'owner@author.example', reply_to_email: 'sales@shop.example' },
  ])
})

test('a message that was thrown away is nowhere, comes back when asked to, and is gone for good after a day', async () => {
  const { app, owner, inbox } = await openDesk()
  await app.post('/api/contact', aMessage)
  const [{ id } = { id: '' }] = (await inbox()).messages
  const address = `/api/owner/messages/${id}`
  expect((await owner.delete(address)).status).toBe(200)
  expect((await owner.delete(address)).status).toBe(200)
  expect(await inbox()).toMatchObject({ messages: [], unread: 0, total: 0 })
  expect((await owner.request(address)).status).toBe(404)
  expect((await owner.patch(address, { state: 'read' })).status).toBe(404)

  expect(await (await owner.post(`${address}/restore`)).json()).toMatchObject({ id, state: 'new' })
  expect(await inbox()).toMatchObject({ messages: [{ id }], unread: 1 })

  await owner.delete(address)
  app.passTime(23 * 3_600_000)
  await keepHouse(app.deps)
  expect((await (await app.asOwner()).post(`${address}/restore`)).status).toBe(200)
  await (await app.asOwner()).delete(address)
  app.passTime(25 * 3_600_000)
  await keepHouse(app.deps)
  expect((await (await app.asOwner()).post(`${address}/restore`)).status).toBe(404)
  expect(await app.db.selectFrom('contact_messages').selectAll().execute()).toEqual([])
})

test.each([
  ['PATCH', '/api/owner/messages/nobody', { state: 'read' }, 404],
  ['DELETE', '/api/owner/messages/nobody', {}, 404],
  ['POST', '/api/owner/messages/nobody/restore', {}, 404],
  ['GET', '/api/owner/messages/nobody', undefined, 404],
  ['GET', "/api/owner/messages?cursor='%20or%201=1", undefined, 400],
])('%s %s answers in words', async (method, path, body, status) => {
  const { owner } = await openDesk()
  const response = await owner.request(path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  expect([response.status, await response.json()]).toEqual([
    status,
    {
      code: expect.any(String),
      message: expect.any(String),
      requestId: expect.any(String),
      ...(status === 400 ? { fields: expect.anything() } : {}),
    },
  ])
})

test('a message can be made new or read and nothing else, whatever else is asked', async () => {
  const { app, owner } = await openDesk()
  await app.post('/api/contact', aMessage)
  const [row] = await app.db.selectFrom('contact_messages').selectAll().execute()
  const address = `/api/owner/messages/${row?.id}`
  for (const state of ['held', 'deleted', '', null, 1]) expect((await owner.patch(address, { state })).status).toBe(400)

  const more = {
    id: 'other',
    name: 'Other',
    email: 'other@x.example',
    message: 'Other words',
    created_at: '',
    deleted_at: 'now',
  }
  await owner.patch(address, { state: 'read', ...more, __proto__: { state: 'held' }, constructor: 1 })
  expect(await app.db.selectFrom('contact_messages').selectAll().execute()).toEqual([{ ...row, state: 'read' }])
})

test('whatever a stranger writes, the wire holds these fields and no others', async () => {
  const { app, owner, inbox } = await openDesk()
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', minLength: 10, maxLength: 300 }),
    fc.constantFrom(
      '</script><script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '{{constructor.constructor("alert(1)")()}}',
      "'; drop table contact_messages; --",
      '\u202Egnp.exe\u2066 ten letters',
    ),
  )
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (name, message) => {
      await app.db.deleteFrom('contact_messages').execute()
      const taken = await app.post('/api/contact', { name: name.slice(0, 100), email: 'ada@home.example', message })
      if (taken.status !== 201) return
      const { messages, held } = await inbox()
      const [shown] = [...messages, ...held]
      expect(Object.keys(shown ?? {})).toEqual(['id', 'name', 'email', 'preview', 'state', 'createdAt'])
      expect(shown?.name).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      const whole: Message = await (await owner.request(`/api/owner/messages/${shown?.id}`)).json()
      expect(Object.keys(whole)).toEqual(['id', 'name', 'email', 'message', 'state', 'createdAt'])
      expect([whole.message, whole.name]).toEqual([message.trim(), shown?.name])
    }),
    { numRuns: runs.journey },
  )
})

test('strangers hear 401 and change nothing', async () => {
  const { app } = await openDesk()
  await app.post('/api/contact', aMessage)
  const [row] = await app.db.selectFrom('contact_messages').selectAll().execute()
  for (const [method, path] of [
    ['GET', '/api/owner/messages'],
    ['GET', `/api/owner/messages/${row?.id}`],
    ['PATCH', `/api/owner/messages/${row?.id}`],
    ['DELETE', `/api/owner/messages/${row?.id}`],
    ['POST', `/api/owner/messages/${row?.id}/restore`],
  ] as const) {
    const response = await app.request(path, { method, headers: { origin: app.env.siteUrl } })
    expect([method, response.status, (await response.text()).includes('ada')]).toEqual([method, 401, false])
  }
  expect(await app.db.selectFrom('contact_messages').selectAll().execute()).toEqual([row])
})

test('the room reads without scripts: the list, and each message whole', async () => {
  const { app, owner } = await openDesk()
  await app.post('/api/contact', { ...aMessage, message: 'First line.\n\n  Second <b>line</b>.' })
  const page = await owner.request('/admin/messages')
  const list = await page.text()
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(list).toContain('Ada Reader')
  expect(list).toContain('1 unread of one message.')
  const [, path = ''] = list.match(/href="(\/admin\/messages\/[^"]+)"/) ?? []
  const whole = await (await owner.request(path)).text()
  expect(whole).toContain('First line.\n\n  Second &lt;b&gt;line&lt;/b&gt;.')
  expect(whole).toContain('href="mailto:ada@home.example?subject=Re')
  // Looking is not reading: that takes her browser's word.
  expect(await app.db.selectFrom('contact_messages').select('state').execute()).toEqual([{ state: 'new' }])
})

test('an empty inbox does not say that nobody ever wrote', async () => {
  const { app, owner, inbox } = await openDesk()
  const room = async () => (await owner.request('/admin/messages')).text()
  expect(await room()).toContain('Nobody at the door')
  await app.post('/api/contact', aMessage)
  expect(await room()).not.toContain('Nobody at the door')
  await owner.delete(`/api/owner/messages/${(await inbox()).messages[0]?.id}`)
  const emptied = await room()
  expect(emptied).toContain('Nobody at the door')
  expect(emptied).not.toMatch(/has knocked|Nothing here yet/)
})
