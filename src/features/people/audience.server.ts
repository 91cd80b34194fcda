import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tables } from '#server/db.ts'
import { isRefused } from '#server/suppressions.ts'
import type { List, MembershipRow } from './tables.server.ts'

/** A question that answers addresses, asked by whoever knows. */
export type Addresses = Expression<unknown>

/** Whom a letter is for: those on one list, and of them those who fit. */
export type Choice = {
  list: List
  /** arc: the request, as her place on the list names it; '' is whichever */
  about: string
  /** any of these, and none of those */
  tags: readonly string[]
  withoutTags: readonly string[]
  source: string | null
  /** moments */
  joinedFrom: string | null
  joinedBefore: string | null
  /** those who came to the list themselves: nobody the owner has brought along */
  isOwnWish?: boolean
  /** the form they came to the list by; `source` is where they came from first */
  form?: string | null
  among: readonly Addresses[]
  notAmong: readonly Addresses[]
}

/** Everybody it would go to now: confirmed, not left, and with a mailbox that takes letters. */
function chosen(db: Db, choice: Choice) {
  const { list, about, tags, withoutTags, source, joinedFrom, joinedBefore, isOwnWish, form, among, notAmong } = choice
  let found = db
    .selectFrom('people as p')
    .where('p.left_at', 'is', null)
    .where(({ not }) => not(isRefused('p.email_hash')))
    .where(({ exists, selectFrom }) => {
      let places = selectFrom('memberships as m')
        .select('m.id')
        .whereRef('m.person_id', '=', 'p.id')
        .where('m.list', '=', list)
        .where('m.state', '=', 'active')
      if (about) places = places.where('m.about', '=', about)
      const joined = sql<string>`coalesce(m.confirmed_at, m.joined_at)`
      if (joinedFrom) places = places.where(joined, '>=', joinedFrom)
      if (joinedBefore) places = places.where(joined, '<', joinedBefore)
      if (isOwnWish) places = places.where('m.basis', 'is', null)
      if (form) places = places.where('m.source', '=', form)
      return exists(places)
    })
  if (source) found = found.where('p.source', '=', source)
  if (tags.length > 0) found = found.where((eb) => eb.exists(tagged(eb, tags)))
  if (withoutTags.length > 0) found = found.where((eb) => eb.not(eb.exists(tagged(eb, withoutTags))))
  for (const some of among) found = found.where(sql<SqlBool>`p.email in (${some})`)
  for (const some of notAmong) found = found.where(sql<SqlBool>`p.email not in (${some})`)
  return found
}

function tagged(eb: ExpressionBuilder<Tables & { p: Tables['people'] }, 'p'>, tags: readonly string[]) {
  return eb
    .selectFrom('person_tags as t')
    .select('t.tag')
    .whereRef('t.person_id', '=', 'p.id')
    .where('t.tag', 'in', [...tags])
}

export async function countChosen(db: Db, choice: Choice): Promise<number> {
  const { count } = await chosen(db, choice)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The newest few, so that she sees whom she means. */
export async function someChosen(
  db: Db,
  choice: Choice,
  most: number,
): Promise<{ email: string; name: string | null }[]> {
  return chosen(db, choice).select(['p.email', 'p.name']).orderBy('p.id', 'desc').limit(most).execute()
}

/** All of them, in the order they came. */
export async function listChosen(db: Db, choice: Choice): Promise<string[]> {
  const rows = await chosen(db, choice).select('p.email').orderBy('p.id').execute()
  return rows.map(({ email }) => email)
}

const askedAtOnce = 400

/** Who of these still has a place on that list, by address: the id that signs her way out, and what she is called. */
export async function placedAmong(
  db: Db,
  emails: readonly string[],
  { list, about }: Pick<Choice, 'list' | 'about'>,
): Promise<Map<string, { wayOut: string; name: string | null }>> {
  const placed = new Map<string, { wayOut: string; name: string | null }>()
  for (let from = 0; from < emails.length; from += askedAtOnce) {
    let found = db
      .selectFrom('people as p')
      // Crossed, so that SQLite begins with these few and not with the whole list.
      .crossJoin('memberships as m')
      .whereRef('m.person_id', '=', 'p.id')
      .select(['m.id', 'p.email', 'p.name'])
      .where('p.email', 'in', emails.slice(from, from + askedAtOnce))
      .where('p.left_at', 'is', null)
      .where('m.list', '=', list)
      .where('m.state', '=', 'active')
    if (about) found = found.where('m.about', '=', about)
    for (const { id, email, name } of await found.execute()) placed.set(email, { wayOut: id, name })
  }
  return placed
}

/** The advance copies that were asked for, each as places on the list name it, with how many of those can be written to. */
export async function listAskedFor(db: Db): Promise<{ about: string; count: number }[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(({ fn }) => [
      'm.about',
      fn
        .countAll<number>()
        .filterWhere(({ and, eb, not }) =>
          and([eb('m.state', '=', 'active'), eb('p.left_at', 'is', null), not(isRefused('p.email_hash'))]),
        )
        .as('count'),
    ])
    .where('m.list', '=', 'arc' satisfies MembershipRow['list'])
    .groupBy('m.about')
    .orderBy('m.about')
    .execute()
}

/** From one to the next in the index: there are few, and reading all people to find them takes a sixth of the page's time. */
export async function listSources(db: Db): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`with recursive found(source) as (
      select min(source) from people
      union all select (select min(source) from people where source > found.source) from found where found.source is not null
    ) select source from found where source is not null order by source`.execute(db)
  return rows.map(({ source }) => source)
}

/** Of everybody, the most used first. */
export async function listTags(db: Db, most: number): Promise<{ tag: string; count: number }[]> {
  return db
    .selectFrom('person_tags')
    .select(({ fn }) => ['tag', fn.countAll<number>().as('count')])
    .groupBy('tag')
    .orderBy('count', 'desc')
    .orderBy('tag')
    .limit(most)
    .execute()
}
