import { sql } from 'kysely'
import { createWork } from '#features/writing/works.server.ts'
import { countWords, readingMinutes } from '#lib/word-count.ts'
import type { Db } from '#server/db.ts'
import { type Story, type StoryInput, storyInput } from './contract.ts'
import { type Genre, storyArtUrl } from './genres.ts'
import type { StoryRow } from './tables.server.ts'

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** Without its picture, which has an address of its own. */
const columns = [
  ...(['genre', 'is_featured', 'is_reviewed', 'word_count'] as const),
  ...(['publication_date', 'description', 'original_url'] as const),
]

export const stories = createWork<Pick<StoryRow, (typeof columns)[number]>, StoryInput, Story, object>({
  kind: 'story',
  table: 'short_stories',
  columns,
  path: '/short-stories',
  input: storyInput,
  appears: { column: 'publication_date', moment: dayOf },
  order: {
    readers: sql`is_featured desc, publication_date desc, id desc`,
    owner: sql`publication_date desc, id desc`,
  },
  ownColumns: (input, { at, before, words }) => ({
    genre: input.genre,
    is_featured: input.featured ? 1 : 0,
    is_reviewed: input.editoriallyReviewed ? 1 : 0,
    word_count: countWords(words),
    // Published once, it keeps its day; a draft has none of its own yet.
    publication_date: input.publicationDate || (before?.is_published === 1 ? before.publication_date : dayOf(at)),
    description: input.description,
    original_url: input.reedyPromptsUrl,
  }),
  drawn: ({ genre }, before): Record<string, string> => (before?.genre === genre ? {} : { art: '' }),
  toItem: async () => (row) => ({
    id: row.id,
    slug: row.slug,
    title: row.title,
    genre: row.genre,
    featured: row.is_featured === 1,
    editoriallyReviewed: row.is_reviewed === 1,
    wordCount: row.word_count,
    readingMinutes: readingMinutes(row.word_count),
    publicationDate: row.publication_date,
    description: row.description,
    content: row.content,
    format: row.format,
    coverImage: row.cover_image,
    reedyPromptsUrl: row.original_url ?? '#',
    updatedAt: row.updated_at,
    isSample: row.is_sample === 1,
  }),
  around: async () => ({}),
})

/** `art` is empty for one that is drawn when somebody asks for it, after its seed. */
export type StoryArt = { seed: string; genre: Genre; art: string }

/** The picture at this address. It tells nothing of the words, so a draft's may be looked at too. */
export async function findStoryArt(db: Db, url: string): Promise<StoryArt | null> {
  const [, id] = /^\/story-art\/([0-9a-f-]{36})-/.exec(url) ?? []
  if (!id) return null
  const row = await db.selectFrom('short_stories').select(['art', 'genre']).where('id', '=', id).executeTakeFirst()
  return row && storyArtUrl({ id, genre: row.genre }) === url ? { seed: id, ...row } : null
}

/** Gives the sample's stories the pictures that came with them, by their slugs. */
export async function hangSampleArt(db: Db, pictures: ReadonlyMap<string, string>): Promise<void> {
  for (const [slug, art] of pictures) {
    await db.updateTable('short_stories').set({ art }).where('slug', '=', slug).where('is_sample', '=', 1).execute()
  }
}
