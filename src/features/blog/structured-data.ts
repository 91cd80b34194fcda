import type { Author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import { authorRef } from '#ui/author-thing.ts'
import type { Thing } from '#ui/seo.tsx'
import type { Post } from './contract.ts'

/** Search engines read the latest; the rest they find in the site map. */
const mostListed = 20

export function blogThing(origin: string, author: Author, posts: readonly Post[]): Thing {
  return {
    '@type': 'Blog',
    '@id': `${origin}${paths.blog}#blog`,
    name: `${author.name}: Blog`,
    url: origin + paths.blog,
    inLanguage: 'en-CA',
    author: authorRef(origin),
    blogPost: posts.slice(0, mostListed).map((post) => briefly(origin, author, post)),
  }
}

/** What every post is told by, in the list and on its page. */
export function briefly(origin: string, author: Author, post: Post): Thing {
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    url: origin + paths.post(post.slug),
    datePublished: publishedAt(post),
    dateModified: post.updatedAt,
    author: { '@type': 'Person', ...authorRef(origin), name: author.name, url: `${origin}/` },
  }
}

export function publishedAt({ publishedDate, createdAt }: Post): string {
  return publishedDate ?? createdAt
}
