import type { Post } from '#features/blog/contract.ts'
import type { Book, BookCover } from '#features/books/contract.ts'
import type { CardStory } from '#features/stories/contract.ts'
import type { Block } from '#features/writing/contract.ts'
import type { Covered } from '#lib/cover.ts'

/** What the home page shows of books, stories and the blog: a few cards, and not every word of every one. */
export type Latest = {
  /** the newest book's cover where it fills the top of the page, and what it stands on if that is known */
  front: (Covered & { ground: string | null }) | null
  /** the one that is offered ahead, else the last that has a date; `href` leads to where it is told of */
  newest: (BookCover & Pick<Book, 'caption' | 'summary' | 'firstLine' | 'publicationDate' | 'shops'> & Way) | null
  shelves: HomeShelf[]
  hasSupport: boolean
  stories: CardStory[]
  posts: Pick<Post, 'slug' | 'title' | 'excerpt' | 'publishedDate' | 'readingMinutes'>[]
}

/** What the press page is made of beside its own words. */
export type Press = { bio: Block[]; books: Book[] }

type Way = { href: string }

/** A shelf as the home page shows it: the first of its books, and how many there are. */
export type HomeShelf = {
  name: string
  slug: string
  pitch: string
  books: (BookCover & { caption: string })[]
  count: number
}
