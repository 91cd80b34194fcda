import { findMovedPost } from '#features/blog/service.server.ts'
import { findMovedStory } from '#features/stories/service.server.ts'
import { paths } from '#lib/paths.ts'
import type { Deps } from '#server/deps.ts'

/** Where the story or post that once stood at this address stands now. */
export async function findMoved({ db, now }: Deps, path: string): Promise<string | null> {
  const [, kind, slug = ''] = /^\/(short-stories|blog)\/([a-z0-9-]+)$/.exec(path) ?? []
  if (!kind) return null
  const moved = await (kind === 'blog' ? findMovedPost : findMovedStory)(db, slug, now())
  return moved && (kind === 'blog' ? paths.post : paths.story)(moved)
}
