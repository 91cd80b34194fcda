import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPace } from './mail-pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** How many letters left at each moment of so many seconds, of as many as may. */
async function watch(perSecond: number, together: number, seconds: number) {
  const pace = createPace(perSecond, together)
  const left = new Map<number, number>()
  for (let letter = 0; letter < 2 * perSecond * seconds; letter++)
    void pace.wait(() => false, false).then(() => left.set(performance.now(), (left.get(performance.now()) ?? 0) + 1))
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  return [...left.values()]
}

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)

describe('letters at a pace', () => {
  test('leave as many at once as there are lines, and none before its turn', async () => {
    const [, ...breaths] = await watch(50, 4, 10)
    expect(new Set(breaths)).toEqual(new Set([4]))
    expect(sum(breaths)).toBeGreaterThan(490)
    expect(sum(breaths)).toBeLessThanOrEqual(500)
  })

  test('wait for no company that is far', async () => {
    expect(new Set(await watch(5, 4, 10))).toEqual(new Set([1]))
  })

  test('leave no faster after a rest than at their pace', async () => {
    const pace = createPace(50, 4)
    await pace.wait(() => false, false)
    await vi.advanceTimersByTimeAsync(60_000)
    let left = 0
    for (let letter = 0; letter < 200; letter++) void pace.wait(() => false, false).then(() => left++)
    await vi.advanceTimersByTimeAsync(1_000)
    // Fifty, and what a clock may be late by.
    expect(left).toBeLessThanOrEqual(53)
  })

  test('that somebody waits for are let past the others', async () => {
    const pace = createPace(50, 4)
    const left: string[] = []
    for (let letter = 0; letter < 20; letter++) void pace.wait(() => false, false).then(() => left.push('other'))
    void pace.wait(() => false, true).then(() => left.push('first'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(left.indexOf('first')).toBeLessThan(5)
  })
})
