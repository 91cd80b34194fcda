import { paths } from '#lib/paths.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { hashOf, newId, randomText } from '#server/ids.ts'
import type { Place } from './autosave.server.ts'
import type { NewReadingLink, ReadingLink, WorkKind } from './contract.ts'

const mostOpen = 20
const oneDay = 86_400_000

function openLinks(db: Db, { kind, itemId }: Place, now: Date) {
  return db
    .selectFrom('reading_links')
    .where('kind', '=', kind)
    .where('item_id', '=', itemId)
    .where('expires_at', '>', now.toISOString())
}

/** The address is told here and never again: only what it hashes to is kept, so whoever reads the database cannot use it. */
export async function makeReadingLink(deps: Deps, place: Place, days: number): Promise<NewReadingLink> {
  const now = deps.now()
  const id = newId(now)
  // Of the shape that the log knows not to write down.
  const token = `${id}.${randomText(32)}`
  const expiresAt = new Date(now.getTime() + days * oneDay).toISOString()
  await deps.db.transaction().execute(async (tx) => {
    const open = await openLinks(tx, place, now).select('id').execute()
    if (open.length >= mostOpen) {
      throw new AppError('conflict', `There are ${mostOpen} open links to this already. Close one of them first.`)
    }
    await tx
      .insertInto('reading_links')
      .values({
        id,
        kind: place.kind,
        item_id: place.itemId,
        token_hash: hashOf(token),
        created_at: now.toISOString(),
        expires_at: expiresAt,
      })
      .execute()
  })
  return { id, url: deps.env.siteUrl + paths.preview(token), expiresAt }
}

/** The newest first. */
export function listReadingLinks({ db, now }: Deps, place: Place): Promise<ReadingLink[]> {
  return openLinks(db, place, now())
    .select(['id', 'created_at as createdAt', 'expires_at as expiresAt'])
    .orderBy('id', 'desc')
    .execute()
}

/** What it opened is closed from now on. */
export async function closeReadingLink({ db }: Deps, id: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('reading_links').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found', 'There is no such link, or not any more.')
}

/** What somebody may read who was given this address; null when it is over, was closed, or never was one. */
export async function findReadingLink(
  { db, now }: Deps,
  token: string,
): Promise<(Place & { expiresAt: string }) | null> {
  const row = await db
    .selectFrom('reading_links')
    .select(['kind', 'item_id as itemId', 'expires_at as expiresAt'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst()
  return row ?? null
}

export async function forgetReadingLinks(tx: Db, kind: WorkKind, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  await tx.deleteFrom('reading_links').where('kind', '=', kind).where('item_id', 'in', itemIds).execute()
}

export async function forgetEndedLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('reading_links').where('expires_at', '<=', now.toISOString()).execute()
}
