import { readCatalogue } from '#features/books/catalogue.server.ts'
import { readAuthor } from '#features/profile/service.server.ts'
import type { Db } from '#server/db.ts'
import type { Env } from '#server/env.ts'
import type { SiteSnapshot } from '#server/site.ts'

/** Keeps the snapshot in hand. The one that was read last stays when reading a newer one fails. */
export async function openSite(db: Db, env: Env): Promise<{ current: () => SiteSnapshot; renew: () => Promise<void> }> {
  let snapshot = await readSite(db, env)
  let newest = 0
  return {
    current: () => snapshot,
    async renew() {
      const turn = ++newest
      const read = await readSite(db, env)
      // Of two that were under way the one that began later has seen more.
      if (turn === newest) snapshot = read
    },
  }
}

/** What the environment says comes before what she has entered. */
async function readSite(db: Db, env: Env): Promise<SiteSnapshot> {
  const author = await readAuthor(db)
  return {
    ...(await readCatalogue(db)),
    author: { ...author, postalAddress: env.postalAddress ?? author.postalAddress },
    sender: env.mailFrom ?? (author.email || `letters@${new URL(env.siteUrl).hostname}`),
  }
}
