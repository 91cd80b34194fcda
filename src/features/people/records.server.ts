import { recordEvent } from '#features/owner/service.server.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { oneLine } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { TraceHolder } from '#server/traces.ts'
import { listSources, listTags } from './audience.server.ts'
import { consentsOf } from './consents.server.ts'
import type { Consent, Erasure, People, Person, PersonRecord } from './contract.ts'
import { countTraces, eraseAddress, findTraces } from './erase.server.ts'
import { type PeopleFilter, personStates } from './filters.ts'
import { leaveByOwner } from './leaving.server.ts'
import { fitting, lookFor, type RegisterRow, register, type Sought, unrefusedRegister } from './register.server.ts'

const atOnce = 50
const mostLines = 100
const mostTags = 30

export async function listPeople({ db }: Deps, filter: PeopleFilter, cursor: string | null): Promise<People> {
  const sought = await lookFor(db, filter)
  const found = register(db).selectAll().where(fitting(sought)).orderBy('id', 'desc')
  const rows = await (cursor ? found.where('id', '<', cursor) : found).limit(atOnce + 1).execute()
  const shown = rows.slice(0, atOnce)
  const consents = await consentsOf(
    db,
    shown.map(({ id }) => id),
  )
  return {
    people: shown.map((row) => ({ ...toPerson(row), consents: consents.get(row.id) ?? [] })),
    ...(await count(db, sought)),
    sources: await listSources(db),
    tags: await listTags(db, mostTags),
    next: rows.length > atOnce ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Of many, whoever is refused is counted apart: few are, and nobody else is looked for among the refusals. */
async function count(db: Db, { q, ids, source, tag }: Sought): Promise<Pick<People, 'totals' | 'arcRequests'>> {
  const fits = fitting({ q, ids, source, tag })
  const isMany = !q && !ids && !tag
  const people = isMany ? unrefusedRegister(db) : register(db)
  const all = await people
    .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.sum<number>('has_asked').as('asked')])
    .where(fits)
    .groupBy('state')
    .execute()
  const totals = Object.fromEntries(personStates.map((state) => [state, 0])) as People['totals']
  for (const { state, count } of all) totals[state] += count
  for (const { unrefused, state, count } of isMany ? await countRefused(db, fits) : []) {
    totals[unrefused] -= count
    totals[state] += count
  }
  return { totals, arcRequests: all.reduce((sum, { asked }) => sum + Number(asked), 0) }
}

function countRefused(db: Db, fits: ReturnType<typeof fitting>) {
  return register(db)
    .select(({ fn }) => ['unrefused', 'state', fn.countAll<number>().as('count')])
    .where('reason', 'is not', null)
    .where(fits)
    .groupBy(['unrefused', 'state'])
    .execute()
}

async function tagsOf(db: Db, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('person_tags')
    .select('tag')
    .where('person_id', '=', personId)
    .orderBy('tag')
    .execute()
  return rows.map(({ tag }) => tag)
}

/** These and no others. */
export async function setTags(deps: Deps, holders: readonly TraceHolder[], id: string, tags: readonly string[]) {
  await findRow(deps.db, id)
  await deps.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('person_tags').where('person_id', '=', id).execute()
    const rows = [...new Set(tags)].map((tag) => ({ person_id: id, tag }))
    if (rows.length > 0) await tx.insertInto('person_tags').values(rows).execute()
  })
  return getPerson(deps, holders, id)
}

/** Everything the site knows of a person, as it is kept: for whoever asks. */
export async function everythingOf({ db }: Deps, holders: readonly TraceHolder[], id: string): Promise<object> {
  const row = await findRow(db, id)
  const person = await db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst()
  const found = await findTraces(db, holders, row.email)
  const kept = found.map(([{ name }, traces]) => [name, traces.map(({ row }) => row)])
  return { person: { ...person, state: row.state }, tags: await tagsOf(db, id), ...Object.fromEntries(kept) }
}

/** The person with what she agreed to, when and how, and how much of her is kept. */
export async function getPerson({ db }: Deps, holders: readonly TraceHolder[], id: string): Promise<PersonRecord> {
  const row = await findRow(db, id)
  const consents = await consentsOf(db, [row.id])
  const found = await findTraces(db, holders, row.email)
  const lines = found.flatMap(([{ name }, traces]) =>
    traces.flatMap(({ id, line }) => (line ? [{ id, name, ...line }] : [])),
  )
  return {
    ...toPerson(row),
    tags: await tagsOf(db, row.id),
    consents: consents.get(row.id) ?? [],
    lines: lines.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, mostLines),
    traces: countTraces(found),
  }
}

async function findRow(db: Db, id: string): Promise<RegisterRow> {
  const row = await register(db).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is nobody here by that name.')
  return row
}

/** Everything about one person goes, wherever it lies. It cannot be taken back. */
export async function erasePerson(deps: Deps, holders: readonly TraceHolder[], id: string): Promise<Erasure> {
  const { email } = await findRow(deps.db, id)
  return { message: 'Erased for good.', erased: await eraseAddress(deps, holders, email) }
}

/** She asked by letter or in person, and the owner does for her what the link in every letter does. */
export async function stopWriting(deps: Deps, holders: readonly TraceHolder[], id: string): Promise<PersonRecord> {
  await findRow(deps.db, id)
  await deps.db.transaction().execute(async (tx) => {
    await leaveByOwner(tx, deps, id, deskPaths.subscribers)
    await recordEvent(tx, 'subscribers.stopped', deps.now())
  })
  return getPerson(deps, holders, id)
}

const exportedAtOnce = 2_000

export type Exported = { person: Person; tags: string[]; consents: Consent[] }

/** Whoever fits, with tags and the ledger, some at a time: an export must not fill the memory. */
export async function* everybody({ db }: Deps, filter: PeopleFilter): AsyncGenerator<Exported[]> {
  const found = register(db).selectAll().where(fitting(filter)).orderBy('id', 'desc').limit(exportedAtOnce)
  let rows = await found.execute()
  while (rows.length > 0) {
    const ids = rows.map(({ id }) => id)
    const consents = await consentsOf(db, ids)
    const tagged = await db.selectFrom('person_tags').selectAll().where('person_id', 'in', ids).orderBy('tag').execute()
    const tags = new Map<string, string[]>()
    for (const { person_id, tag } of tagged) tags.set(person_id, [...(tags.get(person_id) ?? []), tag])
    yield rows.map((row) => ({
      person: toPerson(row),
      tags: tags.get(row.id) ?? [],
      consents: consents.get(row.id) ?? [],
    }))
    rows = await found.where('id', '<', rows.at(-1)?.id ?? '').execute()
  }
}

function toPerson(row: RegisterRow): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name === null ? null : oneLine(row.name, 100),
    state: row.state,
    source: row.source,
    joinedAt: row.created_at,
    confirmedAt: row.confirmed_at,
    leftAt: row.left_at,
    hasAskedForArc: row.has_asked === 1,
  }
}
