import { describe, expect, test } from 'vitest'
import { backupName } from '#server/backup/shelf.ts'
import { outdated } from './retention.server.ts'

const at = (moment: string, before?: string) => ({
  name: backupName(new Date(moment), before),
  madeAt: new Date(moment).toISOString(),
})
const nightly = (first: string, nights: number) =>
  Array.from({ length: nights }, (_, night) =>
    at(new Date(Date.parse(`${first}T08:00:00Z`) + night * 86_400_000).toISOString()),
  )
const daysLeft = (all: ReturnType<typeof at>[]) => {
  const gone = new Set(outdated(all))
  return all.filter(({ name }) => !gone.has(name)).map(({ madeAt }) => madeAt.slice(0, 10))
}

describe('what is kept', () => {
  test('after four hundred nights: seven days, four weeks, twelve months', () => {
    // 2026-06-30 is the last night, a Tuesday.
    const left = daysLeft(nightly('2025-05-27', 400))
    expect(left.slice(-7)).toEqual([24, 25, 26, 27, 28, 29, 30].map((day) => `2026-06-${day}`))
    expect(left).toEqual(expect.arrayContaining(['2026-06-21', '2026-06-14', '2026-05-31', '2025-07-31']))
    expect(left.length).toBe(7 + 2 + 11)
  })

  test('is the same whether it is tidied every night or once', () => {
    const all = nightly('2026-01-01', 120)
    let kept: typeof all = []
    for (const one of all) {
      kept.push(one)
      const gone = new Set(outdated(kept))
      kept = kept.filter(({ name }) => !gone.has(name))
    }
    expect(kept.map(({ madeAt }) => madeAt.slice(0, 10))).toEqual(daysLeft(all))
  })

  test('the last of each day, however many were asked for', () => {
    const hours = [10, 12, 15].map((hour) => at(`2026-06-10T${hour}:00:00Z`))
    expect(outdated(hours)).toEqual([hours[1]?.name, hours[0]?.name])
  })

  test('everything of a site that rested, however old it is', () => {
    const old = nightly('2019-03-01', 3)
    expect(outdated(old)).toEqual([])
  })

  test('the last three copies made before a change, and none of them counts as a night', () => {
    const changes = [1, 2, 3, 4, 5].map((day) => at(`2026-06-0${day}T10:00:00Z`, `00${day}-tables`))
    const nights = nightly('2026-06-01', 5)
    expect(outdated([...changes, ...nights])).toEqual([changes[1]?.name, changes[0]?.name])
  })
})
