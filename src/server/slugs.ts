import { longestSlug } from '#lib/slug.ts'
import type { Db } from './db.ts'

declare module '#server/db.ts' {
  interface Tables {
    slugs: { kind: SlugKind; slug: string; item_id: string }
  }
}

/** What has addresses of its own. */
export type SlugKind = 'post' | 'story'

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

/** Gives an address to an item. An address somebody has left behind leads to its new holder from now on. */
export async function holdSlug(tx: Db, kind: SlugKind, slug: string, itemId: string): Promise<void> {
  await tx
    .insertInto('slugs')
    .values({ kind, slug, item_id: itemId })
    .onConflict((conflict) => conflict.columns(['kind', 'slug']).doUpdateSet({ item_id: itemId }))
    .execute()
}

export async function forgetSlugs(tx: Db, kind: SlugKind, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length > 0)
    await tx.deleteFrom('slugs').where('kind', '=', kind).where('item_id', 'in', itemIds).execute()
}

/** `base`, or the first of `base-2`, `base-3`, … that is free. */
export async function freeSlug(base: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
  let slug = base
  for (let number = 2; await isTaken(slug); number++) slug = `${base.slice(0, longestSlug - 6)}-${number}`
  return slug
}
