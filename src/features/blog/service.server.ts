import { toSlug } from '#lib/slug.ts'
import { binEnd } from '#server/bin.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { keptCover } from '#server/own-picture.ts'
import { markContentChanged } from '#server/site-facts.ts'
import { claimSlug, findSlug, forgetSlugs } from '#server/slugs.ts'
import type { OwnerPost, Post, PostInPlace, PostInput } from './contract.ts'
import { readingMinutes } from './reading-time.ts'
import type { PostRow } from './tables.server.ts'

/** What readers may see, and the only place that says so: published, its time has come, not thrown away. */
function publishedPosts(db: Db, now: Date) {
  return db
    .selectFrom('posts')
    .where('is_published', '=', 1)
    .where('deleted_at', 'is', null)
    .where('published_at', '<=', now.toISOString())
}

/** The newest first. */
export async function listPublishedPosts(db: Db, now: Date, most = Number.MAX_SAFE_INTEGER): Promise<Post[]> {
  const rows = await publishedPosts(db, now)
    .selectAll()
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  const leader = await findLeader(db, now)
  return rows.map((row) => toPost(row, leader))
}

/**
 * The one post that stands first: of those readers see, the newest that is marked. There may be a second mark when a
 * scheduled post has come out; it counts for nothing.
 */
async function findLeader(db: Db, now: Date): Promise<string | null> {
  const row = await publishedPosts(db, now)
    .select('id')
    .where('is_featured', '=', 1)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whoever is marked and out takes the place of all others that are; those still to come keep their mark. */
async function takeTheLead(tx: Db, row: PostRow, at: Date) {
  if (row.is_featured === 0 || stateOf(row, at) !== 'published') return
  await tx
    .updateTable('posts')
    .set({ is_featured: 0 })
    .where('id', '!=', row.id)
    .where('is_featured', '=', 1)
    .where('is_published', '=', 1)
    .where('published_at', '<=', at.toISOString())
    .execute()
}

export async function findPublishedPost(db: Db, slug: string, now: Date): Promise<PostInPlace | null> {
  const row = await publishedPosts(db, now).selectAll().where('slug', '=', slug).executeTakeFirst()
  if (!row) return null
  const [previous, next] = await Promise.all([findBeside(db, now, row, 'older'), findBeside(db, now, row, 'newer')])
  return { ...toPost(row, await findLeader(db, now)), previous, next }
}

async function findBeside(db: Db, now: Date, { id, published_at }: PostRow, which: 'older' | 'newer') {
  const [beyond, order] = which === 'older' ? (['<', 'desc'] as const) : (['>', 'asc'] as const)
  const row = await publishedPosts(db, now)
    .select(['slug', 'title'])
    .where(({ eb, and, or }) =>
      or([
        eb('published_at', beyond, published_at),
        and([eb('published_at', '=', published_at), eb('id', beyond, id)]),
      ]),
    )
    .orderBy('published_at', order)
    .orderBy('id', order)
    .executeTakeFirst()
  return row ?? null
}

/** Where a post that once stood at this address stands now. */
export async function findMovedPost(db: Db, slug: string, now: Date): Promise<string | null> {
  const id = await findSlug(db, 'post', slug)
  const row = id && (await publishedPosts(db, now).select('slug').where('id', '=', id).executeTakeFirst())
  return row && row.slug !== slug ? row.slug : null
}

/** What is out, without its words. */
export function listPostTitles(db: Db, now: Date): Promise<{ slug: string; title: string }[]> {
  return publishedPosts(db, now).select(['slug', 'title']).execute()
}

export async function countPublishedPosts(db: Db, now: Date): Promise<number> {
  const { count } = await publishedPosts(db, now)
    .select((post) => post.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function listOwnerPosts({ db, now }: Deps): Promise<OwnerPost[]> {
  const rows = await db
    .selectFrom('posts')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy((row) => row.fn.coalesce('published_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .execute()
  const leader = await findLeader(db, now())
  return rows.map((row) => toOwnerPost(row, now(), leader))
}

export async function getOwnerPost({ db, now }: Deps, id: string): Promise<OwnerPost> {
  return toOwnerPost(await getRow(db, id), now(), await findLeader(db, now()))
}

export async function createPost(deps: Deps, input: PostInput): Promise<OwnerPost> {
  const post = await deps.db.transaction().execute((tx) => addPost(tx, deps, input))
  deps.contentChanged()
  return post
}

/** A new post, in the caller's transaction. */
export async function addPost(tx: Db, deps: Deps, input: PostInput, { isSample = false } = {}): Promise<OwnerPost> {
  const at = deps.now()
  const id = newId(at)
  const row: PostRow = {
    ...toColumns(deps, input, at.toISOString()),
    id,
    slug: slugFor(input, id),
    is_sample: isSample ? 1 : 0,
    version: 1,
    created_at: at.toISOString(),
    deleted_at: null,
  }
  await takeSlug(tx, row)
  await tx.insertInto('posts').values(row).execute()
  await takeTheLead(tx, row, at)
  await markContentChanged(tx, at)
  return toOwnerPost(row, at, id)
}

export async function updatePost(deps: Deps, id: string, input: PostInput): Promise<OwnerPost> {
  const at = deps.now()
  const row = await deps.db.transaction().execute(async (tx) => {
    const before = await getRow(tx, id)
    const after: PostRow = {
      ...before,
      ...toColumns(deps, input, publishedSince(before, at)),
      slug: slugFor(input, id),
      // What she has touched is hers.
      is_sample: 0,
      version: before.version + 1,
    }
    await takeSlug(tx, after)
    const { numUpdatedRows } = await tx
      .updateTable('posts')
      .set(after)
      .where('id', '=', id)
      .where('version', '=', input.version ?? before.version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw changedElsewhere(before)
    await takeTheLead(tx, after, at)
    await markContentChanged(tx, at)
    return after
  })
  deps.contentChanged()
  return toOwnerPost(row, at, id)
}

function changedElsewhere({ updated_at }: PostRow): AppError {
  return new AppError('conflict', 'This post was changed elsewhere since you opened it. Nothing of yours is lost.', {
    fields: { version: updated_at },
  })
}

/** Thrown away, but kept in the bin for thirty days: it can be taken out again. */
export async function deletePost(deps: Deps, id: string): Promise<void> {
  await getRow(deps.db, id)
  await setDeleted(deps, id, deps.now().toISOString())
}

export async function restorePost(deps: Deps, id: string): Promise<OwnerPost> {
  const row = await deps.db.selectFrom('posts').select(['id', 'slug']).where('id', '=', id).executeTakeFirst()
  if (!row) throw notThere()
  await setDeleted(deps, id, null, (tx) => takeSlug(tx, row, addressGivenAway))
  return getOwnerPost(deps, id)
}

/** What lies in the bin, without its words. */
export async function listThrownAwayPosts({ db, now }: Deps) {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'title', 'is_published', 'published_at', 'is_sample', 'deleted_at'])
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
export async function deletePostForGood(tx: Db, id: string): Promise<void> {
  const [gone] = await removeForGood(tx, thrownAwayPosts(tx).where('id', '=', id))
  if (!gone) throw new AppError('not_found', 'That post is not in the bin, or not any more.')
}

async function setDeleted(deps: Deps, id: string, at: string | null, before?: (tx: Db) => Promise<void>) {
  await deps.db.transaction().execute(async (tx) => {
    await before?.(tx)
    await tx.updateTable('posts').set({ deleted_at: at }).where('id', '=', id).execute()
    await markContentChanged(tx, deps.now())
  })
  deps.contentChanged()
}

/** All there are, thrown away ones included. */
export async function countPosts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Throws away those of these that still are samples, and says which. */
export async function deleteSamplePosts(tx: Db, ids: readonly string[], at: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .updateTable('posts')
    .set({ deleted_at: at.toISOString() })
    .where('id', 'in', ids)
    .where('is_sample', '=', 1)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function forgetDeletedPosts(db: Db, now: Date): Promise<void> {
  await db.transaction().execute((tx) => removeForGood(tx, thrownAwayPosts(tx).where('deleted_at', '<', binEnd(now))))
}

/** Everything there is, thrown away or not: pictures and unsaved words are kept for these. */
export function listKeptPosts(db: Db): Promise<{ id: string; coverImage: string | null }[]> {
  return db.selectFrom('posts').select(['id', 'cover_image as coverImage']).execute()
}

function thrownAwayPosts(tx: Db) {
  return tx.deleteFrom('posts').where('deleted_at', 'is not', null)
}

async function removeForGood(tx: Db, doomed: ReturnType<typeof thrownAwayPosts>): Promise<{ id: string }[]> {
  const gone = await doomed.returning('id').execute()
  await forgetSlugs(
    tx,
    'post',
    gone.map(({ id }) => id),
  )
  return gone
}

async function getRow(db: Db, id: string): Promise<PostRow> {
  const row = await db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notThere()
  return row
}

function notThere(): AppError {
  return new AppError('not_found', 'That post does not exist, or not any more.')
}

function slugFor({ slug, title }: PostInput, id: string): string {
  return slug ?? (toSlug(title) || `post-${id}`)
}

/** `refusal` is said when another post, of that title, stands at this address. */
async function takeSlug(
  tx: Db,
  { id, slug }: Pick<PostRow, 'id' | 'slug'>,
  refusal: (slug: string, tenant: string) => AppError = addressTaken,
) {
  let tenant = ''
  const isFree = await claimSlug(tx, { kind: 'post', slug, itemId: id }, async (holder) => {
    const row = await tx
      .selectFrom('posts')
      .select(['title', 'slug', 'deleted_at'])
      .where('id', '=', holder)
      .executeTakeFirst()
    tenant = row?.title ?? ''
    return row?.slug === slug && row.deleted_at === null
  })
  if (!isFree) throw refusal(slug, tenant)
}

function addressTaken(slug: string): AppError {
  return new AppError('conflict', `Another post already has the address “${slug}”. Choose another slug.`, {
    fields: { slug: 'Another post already has this address' },
  })
}

function addressGivenAway(slug: string, tenant: string): AppError {
  const words = `“${tenant}” now has the address “${slug}”. Give it another one, then restore this.`
  return new AppError('conflict', words)
}

type Columns = Omit<PostRow, 'id' | 'slug' | 'is_sample' | 'version' | 'created_at' | 'deleted_at'>

/** `undated` is the moment a post that is published without a date gets. */
function toColumns({ env, now }: Deps, input: PostInput, undated: string): Columns {
  return {
    title: input.title,
    excerpt: input.excerpt,
    content: input.content,
    cover_image: keptCover(input.coverImage, env.siteUrl),
    category: input.category,
    tags: JSON.stringify(input.tags),
    is_published: input.isPublished ? 1 : 0,
    is_featured: input.isFeatured ? 1 : 0,
    published_at: input.publishedDate ?? (input.isPublished ? undated : null),
    updated_at: now().toISOString(),
  }
}

/** A correction does not publish a post again: one that is out stays where it stands. */
function publishedSince({ is_published, published_at }: PostRow, now: Date): string {
  const at = now.toISOString()
  return is_published === 1 && published_at !== null && published_at <= at ? published_at : at
}

function toPost(row: PostRow, leader: string | null): Post {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    excerpt: row.excerpt,
    content: row.content,
    coverImage: row.cover_image,
    category: row.category,
    tags: JSON.parse(row.tags) as string[],
    isPublished: row.is_published === 1,
    isFeatured: row.is_featured === 1 && row.id === leader,
    publishedDate: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    readingMinutes: readingMinutes(row.content),
    isSample: row.is_sample === 1,
  }
}

function toOwnerPost(row: PostRow, now: Date, leader: string | null): OwnerPost {
  const state = stateOf(row, now)
  // One that readers do not see yet is marked for the day they will.
  return { ...toPost(row, state === 'published' ? leader : row.id), state, version: row.version }
}

function stateOf(
  { is_published, published_at }: Pick<PostRow, 'is_published' | 'published_at'>,
  now: Date,
): OwnerPost['state'] {
  if (is_published === 0) return 'draft'
  return published_at !== null && published_at <= now.toISOString() ? 'published' : 'scheduled'
}
