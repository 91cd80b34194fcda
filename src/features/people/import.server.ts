import { recordEvent } from '#features/owner/service.server.ts'
import { emailInvalid, isEmail, normaliseEmail } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { enqueue, TryLater } from '#server/jobs.ts'
import { hasSent } from '#server/letter-traces.ts'
import { suppressAll } from '#server/suppressions.ts'
import { atOnce, inSlices, type Judged, judge, readList } from './fates.server.ts'
import type { AddPersonInput, Counts, ImportPeopleInput, Meaning, PeopleImport } from './import-contract.ts'
import type { Listed } from './import-table.ts'
import { leaveAsTold } from './leaving.server.ts'
import { forgetPlaces, haveCounted, joinMany, letWait, stillOf } from './service.server.ts'
import type { PeopleImportRow } from './tables.server.ts'

/** Whether readers were given to somebody else to write to since that moment. */
export type HasGiven = (db: Db, since: string) => Promise<boolean>

/** The list is kept with where it stands, so that a crash in the middle loses nobody and brings nobody in twice. */
export async function startImport(deps: Deps, input: ImportPeopleInput): Promise<PeopleImport> {
  const { db, now } = deps
  const basis = input.basis?.trim() ?? ''
  if (basis === '') {
    throw new AppError('invalid', 'Say how these people agreed.', { fields: { basis: 'How they agreed is required' } })
  }
  const running = await db.selectFrom('people_imports').select('id').where('state', '=', 'running').executeTakeFirst()
  if (running) throw new AppError('conflict', 'Another import is under way. Wait until it is done.')
  const { table, read } = await readList(input)
  if (read.people.size === 0) throw nobody()
  const at = now()
  const row: PeopleImportRow = {
    id: newId(at),
    list: input.list,
    basis,
    file_name: input.fileName,
    csv: input.csv,
    columns: JSON.stringify(table.columns.map(({ meaning }) => meaning)),
    state: 'running',
    people: read.people.size,
    done: 0,
    counts: JSON.stringify(read.counts),
    created_at: at.toISOString(),
    finished_at: null,
  }
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('people_imports').values(row).execute()
    await recordEvent(tx, 'readers.imported', at)
    await enqueue(tx, 'people.import', { importId: row.id }, at)
  })
  deps.wakeWorker()
  return toImport(row, at)
}

function nobody(): AppError {
  const words = 'Nothing in the column of addresses is an e-mail address, so there is nobody to bring in.'
  return new AppError('invalid', words, { fields: { csv: words } })
}

/** Shorter than the lease of a job: the next run goes on where this one stopped. */
const longestRun = 30_000

export async function runImport(deps: Deps, { importId }: { importId: string }): Promise<void> {
  const row = await deps.db
    .selectFrom('people_imports')
    .selectAll()
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (!row?.csv) return
  const columns = JSON.parse(row.columns) as Meaning[]
  const { read } = await readList({ csv: row.csv, fileName: row.file_name, columns }).catch(async (error) => {
    // What was understood when it began is not understood any more: it ends as far as it came.
    if (error instanceof AppError) await endImport(deps.db, importId, deps.now())
    throw error
  })
  // From here on, for reading it again may take longer than a run.
  const begun = performance.now()
  const people = [...read.people.values()]
  const counts = JSON.parse(row.counts) as Counts
  let { done } = row
  for await (const some of inSlices(people, done)) {
    if (deps.isStopping() || performance.now() - begun > longestRun) throw new TryLater('more people to come', 0)
    await deps.db.transaction().execute(async (tx) => {
      const before = done
      for (const { fate } of await bringIn(tx, deps, row, some)) counts[fate]++
      done += some.length
      const isDone = done >= people.length
      const { numUpdatedRows } = await tx
        .updateTable('people_imports')
        .set({
          done,
          counts: JSON.stringify(counts),
          ...(isDone ? { state: 'done', csv: null, finished_at: deps.now().toISOString() } : {}),
        })
        .where('id', '=', importId)
        .where('done', '=', before)
        .where('state', '=', 'running')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new TryLater('another run has gone on', 0)
    })
    // What is known of the first holds for the rest: so many to a page of the file.
    if (done <= atOnce || done >= people.length) await haveCounted(deps)
  }
}

async function endImport(db: Db, id: string, now: Date): Promise<void> {
  const end = { state: 'done', csv: null, finished_at: now.toISOString() } as const
  await db.updateTable('people_imports').set(end).where('id', '=', id).where('state', '=', 'running').execute()
}

const longestImport = 2 * 86_400_000

/** One whose work was given up ends as far as it came: the next can begin, and nobody's address lies in it any more. */
export async function endLostImports(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - longestImport).toISOString()
  const lost = await db
    .selectFrom('people_imports')
    .select('id')
    .where('state', '=', 'running')
    .where('created_at', '<', oldest)
    .execute()
  for (const { id } of lost) await endImport(db, id, now)
}

async function bringIn(tx: Db, deps: Deps, row: PeopleImportRow, some: readonly Listed[]): Promise<Judged[]> {
  const judged = await judge(tx, deps, some, row.list)
  const refused = judged.flatMap(({ listed, refusal, isHere }) =>
    refusal ? [{ email: listed.email, reason: refusal, isHere }] : [],
  )
  await suppressAll(tx, deps.keyFor, refused, deps.now())
  for (const { email, reason } of refused.filter(({ isHere }) => isHere)) {
    await leaveAsTold(tx, deps, { email, reason, source: 'group_import', method: 'list' })
  }
  const now = deps.now().toISOString()
  const newcomers = judged.flatMap(({ listed, fate }) => {
    const { email, name, joinedAt, confirmedAt } = listed
    if (fate !== 'joins' && fate !== 'unconfirmed') return []
    const isPending = fate === 'unconfirmed'
    // Who never confirmed is forgotten after a month, and the month begins here.
    const since = isPending || !joinedAt || joinedAt > now ? null : joinedAt
    const state = isPending ? ('pending' as const) : ('active' as const)
    return [{ email, name, joinedAt: since, state, confirmed_at: isPending ? null : confirmedAt }]
  })
  const place = { list: row.list, source: 'group_import', basis: row.basis, import_id: row.id }
  const added = await joinMany(tx, deps, newcomers, place)
  const tags = judged.flatMap(({ listed }) => {
    const person_id = added.get(listed.email)
    return person_id ? listed.tags.map((tag) => ({ person_id, tag })) : []
  })
  for (let from = 0; from < tags.length; from += atOnce) {
    await tx
      .insertInto('person_tags')
      .values(tags.slice(from, from + atOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return judged
}

const mostListed = 20

export async function listImports({ db, now }: Deps): Promise<{ imports: PeopleImport[] }> {
  const rows = await db.selectFrom('people_imports').select(shown).orderBy('id', 'desc').limit(mostListed).execute()
  return { imports: rows.map((row) => toImport(row, now())) }
}

export async function getImport({ db, now }: Deps, id: string): Promise<PeopleImport> {
  const row = await db.selectFrom('people_imports').select(shown).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such import.')
  return toImport(row, now())
}

const shown = [
  'id',
  'list',
  'basis',
  'file_name',
  'state',
  'people',
  'done',
  'counts',
  'created_at',
  'finished_at',
] as const

function toImport(row: Pick<PeopleImportRow, (typeof shown)[number]>, now: Date): PeopleImport {
  const counts = JSON.parse(row.counts) as Counts
  const asides = counts.twice + counts.noAddress
  const isOld = row.state === 'done' && isTooOld(row.created_at, now)
  const whyNotUndo = row.state === 'running' ? 'It is still under way.' : isOld ? tooOld : null
  return {
    id: row.id,
    list: row.list,
    fileName: row.file_name,
    basis: row.basis,
    state: row.state,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    rows: row.people + asides,
    done: row.done + asides,
    counts,
    ...(whyNotUndo === null ? {} : { whyNotUndo }),
  }
}

/**
 * Whoever this import has brought onto the list is off it again, and forgotten where she is here for nothing else. Who had
 * left or bounced stays so: nobody is written to by undoing something.
 */
export async function undoImport(deps: Deps, id: string, hasGiven: HasGiven): Promise<PeopleImport> {
  const { db } = deps
  const { state, list, createdAt } = await getImport(deps, id)
  if (state === 'running')
    throw new AppError('conflict', 'This import is still under way. It can be undone once it is done.')
  const people = await db
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['m.id', 'm.person_id', 'p.email'])
    .where('m.import_id', '=', id)
    .execute()
  if (state === 'done') {
    if (isTooOld(createdAt, deps.now())) throw new AppError('conflict', tooOld)
    for await (const some of inSlices(people)) {
      const emails = some.map(({ email }) => email)
      if (await hasSent(db, emails, createdAt)) throw tooLate('A letter has gone to one of these people since')
    }
    // They would come back from there, as people who joined there by themselves.
    if (list === 'readers' && people.length > 0 && (await hasGiven(db, createdAt)))
      throw tooLate('Your readers were given to MailerLite since')
    await db.updateTable('people_imports').set({ state: 'undone' }).where('id', '=', id).execute()
  }
  // Stopped in the middle, it goes on when it is undone once more.
  for await (const some of inSlices(people))
    await db.transaction().execute(async (tx) => {
      await letWait(tx, id, some)
      await forgetPlaces(tx, some, stillOf(tx, id, some))
    })
  return getImport(deps, id)
}

/** As long as a letter that has gone is remembered. */
const undoneDays = 90
const tooOld = 'It is older than ninety days, and stays.'

function isTooOld(createdAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(createdAt) >= undoneDays * 86_400_000
}

function tooLate(why: string): AppError {
  return new AppError(
    'conflict',
    `${why}, so the import stays. Whoever should not be here can be erased on her own page.`,
  )
}

/** One by hand, as an import of one. */
export async function addPerson(deps: Deps, input: AddPersonInput): Promise<{ message: string }> {
  const email = normaliseEmail(input.email)
  if (!isEmail(email)) {
    throw new AppError('invalid', 'This is not an e-mail address.', { fields: { email: emailInvalid } })
  }
  const listed = {
    line: 1,
    email,
    name: input.name?.trim() || null,
    status: null,
    joinedAt: null,
    confirmedAt: null,
    tags: [],
  }
  await deps.db.transaction().execute(async (tx) => {
    const [judged] = await judge(tx, deps, [listed], input.list)
    if (judged?.fate !== 'joins')
      throw new AppError('conflict', `${email}: ${judged?.why}.`, { fields: { email: `${judged?.why}.` } })
    const place = { list: input.list, source: 'group_import', basis: input.basis }
    await joinMany(tx, deps, [{ email, name: listed.name }], place)
    await recordEvent(tx, 'readers.imported', deps.now())
  })
  const where = input.list === 'newsletter' ? 'on the newsletter' : 'among your voracious readers'
  return { message: `${email} is ${where} now.` }
}
