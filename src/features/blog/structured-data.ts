import { excerptOf, textOf } from '#features/writing/prose-text.ts'
import { author } from '#lib/author.ts'
import { filePaths, paths } from '#lib/paths.ts'
import { authorRef } from '#ui/author-thing.ts'
import type { Thing } from '#ui/seo.tsx'
import type { Post, PostInPlace } from './contract.ts'

/** Search engines read the latest; the rest they find in the site map. */
const mostListed = 20

export function blogThing(origin: string, posts: readonly Post[]): Thing {
  return {
    '@type': 'Blog',
    '@id': `${origin}${paths.blog}#blog`,
    name: `${author.name}: Blog`,
    url: origin + paths.blog,
    inLanguage: 'en-CA',
    author: authorRef(origin),
    blogPost: posts.slice(0, mostListed).map((post) => briefly(origin, post)),
  }
}

export function postThing(origin: string, post: PostInPlace): Thing {
  return {
    ...briefly(origin, post),
    description: summaryOf(post),
    image: [
      origin + filePaths.postShareImage(post.slug),
      ...(post.coverImage ? [new URL(post.coverImage, origin).href] : []),
    ],
    inLanguage: 'en-CA',
    ...(post.category ? { articleSection: post.category } : {}),
    ...(post.tags.length > 0 ? { keywords: post.tags } : {}),
    wordCount: textOf(post.body).split(/\s+/).filter(Boolean).length,
    mainEntityOfPage: origin + paths.post(post.slug),
  }
}

function briefly(origin: string, post: Post): Thing {
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    url: origin + paths.post(post.slug),
    datePublished: publishedAt(post),
    dateModified: post.updatedAt,
    author: { '@type': 'Person', ...authorRef(origin), name: author.name, url: origin + paths.about },
  }
}

/** What a post says of itself in a line or two, also where its author has not said it. */
export function summaryOf({ excerpt: given, body, title }: PostInPlace): string {
  return given ?? (excerptOf(body) || title)
}

export function publishedAt({ publishedDate, createdAt }: Post): string {
  return publishedDate ?? createdAt
}
