import { artUrl } from '#lib/art-urls.ts'
import type { Author } from '#lib/author.ts'
import type { Thing } from './seo.tsx'
import type { Site } from './site.ts'

/** Others point to the author by this id instead of repeating her. */
export function authorRef(origin: string) {
  return { '@id': `${origin}/#author` }
}

export function authorThing({ origin, author, profiles }: Site): Thing {
  return {
    '@type': 'Person',
    ...authorRef(origin),
    name: author.name,
    url: `${origin}/`,
    ...imageOf(origin, author),
    ...(author.shortBio ? { description: author.shortBio } : {}),
    jobTitle: 'Author',
    knowsAbout: author.genres,
    sameAs: [author.website, ...profiles.map(({ href }) => href)].filter(Boolean),
  }
}

/** The sample's author has been drawn; nobody else is. */
function imageOf(origin: string, { photograph, isSample }: Author) {
  if (photograph.url) return { image: `${origin}${photograph.url}/960.jpg` }
  return isSample ? { image: origin + artUrl('portrait-800.jpg') } : {}
}
