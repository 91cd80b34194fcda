import { type Author, profilesOf } from '#lib/author.ts'
import { arcPath, paths } from '#lib/paths.ts'
import { pageAddresses, pageKeys } from '#lib/site-pages.ts'
import type { Deps } from '#server/deps.ts'
import { isPageOpen, type SiteSnapshot } from '#server/site.ts'
import type { Flash, Site } from '#ui/site.ts'

/** What every page is told, out of the snapshot it is made of. */
export function pageSite({ env, now, site }: Pick<Deps, 'env' | 'now' | 'site'>, flash?: Flash): Site {
  const { author, arcBook } = site()
  return {
    origin: env.siteUrl,
    today: now().toISOString().slice(0, 10),
    author,
    arc: arcBook && { title: arcBook.title, href: arcPath(arcBook.slug) },
    ...menuOf(site()),
    profiles: profilesOf(author),
    pages: openAddresses(site()),
    ...(flash ? { flash } : {}),
  }
}

/** An advance copy that is not offered is not named. */
function menuOf({ pages, arcBook, author }: SiteSnapshot): Pick<Site, 'menu' | 'support' | 'isMenuLong'> {
  const menu = pages
    .filter(({ key, isInMenu }) => isInMenu && (key !== 'arc' || arcBook))
    .map(({ key, label }) => ({ label, href: key === 'arc' && arcBook ? arcPath(arcBook.slug) : pageAddresses[key] }))
  const support = supportOf(author)
  return { menu, support, isMenuLong: widthOf([...menu, ...support]) + nameWidth(author) > widestMenu }
}

/** Labels are fixed; a place she does not have is not named. */
function supportOf({ support }: Author) {
  return [
    { href: support.crowdfunding, label: 'Support My Work' },
    { href: support.coffee, label: 'Buy Me a Coffee' },
  ].filter(({ href }) => href !== '')
}

/** In pixels, as the head sets them: a letter of the menu is seven and a half wide, one of her name twelve. */
const letterWidth = 7.5
const linkGap = 18
const nameWidth = ({ name }: Author) => name.length * 12
/** What the head has at the width from which it shows its links, without its own gaps. */
const widestMenu = 980

function widthOf(links: readonly { label: string }[]): number {
  return links.reduce((sum, { label }) => sum + label.length * letterWidth + linkGap, 0)
}

/** How the addresses begin that lead somewhere. Her desk always does, and so does whatever is not hers to turn off. */
function openAddresses(site: SiteSnapshot): string[] {
  const hers = pageKeys.filter((key) => isPageOpen(site, key)).map((key) => pageAddresses[key])
  const arc = isPageOpen(site, 'arc') ? ['/arc'] : []
  const free = site.home.includes('free') ? [paths.readerMagnets] : []
  return [...hers, ...arc, ...free, ...standing].map((path) => path.slice(1))
}

const standing = [paths.terms, paths.privacy, '/confirm', '/unsubscribe', '/get', '/preview', '/admin', '/analytics']
