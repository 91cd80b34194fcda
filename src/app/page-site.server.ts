import { arcPath } from '#lib/paths.ts'
import type { Deps } from '#server/deps.ts'
import type { Flash, Site } from '#ui/site.ts'
import { cardsEdition, iconMark } from './share-cards.server.ts'

/** What every page is told, out of the snapshot it is made of. */
export function pageSite({ env, now, site }: Pick<Deps, 'env' | 'now' | 'site'>, flash?: Flash): Site {
  const snapshot = site()
  const { author, arcBook } = snapshot
  return {
    origin: env.siteUrl,
    today: now().toISOString().slice(0, 10),
    author,
    cards: cardsEdition(snapshot),
    icons: iconMark(snapshot),
    arc: arcBook && { title: arcBook.title, href: arcPath(arcBook.slug) },
    ...(flash ? { flash } : {}),
  }
}
