import { posts } from '#features/blog/service.server.ts'
import { stories } from '#features/stories/service.server.ts'
import type { Block } from '#features/writing/contract.ts'
import { paths } from '#lib/paths.ts'
import { postCard, shareUrls, storyCard } from '#lib/share-urls.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { CardWords, PlacedCard } from './contract.ts'
import { callOf, hrefsIn } from './letter-parts.ts'

type Known = Pick<Deps, 'env' | 'now' | 'site'>

/** What of hers these addresses show, as readers find it now; what is not there any more is a plain button. */
export async function cardsFor(db: Db, deps: Known, hrefs: readonly string[]): Promise<Map<string, CardWords>> {
  const cards = new Map<string, CardWords>()
  for (const href of hrefs) {
    const card = await cardAt(db, deps, pathOf(href, deps.env.siteUrl))
    if (card) cards.set(href, card)
  }
  return cards
}

/** The same on the site, each in the place of the line that leads to it. */
export async function placeCards(deps: Known & Pick<Deps, 'db'>, body: readonly Block[]): Promise<PlacedCard[]> {
  const cards = await cardsFor(deps.db, deps, hrefsIn(body))
  return body.flatMap((block, at) => {
    const call = callOf(block)
    const card = call && cards.get(call.href)
    return card ? { ...card, at, label: call.label, href: pathOf(call.href, deps.env.siteUrl) } : []
  })
}

function pathOf(href: string, siteUrl: string): string {
  const url = new URL(href, siteUrl)
  return url.origin === new URL(siteUrl).origin ? url.pathname : ''
}

async function cardAt(db: Db, { now, site }: Known, path: string): Promise<CardWords | null> {
  const slugAfter = (start: string) => (path.startsWith(start) ? path.slice(start.length) : '')
  const edition = site().cards
  const book = site().books.find(({ slug }) => slug === slugAfter(paths.book('')))
  if (book) return { title: book.title, line: book.caption, picture: shareUrls.book(edition, book.slug) }
  const post = slugAfter(paths.post('')) && (await posts.findOut(db, slugAfter(paths.post('')), now()))
  if (post) return { ...postCard(post), line: post.excerpt ?? '', picture: shareUrls.post(edition, post) }
  const story = slugAfter(paths.story('')) && (await stories.findOut(db, slugAfter(paths.story('')), now()))
  if (story) return { ...storyCard(story), line: story.description, picture: shareUrls.story(edition, story) }
  return null
}
