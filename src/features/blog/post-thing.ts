import { excerptOf, textOf } from '#features/writing/prose-text.ts'
import { paths } from '#lib/paths.ts'
import { shareUrls } from '#lib/share-urls.ts'
import type { Thing } from '#ui/seo.tsx'
import type { Site } from '#ui/site.ts'
import type { PostInPlace } from './contract.ts'
import { briefly } from './structured-data.ts'

/** A post as search engines are told of it. Beside the list's: that need not know how words are read. */
export function postThing(site: Site, post: PostInPlace): Thing {
  const { origin, cards } = site
  return {
    ...briefly(site, post),
    description: summaryOf(post),
    image: [origin + shareUrls.post(cards, post), ...(post.coverImage ? [new URL(post.coverImage, origin).href] : [])],
    inLanguage: 'en-CA',
    ...(post.category ? { articleSection: post.category } : {}),
    ...(post.tags.length > 0 ? { keywords: post.tags } : {}),
    wordCount: textOf(post.body).split(/\s+/).filter(Boolean).length,
    mainEntityOfPage: origin + paths.post(post.slug),
  }
}

/** What a post says of itself in a line or two, also where its author has not said it. */
export function summaryOf({ excerpt: given, body, title }: PostInPlace): string {
  return given ?? (excerptOf(body) || title)
}
