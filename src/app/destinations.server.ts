import { posts } from '#features/blog/service.server.ts'
import { stories } from '#features/stories/service.server.ts'
import type { Destination } from '#features/writing/contract.ts'
import { paths } from '#lib/paths.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { isClosed } from './closed-pages.server.ts'

const pages: Destination[] = [
  { kind: 'page', title: 'Books', href: paths.books },
  { kind: 'page', title: 'Short Stories', href: paths.shortStories },
  { kind: 'page', title: 'Blog', href: paths.blog },
  { kind: 'page', title: 'About Author', href: paths.about },
  { kind: 'page', title: 'Contact', href: paths.contact },
  { kind: 'page', title: 'Sign up', href: paths.signup },
]

/** Everything of hers that a link in a text may lead to, as readers find it: a page that is turned off they do not. */
export function destinationsRoute(deps: Deps): Route {
  return {
    method: 'GET',
    path: '/api/owner/destinations',
    access: 'owner',
    handle: async (c) => c.json(await listDestinations(deps)),
  }
}

async function listDestinations({ db, now, site }: Deps): Promise<Destination[]> {
  const [writtenPosts, writtenStories] = await Promise.all([posts.listTitles(db, now()), stories.listTitles(db, now())])
  const all: Destination[] = [
    ...writtenPosts.map(({ title, slug }) => ({ kind: 'post' as const, title, href: paths.post(slug) })),
    ...writtenStories.map(({ title, slug }) => ({ kind: 'story' as const, title, href: paths.story(slug) })),
    ...site().books.map(({ title, slug }) => ({ kind: 'book' as const, title, href: paths.book(slug) })),
    ...pages,
  ]
  return all.filter(({ href }) => !isClosed(site(), 'GET', href))
}
