import type { Author } from '#lib/author.ts'
import { authorRef } from '#ui/author-thing.ts'
import type { Thing } from '#ui/seo.tsx'

export function websiteThing(origin: string, author: Author): Thing {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: author.name,
    url: `${origin}/`,
    inLanguage: 'en-CA',
    publisher: authorRef(origin),
  }
}
