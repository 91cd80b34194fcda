import { sql } from 'kysely'
import { listBookTitles } from '#features/books/service.server.ts'
import { listSent } from '#features/letters/service.server.ts'
import { countNewsletter, readGrowth } from '#features/people/growth.server.ts'
import { addDays, localTime, momentOf } from '#lib/zone-time.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Count, Named, Numbers, Span, Work } from './contract.ts'
import { type KnownPage, listPages } from './pages.server.ts'
import type { Kind } from './tables.server.ts'

/** Both days are part of it. */
export type Days = { from: string; until: string }

const mostListed = 20
const mostWorks = 100

/** What the owner sees: sums of days. Only who is here now is read from the views themselves. */
export async function readNumbers(deps: Deps, span: Span): Promise<Numbers> {
  const { db, now, site } = deps
  const zone = site().author.timeZone
  const { day: until, hour } = localTime(now(), zone)
  const days = { from: addDays(until, 1 - span), until }
  const known = await listPages(deps)
  const [all, series, pages, referrers, devices, events] = [
    await sumAudiences(db, days),
    span === 1 ? await readHours(db, until, hour) : await readDays(db, days),
    await sumPages(db, 'page', days, known),
    await sumNames(db, 'referrer', days, mostListed),
    await sumNames(db, 'device', days, mostListed),
    await sumNames(db, 'event', days),
  ]
  const times = Object.fromEntries(events.map(({ name, views }) => [name, views]))
  const total = all.reader ?? nothing
  return {
    span,
    ...days,
    live: await countLive(db, now(), zone),
    total,
    before: await readBefore(db, now(), zone, days, span),
    series,
    pages: pages.slice(0, mostListed).map((page) => ({ ...page, title: known.get(page.name)?.title ?? null })),
    referrers,
    devices,
    events: events.slice(0, mostListed).map(({ name, views }) => ({ name, count: views })),
    purchases: await readPurchases(deps, days),
    path: {
      visitors: total.visitors,
      signups: times.signup ?? 0,
      confirmed: times.confirmed ?? 0,
      downloads: times.download ?? 0,
    },
    works: await readWorks(db, days, known, pages),
    joinedFrom: (await sumNames(db, 'joined-from', days, mostListed)).map(({ name, views }) => ({
      name,
      count: views,
    })),
    list: await readList(db, now(), momentOf(days.from, 0, zone), span),
    letters: await listSent(deps, momentOf(days.from, 0, zone), mostWorks),
    apart: { own: all.own?.views ?? 0, bots: all.bot?.views ?? 0, dropped: all.dropped?.views ?? 0 },
    since: await findFirstDay(db),
  }
}

async function readList(db: Db, now: Date, from: Date, span: Span): Promise<Numbers['list']> {
  const earlier = (moment: Date) => new Date(moment.getTime() - span * 24 * oneHour)
  return {
    people: await countNewsletter(db),
    now: await readGrowth(db, from, now),
    before: await readGrowth(db, earlier(from), earlier(now)),
  }
}

/** Most followed first. */
async function readPurchases({ db }: Deps, days: Days): Promise<Numbers['purchases']> {
  const titles = new Map((await listBookTitles(db)).map(({ id, title }) => [id, title]))
  const rows = await sumNames(db, 'bought', days, mostListed)
  return rows.map(({ name, views }) => {
    const [id = '', ...shop] = name.split(' ')
    return { title: titles.get(id) ?? null, shop: shop.join(' '), count: views }
  })
}

const nothing: Count = { views: 0, visitors: 0 }

function daysOf(db: Db, kind: Kind, { from, until }: Days) {
  return db.selectFrom('daily_counts').where('kind', '=', kind).where('day', '>=', from).where('day', '<=', until)
}

const sums = [sql<number>`sum(views)`.as('views'), sql<number>`sum(visitors)`.as('visitors')] as const

async function sumAudiences(db: Db, days: Days): Promise<Partial<Record<string, Count>>> {
  const rows = await daysOf(db, 'all', days).select('audience').select(sums).groupBy('audience').execute()
  return Object.fromEntries(rows.map(({ audience, views, visitors }) => [audience, { views, visitors }]))
}

/** Those with most visitors first. */
export async function sumNames(db: Db, kind: Kind, days: Days, most = 10_000): Promise<Named[]> {
  return daysOf(db, kind, days)
    .where('audience', '=', 'reader')
    .select('name')
    .select(sums)
    .groupBy('name')
    .orderBy('visitors', 'desc')
    .orderBy('views', 'desc')
    .orderBy('name')
    .limit(most)
    .execute()
}

/** The same of pages: what was counted under an address left behind stands under the one it leads to now. */
export async function sumPages(
  db: Db,
  kind: 'page' | 'read' | 'brought',
  days: Days,
  known: Map<string, KnownPage>,
): Promise<Named[]> {
  const folded = new Map<string, Named>()
  for (const row of await sumNames(db, kind, days)) {
    const name = row.name.replace(/^[^#]+/, (page) => known.get(page)?.path ?? page)
    const { views, visitors } = folded.get(name) ?? nothing
    folded.set(name, { name, views: views + row.views, visitors: visitors + row.visitors })
  }
  return [...folded.values()].sort((a, b) => b.visitors - a.visitors || b.views - a.views)
}

export async function readTotal(db: Db, days: Days): Promise<Count> {
  return (await sumAudiences(db, days)).reader ?? nothing
}

/** As many days before these, the last of them only as far as today has come: half a day is held against half a day. */
async function readBefore(db: Db, now: Date, zone: string, { from }: Days, span: Span): Promise<Count> {
  const last = addDays(from, -1)
  const whole = await readTotal(db, { from: addDays(from, -span), until: addDays(last, -1) })
  const hours = await readHours(db, last, localTime(now, zone).hour)
  const share = (now.getTime() % oneHour) / oneHour
  const part = (count: keyof Count) =>
    hours.reduce((sum, row, index) => sum + row[count] * (index === hours.length - 1 ? share : 1), 0)
  return {
    views: whole.views + Math.round(part('views')),
    visitors: whole.visitors + Math.round(part('visitors')),
  }
}

async function readDays(db: Db, days: Days): Promise<Numbers['series']> {
  const rows = await daysOf(db, 'all', days)
    .where('audience', '=', 'reader')
    .select(['day', 'views', 'visitors'])
    .execute()
  const counted = new Map(rows.map((row) => [row.day, row]))
  const series: Numbers['series'] = []
  for (let day = days.from; day <= days.until; day = addDays(day, 1)) {
    const { views, visitors } = counted.get(day) ?? nothing
    series.push({ at: day, views, visitors })
  }
  return series
}

/** A visitor stands in the hour she came. */
async function readHours(db: Db, day: string, lastHour: string): Promise<Numbers['series']> {
  const rows = await daysOf(db, 'hour', { from: day, until: day }).select(['name', 'views', 'visitors']).execute()
  const counted = new Map(rows.map((row) => [row.name, row]))
  return Array.from({ length: Number(lastHour) + 1 }, (_, index) => {
    const hour = String(index).padStart(2, '0')
    const { views, visitors } = counted.get(hour) ?? nothing
    return { at: `${day}T${hour}`, views, visitors }
  })
}

async function readWorks(db: Db, days: Days, known: Map<string, KnownPage>, pages: readonly Named[]): Promise<Work[]> {
  const visitors = new Map(pages.map((page) => [page.name, page.visitors]))
  const brought = new Map((await sumPages(db, 'brought', days, known)).map(({ name, views }) => [name, views]))
  const read = new Map((await sumPages(db, 'read', days, known)).map((row) => [row.name, row.visitors]))
  const works: Work[] = []
  for (const { path: page, kind, title } of new Set(known.values())) {
    if (kind === 'page' || kind === 'book' || !(visitors.has(page) || brought.has(page))) continue
    const part = (quarter: number) => read.get(`${page}#${quarter}`) ?? 0
    works.push({
      page,
      title: title ?? page,
      kind,
      visitors: visitors.get(page) ?? 0,
      read: kind === 'story' ? { quarter: part(25), half: part(50), most: part(75), all: part(100) } : null,
      signups: brought.get(page) ?? 0,
    })
  }
  return works.sort((a, b) => b.visitors - a.visitors || b.signups - a.signups).slice(0, mostWorks)
}

const oneHour = 3_600_000
const liveFor = 5 * 60_000

/** Whoever stays over midnight is somebody else's hash afterwards: only today's are counted. */
async function countLive(db: Db, now: Date, zone: string): Promise<number> {
  const since = Math.max(now.getTime() - liveFor, momentOf(localTime(now, zone).day, 0, zone).getTime() - 1)
  const { live } = await db
    .selectFrom('views')
    .select((row) => row.fn.count<number>('visitor').distinct().as('live'))
    .where('at', '>', new Date(since).toISOString())
    .executeTakeFirstOrThrow()
  return live
}

/** Of views or of events: a book may be fetched by somebody who opened no page. */
async function findFirstDay(db: Db): Promise<string | null> {
  const firstOf = (kind: Kind) =>
    db
      .selectFrom('daily_counts')
      .select('day')
      .where('kind', '=', kind)
      .where('audience', '=', 'reader')
      .orderBy('day')
      .limit(1)
      .executeTakeFirst()
  const firsts = [await firstOf('all'), await firstOf('event')]
  return firsts.flatMap((first) => first?.day ?? []).sort()[0] ?? null
}
