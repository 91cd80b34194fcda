import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { DraftKind, UnsavedPlace, WorkingCopy, WorkingCopyInput, WorkingCopyWriter, WorkKind } from './contract.ts'
import type { Work } from './works.server.ts'

export type Place<Kind extends DraftKind = WorkKind> = { kind: Kind; itemId: string }

function copiesAt(db: Db, { kind, itemId }: Place<DraftKind>) {
  return db.selectFrom('working_copies').where('kind', '=', kind).where('item_id', '=', itemId)
}

export async function findWorkingCopy({ db }: Pick<Deps, 'db'>, place: Place<DraftKind>): Promise<WorkingCopy | null> {
  const row = await copiesAt(db, place).selectAll().executeTakeFirst()
  return row ? toCopy(row) : null
}

function toCopy(row: Pick<Tables['working_copies'], 'fields' | 'base_version' | 'saved_at'>): WorkingCopy {
  return { fields: JSON.parse(row.fields), baseVersion: row.base_version, savedAt: row.saved_at }
}

function isBy({ writer, over }: WorkingCopyWriter) {
  return ({ eb, or }: ExpressionBuilder<Tables, 'working_copies'>) =>
    or([eb('writer', '=', writer), eb('saved_at', '=', over)])
}

/** Only what this editor wrote, or went on from: another window's words are not shown as its own. */
export async function findOwnCopy(
  { db }: Pick<Deps, 'db'>,
  place: Place<DraftKind>,
  by: WorkingCopyWriter,
): Promise<WorkingCopy | null> {
  const row = await copiesAt(db, place).where(isBy(by)).selectAll().executeTakeFirst()
  return row ? toCopy(row) : null
}

export function listUnsaved({ db }: Pick<Deps, 'db'>, kind: DraftKind): Promise<UnsavedPlace[]> {
  return db
    .selectFrom('working_copies')
    .select(['item_id as itemId', 'saved_at as savedAt'])
    .where('kind', '=', kind)
    .orderBy('saved_at', 'desc')
    .execute()
}

/** Keeps the words of one editor. Those of another stay, unless their author has seen them. */
export async function keepWorkingCopy(deps: Deps, { kind, itemId }: Place<DraftKind>, input: WorkingCopyInput) {
  const { writer, over } = input
  const written = {
    fields: JSON.stringify(input.fields),
    base_version: input.baseVersion,
    writer,
    saved_at: deps.now().toISOString(),
  }
  const kept = await deps.db
    .insertInto('working_copies')
    .values({ kind, item_id: itemId, ...written })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'item_id'])
        .doUpdateSet(written)
        .where((row) => row.or([row('working_copies.writer', '=', writer), row('working_copies.saved_at', '=', over)])),
    )
    .returning('saved_at')
    .executeTakeFirst()
  if (!kept) throw new AppError('conflict', 'There are other unsaved words, from another window. They are still there.')
  return { savedAt: kept.saved_at }
}

/** Of an editor: only what it wrote or went on from. Of nobody in particular: whatever is there. */
export async function dropWorkingCopy(
  { db }: Pick<Deps, 'db'>,
  { kind, itemId }: Place<DraftKind>,
  by: WorkingCopyWriter | null,
) {
  const drop = db.deleteFrom('working_copies').where('kind', '=', kind).where('item_id', '=', itemId)
  await (by ? drop.where(isBy(by)) : drop).execute()
}

export async function forgetWorkingCopies(tx: Db, kind: WorkKind, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  await tx.deleteFrom('working_copies').where('kind', '=', kind).where('item_id', 'in', itemIds).execute()
}

const oneDay = 86_400_000

/** An editor that was still open when its work went for good may have kept its words once more. */
export async function forgetOrphanCopies(db: Db, now: Date, { kind, ids }: Pick<Work, 'kind' | 'ids'>): Promise<void> {
  await db
    .deleteFrom('working_copies')
    .where('kind', '=', kind)
    .where('item_id', '!=', 'new')
    // Something saved a moment ago may not be known here yet.
    .where('saved_at', '<', new Date(now.getTime() - oneDay).toISOString())
    .where('item_id', 'not in', ids(db))
    .execute()
}
