import { describeBackups } from '#features/backups/service.server.ts'
import { addDays, letterHour, localTime, momentOf, nextMonday } from '#lib/zone-time.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue, TryLater } from '#server/jobs.ts'
import { ownerAddress, writeLetter } from '#server/letters.ts'
import { readFact, writeFact } from '#server/site-facts.ts'
import type { Weekly } from './contract.ts'
import { type WeekNumbers, weeklyLetter } from './emails.server.tsx'
import { listPages } from './pages.server.ts'
import { type Days, readTotal, sumNames, sumPages } from './service.server.ts'

const wish = 'weekly-letter'

type Asked = Pick<Deps, 'db' | 'ownAddresses' | 'site'>

export async function readWeekly(deps: Asked): Promise<Weekly> {
  const { db } = deps
  const last = await db
    .selectFrom('weekly_letters')
    .select('sent_at')
    .where('sent_at', 'is not', null)
    .orderBy('week', 'desc')
    .limit(1)
    .executeTakeFirst()
  const to = await ownerAddress(db, deps)
  return { isWanted: (await readFact(db, wish)) === 'on', to, lastSentAt: last?.sent_at ?? null }
}

export async function setWeekly(deps: Asked & Pick<Deps, 'now'>, isWanted: boolean): Promise<Weekly> {
  await writeFact(deps.db, wish, isWanted ? 'on' : 'off')
  await planWeeklyLetter(deps)
  return readWeekly(deps)
}

/** Sees to it that the next letter is on its way, if one is wanted: one job a week, whoever asks and however often. */
export async function planWeeklyLetter({ db, now, site }: Pick<Deps, 'db' | 'now' | 'site'>): Promise<void> {
  if ((await readFact(db, wish)) !== 'on') return
  const zone = site().author.timeZone
  const week = nextMonday(now(), letterHour, zone)
  await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('weekly_letters')
      .values({ week, sent_at: null })
      .onConflict((conflict) => conflict.column('week').doNothing())
      .executeTakeFirst()
    // → sendWeeklyLetter below, in the worker, when its hour has come.
    if (numInsertedOrUpdatedRows === 1n)
      await enqueue(tx, 'analytics.weekly', { week }, now(), momentOf(week, letterHour, zone))
  })
}

/** The job. One letter a week at most: the row of the week is taken in the transaction that writes it. */
export async function sendWeeklyLetter(deps: Deps, { week }: { week: string }): Promise<void> {
  const { db, env, now, site } = deps
  const { author } = site()
  const early = momentOf(week, letterHour, author.timeZone).getTime() - now().getTime()
  // Version 0.1.0 wrote its jobs as if on the Monday they are due: such a one seems overdue by a clock set back.
  if (early > 0) throw new TryLater('its Monday has not come', early)
  const isStale = localTime(now(), author.timeZone).day >= addDays(week, 7)
  if (isStale || (await readFact(db, wish)) !== 'on') return
  const numbers = await readWeek(deps, week)
  if (numbers.now.views === 0 && numbers.before.views === 0) return
  const backups = await describeBackups(deps)
  await db.transaction().execute(async (tx) => {
    const taken = await tx
      .updateTable('weekly_letters')
      .set({ sent_at: now().toISOString() })
      .where('week', '=', week)
      .where('sent_at', 'is', null)
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) return
    await writeLetter(tx, deps, {
      kind: 'analytics.weekly',
      to: { name: author.name, address: await ownerAddress(tx, deps) },
      ...weeklyLetter(numbers, `${env.siteUrl}/analytics`, author, backups),
    })
  })
  deps.wakeWorker()
}

/** The seven days up to this Monday, and the seven before them. */
async function readWeek(deps: Pick<Deps, 'db' | 'now' | 'site'>, monday: string): Promise<WeekNumbers> {
  const { db } = deps
  const week: Days = { from: addDays(monday, -7), until: addDays(monday, -1) }
  const before: Days = { from: addDays(monday, -14), until: addDays(monday, -8) }
  const known = await listPages(deps)
  const [top] = (await sumPages(db, 'page', week, known))
    .filter(({ name }) => (known.get(name)?.kind ?? 'page') !== 'page')
    .sort((a, b) => b.views - a.views)
  const [referrer] = (await sumNames(db, 'referrer', week)).filter(({ name }) => /^[^(]+\./.test(name))
  const events = async (days: Days) => new Map((await sumNames(db, 'event', days)).map((row) => [row.name, row.views]))
  const [joined, joinedBefore] = [await events(week), await events(before)]
  return {
    from: week.from,
    now: await readTotal(db, week),
    before: await readTotal(db, before),
    signups: { now: joined.get('signup') ?? 0, before: joinedBefore.get('signup') ?? 0 },
    downloads: { now: joined.get('download') ?? 0, before: joinedBefore.get('download') ?? 0 },
    mostRead: top ? { title: known.get(top.name)?.title ?? top.name, views: top.views } : null,
    cameFrom: referrer?.name ?? null,
  }
}
