import type { Post } from './contract.ts'

/** In minutes: content length divided by 1000, rounded up. */
export function readingMinutes(content: string): number {
  return Math.ceil(content.length / 1_000)
}

/** As the server counted it; an answer kept from before it did so holds all the words instead. */
export function minutesOf(post: Pick<Post, 'content'> & { readingMinutes?: number }): number {
  return post.readingMinutes ?? readingMinutes(post.content)
}
