import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { openToken, signToken } from '#server/signed-token.ts'
import type { FollowedLink } from './contract.ts'

/** Stands among the links of a letter, for how many left by it. */
const wayOut = 'unsubscribe'

/** In the transaction that begins its sending: each address in it gets an id of its own. */
export async function countLinks(tx: Db, { now }: Pick<Deps, 'now'>, letterId: string, hrefs: readonly string[]) {
  const fresh = [wayOut, ...hrefs].map((href) => ({ id: newId(now()), letter_id: letterId, href, clicks: 0 }))
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
    counted: new Map(
      rows.filter(({ href }) => href !== wayOut).map(({ id, href }) => [href, `${env.siteUrl}/l/${token(id)}`]),
    ),
    departure: out ? `?letter=${token(out.id)}` : '',
  }
}

/** Where such a link leads, counted once; null for one that is none of ours. */
export async function followLink({ db, env, keyFor }: Deps, token: string, isCounted: boolean): Promise<string | null> {
  const id = openToken(keyFor('letter-link'), token)
  if (!id) return null
  const row = await db.selectFrom('letter_links').select('href').where('id', '=', id).executeTakeFirst()
  if (!row || row.href === wayOut) return null
  if (isCounted) await addOne(db, id)
  return new URL(row.href, env.siteUrl).href
}

/** Somebody has left by the way out in a letter: of which, and not who. */
export async function noteDeparture({ db, keyFor }: Pick<Deps, 'db' | 'keyFor'>, token: string): Promise<void> {
  const id = openToken(keyFor('letter-link'), token)
  if (id) await addOne(db, id)
}

async function addOne(db: Db, id: string): Promise<void> {
  await db
    .updateTable('letter_links')
    .set((row) => ({ clicks: row('clicks', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function listFollowed(db: Db, letterId: string): Promise<FollowedLink[]> {
  return db
    .selectFrom('letter_links')
    .select(['href', 'clicks'])
    .where('letter_id', '=', letterId)
    .where('href', '!=', wayOut)
    .orderBy('clicks', 'desc')
    .orderBy('href')
    .execute()
}

export async function countDepartures(db: Db, letterId: string): Promise<number> {
  const row = await db
    .selectFrom('letter_links')
    .select('clicks')
    .where('letter_id', '=', letterId)
    .where('href', '=', wayOut)
    .executeTakeFirst()
  return row?.clicks ?? 0
}
