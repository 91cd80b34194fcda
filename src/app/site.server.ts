import { type Catalogue, readCatalogue } from '#features/books/catalogue.server.ts'
import { readDraftCatalogue } from '#features/books/drafts.server.ts'
import { withDrawings } from '#features/books/drawn-covers.server.ts'
import { booksWornBy, type GivenFile, readFiles } from '#features/downloads/files.server.ts'
import { freeBookOf } from '#features/downloads/service.server.ts'
import { letters } from '#features/letters/service.server.ts'
import { keepShownWordings } from '#features/newsletter/wordings.server.ts'
import { blankName } from '#features/profile/contract.ts'
import { readAuthor, readDraftAuthor, readProfileSavedAt } from '#features/profile/service.server.ts'
import { createWords, readDraftWords, readWords, readWordsSavedAt } from '#features/words/service.server.ts'
import { type Author, type Front, factsOf } from '#lib/author.ts'
import type { CoverPicture } from '#lib/cover.ts'
import { type PageKey, pageAt } from '#lib/site-pages.ts'
import { fillIn } from '#lib/word-set.ts'
import type { Deps } from '#server/deps.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { newestIn } from './latest.server.ts'
import { cardsEdition } from './share-cards.server.ts'
import { wordSets } from './word-sets.server.ts'

type Parts = Pick<Deps, 'db' | 'env' | 'drawing' | 'now'>
type OpenSite = { current: () => SiteSnapshot; renew: () => Promise<void> }

/** Keeps the snapshot in hand. The one that was read last stays when reading a newer one fails. */
export async function openSite({ db, env, drawing, now }: Parts): Promise<OpenSite> {
  let snapshot = await readSite({ db, env, drawing, now })
  // A reader may have a page open still, and send its form when other words stand. Before there is an author, nobody asks.
  const keepWordings = async (newer: SiteSnapshot | null) => {
    if (snapshot.author.name !== blankName) await keepShownWordings(db, snapshot, newer, now())
  }
  await keepWordings(null)
  let begun = 0
  let shown = 0
  return {
    current: () => snapshot,
    async renew() {
      const turn = ++begun
      const read = await readSite({ db, env, drawing, now })
      await keepWordings(read)
      // Of two under way the later has seen more, and is not overtaken; but whoever waits for the earlier sees it too.
      if (turn < shown) return
      shown = turn
      snapshot = read
    },
  }
}

/**
 * The site as it will be once she has saved what she is typing. `path` is the page she looks at: it is there for her, also
 * while it is turned off.
 */
export async function readDraftSite(parts: Parts, path: string): Promise<SiteSnapshot> {
  const { db } = parts
  const shown = pageAt(path)
  const [, slug = null] = path.match(/^\/books\/([^/]+)$/) ?? []
  const entered = await readDraftAuthor(db)
  const pages = entered.pages.map((page) =>
    page.key === shown && page.place === 'off' ? ({ ...page, place: 'quiet' } as const) : page,
  )
  const files = await readFiles(db)
  const catalogue = await readDraftCatalogue(db, slug, booksWornBy(files))
  return toSnapshot(parts, { ...entered, pages }, await readDraftWords(db), { ...catalogue, files })
}

async function readSite(parts: Parts): Promise<SiteSnapshot> {
  const { db } = parts
  const files = await readFiles(db)
  const catalogue = await readCatalogue(db, booksWornBy(files))
  return toSnapshot(parts, await readAuthor(db), await readWords(db), { ...catalogue, files })
}

type Said = Awaited<ReturnType<typeof readWords>>
type Entered = Awaited<ReturnType<typeof readAuthor>>
type Given = Catalogue & { files: ReadonlyMap<string, GivenFile> }

/** What the environment says comes before what she has entered. */
async function toSnapshot(
  { db, env, drawing, now }: Parts,
  { pages, home, ...entered }: Entered,
  said: Said,
  catalogue: Given,
): Promise<SiteSnapshot> {
  const author = { ...entered, postalAddress: env.postalAddress ?? entered.postalAddress }
  const isOff = (wanted: PageKey) => pages.some(({ key, place }) => key === wanted && place === 'off')
  // A copy that cannot be asked for is not offered, and no words name it.
  const offered = isOff('arc') ? { ...catalogue, arcBook: null } : catalogue
  const { arcBook } = offered
  const facts = factsOf(author, { arcBook, freebook: freeBookOf(offered).title, hasContact: !isOff('contact') })
  const open = {
    ...(await withDrawings(offered, author.name, drawing)),
    files: catalogue.files,
    pages: pages
      .filter(({ place }) => place !== 'off')
      .map(({ key, label, place }) => ({ key, label: fillIn(label, facts), isInMenu: place === 'menu' })),
  }
  const site = {
    ...open,
    author: { ...author, front: frontFor(author, newestIn(open)?.cover) },
    home,
    hasLetters: (await letters.countOut(db, now())) > 0,
    words: createWords(wordSets, said, facts),
    savedAt: { author: await readProfileSavedAt(db), words: await readWordsSavedAt(db) },
    sender: senderOf(env, author),
  }
  return { ...site, cards: cardsEdition(site) }
}

export function senderOf({ mailFrom, siteUrl }: Parts['env'], { email }: Pick<Author, 'email'>): string {
  return mailFrom ?? (email || `letters@${new URL(siteUrl).hostname}`)
}

/** Where there is no such picture, the curtain hangs. */
function frontFor({ front, photograph }: Author, cover: CoverPicture | null | undefined): Front {
  const isThere = { curtain: true, photograph: photograph.url !== '', cover: Boolean(cover) }[front]
  return isThere ? front : 'curtain'
}
