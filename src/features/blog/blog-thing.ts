import { paths } from '#lib/paths.ts'
import { authorRef } from '#ui/author-thing.ts'
import type { Thing } from '#ui/seo.tsx'
import type { Site } from '#ui/site.ts'
import type { Post } from './contract.ts'
import { briefly } from './structured-data.ts'

/** Search engines read the latest; the rest they find in the site map. */
const mostListed = 20

export function blogThing(site: Site, posts: readonly Post[]): Thing {
  const { origin, author } = site
  return {
    '@type': 'Blog',
    '@id': `${origin}${paths.blog}#blog`,
    name: `${author.name}: Blog`,
    url: origin + paths.blog,
    inLanguage: 'en-CA',
    author: authorRef(origin),
    blogPost: posts.slice(0, mostListed).map((post) => briefly(site, post)),
  }
}
