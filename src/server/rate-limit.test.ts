import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { runs } from '#tests/support/long-run.ts'
import { AppError } from './errors.ts'
import { clientHash, countWithin, insistWithin, sweepRateLimits } from './rate-limit.ts'

const noon = new Date('2026-01-15T12:00:00Z')
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)
const limit = { most: 5, seconds: 600 }

test('of thirty at the same instant exactly as many pass as may', async () => {
  const { db } = await openTestDatabase()
  const passed = await Promise.all(Array.from({ length: 30 }, () => countWithin(db, 'door', limit, noon)))
  expect(passed.filter(Boolean)).toHaveLength(5)
})

test('thirty at the instant in which the window turns are counted in the new one', async () => {
  const { db } = await openTestDatabase()
  for (let count = 0; count < 9; count++) await countWithin(db, 'door', limit, noon)
  const passed = await Promise.all(Array.from({ length: 30 }, () => countWithin(db, 'door', limit, later(600))))
  expect(passed.filter(Boolean)).toHaveLength(5)
})

test('a window ends when it was to end, also for somebody who never stopped knocking', async () => {
  const { db } = await openTestDatabase()
  for (let second = 0; second < 600; second += 60)
    expect(await countWithin(db, 'door', limit, later(second))).toBe(second < 300)
  expect(await countWithin(db, 'door', limit, later(599.999))).toBe(false)
  expect(await countWithin(db, 'door', limit, later(600))).toBe(true)
})

test('one person at a time is counted', async () => {
  const { db } = await openTestDatabase()
  for (let count = 0; count < 9; count++) await countWithin(db, 'door:ada', limit, noon)
  expect(await countWithin(db, 'door:ruth', limit, noon)).toBe(true)
})

test('whoever went over is told so, and when to come back', async () => {
  const { db } = await openTestDatabase()
  const once = { most: 1, seconds: 90 }
  await insistWithin(db, 'door', once, noon)
  const refusal = await insistWithin(db, 'door', once, noon).catch((error) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ code: 'too_many', status: 429, headers: { 'retry-after': '120' } })
})

test('any sequence of knocks is counted as a child would count them', async () => {
  const { db } = await openTestDatabase()
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        most: fc.integer({ min: 1, max: 4 }),
        seconds: fc.integer({ min: 1, max: 20 }),
        pauses: fc.array(fc.nat(12), { maxLength: 50 }),
      }),
      async ({ most, seconds, pauses }) => {
        const key = `run:${run++}`
        let [clock, ends, count] = [0, -1, 0]
        for (const pause of pauses) {
          clock += pause
          if (clock >= ends) [ends, count] = [clock + seconds, 0]
          count++
          expect(await countWithin(db, key, { most, seconds }, later(clock))).toBe(count <= most)
        }
      },
    ),
    { numRuns: runs.call },
  )
})

test('what no longer counts is forgotten, and what counts is not', async () => {
  const { db } = await openTestDatabase()
  await countWithin(db, 'short', { most: 1, seconds: 60 }, noon)
  await countWithin(db, 'long', { most: 1, seconds: 3_600 }, noon)
  await sweepRateLimits(db, later(61))
  expect(await db.selectFrom('rate_counts').select('key').execute()).toEqual([{ key: 'long' }])
  expect(await countWithin(db, 'long', { most: 1, seconds: 3_600 }, later(62))).toBe(false)
})

test('a client is the same all day and a stranger tomorrow', async () => {
  const { db } = await openTestDatabase()
  const today = await clientHash(db, '203.0.113.7', noon)
  expect(today).toMatch(/^[\w-]{22}$/)
  expect(await clientHash(db, '203.0.113.7', later(11 * 3_600))).toBe(today)
  expect(await clientHash(db, '203.0.113.8', noon)).not.toBe(today)
  expect(await clientHash(db, '203.0.113.7', later(86_400))).not.toBe(today)
})

test('the first thirty of a day agree on its salt, and it is thrown away two days after', async () => {
  const { db } = await openTestDatabase()
  const hashes = await Promise.all(Array.from({ length: 30 }, () => clientHash(db, '203.0.113.7', noon)))
  expect(new Set(hashes).size).toBe(1)
  await sweepRateLimits(db, later(2 * 86_400))
  expect(await clientHash(db, '203.0.113.7', noon)).toBe(hashes[0])
  await sweepRateLimits(db, later(3 * 86_400))
  expect(await db.selectFrom('day_salts').selectAll().execute()).toEqual([])
})

test('a clock set back by two hours begins a window anew; one a little slow does not', async () => {
  const { db } = await openTestDatabase()
  for (let count = 0; count < 9; count++) await countWithin(db, 'door', limit, noon)
  expect(await countWithin(db, 'door', limit, later(-30))).toBe(false)
  expect(await countWithin(db, 'door', limit, later(-7_200))).toBe(true)
})
