import { findImported } from '#features/imports/service.server.ts'
import { arcPath, paths } from '#lib/paths.ts'
import type { Deps } from '#server/deps.ts'
import { works } from './works.server.ts'

/**
 * Where what once stood at this address stands now: a story, a post, a book. Whoever asks for an advance copy is led to the
 * one that is offered.
 */
export async function findMoved({ db, now, site }: Deps, path: string): Promise<string | null> {
  if (path === paths.arc || path.startsWith(paths.arcOf(''))) return findOffered(site().arcBook, path)
  const [, folder, slug = ''] = /^(\/[a-z-]+)\/([a-z0-9-]+)$/.exec(path) ?? []
  const work = works.find((known) => known.path === folder)
  const moved = await work?.findMoved(db, slug, now())
  return work && moved ? `${work.path}/${moved}` : findOld({ db, now }, path)
}

/** Where a post stands now that had this address on the site it came from. */
export function findOld({ db, now }: Pick<Deps, 'db' | 'now'>, path: string, search?: string): Promise<string | null> {
  return findImported(db, now(), path, search)
}

function findOffered(book: { slug: string } | null, path: string): string | null {
  const offered = book && arcPath(book.slug)
  return offered === path ? null : offered
}
