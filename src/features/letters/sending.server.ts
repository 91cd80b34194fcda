import { linkToken, makeLinkIn } from '#features/downloads/service.server.ts'
import { recordEvent } from '#features/owner/service.server.ts'
import { unsubscribeHeaders } from '#features/people/leaving.server.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { enqueue, TryLater } from '#server/jobs.ts'
import { ownerAddress, writeLetter } from '#server/letters.ts'
import { startMailing } from '#server/start-mailing.ts'
import { StorageFault } from '#server/storage-health.ts'
import { countAudience, listAudience } from './audience.server.ts'
import { checkLetter, findStop, insistOnFile, type Leads } from './checks.server.ts'
import type { OwnerLetter, SendInput } from './contract.ts'
import { writtenPress } from './emails.server.tsx'
import { trialKind, writtenKind } from './kind.ts'
import { countableIn, fileIn } from './letter-links.ts'
import { countLinks } from './links.server.ts'
import { type LetterToRead, readLetter } from './reading.server.ts'
import { audienceOf, changed, getLetterRow, getWritten, hasLeft, stateOf } from './service.server.ts'
import type { WrittenLetterRow } from './tables.server.ts'

declare module '#server/jobs.ts' {
  interface JobKinds {
    'letters.due': { id: string; dueAt: string }
  }
}

/** One letter to herself, as her first reader would get it. */
export async function sendTrial(deps: Deps, row: LetterToRead): Promise<{ message: string }> {
  const { db, env, site } = deps
  const address = await ownerAddress(db, deps)
  const letter = await readLetter(db, deps, row)
  await db.transaction().execute(async (tx) => {
    const file = fileIn(row)
    const link = file && (await makeLinkIn(tx, deps, { kind: 'letter', email: address, fileName: file }))
    // It leads to the page that explains itself; a trial has nobody on a list to take off it.
    const unsubscribeUrl = `${env.siteUrl}/unsubscribe/trial`
    const getUrl = link ? `${env.siteUrl}/get/${linkToken(deps, link)}` : env.siteUrl
    const words = writtenPress(site(), env.siteUrl, letter)({ getUrl, unsubscribeUrl }, site().author.name)
    await writeLetter(tx, deps, {
      kind: trialKind,
      to: { name: site().author.name, address },
      ...words,
      subject: `Test: ${words.subject}`,
      headers: unsubscribeHeaders(unsubscribeUrl, site().sender),
    })
  })
  deps.wakeWorker()
  return {
    message: deps.mailer
      ? `A test is on its way to ${address}.`
      : 'No mail server is connected, so the test is kept in the outbox.',
  }
}

/** Now, or at the moment she names. What she was told of it must still be true. */
export async function sendLetter(deps: Deps, leads: Leads, id: string, wish: SendInput): Promise<OwnerLetter> {
  const row = await getLetterRow(deps.db, id)
  const { state } = await stateOf(deps, row)
  if (state === 'sent' || state === 'under way') throw hasLeft()
  if (state === 'by itself') throw new AppError('conflict', 'This letter goes by itself. Turn that off first.')
  if (row.version !== wish.version) throw changed(row)
  await insistOnChecks(deps, row, leads, wish.isMeant)
  const { count } = await countAudience(deps, audienceOf(row), id)
  if (count === 0) throw nobody()
  if (count !== wish.count)
    throw new AppError(
      'conflict',
      `It goes to ${count.toLocaleString('en-CA')} by now. Look once more, then send it.`,
      {
        fields: { count: String(count) },
      },
    )
  if (wish.at) await schedule(deps, row, wish.at, wish.perDay)
  else await begin(deps, row, wish)
  return getWritten(deps, id)
}

function nobody(): AppError {
  return new AppError('invalid', 'Nobody fits this audience, so there is nobody to write to. Change it first.', {
    fields: { audience: 'Nobody fits this audience' },
  })
}

async function insistOnChecks(deps: Deps, row: WrittenLetterRow, leads: Leads, isMeant: boolean): Promise<void> {
  const checks = await checkLetter(deps, row, leads)
  const stop = checks.find(({ isStop }) => isStop)
  if (stop) throw new AppError('invalid', stop.words)
  const asked = checks.find(({ isNote }) => !isNote)
  if (asked && !isMeant) throw new AppError('conflict', asked.words, { fields: { isMeant: asked.words } })
}

async function schedule(deps: Deps, row: WrittenLetterRow, at: string, perDay: number | null) {
  const { id, version } = row
  const now = deps.now()
  const due = new Date(at)
  if (due <= now)
    throw new AppError('invalid', 'That moment is past. Choose one to come, or send it now.', {
      fields: { at: 'That moment is past' },
    })
  const dueAt = due.toISOString()
  await deps.db.transaction().execute(async (tx) => {
    // Whatever happens with a letter counts as a change of it: of two who act at once, the second is told.
    const { numUpdatedRows } = await tx
      .updateTable('written_letters')
      .set({ due_at: dueAt, per_day: perDay, trouble: null, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw changed(row)
    await insistOnFile(tx, deps, row)
    await enqueue(tx, 'letters.due', { id, dueAt }, now, due)
    await recordEvent(tx, 'letters.scheduled', now)
  })
}

/** It is a draft again; the moment passes without it. */
export async function unschedule(deps: Deps, id: string): Promise<OwnerLetter> {
  await getLetterRow(deps.db, id)
  await deps.db
    .updateTable('written_letters')
    .set((row) => ({ due_at: null, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return getWritten(deps, id)
}

type Begin = { holdSeconds: number; perDay: number | null }

/** The list is drawn up now. That it has begun is written with the list, so a second try finds it. */
async function begin(deps: Deps, row: WrittenLetterRow, { holdSeconds, perDay }: Begin): Promise<void> {
  const emails = await listAudience(deps, audienceOf(row), row.id)
  if (emails.length === 0) throw nobody()
  await startMailing(deps, {
    kind: writtenKind,
    about: row.id,
    emails,
    holdSeconds,
    perDay,
    async recordStart(tx, mailingId) {
      let begun = tx
        .updateTable('written_letters')
        // Its day is that of the first letter to leave, which may have to be sent from the outbox first.
        .set({ mailing_id: mailingId, sent_at: null, due_at: null, trouble: null, version: row.version + 1 })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .where('deleted_at', 'is', null)
      begun = row.mailing_id ? begun.where('mailing_id', '=', row.mailing_id) : begun.where('mailing_id', 'is', null)
      const { numUpdatedRows } = await begun.executeTakeFirst()
      if (numUpdatedRows === 0n) throw changed(row)
      await insistOnFile(tx, deps, row)
      await countLinks(tx, deps, row.id, countableIn(row))
      await recordEvent(tx, 'letters.sent', deps.now())
    },
  })
}

/** Its moment has come, perhaps while the site was down. Whatever keeps it is written down, and nothing is half sent. */
export async function sendDue(deps: Deps, { id, dueAt }: { id: string; dueAt: string }): Promise<void> {
  const row = await deps.db
    .selectFrom('written_letters')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  // Put off, taken back or thrown away since.
  if (!row || row.due_at !== dueAt || (await stateOf(deps, row)).state !== 'scheduled') return
  try {
    const stop = await findStop(deps, row)
    if (stop) throw new AppError('invalid', stop)
    await begin(deps, row, { holdSeconds: 0, perDay: row.per_day })
  } catch (error) {
    // Only what she can mend is told and given up. Whatever else is in the way passes, a database that is away as much as
    // a press in another window, however long ago she scheduled this one.
    const isHersToMend = error instanceof AppError && error.code === 'invalid'
    const isOurFault = !(error instanceof AppError || error instanceof StorageFault)
    if (isOurFault) deps.log.error('a letter could not be sent at its time', { letter: id, error })
    if (!isHersToMend) throw new TryLater(String(error), 60_000)
    await deps.db
      .updateTable('written_letters')
      .set({ due_at: null, trouble: error.message })
      .where('id', '=', id)
      .where('due_at', '=', dueAt)
      .execute()
  }
}
