import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { posts } from '#features/blog/service.server.ts'
import type { Book } from '#features/books/contract.ts'
import { readDrawnCover } from '#features/books/drawn-covers.server.ts'
import { readPicture } from '#features/images/service.server.ts'
import { storyArtUrl } from '#features/stories/genres.ts'
import { findStoryArt, stories } from '#features/stories/service.server.ts'
import { artEdition } from '#lib/art-urls.ts'
import type { Deps } from '#server/deps.ts'
import { createDrawnOnce } from '#server/drawn-once.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import type { Scene } from './share-drawing.server.ts'

// Drawn to be shown elsewhere.
const forEverybody = { 'cache-control': 'public, max-age=60', 'cross-origin-resource-policy': 'cross-origin' }

/** `look` is whatever else decides how it looks. */
type Card = { item: string; title: string; line: string; look?: unknown; scene: () => Promise<Scene> }

/** The pictures other sites show beside a link to a post, a story or a book: only of what readers may know of. */
export function shareImageRoutes(deps: Deps): Route[] {
  const drawnOnce = createDrawnOnce({ folder: join(deps.env.dataDir, 'share') })

  // A third of the server's code, and two native libraries: not before the first card is asked for.
  async function draw({ title, line, scene }: Card): Promise<Buffer> {
    const { drawCard } = await import('./share-drawing.server.ts')
    return drawCard({ title, line, scene: await scene(), author: deps.site().author.name })
  }

  async function answer(c: AppContext, find: typeof findPostCard): Promise<Response> {
    const [, slug] = c.req.param('file')?.match(/^([a-z0-9-]+)\.png$/) ?? []
    const card = slug ? await find(deps, slug) : null
    if (!card) throw new AppError('not_found', 'There is nothing at this address.')
    const edition = editionOf(card, deps.site().author.name)
    const headers = { ...forEverybody, etag: `"${edition}"` }
    if (c.req.header('if-none-match')?.includes(edition)) return c.body(null, 304, headers)
    const png = await drawnOnce({ item: card.item, edition, draw: () => draw(card) })
    return c.body(new Uint8Array(png), 200, { ...headers, 'content-type': 'image/png' })
  }

  const row = (path: string, find: typeof findPostCard): Route => ({
    method: 'GET',
    path,
    access: 'public',
    handle: (c) => answer(c, find),
  })
  return [
    row('/share/post/:file', findPostCard),
    row('/share/story/:file', findStoryCard),
    row('/share/book/:file', findBookCard),
  ]
}

async function findPostCard({ db, now }: Deps, slug: string): Promise<Card | null> {
  const post = await posts.findOut(db, slug, now())
  if (!post) return null
  const { id, title, category } = post
  return {
    item: `post-${id}`,
    title,
    line: category ?? 'Blog',
    scene: async () => ({ postId: id }),
  }
}

async function findStoryCard({ db, now }: Deps, slug: string): Promise<Card | null> {
  const story = await stories.findOut(db, slug, now())
  if (!story) return null
  const { id, title, genre } = story
  return {
    item: `story-${id}`,
    title,
    line: genre,
    scene: async () => ({ storyArt: (await findStoryArt(db, storyArtUrl({ id, genre }))) ?? '', genre }),
  }
}

async function findBookCard(deps: Deps, slug: string): Promise<Card | null> {
  const book = deps.site().books.find((one) => one.slug === slug)
  if (!book) return null
  const { id, title, series, subtitle, genre, cover } = book
  return {
    item: `book-${id}`,
    title,
    line: series ?? subtitle ?? genre ?? 'A book',
    look: cover && { ...cover, files: null },
    scene: async () => ({ cover: await readCover(deps, book) }),
  }
}

async function readCover(deps: Deps, book: Book): Promise<Extract<Scene, { cover: unknown }>['cover']> {
  const { cover } = book
  if (cover?.kind === 'pack') return { pack: cover.name }
  const drawn = await readDrawnCover(deps, book)
  if (drawn) return { picture: `data:image/png;base64,${drawn.toString('base64')}`, colour: null }
  if (cover?.kind !== 'image') return null
  const jpeg = await readPicture(deps, cover.url)
  return jpeg && { picture: `data:image/jpeg;base64,${jpeg.toString('base64')}`, colour: cover.colour }
}

/** What decides how a card looks: its words, and everything that draws. */
function editionOf({ item, title, line, look = null }: Card, author: string): string {
  const parts = [artEdition, author, item, title, line, look]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}
