import { sql } from 'kysely'
import type { WorkRow } from '#features/writing/work-kind.server.ts'
import { createWork } from '#features/writing/works.server.ts'
import type { Db } from '#server/db.ts'
import { type Post, type PostInput, type PostLink, type PostsBeside, postInput } from './contract.ts'
import { readingMinutes } from './reading-time.ts'
import type { PostRow } from './tables.server.ts'

const columns = ['excerpt', 'category', 'tags', 'is_featured', 'published_at', 'reading_minutes'] as const
type Own = Pick<PostRow, (typeof columns)[number]>
type Row = WorkRow & Own

export const posts = createWork<Own, PostInput, Post, PostsBeside>({
  kind: 'post',
  table: 'posts',
  columns,
  path: '/blog',
  input: postInput,
  appears: { column: 'published_at', moment: (now) => now.toISOString() },
  order: {
    readers: sql`published_at desc, id desc`,
    owner: sql`coalesce(published_at, created_at) desc, id desc`,
  },
  ownColumns: (input, { at, before, words }) => ({
    excerpt: input.excerpt,
    category: input.category,
    tags: JSON.stringify(input.tags),
    is_featured: input.isFeatured ? 1 : 0,
    published_at: input.publishedDate ?? (input.isPublished ? publishedSince(before, at) : null),
    // A post of pictures alone takes a moment too.
    reading_minutes: Math.max(1, readingMinutes(words)),
  }),
  afterSave: takeTheLead,
  async toItem(db, now) {
    const leader = await findLeader(db, now)
    return (row, state) => ({
      id: row.id,
      title: row.title,
      slug: row.slug,
      excerpt: row.excerpt,
      content: row.content,
      format: row.format,
      coverImage: row.cover_image,
      category: row.category,
      tags: JSON.parse(row.tags) as string[],
      isPublished: row.is_published === 1,
      // One that readers do not see yet is marked for the day they will.
      isFeatured: row.is_featured === 1 && (row.id === leader || state !== 'published'),
      publishedDate: row.published_at,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      readingMinutes: row.reading_minutes,
      isSample: row.is_sample === 1,
    })
  },
  around: async (db, row, now) => {
    const [previous, next] = await Promise.all([findBeside(db, row, now, 'older'), findBeside(db, row, now, 'newer')])
    return { previous, next }
  },
})

/** A correction does not publish a post again: one that is out stays where it stands. */
function publishedSince(before: Row | null, at: Date): string {
  const since = before && posts.stateOf(before, at) === 'published' ? before.published_at : null
  return since ?? at.toISOString()
}

function publishedPosts(db: Db, now: Date) {
  return db.selectFrom('posts').where(posts.isOut(now))
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
async function takeTheLead(tx: Db, row: Row, at: Date) {
  if (row.is_featured === 0 || posts.stateOf(row, at) !== 'published') return
  await tx
    .updateTable('posts')
    .set({ is_featured: 0 })
    .where('id', '!=', row.id)
    .where('is_featured', '=', 1)
    .where('is_published', '=', 1)
    .where('published_at', '<=', at.toISOString())
    .execute()
}

async function findBeside(
  db: Db,
  { id, published_at }: Row,
  now: Date,
  which: 'older' | 'newer',
): Promise<PostLink | null> {
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
