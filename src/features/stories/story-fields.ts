import { longDayOf } from '#desk/clock.ts'
import type { Format } from '#features/writing/contract.ts'
import { faultsBy, type Manuscript } from '#features/writing/manuscript.ts'
import { formatDate } from '#lib/dates.ts'
import { toSlug } from '#lib/slug.ts'
import { storyLabels, storyWords } from './admin-stories-text.ts'
import { type OwnerStory, storyInput } from './contract.ts'
import { genres } from './genres.ts'

/** A story as its form holds it. */
export type StoryFields = {
  title: string
  slug: string
  genre: string
  description: string
  content: string
  format: Format
  coverImage: string
  reedyPromptsUrl: string
  publicationDate: string
  isPublished: boolean
  featured: boolean
  editoriallyReviewed: boolean
}

const blank: StoryFields = {
  title: '',
  slug: '',
  genre: genres[0],
  description: '',
  content: '',
  format: 'prose',
  coverImage: '',
  reedyPromptsUrl: '',
  publicationDate: '',
  isPublished: false,
  featured: false,
  editoriallyReviewed: false,
}

function fieldsOf(story: OwnerStory): StoryFields {
  return {
    title: story.title,
    slug: story.slug,
    genre: story.genre,
    description: story.description,
    content: story.content,
    format: story.format,
    // A picture of our own is kept by its path; the field holds whole addresses.
    coverImage: story.coverImage?.startsWith('/') ? location.origin + story.coverImage : (story.coverImage ?? ''),
    reedyPromptsUrl: story.reedyPromptsUrl === '#' ? '' : story.reedyPromptsUrl,
    publicationDate: story.publicationDate,
    isPublished: story.isPublished,
    featured: story.featured,
    editoriallyReviewed: story.editoriallyReviewed,
  }
}

function payloadOf(fields: StoryFields) {
  return {
    title: fields.title,
    slug: fields.slug.trim() || toSlug(fields.title),
    genre: fields.genre,
    description: fields.description,
    content: fields.content,
    format: fields.format,
    coverImage: fields.coverImage.trim() || null,
    reedyPromptsUrl: fields.reedyPromptsUrl.trim() || null,
    publicationDate: fields.publicationDate || null,
    isPublished: fields.isPublished,
    featured: fields.featured,
    editoriallyReviewed: fields.editoriallyReviewed,
  }
}

/** A story has a day and no hour. */
export function isToCome({ publicationDate }: StoryFields): boolean {
  return publicationDate > new Date().toISOString().slice(0, 10)
}

function outcome(fields: StoryFields, story: OwnerStory | null): string {
  const was = story?.state === 'published'
  if (!fields.isPublished)
    return was ? 'Readers no longer see it once you save.' : 'Saves a draft. Nobody but you sees it.'
  const atOnce = was ? 'Readers see your changes as soon as you save.' : 'Appears as soon as you save.'
  const day = new Date(`${fields.publicationDate}T00:00`)
  if (Number.isNaN(day.getTime())) return atOnce
  return isToCome(fields) ? `Appears on ${longDayOf(day)}.` : `${atOnce} It is dated ${longDayOf(day)}.`
}

export const storyManuscript: Manuscript<OwnerStory, StoryFields> = {
  words: storyWords,
  labels: storyLabels,
  path: '/api/short-stories',
  ownerPath: '/api/owner/short-stories',
  unsavedPath: '/api/owner/drafts/story',
  blank,
  outcome,
  publicOn: ({ publicationDate }) => formatDate(publicationDate),
  details: ['slug', 'genre', 'description', 'coverImage', 'reedyPromptsUrl', 'featured', 'editoriallyReviewed'],
  fieldsOf,
  payloadOf,
  check: (payload) => faultsBy(storyInput, payload),
}
