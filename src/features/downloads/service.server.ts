import { sql } from 'kysely'
import { recordEvent } from '#features/owner/service.server.ts'
import { listRecipients } from '#features/people/service.server.ts'
import { isEmail, normaliseEmail } from '#lib/email.ts'
import { paths } from '#lib/paths.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import type { Unwritten } from '#server/letter-kinds.ts'
import { countWithin } from '#server/rate-limit.ts'
import { openToken, signToken } from '#server/signed-token.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { type Suppression, suppressedAmong, suppressionWords } from '#server/suppressions.ts'
import { someBook } from './content.ts'
import type { DownloadLink, DownloadsState, FreeBook, Gift, OpenLink, OpenLinkPage, SharedLink } from './contract.ts'
import { isFileName } from './file-name.ts'
import type { BookFileRow, DownloadLinkRow, RemovedFileRow } from './tables.server.ts'

const oneHour = 3_600_000
const personalHours = 24
const mostDownloads = { handed: 10, shared: 5_000, personal: 10, letter: 10 }

type Wish = { kind: DownloadLinkRow['kind']; email: string | null; fileName: string; hours: number }

function toRow({ kind, email, fileName, hours }: Wish, now: Date): DownloadLinkRow {
  return {
    id: newId(now),
    file_name: fileName,
    kind,
    email,
    expires_at: new Date(now.getTime() + hours * oneHour).toISOString(),
    created_at: now.toISOString(),
    revoked_at: null,
    downloads: 0,
    last_download_at: null,
    mailing_id: null,
  }
}

/** A link is its row's id with our signature: it needs both the row and the key, so it can be neither guessed nor forged. */
export function linkToken({ keyFor }: Pick<Deps, 'keyFor'>, linkId: string): string {
  return signToken(keyFor('download'), linkId)
}

function downloadUrl(deps: Deps, linkId: string): string {
  return `${deps.env.siteUrl}/download/${linkToken(deps, linkId)}`
}

// Parameters of one statement are limited; a few hundred rows at a time are as fast as all at once.
const rowsAtOnce = 400

async function insertLinks(tx: Db, rows: readonly DownloadLinkRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto('download_links')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  }
}

/**
 * A link for each of these letters, under the letter's own id: a letter that is tried again carries the link it always
 * had, open for another day, and to the file it brings by now.
 */
export async function openLinks(tx: Db, deps: Pick<Deps, 'now'>, letters: readonly Unwritten[]): Promise<void> {
  const now = deps.now()
  const rows = letters.map(({ id, email, about, mailingId }) => ({
    ...toRow({ kind: 'personal', email, fileName: about, hours: personalHours }, now),
    id,
    mailing_id: mailingId,
  }))
  await tx
    .insertInto('download_links')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        file_name: row.ref('excluded.file_name'),
        expires_at: row.ref('excluded.expires_at'),
      })),
    )
    .execute()
}

export async function makePersonalLink(deps: Deps, email: string, fileName: string) {
  const wish = { kind: 'handed', email: normaliseEmail(email), fileName } as const
  const id = await deps.db.transaction().execute((tx) => makeLinkIn(tx, deps, wish))
  return { downloadUrl: downloadUrl(deps, id), expiresIn: `${personalHours} hours` }
}

type ForOne = { kind: Exclude<DownloadLinkRow['kind'], 'shared'>; email: string; fileName: string }

/** One reader's link, in the caller's transaction. Answers its id. */
export async function makeLinkIn(tx: Db, deps: Pick<Deps, 'engine' | 'now'>, wish: ForOne): Promise<string> {
  const ids = await linkIds(tx, deps, wish, [wish.email])
  return ids.get(wish.email) ?? ''
}

/** For each of these readers the link that is open already, for another day, or else a new one. */
async function linkIds(
  tx: Db,
  { engine, now }: Pick<Deps, 'engine' | 'now'>,
  { kind, fileName }: Omit<ForOne, 'email'>,
  emails: readonly string[],
): Promise<Map<string, string>> {
  // Two at once would each find none. On SQLite one waits for the other anyway.
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${`links to ${fileName}`}))`.execute(tx)
  const at = now()
  const removed = await findRemoved(tx, fileName)
  const ids = new Map<string, string>()
  for (let from = 0; from < emails.length; from += rowsAtOnce) {
    const some = emails.slice(from, from + rowsAtOnce)
    const open = await tx
      .selectFrom('download_links')
      .select(['id', 'email'])
      .where('file_name', '=', fileName)
      .where('email', 'in', some)
      .where('kind', '=', kind)
      .where('expires_at', '>', at.toISOString())
      .where('revoked_at', 'is', null)
      .where('downloads', '<', mostDownloads[kind])
      .where('created_at', '>', removed?.removed_at ?? '')
      .execute()
    const found = open.map(({ id }) => id)
    await openForADay(tx, at, found)
    for (const { id, email } of open) ids.set(email ?? '', id)
  }
  const others = emails.filter((email) => !ids.has(email))
  // Ids of one moment are in no order of their own. Listed from the newest on, these keep the order of the readers.
  const fresh = others.map(() => newId(at)).sort()
  const rows = others.map((email) => {
    const id = fresh.pop() ?? newId(at)
    ids.set(email, id)
    return { ...toRow({ kind, email, fileName, hours: personalHours }, at), id }
  })
  await insertLinks(tx, rows)
  return ids
}

async function openForADay(tx: Db, now: Date, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const expires_at = new Date(now.getTime() + personalHours * oneHour).toISOString()
  await tx.updateTable('download_links').set({ expires_at }).where('id', 'in', ids).execute()
}

export async function makeSharedLink(deps: Deps, fileName: string, hours: number): Promise<SharedLink> {
  const row = toRow({ kind: 'shared', email: null, fileName, hours }, deps.now())
  await insertLinks(deps.db, [row])
  return { downloadUrl: downloadUrl(deps, row.id), expiresAt: row.expires_at }
}

/** A link for each address that can have one, and the reason for each that cannot. */
export async function makeLinksFor(
  deps: Deps,
  subscribers: readonly string[],
  fileName: string,
): Promise<DownloadLink[]> {
  const { db, keyFor } = deps
  const emails = [...new Set(subscribers.map(normaliseEmail))]
  const gone = await suppressedAmong(db, keyFor, emails.filter(isEmail))
  const reasons = new Map(emails.map((email) => [email, reasonAgainst(email, gone.get(email))]))
  const able = emails.filter((email) => reasons.get(email) === null)
  const ids = await db.transaction().execute((tx) => linkIds(tx, deps, { kind: 'handed', fileName }, able))
  return emails.map((email) => {
    const id = ids.get(email)
    return {
      email,
      downloadUrl: id ? downloadUrl(deps, id) : null,
      expiresIn: id ? `${personalHours} hours` : null,
      error: reasons.get(email) ?? null,
    }
  })
}

function reasonAgainst(email: string, gone: Suppression | undefined): string | null {
  if (!isEmail(email)) return 'This is not an e-mail address'
  return gone ? `This reader ${suppressionWords(gone.reason)}` : null
}

export async function findBookFile(db: Db, name: string): Promise<BookFileRow | null> {
  return (await db.selectFrom('book_files').selectAll().where('name', '=', name).executeTakeFirst()) ?? null
}

/** Whether it is there; if so it stays until this transaction is over, and whoever removes it waits. */
export async function holdBookFile(tx: Db, { engine }: Pick<Deps, 'engine'>, name: string): Promise<boolean> {
  const file = tx.selectFrom('book_files').select('name').where('name', '=', name)
  // On SQLite there is one transaction at a time anyway.
  return (await (engine === 'postgres' ? file.forShare() : file).executeTakeFirst()) !== undefined
}

/** What was given away under this name, and is not any more. */
export async function findRemoved(db: Db, name: string): Promise<RemovedFileRow | null> {
  return (await db.selectFrom('removed_files').selectAll().where('name', '=', name).executeTakeFirst()) ?? null
}

type Given = Pick<SiteSnapshot, 'freeBook' | 'files'>

/** What is given away, or, until she has chosen one of her books, a file without a name of its own. */
export function freeBookOf({ freeBook, files }: Given): FreeBook {
  const file = freeBook?.file ?? someBook.file
  const title = files.get(file)?.givenTitle ?? freeBook?.title
  return { title: title ?? someBook.title, file, isChosen: freeBook !== null }
}

/** The file an address asks for after its `?`; the free book, where it names none. */
export function fileAsked(site: Given, name: string | undefined): string {
  return name !== undefined && isFileName(name) ? name : freeBookOf(site).file
}

/** What a letter calls the book in this file: as she does, as the shelf does, or as it calls itself. */
export function titleOfFile({ freeBook, files }: Given, fileName: string): string {
  const file = files.get(fileName)
  const onShelf = freeBook?.file === fileName ? freeBook.title : null
  return file?.givenTitle ?? onShelf ?? file?.inside ?? someBook.title
}

/** Where in the store they lie. */
export async function listBookKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('book_files').select('storage_key').execute()
  return rows.map(({ storage_key }) => storage_key)
}

/** The link behind a token, or 404 for anything we did not write to the letter. */
export async function getLink(deps: Deps, token: string): Promise<DownloadLinkRow> {
  const id = openToken(deps.keyFor('download'), token)
  const row = id && (await deps.db.selectFrom('download_links').selectAll().where('id', '=', id).executeTakeFirst())
  if (!row) {
    throw new AppError(
      'not_found',
      'This link is not one of ours, or it has been cut short. Copy it whole from the letter.',
      { wayOn: { href: paths.contact, label: 'Write to the author' } },
    )
  }
  return row
}

/** Of a link to what was removed since it was made: that, whatever else is true of it. */
export async function linkState({ db, now }: Pick<Deps, 'db' | 'now'>, link: DownloadLinkRow): Promise<Gift['state']> {
  const removed = await findRemoved(db, link.file_name)
  return removed && link.created_at <= removed.removed_at ? 'removed' : stateAt(link, now())
}

function stateAt(link: DownloadLinkRow, now: Date): Exclude<Gift['state'], 'removed'> {
  if (link.revoked_at) return 'revoked'
  if (now.toISOString() >= link.expires_at) return 'expired'
  return link.downloads >= mostDownloads[link.kind] ? 'used' : 'open'
}

const onceIn = 600

/**
 * One download more if the link still has one, and whether this client may have the file. Whoever was counted within
 * ten minutes may: a resumed or ranged download is one download, the last of a link too.
 */
export async function countDownload(
  { db, now, noteEvent }: Deps,
  link: DownloadLinkRow,
  client: string,
  headers: Headers,
): Promise<boolean> {
  try {
    const isCounted = await db.transaction().execute(async (tx) => {
      const isNew = await countWithin(tx, `dl:${link.id}:${client}`, { most: 1, seconds: onceIn }, now())
      if (!isNew) return false
      const { numUpdatedRows } = await tx
        .updateTable('download_links')
        .set((row) => ({ downloads: row('downloads', '+', 1), last_download_at: now().toISOString() }))
        .where('id', '=', link.id)
        .where('downloads', '<', mostDownloads[link.kind])
        .executeTakeFirst()
      // Undone, so that who came too late is not taken for somebody who was counted.
      if (numUpdatedRows === 0n) throw new UsedUp()
      const more = tx.updateTable('book_files').set((row) => ({ downloads: row('downloads', '+', 1) }))
      await more.where('name', '=', link.file_name).execute()
      return true
    })
    if (isCounted) noteEvent('download', headers)
    return true
  } catch (error) {
    if (error instanceof UsedUp) return false
    throw error
  }
}

class UsedUp extends Error {}

/** The links in letters that were kept for a while and go out now: a day from now, unless the author has closed them. */
export async function reopenLinksOf(tx: Db, { keyFor, now }: Deps, texts: readonly string[]): Promise<void> {
  const ids = texts.flatMap((text) => openToken(keyFor('download'), text.match(/\/get\/(\S+)/)?.[1] ?? '') ?? [])
  await openForADay(tx, now(), ids)
}

/** How often each of these links was used, by their ids. */
export async function countDownloads(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('download_links').select(['id', 'downloads']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, downloads }) => [id, downloads]))
}

/** Who has fetched this file by a link of her own, as part of a question about people. */
export function fetchedBy(db: Db, fileName: string) {
  return db
    .selectFrom('download_links')
    .select('email')
    .where('file_name', '=', fileName)
    .where('downloads', '>', 0)
    .where('email', 'is not', null)
}

/** How many of their readers have fetched what these mailings brought them. */
export async function countFetched(db: Db, mailingIds: readonly string[]): Promise<number> {
  if (mailingIds.length === 0) return 0
  const { count } = await db
    .selectFrom('download_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('mailing_id', 'in', mailingIds)
    .where('downloads', '>', 0)
    .executeTakeFirstOrThrow()
  return count
}

const pageSize = 200

type Sought = { fileName: string; isShared: boolean; address: string | null; after: string | null }

/**
 * What the author has handed out and still leads to the book, newest first, a page at a time. Links in letters are told
 * apart by their kind, which is known when they are made: not every letter is a campaign's.
 */
export async function listOpenLinks(deps: Deps, { fileName, isShared, address, after }: Sought): Promise<OpenLinkPage> {
  if (after && !/^[0-9a-f-]{36}$/.test(after)) throw new AppError('invalid', 'There is no such page of links.')
  let query = (await openLinksOf(deps, isShared ? ['shared'] : ['shared', 'handed']))
    .selectAll()
    .where('file_name', '=', fileName)
    .orderBy('id', 'desc')
    .limit(pageSize)
  if (address) query = query.where(sql<boolean>`email like ${`%${address.replace(/[%_\\]/g, '\\$&')}%`} escape '\\'`)
  if (after) query = query.where('id', '<', after)
  const rows = await query.execute()
  return {
    links: rows.map((row) => toOpenLink(deps, row)),
    next: rows.length === pageSize ? (rows.at(-1)?.id ?? null) : null,
  }
}

export async function getDownloadsState(deps: Deps, fileName: string): Promise<DownloadsState> {
  const handed = await openLinksOf(deps, ['handed'])
  const { count } = await handed
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('file_name', '=', fileName)
    .executeTakeFirstOrThrow()
  return { readers: (await listRecipients(deps)).length, handedLinks: count }
}

/** How many links, handed out or in letters, lead to each file. */
export async function countOpenLinks(deps: Deps): Promise<Map<string, number>> {
  const open = await openLinksOf(deps, ['handed', 'shared', 'personal', 'letter'])
  const rows = await open
    .select(({ fn }) => ['file_name', fn.countAll<number>().as('count')])
    .groupBy('file_name')
    .execute()
  return new Map(rows.map(({ file_name, count }) => [file_name, count]))
}

async function openLinksOf(deps: Deps, kinds: readonly DownloadLinkRow['kind'][]) {
  // The one the author makes for herself is the file test's: among those she hands out it would only be in the way.
  const hers = await deps.ownAddresses(deps.db)
  return deps.db
    .selectFrom('download_links')
    .where(({ eb, or, and }) => or([eb('email', 'is', null), and(hers.map((one) => eb('email', '!=', one)))]))
    .where('expires_at', '>', deps.now().toISOString())
    .where('revoked_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('removed_files')
            .select('name')
            .whereRef('removed_files.name', '=', 'download_links.file_name')
            .whereRef('removed_files.removed_at', '>=', 'download_links.created_at'),
        ),
      ),
    )
    .where(({ or, and, eb }) =>
      or(kinds.map((kind) => and([eb('kind', '=', kind), eb('downloads', '<', mostDownloads[kind])]))),
    )
}

function toOpenLink(deps: Deps, { id, kind, email, downloads, expires_at }: DownloadLinkRow): OpenLink {
  return {
    id,
    email,
    downloads,
    mostDownloads: mostDownloads[kind],
    expiresAt: expires_at,
    downloadUrl: downloadUrl(deps, id),
  }
}

/** Closes a link at once. Closing it twice is closing it once. */
export async function revokeLink({ db, now }: Deps, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('download_links')
    .set({ revoked_at: now().toISOString() })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('not_found', 'There is no such link.')
  await recordEvent(db, 'downloads.revoked', now())
}

const keptDays = 90

/**
 * Those that were handed out. A letter's stay: how often its book was fetched is part of what became of it, and somebody
 * on no list has her way out by it.
 */
export async function forgetOldLinks(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 24 * oneHour).toISOString()
  const handed = db.deleteFrom('download_links').where('kind', 'in', ['handed', 'shared'])
  await handed.where('expires_at', '<', oldest).execute()
}
