import { leave } from '#features/newsletter/service.server.ts'
import { recordEvent } from '#features/owner/service.server.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { oneLine } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { consentWords } from './consent.ts'
import type { Consent, Erasure, People, Person, PersonRecord } from './contract.ts'
import { countTraces, eraseAddress, findTraces } from './erase.server.ts'
import { type PeopleFilter, type PersonState, personStates } from './filters.ts'
import { fitting, openPeople, type PersonRow, type Register } from './people.server.ts'
import { sourceWords } from './subscribers-text.ts'

const atOnce = 50

export async function listPeople(deps: Deps, filter: PeopleFilter, cursor: string | null): Promise<People> {
  const register = await openPeople(deps)
  const found = register.people().selectAll().where(fitting(filter)).orderBy('id', 'desc')
  const rows = await (cursor ? found.where('id', '<', cursor) : found).limit(atOnce + 1).execute()
  const shown = rows.slice(0, atOnce)
  return {
    people: shown.map((row) => toPerson(register, row)),
    totals: await countByState(register, filter),
    arcRequests: await countArcRequests(register, filter),
    sources: await listSources(register),
    next: rows.length > atOnce ? (shown.at(-1)?.id ?? null) : null,
  }
}

async function countByState({ people }: Register, { q, source }: PeopleFilter): Promise<Record<PersonState, number>> {
  const rows = await people()
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where(fitting({ q, source }))
    .groupBy('state')
    .execute()
  const counts = personStates.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0])
  return Object.fromEntries(counts)
}

async function countArcRequests({ people }: Register, { q, source }: PeopleFilter): Promise<number> {
  const { count } = await people()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(fitting({ q, source, arc: 'asked' }))
    .executeTakeFirstOrThrow()
  return count
}

async function listSources({ people }: Register): Promise<string[]> {
  const rows = await people().select('source').distinct().orderBy('source').execute()
  return rows.map(({ source }) => source)
}

/** The person with what she agreed to, when and how, and how much of her is kept. */
export async function getPerson(deps: Deps, id: string): Promise<PersonRecord> {
  const { db } = deps
  const register = await openPeople(deps)
  const row = await findRow(register, id)
  const consents = await consentsOf(db, [row])
  return {
    ...toPerson(register, row),
    consents: consents.get(row.id) ?? [],
    traces: countTraces(await findTraces(db, row.email)),
  }
}

/** By the id of her place on the list, or by that of her request for the advance copy. */
async function findRow({ people }: Register, id: string): Promise<PersonRow> {
  const row = await people()
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', id), eb('arc_id', '=', id)]))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is nobody here by that name.')
  return row
}

/** Everything about one person goes, wherever it lies. It cannot be taken back. */
export async function erasePerson(deps: Deps, id: string): Promise<Erasure> {
  const { email } = await findRow(await openPeople(deps), id)
  return { message: 'Erased for good.', erased: await eraseAddress(deps, email) }
}

/** She asked by letter or in person, and the owner does for her what the link in every letter does. */
export async function stopWriting(deps: Deps, id: string): Promise<PersonRecord> {
  const row = await findRow(await openPeople(deps), id)
  await deps.db.transaction().execute(async (tx) => {
    await leave(tx, deps, row.id, { method: 'owner', page: deskPaths.subscribers })
    await recordEvent(tx, 'subscribers.stopped', deps.now())
  })
  return getPerson(deps, row.id)
}

/** The ledger of each of these people, oldest first. */
async function consentsOf(db: Db, rows: readonly PersonRow[]): Promise<Map<string, Consent[]>> {
  const owners = new Map(
    rows.flatMap(({ id, arc_id, member_id }) => [id, arc_id ?? id, member_id ?? id].map((key) => [key, id])),
  )
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
export async function* everybody(deps: Deps, filter: PeopleFilter): AsyncGenerator<[Person, Consent[]][]> {
  const register = await openPeople(deps)
  const found = register.people().selectAll().where(fitting(filter)).orderBy('id', 'desc').limit(exportedAtOnce)
  let rows = await found.execute()
  while (rows.length > 0) {
    const consents = await consentsOf(deps.db, rows)
    yield rows.map((row) => [toPerson(register, row), consents.get(row.id) ?? []])
    rows = await found.where('id', '<', rows.at(-1)?.id ?? '').execute()
  }
}

function toPerson({ refusedAt }: Register, row: PersonRow): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name === null ? null : oneLine(row.name, 100),
    state: row.state,
    source: row.source,
    joinedAt: row.created_at,
    confirmedAt: row.confirmed_at,
    leftAt: row.left_at ?? refusedAt(row.email),
    hasAskedForArc: row.arc_id !== null,
  }
}
