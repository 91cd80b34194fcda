import { z } from 'zod/mini'
import { coverUrl, longText, nullableText, optionalSlug, shortText } from '#lib/fields.ts'

/** A published post on the wire. */
export type Post = {
  id: string
  title: string
  slug: string
  excerpt: string | null
  content: string
  coverImage: string | null
  category: string | null
  tags: string[]
  isPublished: boolean
  isFeatured: boolean
  /** the moment it was or will be published, ISO 8601 in UTC */
  publishedDate: string | null
  createdAt: string
  updatedAt: string
  /** content length / 1000, rounded up */
  readingMinutes: number
}

/** A post as its owner sees it. */
export type OwnerPost = Post & {
  state: 'draft' | 'scheduled' | 'published'
  /** counts its saves: whoever saves an older one is told */
  version: number
  isSample: boolean
}

export const mostTags = 20
const longestTag = 40

/** What comes in. A date may be a calendar date or a moment; `version` says which save the author has been looking at. */
export const postInput = z.object({
  title: shortText('Title', 200),
  slug: optionalSlug,
  excerpt: nullableText('Excerpt', 500),
  content: longText('Content'),
  coverImage: coverUrl,
  category: nullableText('Category', 60),
  tags: z._default(
    z.pipe(
      z.array(z.string('Tags must be words')),
      z.pipe(
        z.transform((tags: string[]) => [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))]),
        z.array(shortText('Tag', longestTag)).check(z.maxLength(mostTags, `At most ${mostTags} tags`)),
      ),
    ),
    [],
  ),
  isPublished: z._default(z.boolean('Publish immediately must be yes or no'), false),
  isFeatured: z._default(z.boolean('Featured must be yes or no'), false),
  publishedDate: z._default(
    z.nullable(
      z
        .string('Published Date must be a date')
        .check(z.refine((text) => text === '' || isMoment(text), 'Published Date must be a date')),
    ),
    null,
  ),
  version: z.optional(z.int()),
})

export type PostInput = z.infer<typeof postInput>

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/.test(text) && !Number.isNaN(Date.parse(text))
}
