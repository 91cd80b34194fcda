import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { openToken, signToken } from '#server/signed-token.ts'
import type { SiteSnapshot } from '#server/site.ts'
import type { FollowedLink } from './contract.ts'

/** Stand among the links of a letter, for how many left by it, and how often it led to a shop. */
const wayOut = 'unsubscribe'
const shop = 'shop'

/** In the transaction that begins its sending: each address in it gets an id of its own. */
export async function countLinks(tx: Db, { now }: Pick<Deps, 'now'>, letterId: string, hrefs: readonly string[]) {
  const fresh = [wayOut, shop, ...hrefs].map((href) => ({ id: newId(now()), letter_id: letterId, href, clicks: 0 }))
  await tx
    .insertInto('letter_links')
    .values(fresh)
    .onConflict((conflict) => conflict.columns(['letter_id', 'href']).doNothing())
    .execute()
}

/** Where each address of a letter is counted, by the address. Signed, so that it leads nowhere she did not write. */
export async function countedLinks(
  db: Db,
  { env, keyFor }: Pick<Deps, 'env' | 'keyFor'>,
  letterId: string,
): Promise<{ counted: Map<string, string>; departure: string }> {
  const rows = await db.selectFrom('letter_links').select(['id', 'href']).where('letter_id', '=', letterId).execute()
  const token = (id: string) => signToken(keyFor('letter-link'), id)
  const out = rows.find(({ href }) => href === wayOut)
  return {
    counted: new Map(rows.map(({ id, href }) => [href, `${env.siteUrl}/l/${token(id)}`])),
    departure: out ? `?letter=${token(out.id)}` : '',
  }
}

/**
 * Where such a link leads, counted once; null for one that is none of ours. To a page of this site it leads with the
 * letter's mark: whoever goes on from there to a shop was brought there by the letter, whoever she is.
 */
export async function followLink(
  { db, env, keyFor, site }: Deps,
  token: string,
  isCounted: boolean,
): Promise<string | null> {
  const id = openToken(keyFor('letter-link'), token)
  if (!id) return null
  const row = await db
    .selectFrom('letter_links as l')
    .leftJoin('letter_links as s', (join) => join.onRef('s.letter_id', '=', 'l.letter_id').on('s.href', '=', shop))
    .select(['l.href', 's.id as mark'])
    .where('l.id', '=', id)
    .where('l.href', 'not in', [wayOut, shop])
    .executeTakeFirst()
  if (!row) return null
  const url = new URL(row.href, env.siteUrl)
  if (isCounted) await addOne(db, id)
  if (row.mark && url.origin === env.siteUrl) url.searchParams.set('letter', row.mark)
  else if (row.mark && isCounted && sellsBooks(site(), url)) await addOne(db, row.mark)
  return url.href
}

/** By its host: she may link to a shop otherwise than her books do. */
function sellsBooks({ books }: SiteSnapshot, { host }: URL): boolean {
  return books.some(({ shops }) => shops.some(({ url }) => new URL(url).host === host))
}

/** Somebody has left by the way out in a letter: of which, and not who. */
export async function noteDeparture({ db, keyFor }: Pick<Deps, 'db' | 'keyFor'>, token: string): Promise<void> {
  const id = openToken(keyFor('letter-link'), token)
  if (id) await addOne(db, id)
}

/** Somebody went to a shop from a page with such a mark; one that was made up counts for nothing. */
export async function countShopClick(tx: Db, mark: string): Promise<void> {
  await addOne(tx, mark, shop)
}

async function addOne(db: Db, id: string, href?: string): Promise<void> {
  const row = db
    .updateTable('letter_links')
    .set((row) => ({ clicks: row('clicks', '+', 1) }))
    .where('id', '=', id)
  await (href ? row.where('href', '=', href) : row).execute()
}

/** What a letter has led to, by how many presses: its own links, the most followed first, shops, and the way out. */
export async function readFollowed(db: Db, letterId: string) {
  const rows = await db
    .selectFrom('letter_links')
    .select(['href', 'clicks'])
    .where('letter_id', '=', letterId)
    .orderBy('clicks', 'desc')
    .orderBy('href')
    .execute()
  const of = (name: string) => rows.find(({ href }) => href === name)?.clicks ?? 0
  const links: FollowedLink[] = rows.filter(({ href }) => href !== wayOut && href !== shop)
  const followed = links.reduce((sum, { clicks }) => sum + clicks, 0)
  return { links, followed, shopClicks: of(shop), departures: of(wayOut) }
}
