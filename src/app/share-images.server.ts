import { posts } from '#features/blog/service.server.ts'
import { storyArtUrl } from '#features/stories/genres.ts'
import { findStoryArt, stories } from '#features/stories/service.server.ts'
import { type CardPage, cardMark, cardPages, postCard, storyCard } from '#lib/share-urls.ts'
import type { Deps } from '#server/deps.ts'
import type { DrawingWish } from '#server/drawing-wishes.ts'
import { AppError } from '#server/errors.ts'
import type { Rendered } from '#server/page-cache.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { forAMinute, forEver } from './caching.server.ts'
import type { Keep } from './kept.server.ts'
import { bookCard, cardWith, pageCards } from './share-cards.server.ts'

/** `mark` is what an address of it says that shows exactly this. */
type Card = { wish: DrawingWish; mark: string }
type Find = (deps: Deps, name: string) => Promise<Card | null>

/** The pictures other sites show beside a link to one of our pages: only of what readers may know of. */
export function shareImageRoutes(deps: Deps, keep: Keep): Route[] {
  const row = (path: string, find: Find): Route => ({
    method: 'GET',
    path,
    access: 'public',
    handle: (c) => keep(c, () => answer(deps, c, find)),
  })
  return [
    row('/share/page/:file', findPageCard),
    row('/share/post/:file', findPostCard),
    row('/share/story/:file', findStoryCard),
    row('/share/book/:file', findBookCard),
  ]
}

/**
 * A crawler asks once, so the picture itself is waited for, though not for long. Whoever comes by an older address gets
 * what there is today; it is not held there, for there is no end of such addresses.
 */
async function answer(deps: Deps, c: AppContext, find: Find): Promise<Rendered> {
  const [, name, mark] = c.req.param('file')?.match(/^([a-z0-9-]+)(?:\.([a-z0-9]+))?\.png$/) ?? []
  const card = name ? await find(deps, name) : null
  if (!card) throw new AppError('not_found', 'There is nothing at this address.')
  const drawn = await deps.drawing.soon(card.wish, 'png')
  const isProper = drawn !== null && mark === card.mark
  const headers = {
    'content-type': 'image/png',
    'cache-control': isProper ? forEver : forAMinute,
    // Drawn to be shown elsewhere.
    'cross-origin-resource-policy': 'cross-origin',
    ...(drawn ? { etag: `"${deps.drawing.nameOf(card.wish)}"` } : {}),
  }
  return { status: 200, headers, body: Buffer.from(drawn ?? (await readStandIn())), isPassing: !isProper }
}

/** A card without a word, drawn with the build. */
async function readStandIn(): Promise<Buffer> {
  const { standIns } = await import('./stand-ins.server.ts')
  return standIns.card
}

async function findPageCard({ site }: Deps, name: string): Promise<Card | null> {
  const page = cardPages.find((one): one is CardPage => one === name)
  const snapshot = site()
  return page ? { wish: pageCards(snapshot)[page], mark: snapshot.cards } : null
}

async function findBookCard({ site }: Deps, slug: string): Promise<Card | null> {
  const snapshot = site()
  const book = snapshot.books.find((one) => one.slug === slug)
  return book ? { wish: bookCard(snapshot, book), mark: snapshot.cards } : null
}

async function findPostCard({ db, now, site }: Deps, slug: string): Promise<Card | null> {
  const post = await posts.findOut(db, slug, now())
  if (!post) return null
  const words = postCard(post)
  const mark = cardMark(site().cards, words)
  return { wish: cardWith(site(), words, { postId: post.id }), mark }
}

async function findStoryCard({ db, now, site }: Deps, slug: string): Promise<Card | null> {
  const story = await stories.findOut(db, slug, now())
  const found = story && (await findStoryArt(db, storyArtUrl(story)))
  if (!found) return null
  const words = storyCard(story)
  const { seed, genre, art } = found
  const mark = cardMark(site().cards, words)
  return { wish: cardWith(site(), words, { storyArt: art, seed, genre }), mark }
}
