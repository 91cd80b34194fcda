import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { firstIdOf } from '#server/ids.ts'
import { countErased, refusalOf } from '#server/suppressions.ts'
import type { Growth } from './contract.ts'
import { unconfirmedDays } from './service.server.ts'

/** How many a letter to the newsletter reaches now. Those are taken off whose mailbox refuses it, for they are few. */
export async function countNewsletter(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from people where standing = 'active' and left_at is null)
      - (select count(*) from people as p join ${refusalOf('p.email_hash')}
        where p.standing = 'active' and p.left_at is null) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Who came onto the newsletter in this time and who was lost to it, both moments part of it. Whoever came and went is in
 * both, and whoever was lost for two reasons is lost once, for the first.
 */
export async function readGrowth(db: Db, from: Date, until: Date): Promise<Growth> {
  const span = [from.toISOString(), until.toISOString()] as const
  const { rows: lost } = await sql<{ reason: 'left' | 'bounced' | 'complained'; count: number }>`
    select refusal.reason, count(*) as count from people as p join ${refusalOf('p.email_hash')}
    where p.standing = 'active' and refusal.at >= ${span[0]} and refusal.at <= ${span[1]}
    group by refusal.reason`.execute(db)
  return {
    ...(await countJoined(db, from, until)),
    ...{ left: 0, bounced: 0, complained: 0 },
    ...Object.fromEntries(lost.map(({ reason, count }) => [reason, count])),
    erased: await countErased(db, ...span),
  }
}

/**
 * By the key alone, so that a month is looked for in a few: the id of a place is of the moment it was made here, and one
 * that is not confirmed within a month is forgotten, or within two where she has asked once more. Who was brought may have
 * joined elsewhere years ago and counts by that moment too, which is the one she typed her address at, if she had and never
 * confirmed. The list is asked for in a way no index knows: SQLite would take that, and read everybody.
 */
async function countJoined(db: Db, from: Date, until: Date): Promise<Pick<Growth, 'joined' | 'brought'>> {
  const asked = new Date(from.getTime() - (2 * unconfirmedDays + 1) * 86_400_000)
  const arrived = sql<string>`coalesce(confirmed_at, joined_at)`
  return db
    .selectFrom('memberships')
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('basis', 'is', null)
        .filterWhere(arrived, '>=', from.toISOString())
        .filterWhere(arrived, '<=', until.toISOString())
        .as('joined'),
      fn.countAll<number>().filterWhere('basis', 'is not', null).filterWhere('id', '>=', firstIdOf(from)).as('brought'),
    ])
    .where(sql`list || ''`, '=', 'newsletter')
    .where('state', '=', 'active')
    .where('id', '>=', firstIdOf(asked))
    .where('id', '<', firstIdOf(new Date(until.getTime() + 1)))
    .executeTakeFirstOrThrow()
}
