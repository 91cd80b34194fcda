import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRecords } from '#lib/csv.ts'
import { plenty, runs } from '#tests/support/long-run.ts'
import { dump, emails, fill, openPeople } from '#tests/support/people.ts'
import type { People } from './contract.ts'

test('everybody is there once, newest first: who joined, who only asked for the advance copy, who left', async () => {
  const { app, list, join, askForArc, leave } = await openPeople()
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
    consents: [expect.objectContaining({ what: 'Agreed to get the newsletter', wording: 'signup-2026-01-15' })],
  })
  expect(app.logged).toEqual([])
})

test('everybody who asked for the advance copy is on one list, whatever else they are', async () => {
  const { app, list, csv, join, askForArc, leave } = await openPeople()
  const owner = await app.asOwner()
  await join('ada@home.example')
  await askForArc('ada@home.example')
  await owner.post('/api/voracious-readers-subscribers', { subscribers: ['ben@home.example'], basis: 'A reading' })
  await askForArc('ben@home.example')
  await askForArc('cyd@home.example')
  await askForArc('dov@home.example')
  await leave('dov@home.example')
  await join('eva@home.example')
  const asked = ['dov@home.example', 'cyd@home.example', 'ben@home.example', 'ada@home.example']
  const found = await list('?arc=asked')
  expect(emails(found).sort()).toEqual([...asked].sort())
  expect(found).toMatchObject({ arcRequests: 4, totals: { active: 2, arc_only: 1, reader: 1, left: 1 } })
  expect(await list('?q=ada')).toMatchObject({ arcRequests: 1 })
  expect(emails(await list('?arc=asked&state=active'))).toEqual(['ada@home.example'])
  const table = csvRecords((await csv('?arc=asked')).replace('\ufeff', '').replaceAll('\r\n', '\n'), ',')
  const place = table[0]?.indexOf('asked for advance copy') ?? -1
  expect(table.slice(1).map((row) => row[place])).toEqual(['yes', 'yes', 'yes', 'yes'])
  const all = csvRecords((await csv()).replace('\ufeff', '').replaceAll('\r\n', '\n'), ',')
  expect(all.find(([email]) => email === 'eva@home.example')?.[place]).toBe('no')
})

describe('looking for somebody', () => {
  const found = async (search: string) => {
    const { list, join, askForArc } = await openPeople()
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

  test.each(['?state=everybody', '?arc=perhaps', '?cursor=%00', '?q=%00', `?q=${'x'.repeat(101)}`])(
    '%s is refused in words',
    async (search) => {
      const { owner } = await openPeople()
      const response = await owner.request(`/api/owner/subscribers${search}`)
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'invalid', message: expect.any(String) },
      ])
    },
  )
})

test('thousands of people come fifty at a time, each exactly once', async () => {
  const { app, list, csv } = await openPeople()
  const count = plenty(10_000, 1_000)
  await fill(app, count)
  const first = await list()
  const totals = { active: count * 0.6, pending: count * 0.2, left: count * 0.2, arc_only: 0, reader: 0 }
  expect(first.totals).toMatchObject(totals)
  expect((await list('?q=number%20999')).people).toHaveLength(0)
  expect((await list('?q=reader998')).people).toHaveLength(plenty(11, 1))
  expect((await csv()).split('\r\n')).toHaveLength(count + 2)

  const seen = new Set<string>()
  let pages = 0
  for (let page = first; ; page = await list(`?cursor=${page.next}`), pages++) {
    for (const { id } of page.people) seen.add(id)
    if (!page.next) break
  }
  expect([seen.size, pages]).toEqual([count, count / 50 - 1])
})

test('the consent record tells what, when, which wording, where and how, for the list and for the advance copy', async () => {
  const { list, person, join, askForArc, leave } = await openPeople({ DOUBLE_OPT_IN: 'on' })
  await askForArc('ada@home.example', { name: 'Ada' })
  await join('ada@home.example')
  await leave('ada@home.example')
  const [listed] = (await list()).people
  const { consents, traces, ...ada } = await person(listed?.id)
  expect(listed?.consents).toEqual(consents)
  expect(ada).toMatchObject({ email: 'ada@home.example', hasAskedForArc: true })
  expect(consents.map(({ what, wording, where, how }) => [what, wording, where, how])).toEqual([
    ['Asked for the advance copy', 'arc-2026-01-15', 'Advance copy page (/voss-trials)', 'By sending the form'],
    ['Agreed to get the newsletter', 'signup-2026-01-15', 'Sign-up page (/signup)', 'By sending the form'],
  ])
  expect(consents[0]).toEqual({
    id: expect.any(String),
    what: 'Asked for the advance copy',
    at: '2026-01-15T12:00:00.000Z',
    wording: 'arc-2026-01-15',
    where: 'Advance copy page (/voss-trials)',
    how: 'By sending the form',
  })
  expect(traces).toMatchObject({ listEntries: 1, arcRequests: 1, consents: 2, messages: 0, letters: 2, jobs: 0 })
})

test('strangers hear 401, and not one byte of a reader', async () => {
  const { app, list, join } = await openPeople()
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
  const { app, owner, join } = await openPeople()
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
              'consents',
            ])
        }
      },
    ),
    { numRuns: runs.call },
  )
  expect((await dump(app)).length).toBe(before.length)
})

test('the room reads without scripts, filters and all', async () => {
  const { owner, list, join } = await openPeople()
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

test('tags are the owner’s words for a person, and find everybody who has one', async () => {
  const { owner, list, person, csv, join } = await openPeople()
  await join('ada@home.example')
  await join('ben@home.example')
  const ada = (await list('?q=ada')).people[0]
  const saved = await owner.put(`/api/owner/subscribers/${ada?.id}/tags`, { tags: ['launch team', 'beta', 'beta'] })
  expect((await saved.json()).tags).toEqual(['beta', 'launch team'])
  expect(emails(await list('?tag=beta'))).toEqual(['ada@home.example'])
  expect((await list('?tag=beta')).totals.active).toBe(1)
  expect((await list()).tags).toEqual([
    { tag: 'beta', count: 1 },
    { tag: 'launch team', count: 1 },
  ])
  expect(await csv('?tag=beta')).not.toContain('ben@home.example')
  await owner.put(`/api/owner/subscribers/${ada?.id}/tags`, { tags: [] })
  expect((await person(ada?.id)).tags).toEqual([])
  expect((await owner.put(`/api/owner/subscribers/${ada?.id}/tags`, { tags: [' '] })).status).toBe(400)
})

test('whoever asks what is known of her gets all of it, and nothing of anybody else', async () => {
  const { app, owner, list, join, askForArc } = await openPeople()
  await join('ada@home.example', { name: 'Ada' })
  await askForArc('ada@home.example')
  await join('ben@home.example')
  await app.post('/api/contact', { name: 'Ada', email: 'Ada@home.example', message: 'Where does the ferry go?' })
  await owner.post('/api/send-download-email', { email: 'ada@home.example', filename: 'lanterns.epub' })
  const ada = (await list('?q=ada')).people[0]
  const everything = await (await owner.request(`/api/owner/subscribers/${ada?.id}/everything`)).text()
  const { person, ...rest } = JSON.parse(everything)
  expect(person).toMatchObject({ email: 'ada@home.example', name: 'Ada' })
  const counts = Object.entries(rest).map(([name, rows]) => [name, (rows as unknown[]).length])
  expect(Object.fromEntries(counts)).toMatchObject({
    listEntries: 1,
    arcRequests: 1,
    consents: 2,
    messages: 1,
    links: 1,
  })
  expect(everything).toContain('Where does the ferry go?')
  expect(everything).not.toContain('ben@')
})

test('her page shows what went between them, in words', async () => {
  const { owner, list, person, join } = await openPeople({ DOUBLE_OPT_IN: 'off' })
  await join('ada@home.example')
  await owner.post('/api/send-download-email', { email: 'ada@home.example', filename: 'lanterns.epub' })
  const { lines } = await person((await list()).people[0]?.id)
  expect(lines.map(({ name, note }) => [name, note]).sort()).toEqual([
    ['letters', 'waits in the outbox'],
    ['letters', 'waits in the outbox'],
    ['links', 'not fetched'],
  ])
})
