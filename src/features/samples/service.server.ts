import { binEnd, goneAt } from '#server/bin.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { markContentChanged } from '#server/site-facts.ts'
import type { SamplesState } from './contract.ts'

/** A place where something of the sample may stand. Who they are is known where all features are. */
export type SampleHolder = {
  name: string
  /** the words for what it holds */
  one: string
  many: string
  /** how much of it still is the sample's */
  count: (db: Db) => Promise<number>
  /** Takes that away; answers what it needs to bring it back, or null where there was nothing. */
  remove: (tx: Db, at: Date) => Promise<string | null>
  /** Whatever has been put in its place since then stays. */
  bringBack: (tx: Db, kept: string, at: Date) => Promise<void>
}

export async function readSamples(db: Db, holders: readonly SampleHolder[]): Promise<SamplesState> {
  const left: SamplesState['left'] = []
  for (const { name, one, many, count } of holders) left.push({ name, one, many, count: await count(db) })
  const row = await findRemoved(db)
  return {
    left: left.filter(({ count }) => count > 0),
    removed: row ? { at: row.removed_at, until: goneAt(row.removed_at) } : null,
  }
}

/** All of it at once: what still says what the sample says goes, what she has changed stays. */
export async function removeAllSamples(deps: Deps, holders: readonly SampleHolder[]): Promise<SamplesState> {
  const at = deps.now()
  await deps.db.transaction().execute(async (tx) => {
    const before = await findRemoved(tx)
    const kept: Record<string, string> = before ? JSON.parse(before.kept) : {}
    for (const { name, remove } of holders) {
      const gone = await remove(tx, at)
      if (gone !== null) kept[name] = gone
    }
    const row = { id: 1 as const, kept: JSON.stringify(kept), removed_at: at.toISOString() }
    await tx
      .insertInto('removed_samples')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await markContentChanged(tx, at)
  })
  await deps.siteChanged()
  return readSamples(deps.db, holders)
}

export async function bringSamplesBack(deps: Deps, holders: readonly SampleHolder[]): Promise<SamplesState> {
  const at = deps.now()
  await deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom('removed_samples')
      .where('removed_at', '>=', binEnd(at))
      .returning('kept')
      .executeTakeFirst()
    if (!row) throw new AppError('not_found', 'There is nothing to bring back, or not any more.')
    const kept: Record<string, string> = JSON.parse(row.kept)
    for (const { name, bringBack } of holders) if (kept[name] !== undefined) await bringBack(tx, kept[name], at)
    await markContentChanged(tx, at)
  })
  await deps.siteChanged()
  return readSamples(deps.db, holders)
}

export async function forgetRemovedSamples(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('removed_samples').where('removed_at', '<', binEnd(now)).execute()
}

function findRemoved(db: Db) {
  return db.selectFrom('removed_samples').selectAll().executeTakeFirst()
}
