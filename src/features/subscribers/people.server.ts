import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { jsonRows } from '#server/json-rows.ts'
import type { SuppressionRow } from '#server/letters.table.ts'
import { suppressedAmong } from '#server/suppressions.ts'
import type { PeopleFilter, PersonState } from './filters.ts'

export type PersonRow = {
  id: string
  email: string
  name: string | null
  state: PersonState
  source: string
  created_at: string
  confirmed_at: string | null
  left_at: string | null
  arc_id: string | null
  member_id: string | null
}

const nothing = sql<string | null>`cast(null as text)`

/**
 * Everybody with an address here, once: who is or was on the list, who only asked for the advance copy, and who is only
 * one of the voracious readers. Ids are made of the time, so they are the order and the cursor in one.
 */
function everyPlace(db: Db) {
  const listed = db
    .selectFrom('subscribers as s')
    .leftJoin('arc_requests as a', 'a.email', 's.email')
    .leftJoin('group_members as g', 'g.email', 's.email')
    .select(['s.id', 's.email', 's.name', 's.source', 's.created_at', 's.confirmed_at', 's.left_at'])
    .select(['a.id as arc_id', 'g.id as member_id', sql<PersonState>`s.state`.as('state')])
  const leftAt = sql<string | null>`(select max(at) from consents where subscriber_id = a.id and act = 'withdrawn')`
  const arcOnly = db
    .selectFrom('arc_requests as a')
    .leftJoin('subscribers as s', 's.email', 'a.email')
    .leftJoin('group_members as g', 'g.email', 'a.email')
    .where('s.id', 'is', null)
    .select(['a.id', 'a.email', 'a.name', sql<string>`'voss_trials_arc'`.as('source'), 'a.created_at'])
    .select([nothing.as('confirmed_at'), leftAt.as('left_at'), 'a.id as arc_id', 'g.id as member_id'])
    // Who asked and is one of the voracious readers gets the books too.
    .select(
      sql<PersonState>`case when ${leftAt} is not null then 'left'
        when g.id is not null and g.left_at is null then 'reader' else 'arc_only' end`.as('state'),
    )
  const groupOnly = db
    .selectFrom('group_members as g')
    .leftJoin('subscribers as s', 's.email', 'g.email')
    .leftJoin('arc_requests as a', 'a.email', 'g.email')
    .where('s.id', 'is', null)
    .where('a.id', 'is', null)
    .select(['g.id', 'g.email', nothing.as('name'), sql<string>`'group_' || g.source`.as('source')])
    .select(['g.added_at as created_at', nothing.as('confirmed_at'), 'g.left_at'])
    .select([nothing.as('arc_id'), 'g.id as member_id'])
    .select(sql<PersonState>`case when g.left_at is null then 'reader' else 'left' end`.as('state'))
  return listed.unionAll(arcOnly).unionAll(groupOnly)
}

async function everyAddress(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('subscribers')
    .select('email')
    .union(db.selectFrom('arc_requests').select('email'))
    .union(db.selectFrom('group_members').select('email'))
    .execute()
  return rows.map(({ email }) => email)
}

/**
 * Who gets nothing any more is known by a hash, which no database can make: it is made here, and handed to the database
 * as lists. A mailbox that is gone has not left; one that left before it was gone has.
 */
export async function openPeople({ db, engine, keyFor }: Pick<Deps, 'db' | 'engine' | 'keyFor'>) {
  const found = await suppressedAmong(db, keyFor, await everyAddress(db))
  // One list for each reason, looked up and not joined: SQLite makes no index for a list it joins.
  const isAmong = (...reasons: SuppressionRow['reason'][]) => {
    const some = [...found].filter(([, { reason }]) => reasons.includes(reason)).map(([email]) => ({ email }))
    return sql`place.email in (select email from ${jsonRows(engine, { email: 'text' }, some)})`
  }
  const hasWithdrawn = sql`exists (select 1 from consents where act = 'withdrawn'
    and subscriber_id in (place.id, place.arc_id, place.member_id))`
  const people = sql<PersonRow>`(
    select place.id, place.email, place.name, place.source, place.created_at, place.confirmed_at, place.left_at,
      place.arc_id, place.member_id,
      case when ${isAmong('complained')} then 'complained'
        when ${isAmong('bounced')} and not ${hasWithdrawn} then 'bounced'
        when ${isAmong('left', 'erased', 'bounced')} then 'left'
        else place.state end as state
    from (${everyPlace(db)}) as place)`.as<'people'>(sql.ref('people'))
  return { people: () => db.selectFrom(people), refusedAt: (email: string) => found.get(email)?.at ?? null }
}

/** Everybody, as they stood when the register was opened. */
export type Register = Awaited<ReturnType<typeof openPeople>>

type Condition = ExpressionWrapper<{ people: PersonRow }, 'people', SqlBool>
type Conditions = (eb: ExpressionBuilder<{ people: PersonRow }, 'people'>) => Condition

export function fitting({ q, source, state, arc }: Partial<PeopleFilter>): Conditions {
  return (eb) => {
    const conditions = [
      ...(q
        ? [
            eb.or(
              patternsFor(q).map(
                (pattern) =>
                  sql<SqlBool>`(email like ${pattern} escape '\\' or lower(name) like ${pattern} escape '\\')`,
              ),
            ),
          ]
        : []),
      ...(source ? [eb('source', '=', source)] : []),
      ...(state ? [eb('state', '=', state)] : []),
      ...(arc ? [eb('arc_id', 'is not', null)] : []),
    ]
    return eb.and(conditions)
  }
}

/** SQLite makes only plain letters small: a name that begins with another one is looked for in each way of writing it. */
function patternsFor(q: string): string[] {
  const small = q.normalize('NFC').toLowerCase()
  const ways = [small, small.toUpperCase(), small.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())]
  const plain = ways.map((way) => way.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
  return [...new Set(plain)].map((way) => `%${way.replace(/[\\%_]/g, '\\$&')}%`)
}
