import { recordEvent } from '#features/owner/service.server.ts'
import { listChosen } from '#features/people/audience.server.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { addressesOf, getMailing } from '#server/mailings.ts'
import { closeStanding, openStanding, putInto, writtenToSince } from '#server/standing-mailings.ts'
import { findStop, insistOnFile } from './checks.server.ts'
import { mostWelcomes, type OwnerLetter, type WelcomeInput } from './contract.ts'
import { writtenKind } from './kind.ts'
import { countableIn } from './letter-links.ts'
import { countLinks } from './links.server.ts'
import { changed, getLetterRow, getWritten, hasLeft, stateOf } from './service.server.ts'

const oneDay = 86_400_000

/** From now on it goes to whoever joins, so many days after: nobody who is here already gets it. */
export async function startWelcome(deps: Deps, id: string, wish: WelcomeInput): Promise<OwnerLetter> {
  const { days, source } = wish
  const row = await getLetterRow(deps.db, id)
  if (row.version !== (wish.version ?? row.version)) throw changed(row)
  const { state } = await stateOf(deps, row)
  if (state === 'sent' || state === 'under way') throw hasLeft()
  const stop = await findStop(deps, row)
  if (stop) throw new AppError('invalid', stop)
  await deps.db.transaction().execute(async (tx) => {
    const { count } = await tx
      .selectFrom('written_letters')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('welcome_days', 'is not', null)
      .where('id', '!=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= mostWelcomes)
      throw new AppError('conflict', `${mostWelcomes} letters go by themselves already. Turn one of them off first.`)
    const isOn = state === 'by itself'
    const mailing_id = isOn ? row.mailing_id : await openStanding(tx, deps, { kind: writtenKind, about: id })
    const { numUpdatedRows } = await tx
      .updateTable('written_letters')
      .set({
        welcome_days: days,
        welcome_source: source,
        mailing_id,
        due_at: null,
        trouble: null,
        version: row.version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', row.version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw changed(row)
    await insistOnFile(tx, deps, row)
    await countLinks(tx, deps, id, countableIn(row))
    await recordEvent(tx, 'letters.welcome', deps.now())
  })
  return getWritten(deps, id)
}

/** Nobody gets it any more, also whoever was to get it next. */
export async function stopWelcome(deps: Deps, id: string): Promise<OwnerLetter> {
  const row = await getLetterRow(deps.db, id)
  // Turned off in another window before, and perhaps sent since.
  if (row.welcome_days === null) return getWritten(deps, id)
  await deps.db.transaction().execute(async (tx) => {
    if (row.mailing_id) await closeStanding(tx, deps, row.mailing_id)
    await tx
      .updateTable('written_letters')
      .set({ welcome_days: null, welcome_source: null, mailing_id: null, due_at: null, version: row.version + 1 })
      .where('id', '=', id)
      .execute()
  })
  return getWritten(deps, id)
}

/** Those that go by themselves now, in the order a reader gets them. */
async function listWelcomes(db: Db) {
  const rows = await db
    .selectFrom('written_letters')
    .selectAll()
    .where('welcome_days', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('welcome_days')
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    const { mailing_id, welcome_days: days } = row
    return mailing_id && days !== null ? { row, mailingId: mailing_id, days } : []
  })
}

/**
 * Puts on its way what is due to whoever joined. Any number of nodes may: each address gets each letter once. To nobody
 * two of them come nearer to each other than their days say, however long the site was down.
 */
export async function sendWelcomes(deps: Deps): Promise<void> {
  const { db } = deps
  const welcomes = await listWelcomes(db)
  const before = (days: number) => new Date(deps.now().getTime() - days * oneDay)
  for (const { row, mailingId, days } of welcomes) {
    // A file or a picture that is gone would be missing in every one of them.
    const trouble = await findStop(deps, row)
    if (row.trouble !== trouble)
      await db.updateTable('written_letters').set({ trouble }).where('id', '=', row.id).execute()
    if (trouble) continue
    const { created_at } = await getMailing(db, mailingId)
    const others = welcomes.filter((other) => other.days !== days)
    const emails = await listChosen(db, {
      ...({ list: 'newsletter', about: '', tags: [], withoutTags: [], source: null } as const),
      ...{ joinedFrom: created_at, joinedBefore: before(days).toISOString(), among: [] },
      ...{ isOwnWish: true, form: row.welcome_source },
      notAmong: [
        addressesOf(db, mailingId),
        ...others.map((other) => writtenToSince(db, other.mailingId, before(Math.abs(other.days - days)))),
      ],
    })
    if (emails.length === 0) continue
    await db
      .transaction()
      .execute((tx) => putInto(tx, deps, { id: mailingId, kind: writtenKind, about: row.id }, emails))
    deps.wakeWorker()
  }
}
