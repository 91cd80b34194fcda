import { z } from 'zod/mini'
import { type Format, optionalFormat, type WithBody } from '#features/writing/contract.ts'
import type { Covered } from '#lib/cover.ts'
import { coverUrl, isDay, longText, nullableLink, nullableText, optionalSlug, shortText } from '#lib/fields.ts'
import { type Genre, genres } from './genres.ts'

/** A story on the wire. */
export type Story = {
  id: string
  slug: string
  title: string
  genre: Genre
  featured: boolean
  editoriallyReviewed: boolean
  wordCount: number
  readingMinutes: number
  /** a calendar date, YYYY-MM-DD, which no time zone moves */
  publicationDate: string
  description: string
  content: string
  /** how that is read */
  format: Format
  coverImage: string | null
  /** where it appeared first, or '#' */
  reedyPromptsUrl: string
  updatedAt: string
  /** came with the house, and is marked as such */
  isSample: boolean
}

/** One story, with its words read. */
export type StoryInFull = Story & WithBody

/** The book to go on with after a story; null where there is none. */
export type BookAfter = (Covered & { slug: string; caption: string }) | null

/** What a card shows of it. */
export type CardStory = Pick<
  Story,
  | 'id'
  | 'slug'
  | 'title'
  | 'genre'
  | 'description'
  | 'coverImage'
  | 'editoriallyReviewed'
  | 'wordCount'
  | 'readingMinutes'
>

/** A story as its owner sees it. */
export type OwnerStory = Story & {
  isPublished: boolean
  state: 'draft' | 'scheduled' | 'published'
  /** counts its saves: whoever saves an older one is told */
  version: number
}

/** What comes in. The words are counted here, not there; without a date it gets the day it is published. */
export const storyInput = z.object({
  title: shortText('Title', 200),
  slug: optionalSlug,
  genre: z._default(z.enum(genres, `Genre must be one of: ${genres.join(', ')}`), genres[0]),
  description: z.pipe(
    nullableText('Description', 500),
    z.transform((text: string | null) => text ?? ''),
  ),
  content: longText('Content'),
  format: optionalFormat,
  coverImage: coverUrl,
  reedyPromptsUrl: nullableLink('Original publication'),
  publicationDate: z._default(
    z.nullable(
      z
        .string('Publication Date must be a date')
        .check(z.refine((text) => text === '' || isDay(text), 'Publication Date must be a date')),
    ),
    null,
  ),
  isPublished: z._default(z.boolean('Publish immediately must be yes or no'), false),
  featured: z._default(z.boolean('Featured must be yes or no'), false),
  editoriallyReviewed: z._default(z.boolean('Editorial Review must be yes or no'), false),
  // Within what both engines keep as a whole number.
  version: z.optional(z.int('Version must be a number').check(z.gte(1), z.lte(2 ** 31 - 1))),
})

export type StoryInput = z.infer<typeof storyInput>
