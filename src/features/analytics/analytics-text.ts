import type { Growth } from '#features/people/contract.ts'
import type { Count, Numbers, Span } from './contract.ts'
import type { AuthorSign } from './visits.ts'

/** The words of the room where the numbers are. */
export const numbersText = {
  title: 'Analytics',
  loading: 'Loading the numbers',
  visitor:
    'A visitor is one browser on one day; tomorrow it counts anew, for nobody is followed from one day to the next. Whoever asks not to be tracked is counted in views only.',
  export: 'Download CSV',
  failed: { title: 'The numbers did not open', text: 'What was counted is kept. Please try again.' },
  stale: 'These are the last numbers that arrived; what was counted is kept.',
  empty: {
    title: 'Nobody has been counted yet',
    text: 'They come quietly. You will see them here first.',
    counted: [
      'Which pages are opened, and from which site a reader came.',
      'Whether on a phone, a tablet or a computer.',
      'Stories opened and how far they are read, purchase links followed, signups, advance copies, downloads.',
    ],
    notCounted: [
      'No cookies, no third parties, no addresses kept.',
      'Nobody is followed from one day to the next.',
      'Your own visits are counted apart, and so are machines.',
    ],
    first:
      'To see a first visit, open the site in a browser that has never been at this desk, on your phone for instance, and by its real name: at localhost everybody is you. It shows here within half a minute.',
  },
  none: {
    pages: 'No page was opened.',
    referrers: 'Nobody came.',
    devices: 'Nobody came.',
    events: 'Nothing was done but reading.',
    purchases: 'No link to a shop was followed.',
    joined: 'Nobody joined.',
    works: 'No story and no post was opened.',
    list: 'Nobody is on it.',
    letters: 'No letter left in these days.',
  },
  list: {
    now: 'Whom a letter reaches',
    brought: 'From another list, or by hand',
    note: 'The newsletter, each person on the day it happened here. Whoever joined and left is in both; whoever was erased is forgotten in every other number.',
  },
  letters: {
    title: 'What each letter brought',
    note: 'Letters that left in these days or go by themselves, with all they have brought since. To a shop is straight from the letter, or from the page of yours it led to. Who it was is not known to anybody.',
  },
} as const

/** Every span there is, in the order it is offered. */
export const spanWords: Record<Span, { tab: string; here: string; before: string }> = {
  1: { tab: 'Today', here: 'today', before: 'by this hour yesterday' },
  7: { tab: '7 days', here: 'in 7 days', before: 'in the 7 days before' },
  30: { tab: '30 days', here: 'in 30 days', before: 'in the 30 days before' },
  90: { tab: '90 days', here: 'in 90 days', before: 'in the 90 days before' },
  365: { tab: '365 days', here: 'in 365 days', before: 'in the 365 days before' },
}
export const spansOffered = Object.keys(spanWords).map(Number) as Span[]
const usualSpan: Span = 30

export function spanFrom(search: URLSearchParams): Span {
  return spansOffered.find((span) => String(span) === search.get('days')) ?? usualSpan
}

/** As much time before this span, if all of it was counted: half of it would make any growth look twice as large. */
export function comparableBefore({ span, from, since, before }: Numbers): Count | null {
  const firstDay = new Date(Date.parse(from) - span * 86_400_000).toISOString().slice(0, 10)
  return since !== null && since <= firstDay ? before : null
}

const parts: [part: number, words: string][] = [
  [0, ''],
  [0.05, 'a little'],
  [0.1, 'a tenth'],
  [0.2, 'a fifth'],
  [0.25, 'a quarter'],
  [1 / 3, 'a third'],
  [0.4, 'two fifths'],
  [0.5, 'by half'],
  [2 / 3, 'two thirds'],
  [0.75, 'three quarters'],
  [0.9, 'nine tenths'],
]
const times = ['twice', 'three times', 'four times', 'five times', 'six times', 'seven times', 'eight times']

/** A count against the one before, undefined if that is unknown. */
export function beforeWords(now: number, before: number | undefined, span: Span): string {
  if (before === undefined) return 'Nothing to compare with yet.'
  const then = `${before === 0 ? 'None' : figure(before)} ${spanWords[span].before}.`
  return before === 0 ? then : `${changeWords(now, before)}. ${then}`
}

/** 'up a fifth', in the words one would use. */
export function changeWords(now: number, before: number): string {
  if (now === 0) return 'Down to none'
  const ratio = now / before
  if (ratio >= 1.9) {
    const whole = Math.round(ratio)
    return `${capital(times[whole - 2] ?? `${figure(whole)} times`)} as many`
  }
  const change = Math.abs(ratio - 1)
  const [, words] = parts.reduce((a, b) => (Math.abs(b[0] - change) < Math.abs(a[0] - change) ? b : a))
  return words === '' ? 'As before' : `${ratio > 1 ? 'Up' : 'Down'} ${words}`
}

/** '4 left, 1 complained.' */
export function lossWords(growth: Growth): string {
  const words = lossNames.flatMap((name) => (growth[name] > 0 ? `${figure(growth[name])} ${name}` : []))
  return words.length > 0 ? `${words.join(', ')}.` : ''
}

const lossNames = ['left', 'bounced', 'complained', 'erased'] as const

/** What part of the step before this is. The two are counts of the same days, not of the same persons. */
export function shareWords(count: number, of: number): string {
  if (of === 0) return count === 0 ? 'None' : 'Nothing to compare with'
  if (count > of) return 'More than that'
  const percent = (count / of) * 100
  if (count === 0) return 'None'
  return percent < 0.1 ? 'Under 0.1%' : `${percent < 10 ? Number(percent.toFixed(1)) : Math.round(percent)}%`
}

export function figure(count: number): string {
  return count.toLocaleString('en-CA')
}

const eventNames: Record<string, string> = {
  signup: 'Sent the sign-up form',
  arc_request: 'Asked for the advance copy',
  contact_sent: 'Wrote to you',
  story_opened: 'Opened a story',
  story_read: 'Read another quarter of a story',
  purchase_link: 'Followed a purchase link',
  confirmed: 'Confirmed the address and is on the list',
  download: 'Downloaded the book',
  '(other)': 'Something else',
}
const pageNames: Record<string, string> = {
  '/': 'Home',
  '/books': 'Books',
  '/short-stories': 'Short Stories',
  '/about': 'About Author',
  '/blog': 'Blog',
  '/contact': 'Contact',
  '/signup': 'Sign-up',
  '/terms-of-service': 'Terms of Service',
  '/privacy-policy': 'Privacy Policy',
  '/press': 'Press kit',
  '/house-hippo-challenge': 'House Hippo Challenge',
  '(other)': 'Addresses where nothing is',
}
const referrerNames: Record<string, string> = { direct: 'Direct, or not told', '(other)': 'Elsewhere' }
const deviceNames: Record<string, string> = { phone: 'Phones', tablet: 'Tablets', computer: 'Computers' }

export const eventWords = (name: string) => wordsFor(eventNames, name)
export const pageWords = (name: string, title: string | null) => title ?? wordsFor(pageNames, name)
export const referrerWords = (name: string) => wordsFor(referrerNames, name)
export const deviceWords = (name: string) => wordsFor(deviceNames, name)

/** Strangers choose names too, `__proto__` for instance: only what was put into the table is in it. */
function wordsFor(table: Record<string, string>, name: string): string {
  return (Object.hasOwn(table, name) ? table[name] : undefined) ?? name
}

const months = 'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

type Series = Numbers['series']

/** A moment of the series in full; the last one is not over. */
export function momentWords(series: Series, index: number): string {
  const { day, hour, isLast } = momentAt(series, index)
  if (hour !== null)
    return `${hour}:00 to ${hour === '23' ? '24' : two(Number(hour) + 1)}:00${isLast ? ', so far' : ''}`
  if (isLast) return 'Today, so far'
  const year = series.length > 90 ? `, ${day.getUTCFullYear()}` : ''
  return dayWords(day) + year
}

/** 'Monday, November 16' */
export function dayWords(at: Date | string): string {
  const day = new Date(at)
  return `${weekdays[day.getUTCDay()]}, ${months[day.getUTCMonth()]} ${day.getUTCDate()}`
}

function momentAt(series: Series, index: number) {
  const [day = '', hour = null] = series[index]?.at.split('T') ?? []
  return { day: new Date(`${day}T00:00:00Z`), hour, isLast: index === series.length - 1 }
}

const two = (number: number) => String(number).padStart(2, '0')
const hoursOfDay = 24
const isOfHours = (series: Series) => series[0]?.at.includes('T') === true

export type AxisLabel = { index: number; words: string; isOnPhones: boolean }

/** How many moments the axis has room for: of today all hours, also those to come. */
export const roomFor = (series: Series) => (isOfHours(series) ? hoursOfDay : series.length)

/** Few names below the axis, and half of them on a phone. */
export function axisLabels(series: Series): AxisLabel[] {
  if (isOfHours(series)) {
    const hours = Array.from({ length: hoursOfDay / 3 }, (_, index) => index * 3)
    return hours.map((hour) => ({ index: hour, words: `${two(hour)}:00`, isOnPhones: hour % 6 === 0 }))
  }
  return series.length > 90 ? monthLabels(series) : dayLabels(series)
}

function dayLabels(series: Series): AxisLabel[] {
  const last = series.length - 1
  const step = Math.max(1, Math.ceil(last / 6))
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, back) => {
    const index = last - back * step
    const { day } = momentAt(series, index)
    const words = back === 0 ? 'Today' : `${months[day.getUTCMonth()]?.slice(0, 3)} ${day.getUTCDate()}`
    return { index, words, isOnPhones: back % 2 === 0 }
  }).reverse()
}

/** Every second month by its first day; the last weeks are today's. */
function monthLabels(series: Series): AxisLabel[] {
  const last = series.length - 1
  const firsts = series.flatMap(({ at }, index) => (at.endsWith('-01') && index < last * 0.93 ? [index] : []))
  const labels = firsts.reverse().flatMap((index, back): AxisLabel[] => {
    if (back % 2 === 1) return []
    const { day } = momentAt(series, index)
    const isOnPhones = back % 4 === 0 && index < last * 0.8
    return [{ index, words: months[day.getUTCMonth()]?.slice(0, 3) ?? '', isOnPhones }]
  })
  return [...labels.reverse(), { index: last, words: 'Today', isOnPhones: true }]
}

/** The first moment of the series at which anything could have been counted. */
export function firstCounted({ series, since }: Pick<Numbers, 'series' | 'since'>): number {
  const first = series.findIndex(({ at }) => since !== null && at.slice(0, 10) >= since)
  return Math.max(0, first)
}

/** Why a browser's visits are hers, also when she is signed out. */
export const signWords: Record<AuthorSign, string> = {
  flag: 'Signed out, they stay yours: you have marked this browser.',
  host: 'Signed out, they stay yours, marked or not: this is the machine the site runs on.',
  history: 'Signed out, they stay yours, marked or not: this desk is among the last fifty pages opened here.',
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
