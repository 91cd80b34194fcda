import { clockOf } from '#desk/clock.ts'
import type { Format } from '#features/writing/contract.ts'
import { faultsBy, type Manuscript } from '#features/writing/manuscript.ts'
import { toSlug } from '#lib/slug.ts'
import { postLabels, postWords } from './admin-posts-text.ts'
import { type OwnerPost, postInput } from './contract.ts'
import { appearance, toDateFields, toMoment } from './published-date.ts'

/** A post as its form holds it. */
export type PostFields = {
  title: string
  slug: string
  excerpt: string
  content: string
  format: Format
  coverImage: string
  category: string
  /** between commas */
  tags: string
  publishedDate: string
  publishedTime: string
  isPublished: boolean
  isFeatured: boolean
}

const blank: PostFields = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  format: 'prose',
  coverImage: '',
  category: '',
  tags: '',
  publishedDate: '',
  publishedTime: '',
  isPublished: false,
  isFeatured: false,
}

export function toTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
}

function fieldsOf(post: OwnerPost): PostFields {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt ?? '',
    content: post.content,
    format: post.format,
    // A picture of our own is kept by its path; the field holds whole addresses.
    coverImage: post.coverImage?.startsWith('/') ? location.origin + post.coverImage : (post.coverImage ?? ''),
    category: post.category ?? '',
    tags: post.tags.join(', '),
    ...toDateFields(post.publishedDate),
    isPublished: post.isPublished,
    isFeatured: post.isFeatured,
  }
}

function payloadOf(fields: PostFields, post: OwnerPost | null) {
  return {
    title: fields.title,
    slug: fields.slug.trim() || toSlug(fields.title),
    excerpt: fields.excerpt.trim() || null,
    content: fields.content,
    format: fields.format,
    coverImage: fields.coverImage.trim() || null,
    category: fields.category.trim() || null,
    tags: toTags(fields.tags),
    isPublished: fields.isPublished,
    isFeatured: fields.isFeatured,
    publishedDate: toMoment(fields, post?.publishedDate ?? null, new Date()),
  }
}

function outcome(fields: PostFields, post: OwnerPost | null): string {
  const now = new Date()
  const moment = toMoment(fields, post?.publishedDate ?? null, now)
  return appearance(moment, { willBe: fields.isPublished, was: post?.state === 'published' }, now)
}

export const postManuscript: Manuscript<OwnerPost, PostFields> = {
  words: postWords,
  labels: postLabels,
  path: '/api/blog',
  ownerPath: '/api/owner/blog',
  unsavedPath: '/api/owner/drafts/post',
  blank,
  outcome,
  publicOn: ({ publishedDate, updatedAt }) => clockOf(publishedDate ?? updatedAt),
  details: ['slug', 'excerpt', 'coverImage', 'category', 'tags', 'isFeatured'],
  fieldsOf,
  payloadOf,
  check: (payload) => faultsBy(postInput, payload),
}
