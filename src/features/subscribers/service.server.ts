import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { oneLine } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { consentWords } from './consent.ts'
import type { Consent, Erasure, People, Person, PersonRecord } from './contract.ts'
import { countTraces, eraseAddress, findTraces } from './erase.server.ts'
import type { PeopleFilter, PersonState } from './filters.ts'
import { sourceWords } from './subscribers-text.ts'

const atOnce = 50

type PersonRow = {
  id: string
  email: string
  name: string | null
  state: PersonState
  source: string
  created_at: string
  confirmed_at: string | null
  left_at: string | null
  arc_id: string | null
}

/**
 * Everybody with an address here, once: who is or was on the list, who only asked for the advance copy, and who is only
 * one of the voracious readers. Ids are made of the time, so they are the order and the cursor in one.
 */
function people(db: Db) {
  const listed = db
    .selectFrom('subscribers as s')
    .leftJoin('arc_requests as a', 'a.email', 's.email')
    .select(['s.id', 's.email', 's.name', 's.source', 's.created_at', 's.confirmed_at', 's.left_at', 'a.id as arc_id'])
    .select(sql<PersonState>`s.state`.as('state'))
  const leftAt = sql<string | null>`(select max(at) from consents where subscriber_id = a.id and act = 'withdrawn')`
  const arcOnly = db
    .selectFrom('arc_requests as a')
    .leftJoin('subscribers as s', 's.email', 'a.email')
    .where('s.id', 'is', null)
    .select(['a.id', 'a.email', 'a.name', sql<string>`'voss_trials_arc'`.as('source'), 'a.created_at'])
    .select([sql<string | null>`cast(null as text)`.as('confirmed_at'), leftAt.as('left_at'), 'a.id as arc_id'])
    .select(sql<PersonState>`case when ${leftAt} is null then 'arc_only' else 'left' end`.as('state'))
  const groupOnly = db
    .selectFrom('group_members as g')
    .leftJoin('subscribers as s', 's.email', 'g.email')
    .leftJoin('arc_requests as a', 'a.email', 'g.email')
    .where('s.id', 'is', null)
    .where('a.id', 'is', null)
    .select(['g.id', 'g.email', sql<string | null>`cast(null as text)`.as('name')])
    .select([sql<string>`'group_' || g.source`.as('source'), 'g.added_at as created_at'])
    .select([sql<string | null>`cast(null as text)`.as('confirmed_at'), 'g.left_at'])
    .select(sql<string | null>`cast(null as text)`.as('arc_id'))
    .select(sql<PersonState>`case when g.left_at is null then 'reader' else 'left' end`.as('state'))
  return db.selectFrom(listed.unionAll(arcOnly).unionAll(groupOnly).as('people'))
}

type Condition = ExpressionWrapper<{ people: PersonRow }, 'people', SqlBool>
type Conditions = (eb: ExpressionBuilder<{ people: PersonRow }, 'people'>) => Condition

function fitting({ q, source, state }: Partial<PeopleFilter>): Conditions {
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

export async function listPeople({ db }: Deps, filter: PeopleFilter, cursor: string | null): Promise<People> {
  const found = people(db).selectAll().where(fitting(filter)).orderBy('id', 'desc')
  const rows = await (cursor ? found.where('id', '<', cursor) : found).limit(atOnce + 1).execute()
  const shown = rows.slice(0, atOnce)
  return {
    people: shown.map(toPerson),
    totals: await countByState(db, filter),
    sources: await listSources(db),
    next: rows.length > atOnce ? (shown.at(-1)?.id ?? null) : null,
  }
}

async function countByState(db: Db, { q, source }: PeopleFilter): Promise<Record<PersonState, number>> {
  const counts = await people(db)
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where(fitting({ q, source }))
    .groupBy('state')
    .execute()
  const of = (state: PersonState) => counts.find((row) => row.state === state)?.count ?? 0
  return {
    active: of('active'),
    pending: of('pending'),
    left: of('left'),
    arc_only: of('arc_only'),
    reader: of('reader'),
  }
}

async function listSources(db: Db): Promise<string[]> {
  const rows = await people(db).select('source').distinct().orderBy('source').execute()
  return rows.map(({ source }) => source)
}

/** The person with what she agreed to, when and how, and how much of her is kept. */
export async function getPerson({ db }: Deps, id: string): Promise<PersonRecord> {
  const row = await findRow(db, id)
  const consents = await consentsOf(db, [row])
  return {
    ...toPerson(row),
    consents: consents.get(row.id) ?? [],
    traces: countTraces(await findTraces(db, row.email)),
  }
}

/** By the id of her place on the list, or by that of her request for the advance copy. */
async function findRow(db: Db, id: string): Promise<PersonRow> {
  const row = await people(db)
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', id), eb('arc_id', '=', id)]))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is nobody here by that name.')
  return row
}

/** Everything about one person goes, wherever it lies. It cannot be taken back. */
export async function erasePerson(deps: Deps, id: string): Promise<Erasure> {
  const { email } = await findRow(deps.db, id)
  return { message: 'Erased for good.', erased: await eraseAddress(deps, email) }
}

/** The ledger of each of these people, oldest first. */
async function consentsOf(db: Db, rows: readonly PersonRow[]): Promise<Map<string, Consent[]>> {
  const owners = new Map(rows.flatMap(({ id, arc_id }) => [id, arc_id ?? id].map((key) => [key, id])))
  if (owners.size === 0) return new Map()
  const entries = await db
    .selectFrom('consents')
    .selectAll()
    .where('subscriber_id', 'in', [...owners.keys()])
    .orderBy('at')
    .orderBy('id')
    .execute()
  const byPerson = await cameInBy(db, rows)
  for (const entry of entries) {
    const owner = owners.get(entry.subscriber_id) ?? ''
    const { id, at, wording } = entry
    byPerson.set(owner, [...(byPerson.get(owner) ?? []), { id, at, wording, ...consentWords(entry) }])
  }
  return byPerson
}

/** How the voracious readers among these people agreed, in the words of the owner who brought them. */
async function cameInBy(db: Db, rows: readonly PersonRow[]): Promise<Map<string, Consent[]>> {
  const owners = new Map(rows.map(({ id, email }) => [email, id]))
  const members = await db
    .selectFrom('group_members')
    .selectAll()
    .where('email', 'in', [...owners.keys()])
    .execute()
  const entry = ({ id, added_at, source, basis }: (typeof members)[number]): Consent => ({
    id,
    what: 'Became one of your voracious readers',
    at: added_at,
    wording: '',
    where: sourceWords(`group_${source}`),
    how: oneLine(basis, 300),
  })
  return new Map(members.map((member) => [owners.get(member.email) ?? '', [entry(member)]]))
}

const exportedAtOnce = 2_000

/** Whoever fits, with the ledger, some at a time: an export must not fill the memory. */
export async function* everybody({ db }: Deps, filter: PeopleFilter): AsyncGenerator<[Person, Consent[]][]> {
  const found = people(db).selectAll().where(fitting(filter)).orderBy('id', 'desc').limit(exportedAtOnce)
  let rows = await found.execute()
  while (rows.length > 0) {
    const consents = await consentsOf(db, rows)
    yield rows.map((row) => [toPerson(row), consents.get(row.id) ?? []])
    rows = await found.where('id', '<', rows.at(-1)?.id ?? '').execute()
  }
}

function toPerson(row: PersonRow): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name === null ? null : oneLine(row.name, 100),
    state: row.state,
    source: row.source,
    joinedAt: row.created_at,
    confirmedAt: row.confirmed_at,
    leftAt: row.left_at,
    hasAskedForArc: row.arc_id !== null,
  }
}
