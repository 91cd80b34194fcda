import type { Post } from '#features/blog/contract.ts'
import type { Book, BookCover } from '#features/books/contract.ts'
import type { CardStory } from '#features/stories/contract.ts'

/** What the home page shows of books, stories and the blog: a few cards, and not every word of every one. */
export type Latest = {
  /** the one that is offered ahead, else the last that has a date; `href` leads to where it is told of */
  newest: (BookCover & Pick<Book, 'caption' | 'summary' | 'firstLine' | 'publicationDate' | 'shops'> & Way) | null
  shelves: HomeShelf[]
  stories: CardStory[]
  posts: Pick<Post, 'slug' | 'title' | 'excerpt' | 'publishedDate' | 'readingMinutes'>[]
}

type Way = { href: string }

/** A shelf as the home page shows it: the first of its books, and how many there are. */
export type HomeShelf = {
  name: string
  slug: string
  pitch: string
  books: (BookCover & { caption: string })[]
  count: number
}
