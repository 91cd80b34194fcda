import { artUrl } from '#lib/art-urls.ts'
import { paths } from '#lib/paths.ts'
import { authorRef } from '#ui/author-thing.ts'
import type { Thing } from '#ui/seo.tsx'
import { type Book, books, type Series } from './content.ts'

const wordsPerPage = 250

/** How thick the book would be in the hand. */
export function pageCount(wordCount: number): number {
  return Math.ceil(wordCount / wordsPerPage)
}

function bookId(origin: string, book: Book): string {
  return `${origin}${paths.books}#${book.slug}`
}

function seriesId(origin: string, slug: string): string {
  return `${origin}${paths.books}#${slug}`
}

export function bookThing(origin: string, book: Book, series: Series | undefined, today: string): Thing {
  const isOut = book.publicationDate <= today
  return {
    '@type': 'Book',
    '@id': bookId(origin, book),
    name: book.title,
    ...(book.subtitle ? { alternativeHeadline: book.subtitle } : {}),
    author: authorRef(origin),
    genre: book.genre,
    description: book.description,
    image: origin + artUrl(`cover-${book.slug}-800.png`),
    inLanguage: 'en-CA',
    datePublished: book.publicationDate,
    numberOfPages: pageCount(book.wordCount),
    creativeWorkStatus: isOut ? 'Published' : 'Upcoming',
    url: bookId(origin, book),
    offers: [book.purchaseLink, book.amazonLink].map((url) => ({
      '@type': 'Offer',
      url,
      price: book.price,
      priceCurrency: 'CAD',
      availability: `https://schema.org/${isOut ? 'InStock' : 'PreOrder'}`,
    })),
    ...(series ? { isPartOf: { '@id': seriesId(origin, series.slug) }, position: book.seriesOrder } : {}),
  }
}

export function seriesThing(origin: string, series: Series): Thing {
  const parts = books.filter((book) => book.series === series.name)
  return {
    '@type': 'BookSeries',
    '@id': seriesId(origin, series.slug),
    name: series.name,
    author: authorRef(origin),
    description: series.pitch,
    numberOfItems: parts.length,
    hasPart: parts.map((book) => ({ '@id': bookId(origin, book), position: book.seriesOrder })),
  }
}
