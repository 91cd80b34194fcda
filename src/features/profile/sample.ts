import { type PageKey, usualPages } from '#lib/site-pages.ts'
import { blankProfile, type Profile } from './contract.ts'

type Group = Record<string, unknown>

/** Hers now: whatever still says what the sample says is left empty. Where her day begins is no word of anybody's. */
export function withoutSample(profile: Profile, sample: Profile): Profile {
  const own = { ...exchange(profile, sample, blankProfile), timeZone: profile.timeZone }
  return { ...own, pages: withoutSamplePages(own.pages, sample.pages) }
}

/** In her order and with her names: a page that stands as the sample has it stands as usual. */
function withoutSamplePages(pages: Profile['pages'], samplePages: Profile['pages']): Profile['pages'] {
  const of = (entries: Profile['pages'], key: PageKey) => entries.find((entry) => entry.key === key)
  return pages.map((page) => (isSame(page, of(samplePages, page.key)) ? (of(usualPages, page.key) ?? page) : page))
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
