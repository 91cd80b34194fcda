import { type Catalogue, readCatalogue } from '#features/books/catalogue.server.ts'
import { readAuthor, readDraftAuthor } from '#features/profile/service.server.ts'
import { createWords, readDraftWords, readWords } from '#features/words/service.server.ts'
import { type Author, factsOf } from '#lib/author.ts'
import type { Db } from '#server/db.ts'
import type { Env } from '#server/env.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { wordSets } from './word-sets.server.ts'

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

/** The site as it will be once she has saved what she is typing. */
export async function readDraftSite(db: Db, env: Env): Promise<SiteSnapshot> {
  return toSnapshot(env, await readDraftAuthor(db), await readDraftWords(db), await readCatalogue(db))
}

async function readSite(db: Db, env: Env): Promise<SiteSnapshot> {
  return toSnapshot(env, await readAuthor(db), await readWords(db), await readCatalogue(db))
}

type Said = Awaited<ReturnType<typeof readWords>>

/** What the environment says comes before what she has entered. */
function toSnapshot(env: Env, entered: Author, said: Said, catalogue: Catalogue): SiteSnapshot {
  const author = { ...entered, postalAddress: env.postalAddress ?? entered.postalAddress }
  return {
    ...catalogue,
    author,
    words: createWords(wordSets, said, factsOf(author)),
    sender: env.mailFrom ?? (author.email || `letters@${new URL(env.siteUrl).hostname}`),
  }
}
