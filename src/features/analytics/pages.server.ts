import { listPostTitles } from '#features/blog/service.server.ts'
import { listStoryTitles } from '#features/stories/service.server.ts'
import { paths } from '#lib/paths.ts'
import type { Db } from '#server/db.ts'

export type KnownPage = { kind: 'page' | 'post' | 'story'; title: string | null }

const alwaysThere = Object.values(paths).filter((path) => typeof path === 'string' && !path.includes('#')) as string[]

/** Every page a view can be of, by its address. All others are counted together: nobody can make up names for us. */
export async function listPages(db: Db, now: Date): Promise<Map<string, KnownPage>> {
  const [posts, stories] = await Promise.all([listPostTitles(db, now), listStoryTitles(db, now)])
  return new Map<string, KnownPage>([
    ...alwaysThere.map((path) => [path, { kind: 'page', title: null }] as const),
    ...posts.map(({ slug, title }) => [paths.post(slug), { kind: 'post', title }] as const),
    ...stories.map(({ slug, title }) => [paths.story(slug), { kind: 'story', title }] as const),
  ])
}

/** The same, read once and again only after `forget`. */
export function createPageList(db: Db, now: () => Date) {
  let pages: Promise<Map<string, KnownPage>> | undefined
  return {
    forget: () => {
      pages = undefined
    },
    read: () => {
      const reading = pages ?? listPages(db, now())
      pages = reading
      // What could not be read is asked for again next time.
      reading.catch(() => {
        if (pages === reading) pages = undefined
      })
      return reading
    },
  }
}
