import { type Catalogue, readCatalogue } from '#features/books/catalogue.server.ts'
import { readDraftCatalogue } from '#features/books/drafts.server.ts'
import { withDrawings } from '#features/books/drawn-covers.server.ts'
import { freeBookOf } from '#features/downloads/service.server.ts'
import { keepShownWordings } from '#features/newsletter/wordings.server.ts'
import { blankName } from '#features/profile/contract.ts'
import { readAuthor, readDraftAuthor } from '#features/profile/service.server.ts'
import { createWords, readDraftWords, readWords } from '#features/words/service.server.ts'
import { type Author, factsOf } from '#lib/author.ts'
import type { Deps } from '#server/deps.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { wordSets } from './word-sets.server.ts'

type Parts = Pick<Deps, 'db' | 'env' | 'drawing'>
type Keeping = Parts & Pick<Deps, 'now'>
type OpenSite = { current: () => SiteSnapshot; renew: () => Promise<void> }

/** Keeps the snapshot in hand. The one that was read last stays when reading a newer one fails. */
export async function openSite({ db, env, drawing, now }: Keeping): Promise<OpenSite> {
  let snapshot = await readSite({ db, env, drawing })
  // A reader may have a page open still, and send its form when other words stand. Before there is an author, nobody asks.
  const keepWordings = async (newer: SiteSnapshot | null) => {
    if (snapshot.author.name !== blankName) await keepShownWordings(db, snapshot, newer, now())
  }
  await keepWordings(null)
  let newest = 0
  return {
    current: () => snapshot,
    async renew() {
      const turn = ++newest
      const read = await readSite({ db, env, drawing })
      await keepWordings(read)
      // Of two that were under way the one that began later has seen more.
      if (turn === newest) snapshot = read
    },
  }
}

/** The site as it will be once she has saved what she is typing. `path` is the page she looks at. */
export async function readDraftSite(parts: Parts, path: string): Promise<SiteSnapshot> {
  const { db } = parts
  const [, slug = null] = path.match(/^\/books\/([^/]+)$/) ?? []
  return toSnapshot(parts, await readDraftAuthor(db), await readDraftWords(db), await readDraftCatalogue(db, slug))
}

async function readSite(parts: Parts): Promise<SiteSnapshot> {
  const { db } = parts
  return toSnapshot(parts, await readAuthor(db), await readWords(db), await readCatalogue(db))
}

type Said = Awaited<ReturnType<typeof readWords>>

/** What the environment says comes before what she has entered. */
async function toSnapshot(
  { env, drawing }: Parts,
  entered: Author,
  said: Said,
  catalogue: Catalogue,
): Promise<SiteSnapshot> {
  const author = { ...entered, postalAddress: env.postalAddress ?? entered.postalAddress }
  return {
    ...(await withDrawings(catalogue, author.name, drawing)),
    author,
    words: createWords(wordSets, said, factsOf(author, catalogue.arcBook, freeBookOf(catalogue).title)),
    sender: env.mailFrom ?? (author.email || `letters@${new URL(env.siteUrl).hostname}`),
  }
}
