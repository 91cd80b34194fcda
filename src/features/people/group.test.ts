import { expect, test } from 'vitest'
import { postgresUrl } from '#tests/support/database.ts'
import { consents, joined, leavePath, people } from '#tests/support/newsletter.ts'
import { countedPeople } from '#tests/support/people.ts'
import { openPostOffice } from '#tests/support/post-office.ts'
import { filename } from '#tests/support/shop.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const path = '/api/voracious-readers-subscribers'

test('readers are listed in the order in which they were brought in', async () => {
  const owner = await (await createTestApp()).asOwner()
  const subscribers = Array.from({ length: 900 }, (_, number) => `reader${(number * 7) % 900}@home.example`)
  await owner.post(path, { subscribers, basis: 'A reading' })
  expect(await (await owner.request(path)).json()).toEqual({ subscribers, count: 900 })
})

test.runIf(postgresUrl)('PostgreSQL has counted all who were brought in before it answers who is there', async () => {
  const { owner, app } = await openPostOffice({ count: 700 })
  expect(await countedPeople(app.db)).toBe(700)
  await app.db.deleteFrom('people').execute()
  await owner.post(path, { subscribers: ['ada@home.example'], basis: 'A reading' })
  expect(await countedPeople(app.db)).toBe(1)
})

test('who is left out of an import is named, with the reason', async () => {
  const owner = await (await createTestApp()).asOwner()
  await owner.post(path, { subscribers: ['ada@home.example'], basis: 'A reading' })
  const answer = await owner.post(path, {
    subscribers: ['Ada@home.example', 'ben@home.example', 'BEN@home.example ', 'nonsense'],
    basis: 'A reading',
  })
  expect(await answer.json()).toEqual({
    added: 1,
    count: 2,
    rejected: [
      { email: 'ben@home.example', reason: 'Named twice' },
      { email: 'nonsense', reason: 'This is not an e-mail address' },
      { email: 'ada@home.example', reason: 'Already in the group' },
    ],
  })
})

test('whoever left, bounced or complained in the list is never written to, and each is named', async () => {
  const { owner, smtp, app, sendAll } = await openPostOffice({ count: 2 })
  await app.post('/api/newsletter/signup', { email: 'fay@home.example', source: 'home' })
  const answer = await owner.post(path, {
    subscribers: [
      { email: 'ada@home.example', status: 'Active' },
      { email: 'ben@home.example', status: 'Unsubscribed' },
      { email: 'cyd@home.example', status: 'cleaned' },
      { email: 'dov@home.example', status: 'junk' },
      { email: 'eva@home.example', status: 'Unconfirmed' },
      { email: 'fay@home.example', status: 'unsubscribed' },
      { email: 'gus@home.example', status: 'gold' },
      { email: 'hal@home.example', status: '' },
      { email: 'reader0@home.example', status: 'bounced' },
      'ivy@home.example',
      { email: 'Ivy@home.example', status: 'unsubscribed' },
    ],
    basis: 'A list of mine',
  })
  const never = 'in your list: this site never writes there'
  expect(await answer.json()).toEqual({
    added: 1,
    count: 2,
    suppressed: 6,
    rejected: [
      { email: 'ivy@home.example', reason: 'Named twice' },
      { email: 'ben@home.example', reason: `“Unsubscribed” ${never}` },
      { email: 'cyd@home.example', reason: `“cleaned” ${never}` },
      { email: 'dov@home.example', reason: `“junk” ${never}` },
      { email: 'eva@home.example', reason: '“Unconfirmed” in your list: not brought in' },
      { email: 'fay@home.example', reason: `“unsubscribed” ${never}` },
      { email: 'gus@home.example', reason: '“gold” in your list is a status this site does not know: not brought in' },
      { email: 'hal@home.example', reason: 'No status in your list, where others have one: not brought in' },
      { email: 'reader0@home.example', reason: `“bounced” ${never}` },
      { email: 'ivy@home.example', reason: `“unsubscribed” ${never}` },
    ],
  })
  const everybody = 'ada ben cyd dov eva gus hal ivy reader0 reader1'.split(' ').map((name) => `${name}@home.example`)
  await sendAll(everybody)
  await app.work()
  expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual(['ada@home.example', 'reader1@home.example'])
  const single = await owner.post('/api/send-download-email', { email: 'ben@home.example', filename })
  expect(single.status).toBe(409)
  const again = await owner.post(path, { subscribers: ['ben@home.example', 'eva@home.example'], basis: 'Another list' })
  expect(await again.json()).toMatchObject({ added: 1, rejected: [{ email: 'ben@home.example' }] })
})

test.each([
  ['unsubscribed', ['withdrawn list'], 'You have left already.'],
  ['complained', ['withdrawn list'], 'You have left already.'],
  ['bounced', [], 'Yes, let me out'],
])(
  'whoever is %s in the list is off the newsletter too, and the ledger says what she did',
  async (status, acts, page) => {
    const app = await createTestApp()
    await joined(app, 'ada@home.example')
    const owner = await app.asOwner()
    await owner.post(path, { subscribers: [{ email: 'ada@home.example', status }], basis: 'A list of mine' })
    expect(await people(app)).toMatchObject([{ state: 'left', name: null, left_at: expect.any(String) }])
    const withdrawn = (await consents(app)).filter(({ act }) => act === 'withdrawn')
    expect(withdrawn.map(({ act, method }) => `${act} ${method}`)).toEqual(acts)
    expect(await (await app.request(await leavePath(app))).text()).toContain(page)
  },
)
