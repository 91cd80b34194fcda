import { readCatalogue } from '#features/books/catalogue.server.ts'
import { arcWords, noArcPage } from '#features/newsletter/arc-words.ts'
import type { OwnerWords } from '#features/words/contract.ts'
import { arcPath } from '#lib/paths.ts'
import type { WordSet } from '#lib/word-set.ts'
import type { Deps } from '#server/deps.ts'
import { isPageOpen } from '#server/site.ts'

/**
 * Where the words of a set are seen: the advance copy has the address of whichever book is chosen for it. While its page
 * is off the site offers none, so the book is looked up by its role.
 */
export async function pageOf(set: WordSet, { db, site }: Deps): Promise<Pick<OwnerWords, 'path' | 'noPage'>> {
  if (set.name !== arcWords.name) return { path: set.path, noPage: null }
  const isOpen = isPageOpen(site(), 'arc')
  const { arcBook } = isOpen ? site() : await readCatalogue(db)
  if (!arcBook) return { path: null, noPage: noArcPage.notOffered }
  return { path: arcPath(arcBook.slug), noPage: isOpen ? null : noArcPage.off }
}
