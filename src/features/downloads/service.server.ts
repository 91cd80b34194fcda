import { sql } from 'kysely'
import { recordEvent } from '#features/owner/service.server.ts'
import { listRecipients } from '#features/readers/service.server.ts'
import { isEmail, normaliseEmail } from '#lib/email.ts'
import { paths } from '#lib/paths.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { countWithin } from '#server/rate-limit.ts'
import { openToken, signToken } from '#server/signed-token.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { type Suppression, suppressedAmong, suppressionWords } from '#server/suppressions.ts'
import { someBook } from './content.ts'
import type {
  BookFile,
  DownloadLink,
  DownloadsState,
  FreeBook,
  Gift,
  OpenLink,
  OpenLinkPage,
  SharedLink,
} from './contract.ts'
import type { BookFileRow, DownloadLinkRow } from './tables.server.ts'
import { faultOfTitle } from './title.ts'

const oneHour = 3_600_000
const personalHours = 24
const longestHours = 168
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
 * had, open for another day.
 */
export async function openLinks(
  tx: Db,
  fileName: string,
  letters: readonly { id: string; email: string }[],
  now: Date,
) {
  const rows = letters.map(({ id, email }) => ({
    ...toRow({ kind: 'personal', email, fileName, hours: personalHours }, now),
    id,
  }))
  await tx
    .insertInto('download_links')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({ expires_at: row.ref('excluded.expires_at') })),
    )
    .execute()
}

export async function makePersonalLink(deps: Deps, email: string, fileName: string) {
  const id = await makeLinkIn(deps.db, deps, { kind: 'handed', email: normaliseEmail(email), fileName })
  return { downloadUrl: downloadUrl(deps, id), expiresIn: `${personalHours} hours` }
}

/** One reader's link, in the caller's transaction. Answers its id. */
export async function makeLinkIn(tx: Db, { now }: Pick<Deps, 'now'>, wish: Omit<Wish, 'hours'>): Promise<string> {
  const row = toRow({ ...wish, hours: personalHours }, now())
  await insertLinks(tx, [row])
  return row.id
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
  const { db, keyFor, now } = deps
  const emails = [...new Set(subscribers.map(normaliseEmail))]
  const gone = await suppressedAmong(db, keyFor, emails.filter(isEmail))
  const reasons = new Map(emails.map((email) => [email, reasonAgainst(email, gone.get(email))]))
  const at = now()
  const able = emails.filter((email) => reasons.get(email) === null)
  // Ids of one moment are in no order of their own. Listed from the newest on, these keep the order of the readers.
  const ids = able.map(() => newId(at)).sort()
  const rows = able.map((email) => ({
    ...toRow({ kind: 'handed', email, fileName, hours: personalHours }, at),
    id: ids.pop() ?? newId(at),
  }))
  await db.transaction().execute((tx) => insertLinks(tx, rows))
  const byEmail = new Map(rows.map((row) => [row.email, row]))
  return emails.map((email) => {
    const row = byEmail.get(email)
    return {
      email,
      downloadUrl: row ? downloadUrl(deps, row.id) : null,
      expiresIn: row ? `${personalHours} hours` : null,
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

/** What is given away, or, until she has chosen one of her books, a file without a name of its own. */
export function freeBookOf({ freeBook }: Pick<SiteSnapshot, 'freeBook'>): FreeBook {
  return freeBook ? { title: freeBook.title, file: freeBook.file, isChosen: true } : someBook
}

/** What a letter calls the book in this file: she may give away another one by now. */
export function titleOfFile(site: SiteSnapshot, fileName: string): string {
  const { file, title } = freeBookOf(site)
  return file === fileName ? title : someBook.title
}

export async function listBookFiles({ db, site }: Deps): Promise<BookFile[]> {
  const rows = await db.selectFrom('book_files').selectAll().orderBy('name').execute()
  return rows.map((row) => toBookFile(site(), row))
}

/** Where in the store they lie. */
export async function listBookKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('book_files').select('storage_key').execute()
  return rows.map(({ storage_key }) => storage_key)
}

export function toBookFile(site: SiteSnapshot, row: BookFileRow): BookFile {
  const { name, size, uploaded_at, uploaded_as, title, authors } = row
  const free = freeBookOf(site)
  const titleFault = name === free.file ? faultOfTitle(free.title, { title, authors }) : null
  return { name, size, uploadedAt: uploaded_at, uploadedAs: uploaded_as, title, authors, titleFault }
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

export function linkState(link: DownloadLinkRow, now: Date): Gift['state'] {
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
  if (ids.length === 0) return
  await tx
    .updateTable('download_links')
    .set({ expires_at: new Date(now().getTime() + personalHours * oneHour).toISOString() })
    .where('id', 'in', ids)
    .execute()
}

const pageSize = 200

type Sought = { isShared: boolean; address: string | null; after: string | null }

/**
 * What the author has handed out and still leads to the book, newest first, a page at a time. Links in letters are told
 * apart by their kind, which is known when they are made: not every letter is a delivery of a campaign.
 */
export async function listOpenLinks(deps: Deps, { isShared, address, after }: Sought): Promise<OpenLinkPage> {
  if (after && !/^[0-9a-f-]{36}$/.test(after)) throw new AppError('invalid', 'There is no such page of links.')
  let query = openLinksOf(deps, isShared ? ['shared'] : ['shared', 'handed'])
    .selectAll()
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

export async function getDownloadsState(deps: Deps): Promise<DownloadsState> {
  const { count } = await openLinksOf(deps, ['handed'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { readers: (await listRecipients(deps)).length, handedLinks: count }
}

function openLinksOf(deps: Deps, kinds: readonly ('shared' | 'handed')[]) {
  const now = deps.now()
  // An id begins with its moment. Links are kept for ninety days, and none older than the longest can still be open.
  const [oldest] = newId(new Date(now.getTime() - longestHours * oneHour)).match(/^\w+-\w+/) ?? ['']
  // The one the author makes for herself is the file test's: among those she hands out it would only be in the way.
  const hers = deps.db.selectFrom('owners').select('email')
  return deps.db
    .selectFrom('download_links')
    .where('id', '>', oldest)
    .where((eb) => eb.or([eb('email', 'is', null), eb('email', 'not in', hers)]))
    .where('expires_at', '>', now.toISOString())
    .where('revoked_at', 'is', null)
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
