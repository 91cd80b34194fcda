import { expect, test } from 'vitest'
import { suppress } from '#server/suppressions.ts'
import { plenty } from '#tests/support/long-run.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { People, PersonRecord } from './contract.ts'

const group = '/api/voracious-readers-subscribers'

async function openDesk() {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
  const owner = await app.asOwner()
  const list = async (search = ''): Promise<People> => (await owner.request(`/api/owner/subscribers${search}`)).json()
  const person = async (email: string): Promise<PersonRecord> => {
    const { people } = await list(`?q=${email}`)
    return (await owner.request(`/api/owner/subscribers/${people[0]?.id}`)).json()
  }
  const states = async (search = '') =>
    Object.fromEntries((await list(search)).people.map(({ email, state }) => [email.split('@')[0], state]))
  const bring = (...names: string[]) =>
    owner.post(group, { subscribers: names.map((name) => `${name}@home.example`), basis: 'A reading' })
  const refuse = (name: string, reason: 'bounced' | 'complained') =>
    suppress(app.db, app.deps.keyFor, `${name}@home.example`, reason, app.deps.now())
  const join = async (name: string, more: object = {}) => {
    await app.post('/api/newsletter/signup', { email: `${name}@home.example`, source: 'signup_page', ...more })
    await app.work()
    app.passTime(1_000)
  }
  const leave = async (name: string) => {
    const letter = (await app.letters()).findLast(({ to_email }) => to_email === `${name}@home.example`)
    const [path = ''] = letter?.text.match(/\/unsubscribe\/\S+/) ?? []
    expect((await app.postForm(path, {})).status).toBeLessThan(400)
  }
  return { app, owner, list, person, states, bring, refuse, join, leave }
}

test('whoever’s mailbox is gone, and whoever complained, stands as that in the list, in the totals and by the filter', async () => {
  const { list, states, bring, refuse, join } = await openDesk()
  await bring('reader', 'bounced', 'complained')
  await join('active')
  await join('dead')
  await join('arc', { source: 'voss_trials_arc', readerMagnetId: null })
  await join('dead-arc', { source: 'voss_trials_arc', readerMagnetId: null })
  for (const name of ['bounced', 'dead', 'dead-arc']) await refuse(name, 'bounced')
  await refuse('complained', 'complained')
  expect(await states()).toEqual({
    reader: 'reader',
    bounced: 'bounced',
    complained: 'complained',
    active: 'active',
    dead: 'bounced',
    arc: 'arc_only',
    'dead-arc': 'bounced',
  })
  const { totals } = await list()
  expect(totals).toEqual({ active: 1, pending: 0, arc_only: 1, reader: 1, left: 0, bounced: 3, complained: 1 })
  expect(Object.keys(await states('?state=bounced')).sort()).toEqual(['bounced', 'dead', 'dead-arc'])
  expect(await states('?state=reader')).toEqual({ reader: 'reader' })
})

test('her own page says so and since when, and so does the file', async () => {
  const { app, owner, person, bring, refuse } = await openDesk()
  await bring('bounced', 'reader')
  app.passTime(3_600_000)
  await refuse('bounced', 'bounced')
  expect(await person('bounced')).toMatchObject({ state: 'bounced', leftAt: '2026-01-15T13:00:00.000Z' })
  const csv = await (await owner.request('/api/owner/subscribers.csv')).text()
  expect(csv).toContain('bounced@home.example,,bounced,group_import,2026-01-15T12:00:00.000Z,,2026-01-15T13:00:00.000Z')
  expect(csv).toContain('reader@home.example,,reader,group_import,2026-01-15T12:00:00.000Z,,,')
})

test('whoever left herself has left, also when her mailbox was gone before', async () => {
  const { states, refuse, join, leave } = await openDesk()
  await join('ada')
  await refuse('ada', 'bounced')
  expect(await states()).toEqual({ ada: 'bounced' })
  await leave('ada')
  expect(await states()).toEqual({ ada: 'left' })
})

test('a reader who is on both lists and left by the letter of one has it in her consent record', async () => {
  const { owner, person, bring, join, leave } = await openDesk()
  await join('ada')
  await bring('ada')
  await owner.post('/api/send-download-email', { email: 'ada@home.example', filename: 'lanterns.epub' })
  await leave('ada')
  const { state, consents } = await person('ada')
  expect([state, consents.map(({ what }) => what)]).toEqual([
    'left',
    expect.arrayContaining(['Wanted no more books by mail']),
  ])
})

test('thousands of readers, of whom every fifth gets no letters, are told apart everywhere', async () => {
  const count = plenty(10_000, 1_500)
  const { app, owner, list } = await openDesk()
  const { db, deps } = app
  const at = deps.now()
  const email = (number: number) => `reader${number}@mail${number % 7}.example`
  const subscribers = Array.from({ length: count }, (_, number) => email(number))
  expect((await owner.post(group, { subscribers, basis: 'A reading' })).status).toBe(200)
  for (let number = 0; number < count / 5; number++) await suppress(db, deps.keyFor, email(number * 5), 'bounced', at)
  const written = async () => (await (await owner.request('/api/owner/campaigns')).json()).readers
  expect(await written()).toBe(count * 0.8)
  expect((await list()).totals).toMatchObject({ reader: count * 0.8, bounced: count / 5 })
  expect((await list('?state=bounced')).people).toHaveLength(50)
  const csv = await (await owner.request('/api/owner/subscribers.csv')).text()
  expect(csv.match(/,bounced,/g)).toHaveLength(count / 5)
})
