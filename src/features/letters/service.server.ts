import { sql } from 'kysely'
import { getCampaign } from '#features/campaigns/outcome.server.ts'
import { isTakenBack } from '#features/campaigns/progress.ts'
import { countFetched } from '#features/downloads/service.server.ts'
import { readProse } from '#features/writing/prose.ts'
import { writeProse } from '#features/writing/prose-source.ts'
import type { WorkRow } from '#features/writing/work-kind.server.ts'
import { createWork } from '#features/writing/works.server.ts'
import { paths } from '#lib/paths.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { areWaiting, countGot, hasAnyLeft, haveLeft } from '#server/letters.ts'
import { listMailingsOf, subjectsBeingSent } from '#server/mailings.ts'
import { freeSlug, listSharedSlugs } from '#server/slugs.ts'
import {
  type Audience,
  audienceInput,
  type LetterInput,
  type LetterLine,
  type LetterState,
  letterInput,
  type OwnerLetter,
  type WebLetter,
} from './contract.ts'
import { writtenKind } from './kind.ts'
import { countableIn, fileIn } from './letter-links.ts'
import { greet, withoutFiles } from './letter-parts.ts'
import { countLinks, readFollowed } from './links.server.ts'
import { isPictureGone } from './pictures.server.ts'
import type { WrittenLetterRow } from './tables.server.ts'

declare module '#server/site.ts' {
  interface SiteSnapshot {
    /** whether a letter stands on the site, and so a page of them */
    hasLetters: boolean
  }
}

const columns = [
  ...(['preview_line', 'audience', 'due_at', 'per_day', 'mailing_id', 'sent_at', 'trouble'] as const),
  ...(['welcome_days', 'welcome_source'] as const),
] as const
type Own = Pick<WrittenLetterRow, (typeof columns)[number]>
type Row = WorkRow & Own

type Input = LetterInput & { title: string; coverImage: null; isPublished: boolean }

/** What a letter says is its own; where it goes, and what became of that, no save touches. */
export const letters = createWork<Own, Input, WebLetter, object>({
  kind: 'letter',
  table: 'written_letters',
  columns,
  path: '/letters',
  isInSnapshot: true,
  input: letterInput as never,
  appears: { column: 'sent_at', moment: (now) => now.toISOString() },
  // One that was taken back before a single letter had left is a draft again.
  isOutOnlyIf: haveLeft(writtenKind, 'written_letters.id'),
  order: { readers: sql`sent_at desc, id desc`, owner: sql`coalesce(sent_at, updated_at) desc, id desc` },
  ownColumns: ({ previewLine, audience }, { before }) => ({
    preview_line: previewLine,
    audience: JSON.stringify(audience),
    due_at: before?.due_at ?? null,
    per_day: before?.per_day ?? null,
    mailing_id: before?.mailing_id ?? null,
    sent_at: before?.sent_at ?? null,
    trouble: null,
    welcome_days: before?.welcome_days ?? null,
    welcome_source: before?.welcome_source ?? null,
  }),
  toItem: async () => (row) => ({
    id: row.id,
    title: anonymous(row.title),
    slug: row.slug,
    previewLine: anonymous(row.preview_line),
    content: forEverybody(row),
    format: row.format,
    sentAt: row.sent_at ?? row.updated_at,
  }),
  around: async () => ({}),
})

/** On the site nobody is known by name, */
const anonymous = (text: string) => greet(text, (fallback) => fallback)

/** and a file that went to each reader alone is not there. */
function forEverybody(words: Pick<Row, 'content' | 'format'>): string {
  const content = anonymous(words.content)
  return fileIn(words) === null ? content : writeProse(withoutFiles(readProse(content)))
}

/** Where letters stand on the site, by the addresses they had before too. */
export async function listWebPaths({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Set<string>> {
  const slugs = new Set((await letters.listTitles(db, now())).map(({ slug }) => slug))
  const shared = (await listSharedSlugs(db)).filter(({ kind, slug }) => kind === 'letter' && slugs.has(slug))
  return new Set([...slugs, ...shared.map(({ other }) => other)].map(paths.letter))
}

const rows = (db: Db) => db.selectFrom('written_letters').selectAll().where('deleted_at', 'is', null)
const newestFirst = sql`coalesce(sent_at, updated_at) desc, id desc`

/** Also from the bin: what has been put on its way goes its way. */
export async function findLetterRow(db: Db, id: string): Promise<WrittenLetterRow | null> {
  const row = await db.selectFrom('written_letters').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** What is on its way, waits for its moment, goes by itself or lies in the outbox, be it in the bin by now. */
export function listToLeave(db: Db): Promise<WrittenLetterRow[]> {
  return db
    .selectFrom('written_letters')
    .selectAll()
    .where(({ or, eb }) =>
      or([
        eb('due_at', 'is not', null),
        eb('id', 'in', subjectsBeingSent(db, writtenKind)),
        areWaiting(writtenKind, 'written_letters.id'),
      ]),
    )
    .execute()
}

/** On which list somebody must have a place to get it. What goes by itself goes to the newsletter. */
export async function findPlaceOf(db: Db, id: string): Promise<Pick<Audience, 'list' | 'about'> | null> {
  const row = await db
    .selectFrom('written_letters')
    .select(['audience', 'welcome_days'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? placeOf(row) : null
}

export function placeOf(row: Pick<Row, 'audience' | 'welcome_days'>): Pick<Audience, 'list' | 'about'> {
  return row.welcome_days === null ? audienceOf(row) : { list: 'newsletter', about: '' }
}

export async function getLetterRow(db: Db, id: string): Promise<WrittenLetterRow> {
  const row = await rows(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw letters.notThere()
  return row
}

/** What is said of whom it is for may be older than what can be said today. */
export function audienceOf({ audience }: Pick<Row, 'audience'>): Audience {
  return audienceInput.parse(JSON.parse(audience))
}

export async function stateOf(deps: Deps, row: Row): Promise<{ state: LetterState; mailing: LetterLine['mailing'] }> {
  const mailing = row.mailing_id ? { ...(await getCampaign(deps, row.mailing_id)), title: row.title } : null
  if (mailing && row.welcome_days !== null) return { state: 'by itself', mailing }
  if (mailing && !isTakenBack(mailing)) return { state: mailing.finishedAt ? 'sent' : 'under way', mailing }
  return { state: row.due_at ? 'scheduled' : 'draft', mailing: null }
}

async function toLine(deps: Deps, row: WrittenLetterRow): Promise<LetterLine> {
  const { state, mailing } = await stateOf(deps, row)
  const { followed, shopClicks, departures } = await readFollowed(deps.db, row.id)
  // One that went by itself may have gone in several mailings; links are counted for all of them.
  const mailings = await listMailingsOf(deps.db, { kind: writtenKind, about: row.id })
  const isOnlyOne = mailing !== null && mailings.length === 1
  return {
    id: row.id,
    subject: row.title,
    slug: row.slug,
    state,
    isOnWeb: row.is_published === 1,
    updatedAt: row.updated_at,
    dueAt: state === 'scheduled' ? row.due_at : null,
    sentAt: state === 'sent' || state === 'under way' ? row.sent_at : null,
    trouble: state === 'draft' || state === 'by itself' ? row.trouble : null,
    welcome: row.welcome_days === null ? null : { days: row.welcome_days, source: row.welcome_source },
    mailing,
    wentTo: isOnlyOne ? mailing.sent + mailing.complained : await countGot(deps.db, writtenKind, row.id),
    followed,
    downloads: await countFetched(deps.db, mailings),
    shopClicks,
    departures,
  }
}

export async function listWritten(deps: Deps): Promise<LetterLine[]> {
  const found = await rows(deps.db).orderBy(newestFirst).execute()
  return Promise.all(found.map((row) => toLine(deps, row)))
}

/** Those that began to leave since that moment, the newest first, and those that go by themselves. */
export async function listSent(deps: Deps, since: Date, most: number): Promise<LetterLine[]> {
  const found = await rows(deps.db)
    .where(({ or, eb }) => or([eb('sent_at', '>=', since.toISOString()), eb('welcome_days', 'is not', null)]))
    .orderBy(newestFirst)
    .limit(most)
    .execute()
  const lines = await Promise.all(found.map((row) => toLine(deps, row)))
  return lines.filter(({ mailing, wentTo }) => mailing !== null || wentTo > 0)
}

export async function getWritten(deps: Deps, id: string): Promise<OwnerLetter> {
  const row = await getLetterRow(deps.db, id)
  return {
    ...(await toLine(deps, row)),
    previewLine: row.preview_line,
    content: row.content,
    format: row.format,
    audience: audienceOf(row),
    version: row.version,
    links: (await readFollowed(deps.db, id)).links,
    isPictureGone: await isPictureGone(deps.db, row),
  }
}

/** As many of one name as a lifetime brings. */
const mostOfOneName = 500

async function completed(db: Db, input: LetterInput, before: WrittenLetterRow | null): Promise<Input> {
  const slug = input.slug ?? (await freeSlug(db, 'letter', input.subject, mostOfOneName, before?.id))
  // Until it has left, its address follows its subject.
  const isOut = before && (await hasAnyLeft(db, writtenKind, before.id))
  const isNamed = before !== null && (isOut || before.title === input.subject)
  const chosen = input.slug ?? (isNamed ? before.slug : slug)
  return { ...input, title: input.subject, slug: chosen, coverImage: null, isPublished: input.isOnWeb }
}

export async function createLetter(deps: Deps, input: LetterInput): Promise<OwnerLetter> {
  const { id } = await letters.create(deps, await completed(deps.db, input, null))
  return getWritten(deps, id)
}

/** One that has left stays as it left; only whether it stands on the site can still be changed. */
export async function updateLetter(deps: Deps, id: string, input: LetterInput): Promise<OwnerLetter> {
  const before = await getLetterRow(deps.db, id)
  const { state } = await stateOf(deps, before)
  if (state === 'sent' || state === 'under way') throw hasLeft()
  await letters.update(deps, id, await completed(deps.db, input, before))
  // Whoever gets it from now on gets it so, and its new links are counted too.
  if (state === 'by itself')
    await countLinks(deps.db, deps, id, countableIn({ content: input.content, format: input.format ?? before.format }))
  return getWritten(deps, id)
}

export async function setOnWeb(deps: Deps, id: string, isOnWeb: boolean): Promise<OwnerLetter> {
  await getLetterRow(deps.db, id)
  await deps.db
    .updateTable('written_letters')
    .set({ is_published: isOnWeb ? 1 : 0 })
    .where('id', '=', id)
    .execute()
  await letters.announce(deps)
  return getWritten(deps, id)
}

/** One that is leaving this moment is stopped first. */
export async function removeLetter(deps: Deps, id: string): Promise<void> {
  const { state } = await stateOf(deps, await getLetterRow(deps.db, id))
  if (state === 'under way') throw new AppError('conflict', 'This letter is on its way. Stop it first.')
  if (state === 'by itself') throw new AppError('conflict', 'This letter goes by itself. Turn that off first.')
  // Taken out of the bin again, it waits for her word.
  await deps.db
    .updateTable('written_letters')
    .set((row) => ({ due_at: null, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await letters.throwAway(deps, id)
}

export function hasLeft(): AppError {
  return new AppError('conflict', 'This letter has been sent. Begin a new one from it.')
}

export function changed({ updated_at }: WrittenLetterRow): AppError {
  return new AppError('conflict', 'This letter was changed elsewhere since you opened it. Look at it once more.', {
    fields: { version: updated_at },
  })
}
