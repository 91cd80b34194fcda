import { storyArt } from '#art/story-art.ts'
import { toSlug } from '#lib/slug.ts'
import { countWords, readingMinutes } from '#lib/word-count.ts'
import { binEnd } from '#server/bin.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { keptCover } from '#server/own-picture.ts'
import { markContentChanged } from '#server/site-facts.ts'
import { claimSlug, findSlug, forgetSlugs } from '#server/slugs.ts'
import type { OwnerStory, Story, StoryInput } from './contract.ts'
import { storyArtUrl } from './genres.ts'
import type { StoryRow } from './tables.server.ts'

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** What readers may see, and the only place that says so: published, its day has come, not thrown away. */
function publishedStories(db: Db, now: Date) {
  return db
    .selectFrom('short_stories')
    .where('is_published', '=', 1)
    .where('deleted_at', 'is', null)
    .where('publication_date', '<=', dayOf(now))
}

/** Without its picture, which has an address of its own. */
const columns = [
  'id',
  'title',
  'slug',
  'genre',
  'is_featured',
  'is_reviewed',
  'word_count',
  'publication_date',
  'description',
  'content',
  'cover_image',
  'original_url',
  'is_published',
  'is_sample',
  'version',
  'created_at',
  'updated_at',
  'deleted_at',
] as const
type StoryWords = Omit<StoryRow, 'art'>

export async function listPublishedStories(db: Db, now: Date): Promise<Story[]> {
  const rows = await publishedStories(db, now)
    .select(columns)
    .orderBy('is_featured', 'desc')
    .orderBy('publication_date', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toStory)
}

export async function findPublishedStory(db: Db, slug: string, now: Date): Promise<Story | null> {
  const row = await publishedStories(db, now).select(columns).where('slug', '=', slug).executeTakeFirst()
  return row ? toStory(row) : null
}

/** Where a story that once stood at this address stands now. */
export async function findMovedStory(db: Db, slug: string, now: Date): Promise<string | null> {
  const id = await findSlug(db, 'story', slug)
  const row = id && (await publishedStories(db, now).select('slug').where('id', '=', id).executeTakeFirst())
  return row && row.slug !== slug ? row.slug : null
}

/** What is out, without its words. */
export function listStoryTitles(db: Db, now: Date): Promise<{ slug: string; title: string }[]> {
  return publishedStories(db, now).select(['slug', 'title']).execute()
}

export async function countPublishedStories(db: Db, now: Date): Promise<number> {
  const { count } = await publishedStories(db, now)
    .select((story) => story.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The picture at this address. It tells nothing of the words, so a draft's may be looked at too. */
export async function findStoryArt(db: Db, url: string): Promise<string | null> {
  const [, id] = /^\/story-art\/([0-9a-f-]{36})-/.exec(url) ?? []
  if (!id) return null
  const row = await db.selectFrom('short_stories').select(['art', 'genre']).where('id', '=', id).executeTakeFirst()
  return row && storyArtUrl({ id, genre: row.genre }) === url ? row.art : null
}

export async function listOwnerStories({ db, now }: Deps): Promise<OwnerStory[]> {
  const rows = await db
    .selectFrom('short_stories')
    .select(columns)
    .where('deleted_at', 'is', null)
    .orderBy('publication_date', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => toOwnerStory(row, now()))
}

export async function getOwnerStory({ db, now }: Deps, id: string): Promise<OwnerStory> {
  return toOwnerStory(await getRow(db, id), now())
}

export async function createStory(deps: Deps, input: StoryInput): Promise<OwnerStory> {
  const story = await deps.db.transaction().execute((tx) => addStory(tx, deps, input))
  deps.contentChanged()
  return story
}

/** A new story, in the caller's transaction. */
export async function addStory(tx: Db, deps: Deps, input: StoryInput, { isSample = false } = {}): Promise<OwnerStory> {
  const at = deps.now()
  const id = newId(at)
  const row: StoryRow = {
    ...toColumns(deps, input, at, dayOf(at)),
    id,
    slug: slugFor(input, id),
    art: storyArt(id, input.genre),
    is_sample: isSample ? 1 : 0,
    version: 1,
    created_at: at.toISOString(),
    deleted_at: null,
  }
  await takeSlug(tx, row)
  await tx.insertInto('short_stories').values(row).execute()
  await markContentChanged(tx, at)
  return toOwnerStory(row, at)
}

export async function updateStory(deps: Deps, id: string, input: StoryInput): Promise<OwnerStory> {
  const at = deps.now()
  const row = await deps.db.transaction().execute(async (tx) => {
    const before = await getRow(tx, id)
    const after = {
      ...before,
      // Published once, it keeps its day; a draft has none of its own yet.
      ...toColumns(deps, input, at, before.is_published === 1 ? before.publication_date : dayOf(at)),
      slug: slugFor(input, id),
      // What she has touched is hers.
      is_sample: 0 as const,
      version: before.version + 1,
    }
    await takeSlug(tx, after)
    const { numUpdatedRows } = await tx
      .updateTable('short_stories')
      .set({ ...after, ...(before.genre === after.genre ? {} : { art: storyArt(id, after.genre) }) })
      .where('id', '=', id)
      .where('version', '=', input.version ?? before.version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw changedElsewhere(before)
    await markContentChanged(tx, at)
    return after
  })
  deps.contentChanged()
  return toOwnerStory(row, at)
}

function changedElsewhere({ updated_at }: StoryWords): AppError {
  return new AppError('conflict', 'This story was changed elsewhere since you opened it. Nothing of yours is lost.', {
    fields: { version: updated_at },
  })
}

/** Thrown away, but kept in the bin for thirty days: it can be taken out again. */
export async function deleteStory(deps: Deps, id: string): Promise<void> {
  await getRow(deps.db, id)
  await setDeleted(deps, id, deps.now().toISOString())
}

export async function restoreStory(deps: Deps, id: string): Promise<OwnerStory> {
  const row = await deps.db.selectFrom('short_stories').select(['id', 'slug']).where('id', '=', id).executeTakeFirst()
  if (!row) throw notThere()
  await setDeleted(deps, id, null, (tx) => takeSlug(tx, row, addressGivenAway))
  return getOwnerStory(deps, id)
}

/** What lies in the bin, without its words. */
export async function listThrownAwayStories({ db, now }: Deps) {
  const rows = await db
    .selectFrom('short_stories')
    .select(['id', 'title', 'is_published', 'publication_date', 'is_sample', 'deleted_at'])
    .where('deleted_at', 'is not', null)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    state: stateOf(row, now()),
    isSample: row.is_sample === 1,
    deletedAt: row.deleted_at ?? '',
  }))
}

/** Out of the bin, and gone: what does not lie there is not touched. */
export async function deleteStoryForGood(tx: Db, id: string): Promise<void> {
  const [gone] = await removeForGood(tx, thrownAwayStories(tx).where('id', '=', id))
  if (!gone) throw new AppError('not_found', 'That story is not in the bin, or not any more.')
}

async function setDeleted(deps: Deps, id: string, at: string | null, before?: (tx: Db) => Promise<void>) {
  await deps.db.transaction().execute(async (tx) => {
    await before?.(tx)
    await tx.updateTable('short_stories').set({ deleted_at: at }).where('id', '=', id).execute()
    await markContentChanged(tx, deps.now())
  })
  deps.contentChanged()
}

/** All there are, thrown away ones included. */
export async function countStories(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('short_stories')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Throws away those of these that still are samples, and says which. */
export async function deleteSampleStories(tx: Db, ids: readonly string[], at: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .updateTable('short_stories')
    .set({ deleted_at: at.toISOString() })
    .where('id', 'in', ids)
    .where('is_sample', '=', 1)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function forgetDeletedStories(db: Db, now: Date): Promise<void> {
  await db.transaction().execute((tx) => removeForGood(tx, thrownAwayStories(tx).where('deleted_at', '<', binEnd(now))))
}

/** Everything there is, thrown away or not: pictures and unsaved words are kept for these. */
export function listKeptStories(db: Db): Promise<{ id: string; coverImage: string | null }[]> {
  return db.selectFrom('short_stories').select(['id', 'cover_image as coverImage']).execute()
}

function thrownAwayStories(tx: Db) {
  return tx.deleteFrom('short_stories').where('deleted_at', 'is not', null)
}

async function removeForGood(tx: Db, doomed: ReturnType<typeof thrownAwayStories>): Promise<{ id: string }[]> {
  const gone = await doomed.returning('id').execute()
  await forgetSlugs(
    tx,
    'story',
    gone.map(({ id }) => id),
  )
  return gone
}

async function getRow(db: Db, id: string): Promise<StoryWords> {
  const row = await db
    .selectFrom('short_stories')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notThere()
  return row
}

function notThere(): AppError {
  return new AppError('not_found', 'That story does not exist, or not any more.')
}

function slugFor({ slug, title }: StoryInput, id: string): string {
  return slug ?? (toSlug(title) || `story-${id}`)
}

/** `refusal` is said when another story, of that title, stands at this address. */
async function takeSlug(
  tx: Db,
  { id, slug }: Pick<StoryRow, 'id' | 'slug'>,
  refusal: (slug: string, tenant: string) => AppError = addressTaken,
) {
  let tenant = ''
  const isFree = await claimSlug(tx, { kind: 'story', slug, itemId: id }, async (holder) => {
    const row = await tx
      .selectFrom('short_stories')
      .select(['title', 'slug', 'deleted_at'])
      .where('id', '=', holder)
      .executeTakeFirst()
    tenant = row?.title ?? ''
    return row?.slug === slug && row.deleted_at === null
  })
  if (!isFree) throw refusal(slug, tenant)
}

function addressTaken(slug: string): AppError {
  return new AppError('conflict', `Another story already has the address “${slug}”. Choose another slug.`, {
    fields: { slug: 'Another story already has this address' },
  })
}

function addressGivenAway(slug: string, tenant: string): AppError {
  const words = `“${tenant}” now has the address “${slug}”. Give it another one, then restore this.`
  return new AppError('conflict', words)
}

type Columns = Omit<StoryRow, 'id' | 'slug' | 'art' | 'is_sample' | 'version' | 'created_at' | 'deleted_at'>

function toColumns({ env }: Deps, input: StoryInput, at: Date, day: string): Columns {
  return {
    title: input.title,
    genre: input.genre,
    is_featured: input.featured ? 1 : 0,
    is_reviewed: input.editoriallyReviewed ? 1 : 0,
    word_count: countWords(input.content),
    publication_date: input.publicationDate || day,
    description: input.description,
    content: input.content,
    cover_image: keptCover(input.coverImage, env.siteUrl),
    original_url: input.reedyPromptsUrl,
    is_published: input.isPublished ? 1 : 0,
    updated_at: at.toISOString(),
  }
}

function toStory(row: StoryWords): Story {
  return {
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
    coverImage: row.cover_image,
    reedyPromptsUrl: row.original_url ?? '#',
    updatedAt: row.updated_at,
    isSample: row.is_sample === 1,
  }
}

function toOwnerStory(row: StoryWords, now: Date): OwnerStory {
  return { ...toStory(row), isPublished: row.is_published === 1, state: stateOf(row, now), version: row.version }
}

function stateOf(
  { is_published, publication_date }: Pick<StoryRow, 'is_published' | 'publication_date'>,
  now: Date,
): OwnerStory['state'] {
  if (is_published === 0) return 'draft'
  return publication_date <= dayOf(now) ? 'published' : 'scheduled'
}
