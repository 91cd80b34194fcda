import { isOutOn } from '#features/books/publication.ts'
import { aboutWords } from '#features/site/about-words.ts'
import { pressWords } from '#features/site/press-words.ts'
import { type Author, profilesOf } from '#lib/author.ts'
import { arcPath, paths } from '#lib/paths.ts'
import { pageAddresses, pageKeys } from '#lib/site-pages.ts'
import type { Deps } from '#server/deps.ts'
import { isPageOpen, type SiteSnapshot } from '#server/site.ts'
import type { Flash, Site } from '#ui/site.ts'
import { iconMark } from './share-cards.server.ts'

/** What every page is told, out of the snapshot it is made of. */
export function pageSite({ env, now, site }: Pick<Deps, 'env' | 'now' | 'site'>, flash?: Flash): Site {
  const snapshot = site()
  const { author, arcBook } = snapshot
  const today = now().toISOString().slice(0, 10)
  return {
    origin: env.siteUrl,
    today,
    author,
    herPage: herPage(snapshot),
    toldAt: toldAt(snapshot),
    cards: snapshot.cards,
    icons: iconMark(snapshot),
    arc: arcBook && { title: arcBook.title, href: arcPath(arcBook.slug), isOut: isOutOn(arcBook, today) },
    ...menuOf(snapshot),
    hasLetters: snapshot.hasLetters,
    profiles: profilesOf(author),
    pages: openAddresses(snapshot),
    ...(author.isSample ? { sampleLine: 'Sample site: the author and her books are fictitious too.' } : {}),
    ...(flash ? { flash } : {}),
  }
}

export function herPage(site: SiteSnapshot): string {
  return isPageOpen(site, 'about') ? paths.about : paths.home
}

function toldAt({ savedAt: { author, words } }: SiteSnapshot): string | null {
  const moments = [author, words.get(aboutWords.name), words.get(pressWords.name)]
  return (
    moments
      .flatMap((moment) => moment ?? [])
      .sort()
      .at(-1) ?? null
  )
}

/** An advance copy that is not offered is not named. */
function menuOf({ pages, arcBook, author }: SiteSnapshot): Pick<Site, 'menu' | 'support' | 'menuFrom'> {
  const menu = pages
    .filter(({ key, isInMenu }) => isInMenu && (key !== 'arc' || arcBook))
    .map(({ key, label }) => ({ label, href: key === 'arc' && arcBook ? arcPath(arcBook.slug) : pageAddresses[key] }))
  const support = supportOf(author)
  const width = lengthOf(author.name) * 8.7 + widthOf(menu, 18) + widthOf(support, 28) + 19
  // What a screen of 70 and of 80 rem leaves between its edges, without the gap after her name.
  return { menu, support, menuFrom: width <= 1006 ? 'nav' : width <= 1154 ? 'wide' : null }
}

/** Labels are fixed; a place she does not have is not named. */
function supportOf({ support }: Author) {
  return [
    { href: support.crowdfunding, label: 'Support My Work' },
    { href: support.coffee, label: 'Buy Me a Coffee' },
  ].filter(({ href }) => href !== '')
}

/** In pixels, as the head sets its links: a letter is 7.6 wide, and `gap` stands before each. */
function widthOf(links: readonly { label: string }[], gap: number): number {
  return links.reduce((sum, { label }) => sum + lengthOf(label) * 7.6 + gap, 0)
}

/** Letters of other scripts may be twice as wide. */
function lengthOf(words: string): number {
  return words.replace(/[^\0-\u024f]/gu, 'xx').length
}

/**
 * How the addresses begin that lead somewhere. Her desk always does, and so does whatever is not hers to turn off. The
 * address docs/spec.md fixes for the advance copy is named only where it is that of the book she offers.
 */
export function openAddresses(site: SiteSnapshot): string[] {
  const { arcBook, home } = site
  const hers = pageKeys.filter((key) => key !== 'arc' && isPageOpen(site, key)).map((key) => pageAddresses[key])
  const isFirstOne = arcBook && arcPath(arcBook.slug) === paths.arc
  const arc = isPageOpen(site, 'arc') ? ['/arc', ...(isFirstOne ? [paths.arc] : [])] : []
  const free = home.includes('free') ? [paths.readerMagnets] : []
  return [...hers, ...arc, ...free, ...standing].map((path) => path.slice(1))
}

const standing = [
  paths.letters,
  paths.terms,
  paths.privacy,
  '/confirm',
  '/unsubscribe',
  '/get',
  '/preview',
  '/admin',
  '/analytics',
]
