import { longDayOf, longMomentOf } from '#desk/clock.ts'

/** As the form holds it, by the author's own clock: a day, and a time or nothing. */
export type DateFields = { publishedDate: string; publishedTime: string }

const usualTime = '09:00'
const two = (number: number) => String(number).padStart(2, '0')

export function toDateFields(moment: string | null): DateFields {
  if (moment === null) return { publishedDate: '', publishedTime: '' }
  const at = new Date(moment)
  return {
    publishedDate: dayOf(at),
    publishedTime: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}

function dayOf(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/**
 * The moment that is meant, in UTC. A day without a time means nine in the morning, today without a time means now.
 * `before` is what was saved: as long as the fields still say that, not a second of it changes.
 */
export function toMoment(fields: DateFields, before: string | null, now: Date): string | null {
  const { publishedDate, publishedTime } = fields
  if (publishedDate === '') return null
  const saved = toDateFields(before)
  if (saved.publishedDate === publishedDate && saved.publishedTime === publishedTime) return before
  if (publishedTime === '' && publishedDate === dayOf(now)) return now.toISOString()
  const moment = new Date(`${publishedDate}T${publishedTime || usualTime}`)
  // Whatever no calendar knows is left to the rules of the contract, which have words for it.
  if (Number.isNaN(moment.getTime())) return publishedDate
  // Midnight in UTC to the millisecond is how a day without a time is filed: an evening in New York is none.
  if (moment.getTime() % 86_400_000 === 0) moment.setMilliseconds(1)
  return moment.toISOString()
}

/** What saving does to it, in a sentence. */
export function appearance(
  moment: string | null,
  { willBe, was }: { willBe: boolean; was: boolean },
  now: Date,
): string {
  if (!willBe) return was ? 'Readers no longer see it once you save.' : 'Saves a draft. Nobody but you sees it.'
  const atOnce = was ? 'Readers see your changes as soon as you save.' : 'Appears as soon as you save.'
  if (moment === null) return atOnce
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return ''
  if (at > now) return `Appears on ${longMomentOf(at)}, your time.`
  return `${atOnce} It is dated ${longDayOf(at)}.`
}
