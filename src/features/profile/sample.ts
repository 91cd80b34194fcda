import { blankProfile, type Profile } from './contract.ts'

type Group = Record<string, unknown>

/** Hers now: whatever still says what the sample says is left empty. Where her day begins is no word of anybody's. */
export function withoutSample(profile: Profile, sample: Profile): Profile {
  return { ...exchange(profile, sample, blankProfile), timeZone: profile.timeZone }
}

/** Each field that still is as it was in `from`, as it is in `to`; the others stay as they are. */
export function exchange<Value>(value: Value, from: Value, to: Value): Value {
  if (!isGroup(value) || !isGroup(from) || !isGroup(to)) return isSame(value, from) ? to : value
  const parts = Object.entries(value).map(([name, part]) => [name, exchange(part, from[name], to[name])])
  return Object.fromEntries(parts) as Value
}

/** How many fields still say what the sample says. */
export function countSampleFields(profile: Profile, sample: Profile): number {
  return countDifferences(profile, withoutSample(profile, sample))
}

function countDifferences(one: unknown, other: unknown): number {
  if (!isGroup(one) || !isGroup(other)) return isSame(one, other) ? 0 : 1
  return Object.keys(one).reduce((count, name) => count + countDifferences(one[name], other[name]), 0)
}

function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
