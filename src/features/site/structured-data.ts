import { authorRef } from '#ui/author-thing.ts'
import type { Thing } from '#ui/seo.tsx'
import type { Site } from '#ui/site.ts'

export function websiteThing({ origin, author }: Site): Thing {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: author.name,
    url: `${origin}/`,
    inLanguage: 'en-CA',
    publisher: authorRef(origin),
  }
}

/** A page that tells who she is. */
export function profileThing({ origin, toldAt }: Site): Thing {
  return { '@type': 'ProfilePage', ...(toldAt ? { dateModified: toldAt } : {}), mainEntity: authorRef(origin) }
}
