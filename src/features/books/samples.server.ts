import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { parse } from '#server/validate.ts'
import { bookInput, type SampleBooks } from './contract.ts'
import { books } from './service.server.ts'
import { listShelves } from './shelves.server.ts'

/** Puts the sample's books on shelves nobody has put anything on yet, in the caller's transaction. */
export async function plantBooks(tx: Db, deps: Deps, samples: SampleBooks): Promise<void> {
  if ((await books.count(tx)) > 0) return
  for (const book of samples.books) await books.addSample(tx, deps, parse(bookInput, book))
  for (const [position, { name, pitch }] of samples.series.entries()) {
    await tx
      .updateTable('book_series')
      .set({ pitch, position })
      .where('name', '=', name ?? '')
      .execute()
  }
  for (const [role, slug] of Object.entries(samples.roles)) {
    const { id } = await tx.selectFrom('books').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    await tx
      .insertInto('book_roles')
      .values({ role: role === 'advance' ? 'advance' : 'free', book_id: id, file_name: `${slug}.epub` })
      .execute()
  }
}

type Line = { name: string; pitch: string }

/** How many shelves a reader can see still say what the sample says of them. */
export async function countSampleLines(db: Db, { series }: SampleBooks): Promise<number> {
  return (await listShelves(db)).filter(({ pitch }) => series.some((one) => one.pitch === pitch)).length
}

/** In the caller's transaction; a shelf stays while it has a book of hers. Answers what brings its line back, or null. */
export async function removeSampleLines(tx: Db, { series }: SampleBooks): Promise<string | null> {
  const pitches = series.map(({ pitch }) => pitch)
  const gone: Line[] = await tx
    .selectFrom('book_series')
    .select(['name', 'pitch'])
    .where('pitch', 'in', pitches)
    .execute()
  await tx.updateTable('book_series').set({ pitch: '' }).where('pitch', 'in', pitches).execute()
  return gone.length > 0 ? JSON.stringify(gone) : null
}

/** Where she has said something since, that stays. */
export async function bringSampleLinesBack(tx: Db, kept: string): Promise<void> {
  const gone: Line[] = JSON.parse(kept)
  for (const { name, pitch } of gone) {
    await tx.updateTable('book_series').set({ pitch }).where('name', '=', name).where('pitch', '=', '').execute()
  }
}
