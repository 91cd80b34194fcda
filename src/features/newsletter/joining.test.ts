import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arcAddress } from '#tests/support/books.ts'
import { runs } from '#tests/support/long-run.ts'
import {
  confirmPath,
  consents,
  doubleOptIn,
  leavePath,
  people,
  signUp,
  singleOptIn,
} from '#tests/support/newsletter.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const day = 86_400_000

describe('joining with double opt-in', () => {
  test('a signup is pending and gets one letter that holds nothing she typed', async () => {
    const app = await createTestApp(doubleOptIn)
    const response = await signUp(app, { email: ' Reader@Home.Example ', name: 'Mallory http://spam.example' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ message: "You've successfully joined the mailing list.", confirm: true })
    await app.work()
    expect(await people(app)).toMatchObject([{ email: 'reader@home.example', state: 'pending', confirmed_at: null }])
    const [letter, ...others] = await app.letters()
    expect(others).toEqual([])
    expect(letter).toMatchObject({ kind: 'newsletter.confirm', to_email: 'reader@home.example', to_name: '' })
    expect(`${letter?.subject}${letter?.html}${letter?.text}`).not.toMatch(/Mallory|spam/)
    expect(letter?.text).toContain('Harbour Road')
  })

  test('opening the link changes nothing; pressing the button confirms, once, and sends the welcome', async () => {
    const app = await createTestApp(doubleOptIn)
    await signUp(app, { email: 'reader@home.example' })
    await app.work()
    const path = await confirmPath(app)
    for (let scan = 0; scan < 20; scan++) expect((await app.request(path)).status).toBe(200)
    expect(await people(app)).toMatchObject([{ state: 'pending' }])
    const press = () => app.request(path, { method: 'POST', headers: { origin: 'null' } })
    for (let time = 0; time < 3; time++) expect((await press()).status).toBe(200)
    expect(await people(app)).toMatchObject([{ state: 'active', confirmed_at: expect.any(String) }])
    const welcomes = (await app.letters()).filter((letter) => letter.kind === 'newsletter.welcome')
    expect(welcomes).toHaveLength(1)
    expect(JSON.parse(welcomes[0]?.headers ?? '{}')).toMatchObject({
      'List-Unsubscribe': expect.stringMatching(/^<https:\/\/author\.example\/unsubscribe\/\S+>, <mailto:/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const ledger = (await consents(app)).map(({ act, wording }) => [act, wording])
    expect(ledger.sort()).toEqual([
      ['confirmed', 'signup-2026-01-15'],
      ['given', 'signup-2026-01-15'],
    ])
  })

  test('a link that was used says that the address is confirmed, and has no button any more', async () => {
    const app = await createTestApp(doubleOptIn)
    await signUp(app, { email: 'reader@home.example' })
    await app.work()
    const path = await confirmPath(app)
    expect(await (await app.request(path)).text()).toContain('Confirm my address')
    await app.postForm(path, {})
    const again = await app.request(path)
    const html = await again.text()
    expect([again.status, again.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(html).toContain('You are on the list already.')
    expect(html).toContain('Read a story meanwhile')
    expect(html).not.toContain('Confirm my address')
  })

  test('a link that is not ours confirms nobody', async () => {
    const app = await createTestApp(doubleOptIn)
    await signUp(app, { email: 'reader@home.example' })
    await app.work()
    const path = await confirmPath(app)
    for (const forged of [
      path.slice(0, -1),
      `${path}x`,
      path.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')),
      '/confirm/nonsense',
    ]) {
      expect((await app.postForm(forged, {})).status).toBe(404)
    }
    expect(await people(app)).toMatchObject([{ state: 'pending' }])
  })
})

test('without double opt-in she is on the list at once and welcomed', async () => {
  const app = await createTestApp(singleOptIn)
  expect(await (await signUp(app, { email: 'reader@home.example', name: 'Ada' })).json()).toMatchObject({
    confirm: false,
  })
  await app.work()
  expect(await people(app)).toMatchObject([{ state: 'active', name: 'Ada', confirmed_at: null }])
  expect((await app.letters()).map(({ kind, state }) => [kind, state])).toEqual([['newsletter.welcome', 'kept']])
})

test('whoever asks once more has another thirty days to confirm, by either letter, and counts as joined', async () => {
  const app = await createTestApp(doubleOptIn)
  const { keepHouse } = await import('#app/housekeeping.server.ts')
  await signUp(app, { email: 'reader@home.example' })
  await app.work()
  const path = await confirmPath(app)
  app.passTime(29 * day)
  await signUp(app, { email: 'reader@home.example' })
  await app.work()
  app.passTime(29 * day)
  await keepHouse(app.deps)
  expect((await app.postForm(path, {})).status).toBe(200)
  expect(await people(app)).toMatchObject([{ state: 'active' }])
  const growth = await (await (await app.asOwner()).request('/api/owner/analytics?days=7')).json()
  expect(growth.list.now.joined).toBe(1)
})

test('and is forgotten when she does not', async () => {
  const app = await createTestApp(doubleOptIn)
  const { keepHouse } = await import('#app/housekeeping.server.ts')
  for (let time = 0; time < 2; time++) {
    await signUp(app, { email: 'reader@home.example' })
    await app.work()
    app.passTime(29 * day)
  }
  app.passTime(2 * day)
  await keepHouse(app.deps)
  expect([await people(app), await consents(app)]).toEqual([[], []])
})

test('whoever never confirms is forgotten after thirty days', async () => {
  const app = await createTestApp(doubleOptIn)
  const { keepHouse } = await import('#app/housekeeping.server.ts')
  await signUp(app, { email: 'reader@home.example' })
  await app.work()
  app.passTime(29 * day)
  await keepHouse(app.deps)
  expect(await people(app)).toHaveLength(1)
  app.passTime(2 * day)
  await keepHouse(app.deps)
  expect([await people(app), await consents(app)]).toEqual([[], []])
})

test('a letter that asks for a confirmation is forgotten with whoever was to confirm: its button would lead nowhere', async () => {
  const app = await createTestApp(doubleOptIn)
  const { keepHouse } = await import('#app/housekeeping.server.ts')
  for (const email of ['ada@home.example', 'ben@home.example']) await signUp(app, { email })
  await app.work()
  const waiting = async (): Promise<string[]> => {
    const { letters } = await (await (await app.asOwner()).request('/api/owner/outbox')).json()
    return letters.map(({ to }: { to: string }) => to).sort()
  }
  expect(await waiting()).toEqual(['ada@home.example', 'ben@home.example'])
  await app.post('/api/newsletter/signup', { email: 'cyd@home.example', source: 'voss_trials_arc' })
  await app.work()
  app.passTime(31 * day)
  await signUp(app, { email: 'dov@home.example' })
  await app.work()
  await keepHouse(app.deps)
  expect(await waiting()).toEqual(['cyd@home.example', 'dov@home.example'])
})

describe('the advance copy', () => {
  const arc = { email: 'juror@home.example', source: 'voss_trials_arc', readerMagnetId: null }

  test('a request is not a newsletter consent', async () => {
    const app = await createTestApp(doubleOptIn)
    expect((await signUp(app, { ...arc, name: 'Ruth' })).status).toBe(200)
    await app.work()
    expect(await people(app)).toEqual([])
    expect(await app.db.selectFrom('people').selectAll().execute()).toMatchObject([
      { email: 'juror@home.example', name: 'Ruth' },
    ])
    expect((await consents(app)).map(({ purpose }) => purpose)).toEqual(['arc'])
    expect((await app.letters()).map(({ kind }) => kind)).toEqual(['newsletter.arc'])
  })

  test('the separate box adds the newsletter', async () => {
    const app = await createTestApp(doubleOptIn)
    await signUp(app, { ...arc, newsletter: true })
    await app.work()
    expect(await people(app)).toMatchObject([
      { email: 'juror@home.example', state: 'pending', source: 'voss_trials_arc' },
    ])
    expect((await consents(app)).map(({ purpose }) => purpose).sort()).toEqual(['arc', 'newsletter'])
  })

  test('asking twice is asking once, and its letter has its own way out', async () => {
    const app = await createTestApp(doubleOptIn)
    await signUp(app, arc)
    await signUp(app, arc)
    await app.work()
    expect(await app.letters()).toHaveLength(1)
    expect((await app.postForm(await leavePath(app, 'newsletter.arc'), {})).status).toBe(200)
    expect((await consents(app)).map(({ purpose, act }) => [purpose, act]).sort()).toEqual([
      ['arc', 'given'],
      ['arc', 'withdrawn'],
    ])
  })

  test('before the book is out its letter promises that book; from then on it says it is for the next one', async () => {
    const before = await createTestApp({ ...doubleOptIn, today: '2025-10-31' })
    await signUp(before, arc)
    await before.work()
    expect(await before.letters()).toMatchObject([
      { subject: 'Your request for The Ferry Ledger', text: expect.stringContaining('before November 1, 2025') },
    ])
    const after = await createTestApp({ ...doubleOptIn, today: '2025-11-01' })
    await signUp(after, arc)
    await after.work()
    const [letter] = await after.letters()
    expect(letter?.subject).toBe('You are on the advance list')
    expect(letter?.text).toContain('there is no advance copy of it left to send')
  })

  test('what she agreed to is kept in the words of that day, and withdrawing names those words', async () => {
    const app = await createTestApp({ ...doubleOptIn, today: '2025-10-31' })
    await app.post('/api/newsletter/signup', arc, { 'x-page': '/arc/the-ferry-ledger' })
    await app.work()
    const path = await leavePath(app, 'newsletter.arc')
    app.passTime(2 * day)
    await signUp(app, { ...arc, email: 'late@home.example' })
    await app.work()
    app.passTime(day)
    await app.postForm(path, {})
    const ledger = (await consents(app)).map(({ email, act, wording }) => [email, act, wording])
    expect(ledger).toEqual([
      ['juror@home.example', 'given', 'arc-2025-10-31'],
      ['late@home.example', 'given', 'arc-2025-11-02'],
      ['juror@home.example', 'withdrawn', 'arc-2025-10-31'],
    ])
    const [first, second, third] = await consents(app)
    expect(first).toMatchObject({ source: arc.source, page: '/arc/the-ferry-ledger', method: 'form' })
    expect(first?.at.slice(0, 10)).toBe('2025-10-31')
    expect(second?.wording_hash).not.toBe(first?.wording_hash)
    expect(third?.wording_hash).toBe(first?.wording_hash)
  })

  test('whoever asked for that book and asks again once it is out, has asked for the next one, once', async () => {
    const app = await createTestApp({ ...doubleOptIn, today: '2025-10-30' })
    await signUp(app, arc)
    await app.work()
    app.passTime(3 * day)
    await signUp(app, arc)
    await signUp(app, arc)
    await app.work()
    expect((await consents(app)).map(({ act, wording }) => [act, wording])).toEqual([
      ['given', 'arc-2025-10-30'],
      ['given', 'arc-2025-11-02'],
    ])
    expect((await app.letters()).map(({ subject }) => subject)).toEqual([
      'Your request for The Ferry Ledger',
      'You are on the advance list',
    ])
    expect(await app.db.selectFrom('people').selectAll().execute()).toHaveLength(1)
  })

  test('which form it was and where it stood may be said beside the body; what the body says counts', async () => {
    const app = await createTestApp(singleOptIn)
    const beside = { 'x-source': 'footer', 'x-page': `/books/${'x'.repeat(300)}` }
    await app.post('/api/newsletter/signup', { email: 'a@home.example' }, beside)
    await app.post('/api/newsletter/signup', { email: 'b@home.example', source: 'home', page: '/' }, beside)
    await app.post('/api/newsletter/signup', { email: 'c@home.example' }, { 'x-source': 'my_botnet' })
    await app.work()
    const records = (await consents(app)).map(({ email, source, page }) => [email, source, page.slice(0, 8)])
    expect(records.sort()).toEqual([
      ['a@home.example', 'footer', '/books/x'],
      ['b@home.example', 'home', '/'],
      ['c@home.example', 'other', ''],
    ])
  })

  test('an unknown source is kept as other', async () => {
    const app = await createTestApp(singleOptIn)
    await signUp(app, { email: 'reader@home.example', source: 'my_botnet' })
    await app.work()
    expect(await people(app)).toMatchObject([{ source: 'other' }])
  })
})

describe('what is refused, and how', () => {
  test.each([
    [{}, 'Please enter your email address'],
    [{ email: '' }, 'Please enter your email address'],
    [{ email: '   ' }, 'Please enter your email address'],
    [{ email: 42 }, 'Please enter your email address'],
    [{ email: 'not an address' }, 'Please enter a valid email address'],
    [{ email: 'a@b.example, c@d.example' }, 'Please enter a valid email address'],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'Please enter a valid email address'],
    [{ email: 'a\u0000@b.example' }, 'Please enter a valid email address'],
    [{ email: 'a@b.example', name: 'x'.repeat(101) }, 'Name must be at most 100 characters'],
    [{ email: 'a@b.example', name: '\ud800' }, 'Name has characters that cannot be kept'],
    [{ email: 'a@b.example', name: null }, 'Name must be text, or be left out'],
    [{ email: 'a@b.example', source: 5 }, 'Source must be text, or be left out'],
    [{ email: 'a@b.example', source: 'x'.repeat(61) }, 'Source must be at most 60 characters'],
    [{ email: 'a@b.example', readerMagnetId: {} }, 'Reader magnet must be text, or be left out'],
    [{ email: 'a@b.example', newsletter: 'yes' }, 'The newsletter box is either ticked or not'],
  ])('%j', async (body, message) => {
    const app = await createTestApp(doubleOptIn)
    const response = await signUp(app, body)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'invalid', message, requestId: expect.any(String) },
    ])
  })

  test('no body at all makes the server stumble', async () => {
    const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
    const anything = fc.oneof(
      fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value)),
      fc.string({ unit: 'binary' }),
      fc
        .record({ email: fc.anything(), name: fc.anything(), source: fc.anything(), __proto__: fc.anything() })
        .map((value) => JSON.stringify(value) ?? ''),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (body) => {
        const response = await app.request('/api/newsletter/signup', { method: 'POST', body })
        expect(response.status).toBeLessThan(500)
        if (response.status !== 200)
          expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      }),
      { numRuns: runs.call },
    )
  })
})

describe('without scripts', () => {
  test('the form answers with its own page, and keeps the words when something is missing', async () => {
    const app = await createTestApp(doubleOptIn)
    const failed = await app.postForm('/signup', { name: 'Ada <b>Reader</b>', email: '' })
    expect(failed.status).toBe(400)
    const page = await failed.text()
    expect(page).toContain('Please enter your email address')
    expect(page).toContain('Ada &lt;b&gt;Reader&lt;/b&gt;')
    const done = await app.postForm('/signup', { name: '', email: 'reader@home.example' })
    expect([done.status, done.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(await done.text()).toContain('You&#x27;re In!')
    await app.work()
    expect(await people(app)).toHaveLength(1)
    expect(await (await app.request('/signup')).text()).not.toContain('You&#x27;re In!')
  })

  test('an unticked box is no consent, a ticked one is', async () => {
    const app = await createTestApp(doubleOptIn)
    await app.postForm(arcAddress, { email: 'one@home.example', name: '' })
    await app.postForm(arcAddress, { email: 'two@home.example', name: '', newsletter: 'on' })
    await app.work()
    expect((await people(app)).map(({ email }) => email)).toEqual(['two@home.example'])
    expect([...new Set((await consents(app)).map(({ page }) => page))]).toEqual([arcAddress])
  })
})
