import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { parse } from '#server/validate.ts'
import { bookInput, type SampleBooks } from './contract.ts'
import { books } from './service.server.ts'

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
