import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownerEmail, setUpOwner } from '#tests/support/browser.ts'
import { aMessage } from '#tests/support/contact.ts'
import { runs } from '#tests/support/long-run.ts'
import { createTestApp } from '#tests/support/test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>
const kept = (app: TestApp) => app.db.selectFrom('contact_messages').selectAll().execute()

test('a message is kept first, and the author is written to with the reader as the one to answer', async () => {
  const app = await createTestApp({ env: { OWNER_EMAIL: 'owner@author.example' } })
  const response = await app.post('/api/contact', aMessage)
  expect([response.status, await response.json()]).toEqual([
    201,
    { message: "Thank you for reaching out. We'll get back to you soon." },
  ])
  expect(await kept(app)).toMatchObject([{ ...aMessage, state: 'new' }])
  expect(await app.letters()).toMatchObject([
    {
      kind: 'contact.notice',
      to_email: 'owner@author.example',
      reply_to_email: 'ada@home.example',
      subject: 'A message from Ada Reader',
    },
  ])
})

test('where no other address is named, the author is written to at the one she signs in with', async () => {
  const app = await createTestApp()
  await setUpOwner(app)
  await app.post('/api/contact', aMessage)
  expect(await app.letters()).toMatchObject([{ kind: 'contact.notice', to_email: ownerEmail }])
})

test('a message and its letter are kept together or not at all', async () => {
  const app = await createTestApp()
  await app.db.schema.dropTable('letters').execute()
  expect((await app.post('/api/contact', aMessage)).status).toBe(500)
  expect(await kept(app)).toEqual([])
})

describe('what is refused, and how', () => {
  test.each([
    [{ ...aMessage, name: 'A' }, 'Name must be at least 2 characters'],
    [{ ...aMessage, name: '   A   ' }, 'Name must be at least 2 characters'],
    [{ ...aMessage, email: 'ada' }, 'Please enter a valid email address'],
    [{ ...aMessage, message: 'too short' }, 'Message must be at least 10 characters'],
    [{ ...aMessage, message: 'x'.repeat(5_001) }, 'Message must be at most 5000 characters'],
    [{ ...aMessage, message: 'a NUL \u0000 in the middle' }, 'Please remove the characters that cannot be kept'],
    [{ ...aMessage, name: 'half \ud83d' }, 'Please remove the characters that cannot be kept'],
    [{}, 'Name must be at least 2 characters'],
  ])('%j', async (body, message) => {
    const app = await createTestApp()
    const response = await app.post('/api/contact', body)
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid', message }])
    expect(await kept(app)).toEqual([])
  })

  test('every fault is named at its field', async () => {
    const app = await createTestApp()
    const { fields } = (await (await app.post('/api/contact', { name: '', email: '', message: '' })).json()) as {
      fields: object
    }
    expect(Object.keys(fields)).toEqual(['name', 'email', 'message'])
  })
})

test('the longest message in any script is taken, and kept as it was written', async () => {
  const app = await createTestApp()
  const message = `${'ཨ'.repeat(2_499)}\n\n${'🕯'.repeat(1_249)}`
  expect((await app.post('/api/contact', { ...aMessage, message })).status).toBe(201)
  expect((await kept(app))[0]?.message).toBe(message)
})

test('twenty presses of the same button are one message', async () => {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.post('/api/contact', aMessage)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await kept(app)).toHaveLength(1)
  expect(await app.letters()).toHaveLength(1)
})

test('a bot in the trap hears what everybody hears, and nothing is kept', async () => {
  const app = await createTestApp()
  const honest = await app.post('/api/contact', aMessage)
  const caught = await app.post('/api/contact', {
    ...aMessage,
    message: 'Buy my things, please.',
    company_url: 'http://spam.example',
  })
  expect([caught.status, [...caught.headers], await caught.text()]).toEqual([
    honest.status,
    [...honest.headers],
    await honest.text(),
  ])
  expect(await kept(app)).toHaveLength(1)
})

test('a message full of links is held and nobody is written to', async () => {
  const app = await createTestApp()
  await app.post('/api/contact', {
    ...aMessage,
    message: 'https://a.example https://b.example https://c.example https://d.example',
  })
  expect(await kept(app)).toMatchObject([{ state: 'held' }])
  expect(await app.letters()).toEqual([])
})

test('after five messages in an hour a client is told to wait', async () => {
  const app = await createTestApp()
  for (let count = 0; count < 5; count++) {
    expect((await app.post('/api/contact', { ...aMessage, message: `${aMessage.message} ${count}` })).status).toBe(201)
  }
  const refused = await app.post('/api/contact', aMessage)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect(await refused.json()).toMatchObject({ code: 'too_many' })
})

test('without scripts the page answers, and a fault costs no word', async () => {
  const app = await createTestApp()
  const failed = await app.postForm('/contact', { ...aMessage, email: 'not an address' })
  expect(failed.status).toBe(400)
  const page = await failed.text()
  for (const words of ['Please enter a valid email address', 'Ada Reader', 'Which door would you have left shut?']) {
    expect(page).toContain(words)
  }
  expect(await (await app.postForm('/contact', aMessage)).text()).toContain('Message Sent')
})

test('a body larger than any letter is refused before it is read', async () => {
  const app = await createTestApp()
  expect((await app.post('/api/contact', { ...aMessage, message: 'x'.repeat(80_000) })).status).toBe(413)
  let read = 0
  const pull = (stream: ReadableStreamDefaultController) => {
    read++
    stream.close()
  }
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const said = { method: 'POST', headers: { 'content-length': '80000' }, body, duplex: 'half' }
  expect((await app.request('/api/contact', said)).status).toBe(413)
  expect(read).toBe(0)
})

test('no body at all makes the server stumble', async () => {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
  const anything = fc.oneof(
    fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary' }),
    fc
      .record({
        name: fc.string({ unit: 'binary' }),
        email: fc.emailAddress(),
        message: fc.string({ unit: 'binary', minLength: 10 }),
      })
      .map((value) => JSON.stringify(value)),
  )
  await fc.assert(
    fc.asyncProperty(anything, async (body) => {
      const response = await app.request('/api/contact', { method: 'POST', body })
      expect(response.status).toBeLessThan(500)
      if (response.status !== 201)
        expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    }),
    { numRuns: runs.call },
  )
})

test('messages are forgotten after two years', async () => {
  const app = await createTestApp()
  const { keepHouse } = await import('#app/housekeeping.server.ts')
  await app.post('/api/contact', aMessage)
  app.passTime(729 * 86_400_000)
  await keepHouse(app.deps)
  expect(await kept(app)).toHaveLength(1)
  app.passTime(3 * 86_400_000)
  await keepHouse(app.deps)
  expect(await kept(app)).toEqual([])
})
