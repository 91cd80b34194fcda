import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { refusalOf } from '#server/suppressions.ts'
import type { PeopleFilter, PersonState } from './filters.ts'

export type RegisterRow = {
  id: string
  email: string
  name: string | null
  state: PersonState
  source: string
  created_at: string
  confirmed_at: string | null
  left_at: string | null
  has_asked: number
  /** how she would stand if nothing refused her letters, and what does: so that the database need not ask for everybody */
  unrefused: Exclude<PersonState, 'bounced' | 'complained'>
  reason: string | null
}

const newsletterConfirmed = sql`(select m.confirmed_at from memberships as m where m.person_id = p.id and m.list = 'newsletter')`
const unrefused = sql`case when p.left_at is null then p.standing else 'left' end`
const hasWithdrawn = sql`exists (select 1 from consents where person_id = p.id and act = 'withdrawn')`

/**
 * Everybody with an address here, once, with where she stands. Ids are made of the time, so they are the order and the
 * cursor in one. A mailbox that is gone has not left; one that left before it was gone has.
 */
export function register(db: Db) {
  const people = sql<RegisterRow>`(
    select p.id, p.email, p.name, p.source, p.created_at, p.has_asked, ${newsletterConfirmed} as confirmed_at,
      coalesce(p.left_at, refusal.at) as left_at,
      ${unrefused} as unrefused, refusal.reason,
      case when refusal.reason is null then ${unrefused}
        when refusal.reason = 'complained' then 'complained'
        when refusal.reason = 'bounced' and not ${hasWithdrawn} then 'bounced'
        else 'left' end as state
    from people as p left join ${refusalOf('p.email_hash')})`.as<'people'>(sql.ref('people'))
  return db.selectFrom(people)
}

/** The same people, each as she would stand if nothing refused her letters: to be counted in a third of the time. */
export function unrefusedRegister(db: Db) {
  const people = sql<RegisterRow>`(
    select p.id, p.email, p.name, p.source, p.has_asked, ${unrefused} as state from people as p)`
  return db.selectFrom(people.as<'people'>(sql.ref('people')))
}

type Condition = ExpressionWrapper<{ people: RegisterRow }, 'people', SqlBool>
type Conditions = (eb: ExpressionBuilder<{ people: RegisterRow }, 'people'>) => Condition

/** Which people; `ids` in place of `q` where it was looked for already, and few were found. */
export type Sought = Partial<PeopleFilter> & { ids?: readonly string[] }

const few = 500

/**
 * Looked for once, and not for the page and for each count anew: every name and address has to be read for it. Where there
 * are many, a page of them is found at once.
 */
export async function lookFor(db: Db, filter: PeopleFilter): Promise<Sought> {
  if (!filter.q) return filter
  const found = unrefusedRegister(db)
    .select('id')
    .where(fitting({ q: filter.q }))
  const ids = (await found.limit(few + 1).execute()).map(({ id }) => id)
  return ids.length > few ? filter : { ...filter, q: null, ids }
}

export function fitting({ q, ids, source, state, arc, tag }: Sought): Conditions {
  return (eb) => {
    const conditions = [
      ...(ids ? [ids.length > 0 ? eb('id', 'in', ids) : sql<SqlBool>`1 = 0`] : []),
      ...(q ? [eb.or(patternsFor(q).map(likeness))] : []),
      ...(source ? [eb('source', '=', source)] : []),
      ...(state ? [eb('state', '=', state), ...sooner(eb, state)] : []),
      ...(arc ? [eb('has_asked', '=', 1)] : []),
      ...(tag ? [sql<SqlBool>`id in (select person_id from person_tags where tag = ${tag})`] : []),
    ]
    return eb.and(conditions)
  }
}

function likeness(pattern: string) {
  return sql<SqlBool>`(email like ${pattern} escape '\\' or lower(name) like ${pattern} escape '\\')`
}

/** What is true of everybody in this state, and known before the list of refusals is asked, or by asking it alone. */
function sooner(eb: ExpressionBuilder<{ people: RegisterRow }, 'people'>, state: PersonState) {
  if (state === 'bounced' || state === 'complained') return [eb('reason', '=', state)]
  return state === 'left' ? [] : [eb('unrefused', '=', state)]
}

/** SQLite makes only plain letters small: a name that begins with another one is looked for in each way of writing it. */
function patternsFor(q: string): string[] {
  const small = q.normalize('NFC').toLowerCase()
  const ways = [small, small.toUpperCase(), small.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())]
  const plain = ways.map((way) => way.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
  return [...new Set(plain)].map((way) => `%${way.replace(/[\\%_]/g, '\\$&')}%`)
}
