import { expect, test } from 'vitest'
import { seenIn } from '#tests/support/markup.ts'
import { confirmPath } from '#tests/support/newsletter.ts'
import { numbersOf } from '#tests/support/numbers.ts'
import { openPeople } from '#tests/support/people.ts'

const oneDay = 86_400_000
const none = { joined: 0, brought: 0, left: 0, bounced: 0, complained: 0, erased: 0 }

/** A list that people join with one press, are brought onto from a file, and are lost to. */
async function openList(env: Record<string, string> = { DOUBLE_OPT_IN: 'off' }) {
  const people = await openPeople(env)
  const { app, list } = people
  const bring = async (...lines: string[]) => {
    const csv = ['Email,Status,Subscribed', ...lines.map((line) => `${line},2019-03-04`)].join('\n')
    await (await app.asOwner()).post('/api/owner/people/import', { csv, list: 'newsletter', basis: 'An old list' })
    await app.work()
  }
  const erase = async (email: string) => {
    const [person] = (await list(`?q=${email}`)).people
    await (await app.asOwner()).delete(`/api/owner/subscribers/${person?.id}`, { email })
  }
  return { ...people, bring, erase, grown: async (days = 30) => (await numbersOf(app, days)).list }
}

test('whoever joined, was brought or was lost is counted for what it was, and who joined and left for both', async () => {
  const { join, leave, bring, erase, grown } = await openList()
  for (const name of ['ada', 'ben', 'cleo', 'dora', 'eve']) await join(`${name}@home.example`)
  await bring('fay@home.example,Active', 'gus@home.example,Active')
  await leave('ada@home.example')
  await bring('ben@home.example,Bounced', 'cleo@home.example,Complained')
  await erase('dora@home.example')
  const { people, now } = await grown()
  expect(people).toBe(3)
  // Of her who was erased nothing is known, not even that she had joined.
  expect(now).toEqual({ joined: 4, brought: 2, left: 1, bounced: 1, complained: 1, erased: 1 })
})

test('nobody is lost who was not on the list: not those another list had lost, nor who asked for an advance copy', async () => {
  const { askForArc, leave, bring, grown } = await openList()
  await bring('gone@elsewhere.example,Unsubscribed', 'dead@elsewhere.example,Bounced')
  await askForArc('ida@home.example')
  await leave('ida@home.example')
  expect(await grown()).toEqual({ people: 0, now: none, before: none })
})

test('she has joined on the day she confirms, and before it she has not', async () => {
  const { app, join, grown } = await openList({ DOUBLE_OPT_IN: 'on' })
  await join('ada@home.example')
  expect(await grown()).toMatchObject({ people: 0, now: none })
  app.passTime(20 * oneDay)
  await app.postForm(await confirmPath(app), {})
  expect(await grown(1)).toMatchObject({ people: 1, now: { ...none, joined: 1 } })
})

test('an import that is undone has brought nobody', async () => {
  const { app, bring, grown } = await openList()
  await bring('fay@home.example,Active')
  const owner = await app.asOwner()
  const { imports } = await (await owner.request('/api/owner/people/imports')).json()
  await owner.post(`/api/owner/people/imports/${imports[0].id}/undo`)
  expect(await grown()).toMatchObject({ people: 0, now: none })
})

test('each span has its own, beside as much time before it', async () => {
  const { app, join, leave, bring, grown } = await openList()
  await join('ada@home.example')
  await bring('fay@home.example,Active')
  app.passTime(oneDay)
  await join('ben@home.example')
  await leave('ben@home.example')
  expect(await grown(1)).toEqual({
    people: 2,
    now: { ...none, joined: 1, left: 1 },
    before: { ...none, joined: 1, brought: 1 },
  })
  const both = { ...none, joined: 2, brought: 1, left: 1 }
  expect(await grown(30)).toEqual({ people: 2, now: both, before: none })
})

test('her page says it in words, also where nobody was ever counted', async () => {
  const { app, join, leave } = await openList()
  const seen = async () => seenIn(await (await (await app.asOwner()).request('/analytics')).text())
  expect(await seen()).toMatch(/Your listNobody is on it.*No letter left in these days/)
  for (const name of ['ada', 'ben']) await join(`${name}@home.example`)
  await leave('ada@home.example')
  expect(await seen()).toMatch(/On it now1Whom.*Joined2None.*Lost11 left\. None/)
})
