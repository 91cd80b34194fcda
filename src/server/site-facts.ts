import type { Db } from './db.ts'

declare module '#server/db.ts' {
  interface Tables {
    site_facts: { name: string; value: string }
  }
}

export async function readFact(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom('site_facts').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

export async function writeFact(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('site_facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Writes a fact that nobody has written yet; false if somebody has. */
export async function claimFact(tx: Db, name: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('site_facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const edition = 'content-edition'

/** Call it in the transaction that changes what readers see: the other nodes notice and forget the pages they kept. */
export async function markContentChanged(tx: Db, now: Date): Promise<void> {
  await writeFact(tx, edition, `${now.toISOString()} ${Math.random()}`)
}

export function readContentEdition(db: Db): Promise<string | null> {
  return readFact(db, edition)
}
