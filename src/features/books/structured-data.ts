import { artUrl } from '#lib/art-urls.ts'
import { paths } from '#lib/paths.ts'
import { authorRef } from '#ui/author-thing.ts'
import type { Thing } from '#ui/seo.tsx'
import type { Book, BookCover, Edition, Shelf } from './contract.ts'
import { isOutOn, pagesOf } from './publication.ts'

const formats: Record<Edition['format'], string> = {
  'E-book': 'https://schema.org/EBook',
  Paperback: 'https://schema.org/Paperback',
  Hardcover: 'https://schema.org/Hardcover',
  Audiobook: 'https://schema.org/AudiobookFormat',
}

function bookId(origin: string, slug: string): string {
  return origin + paths.book(slug)
}

function seriesId(origin: string, shelf: Shelf): string {
  return `${origin}${paths.books}#${shelf.slug}`
}

/** What is not known is not said. */
export function bookThing(origin: string, book: Book, shelf: Shelf | undefined, today: string): Thing {
  const pages = pagesOf(book)
  const image = pictureOf(book)
  const description = book.summary || book.caption
  const examples = book.editions.filter(({ isbn }) => isbn !== null || book.editions.length > 1)
  return {
    '@type': 'Book',
    '@id': bookId(origin, book.slug),
    name: book.title,
    ...(book.subtitle ? { alternativeHeadline: book.subtitle } : {}),
    author: authorRef(origin),
    ...(book.genre ? { genre: book.genre } : {}),
    ...(description ? { description } : {}),
    ...(image ? { image: origin + image } : {}),
    inLanguage: 'en-CA',
    ...(book.publicationDate
      ? {
          datePublished: book.publicationDate,
          creativeWorkStatus: isOutOn(book, today) ? 'Published' : 'Upcoming',
        }
      : {}),
    ...(pages ? { numberOfPages: pages } : {}),
    url: bookId(origin, book.slug),
    ...offersOf(book, book.editions, today),
    ...(examples.length > 0 ? { workExample: examples.map((edition) => editionThing(book, edition, today)) } : {}),
    ...(shelf?.series ? { isPartOf: { '@id': seriesId(origin, shelf) } } : {}),
    ...(shelf?.series && book.seriesOrder !== null ? { position: book.seriesOrder } : {}),
  }
}

/** In each of its shops at the price of the first edition that has one; without a price there is no offer. */
function offersOf(book: Book, editions: readonly Edition[], today: string): { offers?: object[] } {
  const priced = editions.find(({ price }) => price !== null)
  if (!priced || book.shops.length === 0) return {}
  return {
    offers: book.shops.map(({ name, url }) => ({
      '@type': 'Offer',
      url,
      seller: { '@type': 'Organization', name },
      ...priceOf(priced),
      availability: `https://schema.org/${isOutOn(book, today) ? 'InStock' : 'PreOrder'}`,
    })),
  }
}

function editionThing(book: Book, edition: Edition, today: string): Thing {
  return {
    '@type': 'Book',
    name: book.title,
    bookFormat: formats[edition.format],
    ...(edition.isbn ? { isbn: edition.isbn } : {}),
    ...(book.publicationDate ? { datePublished: book.publicationDate } : {}),
    ...offersOf(book, [edition], today),
  }
}

function priceOf({ price, currency }: Edition) {
  return { price, priceCurrency: currency }
}

export function pictureOf({ cover }: Book): string | null {
  if (cover?.kind === 'image') return cover.url
  if (cover?.kind === 'drawn') return cover.files ? `/drawn/${cover.files}.800.jpg` : null
  return cover?.kind === 'pack' ? artUrl(`cover-${cover.name}-800.jpg`) : null
}

/** `books` are those that stand on it, among others. */
export function seriesThing(origin: string, shelf: Shelf, books: readonly BookCover[]): Thing {
  const parts = shelf.books.flatMap((slug) => books.find((book) => book.slug === slug) ?? [])
  return {
    '@type': 'BookSeries',
    '@id': seriesId(origin, shelf),
    name: shelf.name,
    author: authorRef(origin),
    ...(shelf.pitch ? { description: shelf.pitch } : {}),
    numberOfItems: parts.length,
    hasPart: parts.map(({ slug, title, seriesOrder }) => ({
      '@type': 'Book',
      '@id': bookId(origin, slug),
      name: title,
      url: bookId(origin, slug),
      ...(seriesOrder === null ? {} : { position: seriesOrder }),
    })),
  }
}
