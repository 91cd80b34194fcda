import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testAuthor } from '#tests/support/author.ts'
import { aMessage } from '#tests/support/contact.ts'
import { runs } from '#tests/support/long-run.ts'
import { openOutbox, setState, write } from '#tests/support/outbox.ts'

test('without a mail server every letter is kept, and the room says so', async () => {
  const { app, outbox, letter } = await openOutbox()
  await app.post('/api/contact', aMessage)
  const { letters, counts, mail, kept, next } = await outbox()
  expect(mail).toEqual({ isConnected: false, host: null, from: testAuthor.email })
  expect(counts).toEqual({
    kept: 1,
    unknown: 0,
    failed: 0,
    bounced: 0,
    complained: 0,
    queued: 0,
    sending: 0,
    sent: 0,
    skipped: 0,
    stopped: 0,
  })
  expect(kept).toEqual({ count: 1, oldestAt: '2026-01-15T12:00:00.000Z', oldCount: 0, old: [] })
  expect(next).toBeNull()
  expect(letters).toEqual([
    {
      id: expect.any(String),
      kind: 'A message for you',
      to: 'owner@author.example',
      subject: 'A message from Ada Reader',
      state: 'kept',
      reason: null,
      createdAt: '2026-01-15T12:00:00.000Z',
      settledAt: null,
    },
  ])
  expect(await letter(letters[0]?.id)).toEqual({
    ...letters[0],
    replyTo: 'ada@home.example',
    text: expect.stringContaining('Which door would you have left shut?'),
    isConnected: false,
  })
})

test('the name and password of the mail server are told to nobody', async () => {
  const { owner } = await openOutbox({ SMTP_URL: 'smtp://secretname:secretword@mail.author.example:587' })
  const answer = await (await owner.request('/api/owner/outbox')).text()
  expect(JSON.parse(answer).mail).toMatchObject({ isConnected: true, host: 'mail.author.example' })
  expect(answer + (await (await owner.request('/admin/outbox')).text())).not.toMatch(/secret(name|word)/)
})

test('a hundred and twenty letters come fifty at a time, newest first, each once; a state can be asked for', async () => {
  const { app, outbox } = await openOutbox()
  await write(app, 120)
  const [oldest] = await app.letters()
  await app.db
    .updateTable('letters')
    .set({ state: 'bounced', error: '550 no such user' })
    .where('id', '=', oldest?.id ?? '')
    .execute()
  const seen: string[] = []
  for (let page = await outbox(); ; page = await outbox(`?cursor=${page.next}`)) {
    expect(page.letters.length).toBeLessThanOrEqual(50)
    seen.push(...page.letters.map(({ id }) => id))
    if (!page.next) break
  }
  expect(seen).toEqual((await app.letters()).map(({ id }) => id).toReversed())
  expect((await outbox('?state=bounced')).letters).toMatchObject([{ id: oldest?.id, reason: '550 no such user' }])
  expect((await outbox('?state=sent')).letters).toEqual([])
})

describe('the letter in its frame', () => {
  test('comes with a policy of its own that lets nothing happen, and only the desk may frame it', async () => {
    const { app, owner, outbox } = await openOutbox()
    await app.post('/api/contact', { ...aMessage, message: '<script>alert(1)</script> hello there' })
    const [{ id } = { id: '' }] = (await outbox()).letters
    const response = await owner.request(`/admin/outbox/${id}/letter`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': expect.stringContaining('text/html'),
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(await response.text()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect((await app.request(`/admin/outbox/${id}/letter`)).status).toBe(401)
    expect((await owner.request('/admin/outbox/nobody/letter')).status).toBe(404)
  })

  test('the desk may frame its own pages, the readers’ site only its videos', async () => {
    const { app, owner } = await openOutbox()
    const frames = (response: Response) =>
      response.headers.get('content-security-policy')?.match(/frame-src ([^;]+)/)?.[1]
    expect(frames(await owner.request('/admin/outbox'))).toBe("'self'")
    expect(frames(await app.request('/admin/sign-in'))).toBe("'self'")
    expect(frames(await app.request('/'))).toBe('https://www.youtube-nocookie.com')
    expect((await owner.request('/admin/outbox')).headers.get('x-frame-options')).toBe('DENY')
  })
})

test('strangers hear 401 and change nothing', async () => {
  const { app } = await openOutbox({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await app.post('/api/contact', aMessage)
  const id = await setState(app, 'unknown')
  const before = await app.letters()
  for (const [method, path] of [
    ['GET', '/api/owner/outbox'],
    ['GET', `/api/owner/outbox/${id}`],
    ['PATCH', `/api/owner/outbox/${id}`],
    ['POST', `/api/owner/outbox/${id}/send`],
    ['POST', '/api/owner/outbox/send-kept'],
    ['GET', `/admin/outbox/${id}/letter`],
  ] as const) {
    const response = await app.request(path, { method, headers: { origin: app.env.siteUrl } })
    expect([path, response.status, /ada/i.test(await response.text())]).toEqual([path, 401, false])
  }
  expect(await app.letters()).toEqual(before)
})

test('whatever stands in a letter, the wire holds these fields and no others, and no question makes the server stumble', async () => {
  const { app, owner, outbox, letter } = await openOutbox()
  const text = fc.string({ unit: 'binary', maxLength: 60 }).map((word) => word.replace(/\0|\p{Surrogate}/gu, ''))
  await app.post('/api/contact', aMessage)
  await fc.assert(
    fc.asyncProperty(
      text,
      text,
      fc.dictionary(fc.constantFrom('state', 'cursor', 'id', '__proto__'), text),
      async (subject, error, asked) => {
        await app.db.updateTable('letters').set({ subject, error, text: error }).execute()
        const [shown] = (await outbox()).letters
        expect(Object.keys(shown ?? {})).toEqual([
          'id',
          'kind',
          'to',
          'subject',
          'state',
          'reason',
          'createdAt',
          'settledAt',
        ])
        expect(Object.keys(await letter(shown?.id)).sort()).toEqual(
          [...Object.keys(shown ?? {}), 'replyTo', 'text', 'isConnected'].sort(),
        )
        expect([200, 400]).toContain((await owner.request(`/api/owner/outbox?${new URLSearchParams(asked)}`)).status)
      },
    ),
    { numRuns: runs.journey },
  )
})

test('the room reads without scripts: the list, the letter, and what became of it', async () => {
  const { app, owner, outbox } = await openOutbox()
  await app.post('/api/contact', aMessage)
  const list = await (await owner.request('/admin/outbox?state=kept')).text()
  for (const words of [
    'No mail server is connected.',
    'Kept here: no mail server is connected.',
    'A message from Ada Reader',
  ]) {
    expect(list).toContain(words)
  }
  const [{ id } = { id: '' }] = (await outbox()).letters
  const page = await (await owner.request(`/admin/outbox/${id}`)).text()
  expect(page).toContain(`<iframe title="The letter as it is seen" src="/admin/outbox/${id}/letter" sandbox=""`)
  expect(page).toContain('Which door would you have left shut?')
})
