import type { PostInput } from '#features/blog/contract.ts'
import { posts } from '#features/blog/service.server.ts'
import { paths } from '#lib/paths.ts'
import { toSlug } from '#lib/slug.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { findSlug, numbered } from '#server/slugs.ts'
import { type Converted, convert } from './conversion.server.ts'
import type { OldPost, OldSite } from './old-site.server.ts'
import type { Parcel } from './parcel.server.ts'
import { createPictures } from './pictures.server.ts'
import { openSpool } from './spool.server.ts'
import type { ImportedRow } from './tables.server.ts'

export type Bringing = Pick<Deps, 'db' | 'files' | 'now' | 'env'>

/** What became of each post, for the report. */
export type Fate = {
  title: string
  slug: string
  state: 'published' | 'scheduled' | 'draft'
  heldBack: string | null
  hasOtherSlug: boolean
  missing: readonly string[]
}

export type Outcome = {
  brought: Fate[]
  /** those that came before and have their missing pictures now */
  mended: Fate[]
  before: number
  left: { title: string; why: string }[]
  losses: Map<string, number>
  pictures: number
  faults: ReadonlyMap<string, string>
  addresses: number
}

/** What is kept until all of it can be written at once. */
type Ready = {
  fate: Fate
  oldId: string
  postId: string | null
  version: number
  addresses: readonly string[]
  input: PostInput
}

/**
 * Reads a site through twice: first for its addresses, since texts name each other; then word by word, with its pictures,
 * which are files and rows of their own. Only then are the posts written, in one transaction. In a trial nothing is.
 */
export async function bringSite(deps: Bringing, site: OldSite, parcel: Parcel, isTrial: boolean): Promise<Outcome> {
  const known = await listImported(deps.db)
  const plan = await planAddresses(deps.db, site, known)
  const pictures = createPictures(deps, parcel, isTrial)
  const outcome: Outcome = {
    brought: [],
    mended: [],
    before: 0,
    left: [],
    losses: new Map(),
    pictures: 0,
    faults: pictures.faults(),
    addresses: 0,
  }
  const spool = await openSpool<Ready>()
  try {
    for await (const post of site.posts()) {
      const row = known.get(post.id)
      if (row && row.missing === 0) outcome.before++
      else await prepare(post, row)
    }
    if (!isTrial) await deps.db.transaction().execute((tx) => write(tx))
    else for await (const ready of spool.read()) note(ready, ready.addresses.length)
  } finally {
    await spool.close()
  }
  return { ...outcome, pictures: pictures.count() }

  async function prepare(post: OldPost, row: ImportedRow | undefined) {
    const slug = plan.slugs.get(post.id) ?? ''
    const converted = await convert(post, slug, {
      site,
      moved: plan.moved,
      pictures,
      now: deps.now(),
      losses: row ? new Map() : outcome.losses,
    })
    if ('why' in converted) outcome.left.push({ title: post.title || post.slug, why: converted.why })
    else if (row && converted.missing.length >= row.missing) outcome.before++
    else await spool.add(readyOf(post, slug, converted, row))
  }

  async function write(tx: Db) {
    for await (const ready of spool.read()) {
      const done = ready.postId === null ? await add(tx, deps, ready) : await mend(tx, deps, ready)
      if (done === null) outcome.before++
      else note(ready, done)
    }
  }

  function note(ready: Ready, addresses: number) {
    const fates = ready.postId === null ? outcome.brought : outcome.mended
    fates.push(ready.fate)
    outcome.addresses += addresses
  }
}

function readyOf(
  post: OldPost,
  slug: string,
  { input, state, missing }: Converted,
  row: ImportedRow | undefined,
): Ready {
  return {
    fate: {
      title: input.title,
      slug,
      state,
      heldBack: post.heldBack,
      hasOtherSlug: toSlug(post.slug) !== slug && post.slug !== '',
      missing,
    },
    oldId: post.id,
    postId: row?.post_id ?? null,
    version: row?.version ?? 1,
    addresses: [...new Set(post.addresses)],
    input,
  }
}

/** Those that are still here, be it in the bin. */
async function listImported(db: Db): Promise<Map<string, ImportedRow>> {
  const rows = await db.selectFrom('imported').selectAll().where('post_id', 'in', posts.ids(db)).execute()
  return new Map(rows.map((row) => [row.old_id, row]))
}

type Plan = {
  /** by the old id */
  slugs: Map<string, string>
  /** by the old address */
  moved: Map<string, string>
}

async function planAddresses(db: Db, site: OldSite, known: ReadonlyMap<string, ImportedRow>): Promise<Plan> {
  const plan: Plan = { slugs: new Map(), moved: new Map() }
  const taken = new Set<string>()
  for await (const { id, slug, title, addresses } of site.posts()) {
    const before = known.get(id)
    const own = before && (await posts.findSlug(db, before.post_id))
    const address = own ?? (await freeSlug(db, toSlug(slug) || toSlug(title) || 'post', taken))
    taken.add(address)
    plan.slugs.set(id, address)
    for (const old of addresses) plan.moved.set(old, paths.post(address))
  }
  return plan
}

async function freeSlug(db: Db, slug: string, taken: ReadonlySet<string>): Promise<string> {
  for (let number = 1; ; number++) {
    const wished = numbered(slug, number)
    if (!taken.has(wished) && (await findSlug(db, 'post', wished)) === null) return wished
  }
}

/** How many old addresses lead to it; null where another import has brought it meanwhile. */
async function add(tx: Db, deps: Bringing, { fate, oldId, input, addresses }: Ready): Promise<number | null> {
  // What she has thrown away for good may come again.
  await tx.deleteFrom('imported').where('old_id', '=', oldId).where('post_id', 'not in', posts.ids(tx)).execute()
  const claimed = await tx
    .insertInto('imported')
    .values({ old_id: oldId, post_id: '', version: 1, missing: fate.missing.length })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!claimed.numInsertedOrUpdatedRows) return null
  const { id } = await posts.add(tx, deps, input)
  await tx.updateTable('imported').set({ post_id: id }).where('old_id', '=', oldId).execute()
  let led = 0
  for (const address of addresses) {
    await tx
      .deleteFrom('old_addresses')
      .where('address', '=', address)
      .where('post_id', 'not in', posts.ids(tx))
      .execute()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('old_addresses')
      .values({ address, post_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    led += Number(numInsertedOrUpdatedRows ?? 0n)
  }
  return led
}

/** With the pictures that were missing; null where she has changed it since, or thrown it away. */
async function mend(tx: Db, deps: Bringing, { fate, oldId, postId, version, input }: Ready): Promise<number | null> {
  try {
    const changed = await posts.change(tx, deps, postId ?? '', { ...input, version })
    await tx
      .updateTable('imported')
      .set({ version: changed.version, missing: fate.missing.length })
      .where('old_id', '=', oldId)
      .execute()
    return 0
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
