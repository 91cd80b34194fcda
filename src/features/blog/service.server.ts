import { toSlug } from '#lib/slug.ts'
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
  return rows.map(toPost)
}

export async function findPublishedPost(db: Db, slug: string, now: Date): Promise<PostInPlace | null> {
  const row = await publishedPosts(db, now).selectAll().where('slug', '=', slug).executeTakeFirst()
  if (!row) return null
  const [previous, next] = await Promise.all([findBeside(db, now, row, 'older'), findBeside(db, now, row, 'newer')])
  return { ...toPost(row), previous, next }
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
  return rows.map((row) => toOwnerPost(row, now()))
}

export async function getOwnerPost({ db, now }: Deps, id: string): Promise<OwnerPost> {
  return toOwnerPost(await getRow(db, id), now())
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
  await markContentChanged(tx, at)
  return toOwnerPost(row, at)
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
    await markContentChanged(tx, at)
    return after
  })
  deps.contentChanged()
  return toOwnerPost(row, at)
}

function changedElsewhere({ updated_at }: PostRow): AppError {
  return new AppError('conflict', 'This post was changed elsewhere since you opened it. Nothing of yours is lost.', {
    fields: { version: updated_at },
  })
}

/** Thrown away, but kept for a month: it can be taken out again. */
export async function deletePost(deps: Deps, id: string): Promise<void> {
  await getRow(deps.db, id)
  await setDeleted(deps, id, deps.now().toISOString())
}

export async function restorePost(deps: Deps, id: string): Promise<OwnerPost> {
  const row = await deps.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notThere()
  await setDeleted(deps, id, null, async (tx) => takeSlug(tx, row))
  return getOwnerPost(deps, id)
}

async function setDeleted(deps: Deps, id: string, at: string | null, before?: (tx: Db) => Promise<void>) {
  await deps.db.transaction().execute(async (tx) => {
    await before?.(tx)
    await tx.updateTable('posts').set({ deleted_at: at }).where('id', '=', id).execute()
    await markContentChanged(tx, deps.now())
  })
  deps.contentChanged()
}

/** All there are, thrown away ones included, and how many samples stand among those that are not. */
export async function countPosts(db: Db): Promise<{ all: number; samples: number }> {
  const rows = await db.selectFrom('posts').select(['is_sample', 'deleted_at']).execute()
  return { all: rows.length, samples: rows.filter((row) => row.is_sample === 1 && row.deleted_at === null).length }
}

export async function deleteSamplePosts(tx: Db): Promise<void> {
  const samples = await tx.selectFrom('posts').select('id').where('is_sample', '=', 1).execute()
  await removeForGood(
    tx,
    samples.map(({ id }) => id),
  )
}

const keptDays = 30

export async function forgetDeletedPosts(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000).toISOString()
  const gone = await db.selectFrom('posts').select('id').where('deleted_at', '<', oldest).execute()
  await removeForGood(
    db,
    gone.map(({ id }) => id),
  )
}

/** Everything there is, thrown away or not: pictures and unsaved words are kept for these. */
export function listKeptPosts(db: Db): Promise<{ id: string; coverImage: string | null }[]> {
  return db.selectFrom('posts').select(['id', 'cover_image as coverImage']).execute()
}

async function removeForGood(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return
  await forgetSlugs(db, 'post', ids)
  await db.deleteFrom('posts').where('id', 'in', ids).execute()
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

async function takeSlug(tx: Db, { id, slug }: PostRow) {
  const isTaken = !(await claimSlug(tx, { kind: 'post', slug, itemId: id }, async (holder) => {
    const row = await tx.selectFrom('posts').select(['slug', 'deleted_at']).where('id', '=', holder).executeTakeFirst()
    return row?.slug === slug && row.deleted_at === null
  }))
  if (!isTaken) return
  throw new AppError('conflict', `Another post already has the address “${slug}”. Choose another slug.`, {
    fields: { slug: 'Another post already has this address' },
  })
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

function toPost(row: PostRow): Post {
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
    isFeatured: row.is_featured === 1,
    publishedDate: row.published_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    readingMinutes: readingMinutes(row.content),
    isSample: row.is_sample === 1,
  }
}

function toOwnerPost(row: PostRow, now: Date): OwnerPost {
  const isOut = row.published_at !== null && row.published_at <= now.toISOString()
  const state = row.is_published === 0 ? 'draft' : isOut ? 'published' : 'scheduled'
  return { ...toPost(row), state, version: row.version }
}
