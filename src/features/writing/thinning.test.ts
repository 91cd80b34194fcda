import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { superfluous } from './thinning.ts'

const hour = 3_600_000
const day = 24 * hour
const now = new Date('2026-01-15T12:34:56Z')
type Save = { savedAt: string; version: number }

/** Saves at any time in the last year and a half, crowded into some of its hours. */
const saves = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 540 }), fc.integer({ min: 0, max: 24 * 60 - 1 })), { maxLength: 120 })
  .map((times): Save[] =>
    times
      .map(([days, minutes]) => now.getTime() - days * day - minutes * 60_000)
      .sort((a, b) => a - b)
      .map((at, index) => ({ savedAt: new Date(at).toISOString(), version: index + 1 })),
  )

const left = (all: readonly Save[], at: Date) => {
  const doomed = new Set(superfluous(all, at))
  return all.filter((save) => !doomed.has(save))
}
const ageOf = ({ savedAt }: Save, at = now) => at.getTime() - Date.parse(savedAt)
const later = (time: number) => new Date(now.getTime() + time)

describe('of the saves of a work', () => {
  test('the first and the newest stay, and all of the last day', () => {
    fc.assert(
      fc.property(saves, (all) => {
        const kept = left(all, now)
        expect([kept[0], kept.at(-1)]).toEqual([all[0], all.at(-1)])
        expect(kept.filter((save) => ageOf(save) < day)).toEqual(all.filter((save) => ageOf(save) < day))
      }),
    )
  })

  test('each hour of a week, each day of ninety and each week before keeps its last', () => {
    const spans = [
      { from: day, to: 7 * day, length: hour, offset: 0 },
      { from: 7 * day, to: 90 * day, length: day, offset: 0 },
      { from: 90 * day, to: Number.POSITIVE_INFINITY, length: 7 * day, offset: 4 * day },
    ]
    fc.assert(
      fc.property(saves, (all) => {
        const kept = left(all, now)
        for (const { from, to, length, offset } of spans) {
          const within = (save: Save) => ageOf(save) >= from && ageOf(save) < to
          const spanOf = ({ savedAt }: Save) => Math.floor((Date.parse(savedAt) - offset) / length)
          const lasts = new Map(all.filter(within).map((save) => [spanOf(save), save]))
          const others = new Set([all[0], all.at(-1)])
          expect(kept.filter((save) => within(save) && !others.has(save))).toEqual(
            [...lasts.values()].filter((save) => !others.has(save)),
          )
        }
      }),
    )
  })

  test('as many are left whether they were looked at each hour or never before', () => {
    const times = fc.array(fc.integer({ min: 0, max: 200 * day }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(saves, times, (all, looks) => {
        const end = Math.max(...looks)
        const step = looks.sort((a, b) => a - b).reduce((rest, look) => left(rest, later(look)), all)
        expect(step).toEqual(left(all, later(end)))
      }),
    )
  })

  test('a year of daily work of ten saves an hour leaves less than four hundred', () => {
    const all: Save[] = []
    for (let at = now.getTime() - 365 * day; at <= now.getTime(); at += 6 * 60_000) {
      if (new Date(at).getUTCHours() < 8) all.push({ savedAt: new Date(at).toISOString(), version: all.length + 1 })
    }
    expect(all.length).toBeGreaterThan(29_000)
    expect(left(all, now).length).toBeLessThan(400)
  })
})
