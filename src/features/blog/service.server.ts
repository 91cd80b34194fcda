import type { Post } from './contract.ts'

/** Nothing is published before the owner's desk can publish it, so the list is truthfully empty. */
export function listPublishedPosts(): Post[] {
  return []
}

export function findPublishedPost(slug: string): Post | null {
  return listPublishedPosts().find((post) => post.slug === slug) ?? null
}
