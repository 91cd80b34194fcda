import { countWords } from '#lib/word-count.ts'
import type { Db } from '#server/db.ts'
import { AppError } from '#server/errors.ts'
import type { Place } from './autosave.server.ts'
import { wordsOf } from './body.server.ts'
import type { Version, WorkKind } from './contract.ts'
import { picturesIn } from './pictures.server.ts'
import { superfluous } from './thinning.ts'
import type { WorkRow } from './work-kind.server.ts'

/** A work as this save left it. `texts` is whatever of it may name a picture. */
export async function keepVersion(tx: Db, kind: WorkKind, row: WorkRow, texts: string): Promise<void> {
  await tx
    .insertInto('versions')
    .values({
      kind,
      item_id: row.id,
      version: row.version,
      saved_at: row.updated_at,
      title: row.title,
      words: countWords(wordsOf(row)),
      pictures: JSON.stringify(picturesIn(texts)),
      row: JSON.stringify(row),
    })
    .execute()
}

function versionsOf(db: Db, { kind, itemId }: Place) {
  return db.selectFrom('versions').where('kind', '=', kind).where('item_id', '=', itemId)
}

/**
 * The same of one that is about to be replaced, unless it is kept already: it may be older than this table. What changed since
 * without being a save, as when a letter is scheduled, is none.
 */
export async function keepReplaced(tx: Db, kind: WorkKind, row: WorkRow, texts: string): Promise<void> {
  const kept = await versionsOf(tx, { kind, itemId: row.id })
    .select('version')
    .where('saved_at', '=', row.updated_at)
    .executeTakeFirst()
  if (!kept) await keepVersion(tx, kind, row, texts)
}

/** The newest first. */
export function listVersions(db: Db, place: Place): Promise<Version[]> {
  return versionsOf(db, place)
    .select(['version', 'saved_at as savedAt', 'title', 'words'])
    .orderBy('version', 'desc')
    .execute()
}

/** The columns as they were then. */
export async function getVersion(db: Db, place: Place, version: number): Promise<object> {
  const kept = await versionsOf(db, place).select('row').where('version', '=', version).executeTakeFirst()
  if (!kept) throw new AppError('not_found', 'That version does not exist, or not any more.')
  return JSON.parse(kept.row) as object
}

export async function forgetVersions(tx: Db, kind: WorkKind, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  await tx.deleteFrom('versions').where('kind', '=', kind).where('item_id', 'in', itemIds).execute()
}

/** The older, the fewer: what each work keeps of its saves is a rule of its own. */
export async function thinVersions(db: Db, now: Date): Promise<void> {
  const places = await db.selectFrom('versions').select(['kind', 'item_id as itemId']).distinct().execute()
  for (const place of places) {
    const saves = await versionsOf(db, place).select(['version', 'saved_at as savedAt']).orderBy('version').execute()
    const doomed = superfluous(saves, now).map(({ version }) => version)
    if (doomed.length === 0) continue
    await db
      .deleteFrom('versions')
      .where('kind', '=', place.kind)
      .where('item_id', '=', place.itemId)
      .where('version', 'in', doomed)
      .execute()
  }
}
