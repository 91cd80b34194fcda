import { forgetUnusedPictures } from '#features/images/service.server.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Work } from './works.server.ts'

/** Where a text names pictures of ours. An id may have been written with backslashes: prose reads it without them. */
export function picturesIn(text: string): string[] {
  return [...new Set(text.replaceAll('\\', '').match(/\/images\/[\w-]+/g))]
}

/** In works and their covers, thrown away or not, in all that is kept of their saves, and in words nobody saved yet. */
async function picturesInUse(db: Db, works: readonly Work[]): Promise<Set<string>> {
  const texts = await Promise.all([
    ...works.map((work) => work.listPictured(db)),
    listPictured(db.selectFrom('versions').select('pictures as text').where('pictures', '!=', '[]')),
    listPictured(db.selectFrom('working_copies').select('fields as text').where('fields', 'like', '%images%')),
  ])
  return new Set(texts.flat().flatMap(picturesIn))
}

export async function forgetPictures(deps: Pick<Deps, 'db' | 'files' | 'now'>, works: readonly Work[]): Promise<void> {
  await forgetUnusedPictures(deps, await picturesInUse(deps.db, works))
}

async function listPictured(query: { execute: () => Promise<{ text: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ text }) => text)
}
