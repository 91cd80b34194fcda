import { z } from 'zod/mini'
import { type Format, optionalFormat, type WithBody } from '#features/writing/contract.ts'
import { coverUrl, longText, nullableText, optionalSlug, shortText } from '#lib/fields.ts'

/** A published post on the wire. */
export type Post = {
  id: string
  title: string
  slug: string
  excerpt: string | null
  content: string
  /** how that is read */
  format: Format
  coverImage: string | null
  category: string | null
  tags: string[]
  isPublished: boolean
  /** stands first on the blog: of those that are out, one */
  isFeatured: boolean
  /** the moment it was or will be published, ISO 8601 in UTC */
  publishedDate: string | null
  createdAt: string
  updatedAt: string
  /** length of what a reader sees / 1000, rounded up */
  readingMinutes: number
  /** came with the house, and is marked as such */
  isSample: boolean
}

export type PostLink = Pick<Post, 'slug' | 'title'>

/** The older and the newer one. */
export type PostsBeside = { previous: PostLink | null; next: PostLink | null }

/** One post, with its words read and those beside it. */
export type PostInPlace = Post & PostsBeside & WithBody

/** A post as its owner sees it. */
export type OwnerPost = Post & {
  state: 'draft' | 'scheduled' | 'published'
  /** counts its saves: whoever saves an older one is told */
  version: number
}

export const mostTags = 20
const longestTag = 40

const largestVersion = 2 ** 31 - 1

/**
 * What comes in. A date may be a calendar date or a moment, in UTC unless it names its zone; `version` says which save
 * the author has been looking at.
 */
export const postInput = z.object({
  title: shortText('Title', 200),
  slug: optionalSlug,
  excerpt: nullableText('Excerpt', 500),
  content: longText('Content'),
  format: optionalFormat,
  coverImage: coverUrl,
  category: nullableText('Category', 60),
  tags: z._default(
    z.pipe(
      z.array(z.string('Tags must be words'), 'Tags must be a list of words'),
      z.pipe(
        // A tag with a comma in it would come back from the form as two.
        z.transform((tags: string[]) =>
          [...new Set(tags.flatMap((tag) => tag.split(',')).map((tag) => tag.trim()))].filter(Boolean),
        ),
        z.array(shortText('Tag', longestTag)).check(z.maxLength(mostTags, `At most ${mostTags} tags`)),
      ),
    ),
    [],
  ),
  isPublished: z._default(z.boolean('Publish immediately must be yes or no'), false),
  isFeatured: z._default(z.boolean('Featured must be yes or no'), false),
  publishedDate: z.pipe(
    z.optional(
      z.nullable(
        z
          .string('Published Date must be a date')
          .check(z.refine((text) => text === '' || toMoment(text) !== null, 'Published Date must be a date')),
      ),
    ),
    z.transform((text: string | null | undefined) => (text ? toMoment(text) : null)),
  ),
  version: z.optional(z.int('Version must be a number').check(z.gte(1), z.lte(largestVersion))),
})

export type PostInput = z.infer<typeof postInput>

const moment = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/

/** The moment a text names, or null. A day that is in no calendar names none, nor one whose year has not four digits. */
function toMoment(text: string): string | null {
  const [, day, time = '00:00', zone = 'Z'] = text.match(moment) ?? []
  if (!day || !isInCalendar(day)) return null
  const at = new Date(`${day}T${time}${zone}`)
  if (Number.isNaN(at.getTime())) return null
  const iso = at.toISOString()
  return iso.length === 'YYYY-MM-DDTHH:MM:SS.000Z'.length ? iso : null
}

/** `Date` takes February 30 for March 2. */
function isInCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
