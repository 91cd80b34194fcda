import { formatDate } from '#lib/dates.ts'
import { renderLetter, type Signature } from '#server/letter-html.tsx'
import type { Count } from './contract.ts'

type Change = { now: number; before: number }

export type WeekNumbers = {
  /** the Monday it began on */
  from: string
  now: Count
  before: Count
  signups: Change
  downloads: Change
  mostRead: { title: string; views: number } | null
  /** the site most of those came from who followed a link */
  cameFrom: string | null
}

/** The week in a few lines: what changed, and nothing that did not. */
export function weeklyLetter(week: WeekNumbers, dashboard: string, author: Signature, backups: string) {
  const { now, before, signups, downloads, mostRead, cameFrom } = week
  const visitors = { now: now.visitors, before: before.visitors }
  const lines = [
    `${counted(visitors.now, 'visitor')}${against(visitors)}.`,
    `${counted(now.views, 'page')} opened${against({ now: now.views, before: before.views })}.`,
    ...changed(signups, (some) => `${counted(some, 'reader')} joined the list`),
    ...changed(downloads, (some) => `${counted(some, 'download')} of the book`),
  ]
  const best = [
    ...(mostRead ? [`“${mostRead.title}” was opened most, ${times(mostRead.views)}.`] : []),
    ...(cameFrom ? [`More of them came from ${cameFrom} than from any other site.`] : []),
  ]
  return renderLetter(
    {
      subject: now.visitors === 1 ? 'Your week: one visitor' : `Your week: ${number(now.visitors)} visitors`,
      heading: now.views === 0 ? 'A quiet week' : 'Who came by',
      blocks: [
        `The week from ${formatDate(week.from)}.`,
        lines.join('\n'),
        ...(best.length > 0 ? [best.join('\n')] : []),
        { label: 'See all the numbers', href: dashboard },
        backups,
      ],
      note: 'You asked for this letter, on Mondays. Switch it off on the page of your numbers. Nobody was followed for it: a visitor is counted once a day and forgotten after it.',
      unsubscribeUrl: null,
    },
    author,
  )
}

function number(value: number): string {
  return value.toLocaleString('en-CA')
}

function counted(value: number, noun: string): string {
  return `${value === 0 ? 'No' : number(value)} ${noun}${value === 1 ? '' : 's'}`
}

function times(value: number): string {
  return value === 1 ? 'once' : `${number(value)} times`
}

function against({ now, before }: Change): string {
  if (now === before) return ', as many as the week before'
  return `, ${number(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than the week before`
}

function changed(change: Change, say: (value: number) => string): string[] {
  return change.now === 0 && change.before === 0 ? [] : [`${say(change.now)}${against(change)}.`]
}
