import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/ids.ts'
import { isSuppressed } from '#server/suppressions.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { Erasure, People, PersonRecord } from './contract.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

async function openDesk(env: Record<string, string> = {}) {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off', OWNER_EMAIL: 'owner@author.example', ...env } })
  const owner = await app.asOwner()
  const list = async (search = ''): Promise<People> => (await owner.request(`/api/owner/subscribers${search}`)).json()
  const person = async (id = ''): Promise<PersonRecord> => (await owner.request(`/api/owner/subscribers/${id}`)).json()
  const csv = async (search = '') => (await owner.request(`/api/owner/subscribers.csv${search}`)).text()
  const join = async (email: string, more: object = {}) => {
    await app.post('/api/newsletter/signup', { email, source: 'signup_page', page: '/signup', ...more })
    await app.work()
    app.passTime(1_000)
  }
  const askForArc = (email: string, more: object = {}) =>
    join(email, { source: 'voss_trials_arc', page: '/voss-trials', readerMagnetId: null, ...more })
  /** leaves by the link of the newest letter to this address */
  const leave = async (email: string) => {
    const letter = (await app.letters()).findLast(({ to_email }) => to_email === email)
    const [path = ''] = letter?.text.match(/\/unsubscribe\/\S+/) ?? []
    await app.postForm(path, {})
    app.passTime(1_000)
  }
  return { app, owner, list, person, csv, join, askForArc, leave }
}

/** So many people on the list, a second apart, each with her consent. */
async function fill({ db, deps }: TestApp, count: number) {
  const start = deps.now().getTime() - count * 1_000
  for (let first = 0; first < count; first += 500) {
    const people = Array.from({ length: Math.min(500, count - first) }, (_, index) => {
      const number = first + index + 1
      const at = new Date(start + number * 1_000)
      return {
        id: newId(at),
        email: `reader${number}@mail${number % 7}.example`,
        name: number % 3 ? `Reader Number ${number}` : null,
        state: (['active', 'active', 'active', 'pending', 'left'] as const)[number % 5] ?? 'active',
        source: number % 2 ? 'footer' : 'signup_page',
        created_at: at.toISOString(),
        confirmed_at: at.toISOString(),
        left_at: null,
      }
    })
    await db.insertInto('subscribers').values(people).execute()
    const consents = people.map(({ id, email, source, created_at }) => ({
      id: newId(new Date(created_at)),
      subscriber_id: id,
      email,
      purpose: 'newsletter' as const,
      act: 'given' as const,
      wording: 'signup-2025-07-26',
      wording_hash: 'x',
      page: '/signup',
      source,
      method: 'form' as const,
      client_hash: null,
      at: created_at,
    }))
    await db.insertInto('consents').values(consents).execute()
  }
}

const emails = ({ people }: People) => people.map(({ email }) => email)

test('everybody is there once, newest first: who joined, who only asked for the advance copy, who left', async () => {
  const { app, list, join, askForArc, leave } = await openDesk()
  await join('ada@home.example', { name: 'Ada Reader' })
  await askForArc('ben@home.example', { name: 'Ben' })
  await askForArc('cyd@home.example', { newsletter: true })
  await join('dov@home.example')
  await leave('dov@home.example')
  await askForArc('eva@home.example')
  await leave('eva@home.example')
  const answer = await list()
  expect(answer).toMatchObject({
    totals: { active: 2, pending: 0, left: 2, arc_only: 1, reader: 0 },
    sources: ['signup_page', 'voss_trials_arc'],
    next: null,
  })
  expect(
    answer.people.map(({ email, state, source, hasAskedForArc }) => [email, state, source, hasAskedForArc]),
  ).toEqual([
    ['eva@home.example', 'left', 'voss_trials_arc', true],
    ['dov@home.example', 'left', 'signup_page', false],
    ['cyd@home.example', 'active', 'voss_trials_arc', true],
    ['ben@home.example', 'arc_only', 'voss_trials_arc', true],
    ['ada@home.example', 'active', 'signup_page', false],
  ])
  expect(answer.people.at(-1)).toEqual({
    id: expect.any(String),
    email: 'ada@home.example',
    name: 'Ada Reader',
    state: 'active',
    source: 'signup_page',
    joinedAt: '2026-01-15T12:00:00.000Z',
    confirmedAt: null,
    leftAt: null,
    hasAskedForArc: false,
  })
  expect(app.logged).toEqual([])
})

describe('looking for somebody', () => {
  const found = async (search: string) => {
    const { list, join, askForArc } = await openDesk()
    await join('ada.lovelace@home.example', { name: 'Ada Reader' })
    await join('emile@zola.example', { name: 'Émile Z' })
    await join('under_score@home.example', { name: '100% Cotton', source: 'footer' })
    await askForArc('ben@arc.example', { name: 'Ben' })
    const answer = await list(search)
    return [emails(answer).map((email) => email.split('@')[0]), answer.totals.active, answer.totals.arc_only]
  }

  test.each([
    ['?q=LOVE', [['ada.lovelace'], 1, 0]],
    ['?q=reader', [['ada.lovelace'], 1, 0]],
    ['?q=%C3%A9mile', [['emile'], 1, 0]],
    ['?q=%C3%89MILE', [['emile'], 1, 0]],
    ['?q=home.example', [['under_score', 'ada.lovelace'], 2, 0]],
    ['?q=%25', [['under_score'], 1, 0]],
    ['?q=_', [['under_score'], 1, 0]],
    ['?q=%5C', [[], 0, 0]],
    ['?q=nobody', [[], 0, 0]],
    ['?state=arc_only', [['ben'], 3, 1]],
    ['?state=active&q=ben', [[], 0, 1]],
    ['?source=footer', [['under_score'], 1, 0]],
    ['?q=&state=&source=', [['ben', 'under_score', 'emile', 'ada.lovelace'], 3, 1]],
  ])('%s', async (search, expected) => {
    expect(await found(search)).toEqual(expected)
  })

  test.each(['?state=everybody', '?cursor=%00', '?q=%00', `?q=${'x'.repeat(101)}`])(
    '%s is refused in words',
    async (search) => {
      const { owner } = await openDesk()
      const response = await owner.request(`/api/owner/subscribers${search}`)
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'invalid', message: expect.any(String) },
      ])
    },
  )
})

test('ten thousand people come fifty at a time, each exactly once', async () => {
  const { app, list, csv } = await openDesk()
  await fill(app, 10_000)
  const first = await list()
  expect(first.totals).toMatchObject({ active: 6_000, pending: 2_000, left: 2_000, arc_only: 0, reader: 0 })
  expect((await list('?q=number%209999')).people).toHaveLength(0)
  expect((await list('?q=reader9998')).people).toHaveLength(1)
  expect((await csv()).split('\r\n')).toHaveLength(10_002)

  const seen = new Set<string>()
  let pages = 0
  for (let page = first; ; page = await list(`?cursor=${page.next}`), pages++) {
    for (const { id } of page.people) seen.add(id)
    if (!page.next) break
  }
  expect([seen.size, pages]).toEqual([10_000, 199])
}, 120_000)

test('the consent record tells what, when, which wording, where and how, for the list and for the advance copy', async () => {
  const { list, person, join, askForArc, leave } = await openDesk({ DOUBLE_OPT_IN: 'on' })
  await askForArc('ada@home.example', { name: 'Ada' })
  await join('ada@home.example')
  await leave('ada@home.example')
  const [{ id } = { id: '' }] = (await list()).people
  const { consents, traces, ...ada } = await person(id)
  expect(ada).toMatchObject({ email: 'ada@home.example', hasAskedForArc: true })
  expect(consents.map(({ what, wording, where, how }) => [what, wording, where, how])).toEqual([
    ['Asked for the advance copy', 'arc-2025-07-26', 'Voss Trials page (/voss-trials)', 'By sending the form'],
    ['Agreed to get the newsletter', 'signup-2025-07-26', 'Sign-up page (/signup)', 'By sending the form'],
  ])
  expect(consents[0]).toEqual({
    id: expect.any(String),
    what: 'Asked for the advance copy',
    at: '2026-01-15T12:00:00.000Z',
    wording: 'arc-2025-07-26',
    where: 'Voss Trials page (/voss-trials)',
    how: 'By sending the form',
  })
  expect(traces).toMatchObject({ listEntries: 1, arcRequests: 1, consents: 2, messages: 0, letters: 2, jobs: 0 })
})

describe('the export', () => {
  test('is a file any spreadsheet opens, with the ledger in its last column', async () => {
    const { app, owner, join } = await openDesk()
    await join('ada@home.example', { name: 'Ada "the Reader", PhD' })
    const response = await owner.request('/api/owner/subscribers.csv')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="subscribers-2026-01-15.csv"',
      'cache-control': 'no-store',
    })
    expect(await app.db.selectFrom('owner_events').select('what').execute()).toEqual([{ what: 'subscribers.exported' }])
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe(
      'email,name,state,source,joined,confirmed,left,consent\r\n' +
        'ada@home.example,"Ada ""the Reader"", PhD",active,signup_page,2026-01-15T12:00:00.000Z,,,' +
        '"Agreed to get the newsletter: 2026-01-15T12:00:00.000Z, signup-2025-07-26, Sign-up page (/signup), By sending the form"\r\n',
    )
  })

  test('holds what was searched for, and all of it', async () => {
    const { app, csv, askForArc } = await openDesk()
    await fill(app, 4_321)
    await askForArc('ben@home.example')
    const lines = async (search: string) => (await csv(search)).split('\r\n').length - 2
    expect(await lines('')).toBe(4_322)
    expect(await lines('?state=left')).toBe(864)
    expect(await lines('?state=arc_only')).toBe(1)
    expect(await lines('?q=reader12&source=footer&state=active')).toBe(33)
  })

  test('no name is a formula, whatever a stranger calls herself', async () => {
    const { csv, join } = await openDesk()
    await join('ada@home.example', { name: '=HYPERLINK("https://evil.example")' })
    await join('+1@home.example', { name: '@SUM(1;=2)' })
    const text = await csv()
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(text).toContain(`'+1@home.example,'@SUM(1;'=2)`)
  })
})

describe('erasing', () => {
  test('leaves nothing of her anywhere but a hash, and nobody can bring her back', async () => {
    const { app, owner, list, join, askForArc } = await openDesk({ SMTP_URL: 'smtp://127.0.0.1:1' })
    await join('ada@home.example', { name: 'Ada Canary' })
    await askForArc('Ada@Home.example', { name: 'Ada Canary' })
    await app.post('/api/contact', { name: 'Ada Canary', email: 'ADA@home.example', message: 'A message of mine.' })
    await app.post('/api/contact', { name: 'Ben', email: 'ben@home.example', message: 'A message of Ben.' })
    await join('ben@home.example')
    // A signup that nobody has looked at yet, and letters that wait for a mail server.
    await app.post('/api/newsletter/signup', { email: 'Ada@HOME.example', name: 'Ada Canary' })
    expect(await app.db.selectFrom('jobs').select('kind').execute()).toHaveLength(6)

    const ada = (await list('?q=ada')).people[0]
    const answer: Erasure = await (await owner.delete(`/api/owner/subscribers/${ada?.id}`)).json()
    expect(answer).toEqual({
      message: 'Erased for good.',
      erased: {
        listEntries: 1,
        arcRequests: 1,
        consents: 2,
        messages: 1,
        letters: 3,
        jobs: 4,
        groupEntries: 0,
        deliveries: 0,
        links: 0,
      },
    })
    expect(await dump(app)).not.toMatch(/ada@|canary/i)
    expect(await isSuppressed(app.db, app.deps.keyFor, 'ada@home.example')).toBe(true)
    expect(await app.db.selectFrom('suppressions').select('reason').execute()).toEqual([{ reason: 'erased' }])
    expect(await app.db.selectFrom('owner_events').select('what').execute()).toEqual([{ what: 'subscribers.erased' }])

    // Ben is still all there.
    expect(emails(await list())).toEqual(['ben@home.example'])
    expect(await app.db.selectFrom('contact_messages').select('email').execute()).toEqual([
      { email: 'ben@home.example' },
    ])
    expect(await app.letters()).toHaveLength(2)

    await join('ada@home.example')
    await askForArc('ada@home.example')
    expect(emails(await list())).toEqual(['ben@home.example'])
    expect((await owner.request(`/api/owner/subscribers/${ada?.id}`)).status).toBe(404)
    expect((await owner.delete(`/api/owner/subscribers/${ada?.id}`)).status).toBe(404)
  })

  test('whoever only asked for the advance copy is erased by that request', async () => {
    const { app, owner, list, askForArc } = await openDesk()
    await askForArc('ben@home.example')
    const [ben] = (await list()).people
    expect(await (await owner.delete(`/api/owner/subscribers/${ben?.id}`)).json()).toMatchObject({
      erased: { listEntries: 0, arcRequests: 1, consents: 1, letters: 1 },
    })
    expect(await dump(app)).not.toContain('ben@')
  })

  test('a voracious reader goes from the group, from campaigns and from every link, and the counts stay', async () => {
    const { app, owner, list } = await openDesk()
    const filename = 'true-veil-blues.epub'
    const readers = ['ada@home.example', 'ben@home.example']
    await owner.post('/api/voracious-readers-subscribers', { subscribers: readers, basis: 'Signed up at a reading' })
    await owner.post('/api/send-bulk-download-emails', { subscribers: readers, filename })
    await app.work()
    const { downloadUrl } = await (
      await owner.post('/api/generate-download-link', { email: readers[0], filename })
    ).json()
    const [ada] = (await list('?q=ada&state=reader')).people
    expect(await (await owner.request(`/api/owner/subscribers/${ada?.id}`)).json()).toMatchObject({
      source: 'group_import',
      consents: [{ what: 'Became one of your voracious readers', how: 'Signed up at a reading' }],
      traces: { groupEntries: 1, deliveries: 1, links: 2 },
    })
    expect((await owner.delete(`/api/owner/subscribers/${ada?.id}`)).status).toBe(200)
    expect(await dump(app)).not.toContain('ada@')
    expect(await app.db.selectFrom('deliveries').select('id').execute()).toHaveLength(2)
    expect((await app.request(new URL(downloadUrl).pathname)).status).toBe(404)
    expect(emails(await list())).toEqual(['ben@home.example'])
    const again = await owner.post('/api/voracious-readers-subscribers', { subscribers: readers, basis: 'Once more' })
    expect(await again.json()).toMatchObject({ added: 0, count: 1 })
  })

  test.each([
    ['a campaign', '/api/send-bulk-download-emails', { subscribers: ['ada@home.example'] }],
    ['a letter to her alone', '/api/send-download-email', { email: 'ada@home.example' }],
  ])('whoever left by %s leaves no address behind, not even in what she withdrew', async (_what, call, wish) => {
    const { app, owner, list, leave } = await openDesk()
    const brought = { subscribers: ['ada@home.example'], basis: 'Signed up at a reading' }
    await owner.post('/api/voracious-readers-subscribers', brought)
    await owner.post(call, { ...wish, filename: 'true-veil-blues.epub' })
    await leave('ada@home.example')
    expect(await app.db.selectFrom('consents').select('act').execute()).toEqual([{ act: 'withdrawn' }])
    const [ada] = (await list('?q=ada')).people
    expect(await (await owner.delete(`/api/owner/subscribers/${ada?.id}`)).json()).toMatchObject({
      erased: { consents: 1 },
    })
    expect(await dump(app)).not.toContain('ada@')
  })

  test('the author on her own list keeps what others wrote to her', async () => {
    const { app, owner, list, join } = await openDesk()
    await join('owner@author.example')
    await app.post('/api/contact', { name: 'Ben', email: 'ben@home.example', message: 'A message of Ben.' })
    await owner.delete(`/api/owner/subscribers/${(await list()).people[0]?.id}`)
    expect((await app.letters()).map(({ kind }) => kind)).toEqual(['contact.notice'])
  })

  test('happens whole or not at all', async () => {
    const { app, owner, list, join } = await openDesk()
    await join('ada@home.example')
    const [ada] = (await list()).people
    await app.db.schema.dropTable('jobs').execute()
    const broken = await owner.delete(`/api/owner/subscribers/${ada?.id}`)
    expect(broken.status).toBe(500)
    expect(await app.db.selectFrom('subscribers').select('email').execute()).toEqual([{ email: 'ada@home.example' }])
    expect(await app.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })
})

/** Every byte of every table. */
async function dump({ db }: TestApp): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as 'jobs')
        .selectAll()
        .execute(),
    ),
  )
  return JSON.stringify(rows)
}

test('strangers hear 401, and not one byte of a reader', async () => {
  const { app, list, join } = await openDesk()
  await join('canary@home.example', { name: 'Canary' })
  const [{ id } = { id: '' }] = (await list()).people
  for (const [method, path] of [
    ['GET', '/api/owner/subscribers'],
    ['GET', '/api/owner/subscribers.csv'],
    ['GET', `/api/owner/subscribers/${id}`],
    ['DELETE', `/api/owner/subscribers/${id}`],
  ] as const) {
    const response = await app.request(path, { method, headers: { origin: app.env.siteUrl } })
    expect([path, response.status, /canary/i.test(await response.text())]).toEqual([path, 401, false])
  }
  expect(emails(await list())).toEqual(['canary@home.example'])
})

test('no search makes the server stumble, finds what it should not, or changes anything', async () => {
  const { app, owner, join } = await openDesk()
  await join('ada@home.example', { name: 'Ada' })
  const before = await dump(app)
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom("' or 1=1 --", '%', '\\', '%\\', '_', '";drop table subscribers'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom('q', 'state', 'source', 'cursor', 'limit', '__proto__'), text),
      async (asked) => {
        const search = new URLSearchParams(
          Object.entries(asked).map(([name, value]) => [name, value.replace(/\p{Surrogate}/gu, '')]),
        )
        const response = await owner.request(`/api/owner/subscribers?${search}`)
        expect([200, 400]).toContain(response.status)
        if (response.status === 200) {
          const { people }: People = await response.json()
          for (const person of people)
            expect(Object.keys(person)).toEqual([
              'id',
              'email',
              'name',
              'state',
              'source',
              'joinedAt',
              'confirmedAt',
              'leftAt',
              'hasAskedForArc',
            ])
        }
      },
    ),
    { numRuns: 500 },
  )
  expect((await dump(app)).length).toBe(before.length)
})

test('the room reads without scripts, filters and all', async () => {
  const { owner, list, join } = await openDesk()
  await join('ada@home.example', { name: 'Ada' })
  await join('ben@home.example')
  const page = await (await owner.request('/admin/subscribers?q=ada&state=nonsense')).text()
  expect(page).toContain('ada@home.example')
  expect(page).not.toContain('ben@home.example')
  expect(page).toContain('value="ada"')
  expect(page).toContain('href="/api/owner/subscribers.csv?q=ada"')
  const record = await (await owner.request(`/admin/subscribers/${(await list('?q=ada')).people[0]?.id}`)).text()
  expect(record).toContain('Agreed to get the newsletter')
  expect((await owner.request('/admin/subscribers/nobody')).status).toBe(404)
})
