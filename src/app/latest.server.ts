import { posts as blog } from '#features/blog/service.server.ts'
import type { Latest } from '#features/site/contract.ts'
import { stories as shelf } from '#features/stories/service.server.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'

/** Three stories and two posts for the home page, without their words: the lists may hold hundreds. */
export function latestRoute(deps: Deps): Route {
  return { method: 'GET', path: '/api/latest', access: 'public', handle: async (c) => c.json(await readLatest(deps)) }
}

async function readLatest({ db, now }: Deps): Promise<Latest> {
  const stories = await shelf.listOut(db, now(), 3)
  const posts = await blog.listOut(db, now(), 2)
  return {
    stories: stories.map(
      ({ id, slug, title, genre, description, coverImage, editoriallyReviewed, wordCount, readingMinutes }) => ({
        id,
        slug,
        title,
        genre,
        description,
        coverImage,
        editoriallyReviewed,
        wordCount,
        readingMinutes,
      }),
    ),
    posts: posts.map(({ slug, title, excerpt, publishedDate, readingMinutes }) => ({
      slug,
      title,
      excerpt,
      publishedDate,
      readingMinutes,
    })),
  }
}
