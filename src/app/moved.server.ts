import type { Deps } from '#server/deps.ts'
import { works } from './works.server.ts'

/** Where the story or post that once stood at this address stands now. */
export async function findMoved({ db, now }: Deps, path: string): Promise<string | null> {
  const [, folder, slug = ''] = /^(\/[a-z-]+)\/([a-z0-9-]+)$/.exec(path) ?? []
  const work = works.find((known) => known.path === folder)
  const moved = await work?.findMoved(db, slug, now())
  return work && moved ? `${work.path}/${moved}` : null
}
