import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { AppError } from '#server/errors.ts'
import { countWithin, uncount } from '#server/rate-limit.ts'

const freeTries = 5
/** What each further try costs in seconds; the last goes for all that follow. */
const waits = [15, 30, 60, 120, 240, 480, 900]
const rememberedFor = 15 * 60
const longestWait = Math.max(...waits)
/** Further ahead than a wait reaches a moment only if the clock was set back meanwhile; nodes differ by less than this. */
const clockSlack = 60
const everybody = { key: 'sign-in', limit: { most: 50, seconds: 3_600 } }

/** Who is at the door. A known device proved itself once: strangers who use up everybody's tries do not use up hers. */
export type Knocker = { client: string; device: string | null }

/**
 * Counts a try before anybody looks at the password, and refuses it where there were too many, be it right or wrong.
 * A known device answers for itself alone, so that nobody else's tries keep her out, not even where all the world seems
 * to be one client. Others answer to two counts that know nothing of each other: by client, and by everybody.
 */
export async function insistOnTry(db: Db, { client, device }: Knocker, now: Date): Promise<void> {
  const mayTry = device
    ? await takeTry(db, `device:${device}`, now)
    : (await takeTry(db, `client:${client}`, now)) && (await countWithin(db, everybody.key, everybody.limit, now))
  if (mayTry) return
  throw new AppError('too_many', 'Too many tries. Please wait a few minutes, then try again.', {
    // The same for every reason and every length of wait: the exact second would tell a script when to come back.
    headers: { 'retry-after': '60' },
  })
}

/** She got in: her tries were no guesses. */
export async function forgetTries(db: Db, { client, device }: Knocker): Promise<void> {
  await db
    .deleteFrom('sign_in_limits')
    .where('key', '=', device ? `device:${device}` : `client:${client}`)
    .execute()
  if (!device) await uncount(db, everybody.key)
}

/**
 * Five tries are free, each further one has to be waited for, longer and longer. One statement, so that thirty tries at
 * the same instant are counted as thirty; no row comes back while the next one has to wait.
 */
async function takeTry(db: Db, key: string, now: Date): Promise<boolean> {
  const at = after(now, 0)
  // A crowd is turned away by reading alone: the statement below decides, but it is the dearer one.
  const known = await db.selectFrom('sign_in_limits').select('free_at').where('key', '=', key).executeTakeFirst()
  const farAhead = after(now, longestWait + clockSlack)
  if (known && known.free_at > at && known.free_at <= farAhead) return false
  const isForgotten = sql`(sign_in_limits.forgotten_at <= ${at} or sign_in_limits.free_at > ${farAhead})`
  const byWait = (then: (wait: number) => string) =>
    sql<string>`case when ${isForgotten} or sign_in_limits.count + 1 < ${freeTries} then ${then(0)} ${sql.join(
      waits.map((wait, index) => sql`when sign_in_limits.count + 1 = ${freeTries + index} then ${then(wait)}`),
      sql` `,
    )} else ${then(waits.at(-1) ?? 0)} end`
  const taken = await db
    .insertInto('sign_in_limits')
    .values({ key, count: 1, free_at: at, forgotten_at: after(now, rememberedFor) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when ${isForgotten} then 1 else sign_in_limits.count + 1 end`,
          free_at: byWait((wait) => after(now, wait)),
          forgotten_at: byWait((wait) => after(now, wait + rememberedFor)),
        })
        .where((or) => or.or([or('sign_in_limits.free_at', '<=', at), or('sign_in_limits.free_at', '>', farAhead)])),
    )
    .returning('count')
    .executeTakeFirst()
  return taken !== undefined
}

function after(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1_000).toISOString()
}
