import { artUrl } from '#lib/art-urls.ts'
import { author, profiles } from '#lib/author.ts'
import type { Thing } from './seo.tsx'

/** Others point to the author by this id instead of repeating her. */
export function authorRef(origin: string) {
  return { '@id': `${origin}/#author` }
}

export function authorThing(origin: string): Thing {
  return {
    '@type': 'Person',
    ...authorRef(origin),
    name: author.name,
    url: `${origin}/`,
    image: origin + artUrl('portrait-800.png'),
    description: author.bio,
    jobTitle: 'Author',
    knowsAbout: author.genres,
    // A placeholder profile is not the author's, and search engines would believe it was.
    sameAs: [author.website, ...profiles.map((profile) => profile.href)],
  }
}
