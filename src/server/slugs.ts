import { sql } from 'kysely'
import { longestSlug, toSlug } from '#lib/slug.ts'
import type { Db } from './db.ts'

declare module '#server/db.ts' {
  interface Tables {
    slugs: { kind: SlugKind; slug: string; item_id: string }
  }
}

/** What has addresses of its own. */
export type SlugKind = 'post' | 'story' | 'book' | 'letter'

/** Whose address this is or was; the caller tells whether it still stands there. */
export async function findSlug(db: Db, kind: SlugKind, slug: string): Promise<string | null> {
  const row = await db
    .selectFrom('slugs')
    .select('item_id')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.item_id ?? null
}

/**
 * An address that is made, and not chosen, gives way: the second of its name is numbered. One that is its own already is
 * free. Null where none can be made.
 */
export async function freeSlug(
  db: Db,
  kind: SlugKind,
  title: string,
  most: number,
  itemId = '',
): Promise<string | null> {
  const plain = toSlug(title)
  if (!plain) return null
  for (let number = 1; number <= most; number++) {
    const slug = numbered(plain, number)
    const holder = await findSlug(db, kind, slug)
    if (holder === null || holder === itemId) return slug
  }
  return null
}

export function numbered(slug: string, number: number): string {
  const end = number === 1 ? '' : `-${number}`
  return slug.slice(0, longestSlug - end.length).replace(/-$/, '') + end
}

/** Every two addresses that are or were of one item, either way round. */
export function listSharedSlugs(db: Db): Promise<{ kind: SlugKind; slug: string; other: string }[]> {
  return db
    .selectFrom('slugs')
    .innerJoin('slugs as others', (join) =>
      join
        .onRef('others.kind', '=', 'slugs.kind')
        .onRef('others.item_id', '=', 'slugs.item_id')
        .onRef('others.slug', '!=', 'slugs.slug'),
    )
    .select(['slugs.kind', 'slugs.slug', 'others.slug as other'])
    .execute()
}

/**
 * Takes an address for an item, unless another one still stands there. One that was left behind is taken over and leads
 * to its new holder from now on. Of two who come at the same instant the second waits, and sees what the first has done.
 */
export async function claimSlug(
  tx: Db,
  claim: { kind: SlugKind; slug: string; itemId: string },
  isStillThere: (itemId: string) => Promise<boolean>,
): Promise<boolean> {
  const { kind, slug, itemId } = claim
  // Inserted, or touched: either way nobody else can change who holds it before this transaction ends.
  const { item_id: holder } = await tx
    .insertInto('slugs')
    .values({ kind, slug, item_id: itemId })
    .onConflict((conflict) => conflict.columns(['kind', 'slug']).doUpdateSet({ item_id: sql.ref('slugs.item_id') }))
    .returning('item_id')
    .executeTakeFirstOrThrow()
  if (holder === itemId) return true
  if (await isStillThere(holder)) return false
  await tx
    .updateTable('slugs')
    .set({ item_id: itemId })
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return true
}

export async function forgetSlugs(tx: Db, kind: SlugKind, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length > 0)
    await tx.deleteFrom('slugs').where('kind', '=', kind).where('item_id', 'in', itemIds).execute()
}
