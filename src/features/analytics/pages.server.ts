import { posts as blog } from '#features/blog/service.server.ts'
import { stories as shelf } from '#features/stories/service.server.ts'
import { arcPath, paths } from '#lib/paths.ts'
import type { Deps } from '#server/deps.ts'
import { listSharedSlugs } from '#server/slugs.ts'

type Parts = Pick<Deps, 'db' | 'now' | 'site'>

export type KnownPage = { path: string; kind: 'page' | 'post' | 'story' | 'book'; title: string | null }

const alwaysThere = Object.values(paths).filter((path) => typeof path === 'string' && !path.includes('#')) as string[]

/**
 * Every page a view can be of, by its address, and by those it had before. All others are counted together: nobody can
 * make up names for us.
 */
export async function listPages({ db, now, site }: Parts): Promise<Map<string, KnownPage>> {
  const [posts, stories] = await Promise.all([blog.listTitles(db, now()), shelf.listTitles(db, now())])
  const { books, arcBook } = site()
  const here: KnownPage[] = [
    ...alwaysThere.map((path) => ({ path, kind: 'page', title: null }) as const),
    ...books.map(({ slug, title }) => ({ path: paths.book(slug), kind: 'book', title }) as const),
    ...(arcBook ? [{ path: arcPath(arcBook.slug), kind: 'page', title: `${arcBook.title} - ARC` } as const] : []),
    ...posts.map(({ slug, title }) => ({ path: paths.post(slug), kind: 'post', title }) as const),
    ...stories.map(({ slug, title }) => ({ path: paths.story(slug), kind: 'story', title }) as const),
  ]
  const pages = new Map(here.map((page) => [page.path, page]))
  for (const { kind, slug, other } of await listSharedSlugs(db)) {
    const page = pages.get(paths[kind](slug))
    if (page) pages.set(paths[kind](other), page)
  }
  return pages
}

/** The same, read once and again only after `forget`. */
export function createPageList(parts: Parts) {
  let pages: Promise<Map<string, KnownPage>> | undefined
  return {
    forget: () => {
      pages = undefined
    },
    read: () => {
      const reading = pages ?? listPages(parts)
      pages = reading
      // What could not be read is asked for again next time.
      reading.catch(() => {
        if (pages === reading) pages = undefined
      })
      return reading
    },
  }
}
