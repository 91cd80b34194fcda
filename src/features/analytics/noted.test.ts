import { describe, expect, test } from 'vitest'
import { makeEpub } from '#tests/support/epub.ts'
import { behindProxy, firefox, numbersOf } from '#tests/support/numbers.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const open = (env: Record<string, string> = {}) => createTestApp({ env: { ...behindProxy, ...env } })
type TestApp = Awaited<ReturnType<typeof open>>
type Headers = Record<string, string>

const reader = { 'user-agent': firefox, 'x-forwarded-for': '192.0.2.1' }
const machine = { ...reader, 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }

/** Her browser, with her session in it. */
async function ownersBrowser(app: TestApp): Promise<Headers> {
  const { openSession } = await import('#features/owner/sessions.server.ts')
  return { ...reader, cookie: `__Host-sid=${await openSession(app.db, app.deps.now(), 'a test')}` }
}

async function eventsOf(app: TestApp) {
  const { events } = await numbersOf(app)
  return Object.fromEntries(events.map(({ name, count }) => [name, count]))
}

describe('forms sent without scripts', () => {
  async function sendAll(app: TestApp, headers: Headers, more: Record<string, string> = {}) {
    const forms = {
      '/signup': { email: 'ada@home.example' },
      '/voss-trials': { email: 'ada@home.example', newsletter: 'on' },
      '/contact': { name: 'Ada', email: 'ada@home.example', message: 'Which door was it, really?' },
    }
    for (const [path, fields] of Object.entries(forms)) {
      expect((await app.postForm(path, { ...fields, ...more }, headers)).status).toBe(200)
    }
  }

  test('are counted when they were taken', async () => {
    const app = await open()
    await sendAll(app, reader)
    expect(await eventsOf(app)).toEqual({ arc_request: 1, contact_sent: 1, signup: 2 })
  })

  test('are not counted when the trap has caught them', async () => {
    const app = await open()
    await sendAll(app, reader, { company_url: 'https://spam.example' })
    expect(await eventsOf(app)).toEqual({})
  })

  test('are no reader’s when the owner or a machine sent them', async () => {
    const app = await open()
    await sendAll(app, await ownersBrowser(app))
    await sendAll(app, machine)
    expect(await eventsOf(app)).toEqual({})
  })
})

describe('a book', () => {
  async function openShop() {
    const app = await open()
    const owner = await app.asOwner()
    const filename = 'true-veil-blues.epub'
    await owner.request(`/api/files/${filename}`, { method: 'PUT', body: makeEpub() })
    const answer = await owner.post('/api/generate-download-link', { email: 'ada@home.example', filename })
    const { pathname } = new URL((await answer.json()).downloadUrl)
    const fetchBook = async (headers: Headers, method = 'GET') => {
      const response = await app.request(pathname, { method, headers })
      await response.arrayBuffer()
      return response.status
    }
    return { app, fetchBook, downloads: async () => (await numbersOf(app)).path.downloads }
  }

  test('that is downloaded is counted once, looking at its head and fetching the rest of it not at all', async () => {
    const { fetchBook, downloads } = await openShop()
    expect(await fetchBook(reader, 'HEAD')).toBe(200)
    expect(await downloads()).toBe(0)
    expect(await fetchBook(reader)).toBe(200)
    expect(await downloads()).toBe(1)
    expect(await fetchBook({ ...reader, range: 'bytes=100-' })).toBe(206)
    expect(await downloads()).toBe(1)
  })

  test('that the owner or a machine fetches is in no reader’s hand', async () => {
    const { app, fetchBook, downloads } = await openShop()
    expect(await fetchBook({ ...(await ownersBrowser(app)), 'x-forwarded-for': '192.0.2.8' })).toBe(200)
    expect(await fetchBook({ ...machine, 'x-forwarded-for': '192.0.2.9' })).toBe(200)
    expect(await downloads()).toBe(0)
  })
})

describe('a reader who confirms', () => {
  test('is counted once, however often she presses', async () => {
    const app = await open({ DOUBLE_OPT_IN: 'on' })
    await app.post('/api/newsletter/signup', { email: 'reader@home.example' })
    await app.work()
    expect((await numbersOf(app)).path.confirmed).toBe(0)
    const [letter] = await app.letters()
    const token = letter?.text.match(/\/confirm\/(\S+)/)?.[1] ?? ''
    for (let press = 0; press < 2; press++) await app.postForm(`/confirm/${token}`, {})
    expect((await numbersOf(app)).path.confirmed).toBe(1)
  })

  test('is whoever joins where nobody has to confirm', async () => {
    const app = await open({ DOUBLE_OPT_IN: 'off' })
    for (let time = 0; time < 2; time++) {
      await app.post('/api/newsletter/signup', { email: 'reader@home.example' })
      await app.work()
    }
    expect((await numbersOf(app)).path.confirmed).toBe(1)
  })
})
