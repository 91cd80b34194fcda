import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'

const path = '/api/voracious-readers-subscribers'

test('readers are listed in the order in which they were brought in', async () => {
  const owner = await (await createTestApp()).asOwner()
  const subscribers = Array.from({ length: 900 }, (_, number) => `reader${(number * 7) % 900}@home.example`)
  await owner.post(path, { subscribers, basis: 'A reading' })
  expect(await (await owner.request(path)).json()).toEqual({ subscribers, count: 900 })
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
