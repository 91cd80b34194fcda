import { forgetUnusedPictures } from '#features/images/service.server.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'

/** Where a text names pictures of ours. An id may have been written with backslashes: prose reads it without them. */
export function picturesIn(text: string): string[] {
  return [...new Set(text.replaceAll('\\', '').match(/\/images\/[\w-]+/g))]
}

/** In works and their covers, thrown away or not, in all that is kept of their saves, and in words nobody saved yet. */
/** Whatever else shows pictures tells the texts that name them. */
export type Pictured = (db: Db) => Promise<string[]>

async function picturesInUse(db: Db, pictured: readonly Pictured[]): Promise<Set<string>> {
  const texts = await Promise.all([
    ...pictured.map((list) => list(db)),
    listPictured(db.selectFrom('versions').select('pictures as text').where('pictures', '!=', '[]')),
    listPictured(db.selectFrom('working_copies').select('fields as text').where('fields', 'like', '%images%')),
  ])
  return new Set(texts.flat().flatMap(picturesIn))
}

type Keeping = Pick<Deps, 'db' | 'files' | 'now'>

export async function forgetPictures(deps: Keeping, pictured: readonly Pictured[]): Promise<void> {
  await forgetUnusedPictures(deps, await picturesInUse(deps.db, pictured))
}

async function listPictured(query: { execute: () => Promise<{ text: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ text }) => text)
}
