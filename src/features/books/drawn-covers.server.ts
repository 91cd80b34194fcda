import type { CoverPicture } from '#lib/cover.ts'
import type { Deps } from '#server/deps.ts'
import type { Drawing } from '#server/drawing.ts'
import type { CardCover, CoverWish } from '#server/drawing-wishes.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext } from '#server/route-table.ts'
import { parse } from '#server/validate.ts'
import type { Catalogue } from './catalogue.server.ts'
import { type Book, sketchInput } from './contract.ts'
import { sketchOf } from './sketch.ts'

type Worn = Pick<Book, 'title' | 'series' | 'seriesOrder' | 'cover'>

/** What is drawn for a book, by everything that shows on it; null for one that wears something else. */
function wishOf(
  { title, series, seriesOrder, cover }: Worn,
  authorName: string,
): ({ kind: 'cover' } & CoverWish) | null {
  if (cover?.kind !== 'drawn') return null
  const { motif, palette, lettering, seed } = cover
  return { kind: 'cover', title, series, number: seriesOrder, authorName, motif, palette, lettering, seed }
}

/** With the names of what has been drawn. What has not is begun, and the book wears its board meanwhile. */
export async function withDrawings(catalogue: Catalogue, authorName: string, drawing: Drawing): Promise<Catalogue> {
  const dress = async <Some extends Worn>(book: Some): Promise<Some> => {
    const wish = wishOf(book, authorName)
    if (!wish) return book
    // What she is still choosing is not drawn for anybody: she sees it as it would be.
    const isDraft = 'id' in book && catalogue.bookDrafts?.has(String(book.id))
    const seen = isDraft ? { sketch: sketchOf(book) } : { files: await drawing.atHand(wish) }
    return { ...book, cover: { ...book.cover, ...seen } as CoverPicture }
  }
  const books = await Promise.all(catalogue.books.map(dress))
  const { arcBook, freeBook, wornBooks } = catalogue
  const worn = [...wornBooks].map(async ([id, book]) => [id, await dress(book)] as const)
  return {
    ...catalogue,
    books,
    arcBook: arcBook && (books.find(({ id }) => id === arcBook.id) ?? null),
    freeBook: freeBook && (await dress(freeBook)),
    wornBooks: new Map(await Promise.all(worn)),
  }
}

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** One file of a drawn cover. An address never shows another picture. */
export async function answerDrawing({ site, drawing }: Deps, c: AppContext): Promise<Response> {
  const [, name, ending = ''] = c.req.param('file')?.match(/^(cover-[0-9a-f]+)\.(\d+\.[a-z]+)$/) ?? []
  const { books, freeBook, wornBooks, author } = site()
  const worn = [...books, ...(freeBook ? [freeBook] : []), ...wornBooks.values()]
  const wishes = worn.flatMap((book) => wishOf(book, author.name) ?? [])
  const wish = name && wishes.find((one) => drawing.nameOf(one) === name)
  if (!wish) throw new AppError('not_found', 'There is no picture at this address.')
  const bytes = await drawing.get(wish, ending)
  return c.body(new Uint8Array(bytes), 200, {
    'content-type': types[ending.split('.')[1] ?? ''] ?? 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  })
}

/** A cover to be looked at before it is chosen: there in a moment, and for her alone. */
export async function answerSketch({ site, drawing }: Deps, c: AppContext): Promise<Response> {
  const { number, ...wish } = parse(sketchInput, c.req.query())
  const svg = await drawing.get({ kind: 'sketch', ...wish, number, authorName: site().author.name }, 'svg')
  return c.body(new Uint8Array(svg), 200, {
    'content-type': 'image/svg+xml',
    'cache-control': 'private, max-age=3600',
    // Opened by itself, a drawing is a document: one that may do nothing.
    'content-security-policy': "default-src 'none'; sandbox",
  })
}

/** The cover of a book on a card. */
export function coverOnCard(book: Worn, authorName: string): CardCover | null {
  const { cover } = book
  if (cover?.kind === 'pack') return { kind: 'pack', name: cover.name }
  if (cover?.kind === 'image') return { kind: 'image', url: cover.url, colour: cover.colour }
  const wish = wishOf(book, authorName)
  return wish && { ...wish, kind: 'drawn' }
}
