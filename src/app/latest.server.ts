import { listPublishedPosts } from '#features/blog/service.server.ts'
import type { Latest } from '#features/site/contract.ts'
import { listPublishedStories } from '#features/stories/service.server.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'

/** Three stories and two posts for the home page, without their words: the lists may hold hundreds. */
export function latestRoute(deps: Deps): Route {
  return { method: 'GET', path: '/api/latest', access: 'public', handle: async (c) => c.json(await readLatest(deps)) }
}

async function readLatest({ db, now }: Deps): Promise<Latest> {
  const stories = await listPublishedStories(db, now())
  const posts = await listPublishedPosts(db, now(), 2)
  return {
    stories: stories
      .slice(0, 3)
      .map(({ id, slug, title, genre, description, coverImage, editoriallyReviewed, wordCount, readingMinutes }) => ({
        id,
        slug,
        title,
        genre,
        description,
        coverImage,
        editoriallyReviewed,
        wordCount,
        readingMinutes,
      })),
    posts: posts.map(({ slug, title, excerpt, publishedDate, readingMinutes }) => ({
      slug,
      title,
      excerpt,
      publishedDate,
      readingMinutes,
    })),
  }
}
