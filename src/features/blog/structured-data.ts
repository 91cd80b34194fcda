import { paths } from '#lib/paths.ts'
import { authorRef } from '#ui/author-thing.ts'
import type { Thing } from '#ui/seo.tsx'
import type { Site } from '#ui/site.ts'
import type { Post } from './contract.ts'

/** What every post is told by, in the list and on its page. */
export function briefly({ origin, author, herPage }: Site, post: Post): Thing {
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    url: origin + paths.post(post.slug),
    datePublished: publishedAt(post),
    dateModified: post.updatedAt,
    author: { '@type': 'Person', ...authorRef(origin), name: author.name, url: origin + herPage },
  }
}

export function publishedAt({ publishedDate, createdAt }: Post): string {
  return publishedDate ?? createdAt
}
