import { isOutOn } from '#features/books/publication.ts'
import { arcPath } from '#lib/paths.ts'
import type { Deps } from '#server/deps.ts'
import type { Flash, Site } from '#ui/site.ts'

/** What every page is told, out of the snapshot it is made of. */
export function pageSite({ env, now, site }: Pick<Deps, 'env' | 'now' | 'site'>, flash?: Flash): Site {
  const { author, arcBook } = site()
  const today = now().toISOString().slice(0, 10)
  return {
    origin: env.siteUrl,
    today,
    author,
    arc: arcBook && { title: arcBook.title, href: arcPath(arcBook.slug), isOut: isOutOn(arcBook, today) },
    ...(flash ? { flash } : {}),
  }
}
