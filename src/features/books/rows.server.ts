import { wordsOf } from '#features/writing/body.server.ts'
import { excerpt } from '#lib/excerpt.ts'
import type { Book, BookInput, Edition, Shop } from './contract.ts'
import type { BookRow } from './tables.server.ts'

/** The columns only a book has. */
export const ownColumns = [
  ...(['subtitle', 'series', 'series_tenths', 'caption', 'opening', 'summary', 'first_line', 'genre'] as const),
  ...(['publication_date', 'page_count', 'word_count', 'cover', 'cover_alt'] as const),
  ...(['shops', 'editions', 'praise', 'position'] as const),
]
export type OwnColumns = Pick<BookRow, (typeof ownColumns)[number]>

/** What of a row is told of a book beside its words. */
export const cardColumns = [
  ...(['id', 'slug', 'title', 'subtitle', 'series', 'series_tenths', 'caption', 'summary', 'first_line'] as const),
  ...(['genre', 'publication_date', 'page_count', 'word_count', 'cover', 'cover_alt', 'shops', 'editions'] as const),
  'updated_at' as const,
]
export type CardRow = Pick<BookRow, (typeof cardColumns)[number]>

const summaryLength = 300
const firstLineLength = 110

type Before = Pick<BookRow, 'series' | 'series_tenths' | 'format' | 'position'>

/** `words` are those of the description. */
export function columnsOf(input: BookInput, before: Before | null, words: string): OwnColumns {
  const tenths = input.seriesOrder === null ? null : Math.round(input.seriesOrder * 10)
  const isWhereItWas = before?.series === input.series && before.series_tenths === tenths
  const format = input.format ?? before?.format ?? 'prose'
  return {
    subtitle: input.subtitle,
    series: input.series,
    series_tenths: tenths,
    caption: input.caption,
    opening: input.opening,
    summary: excerpt(words, summaryLength),
    first_line: firstSentence(wordsOf({ content: input.opening, format })),
    genre: input.genre,
    publication_date: input.publicationDate,
    page_count: input.pageCount,
    word_count: input.wordCount,
    cover: input.cover ? JSON.stringify(input.picture ?? input.cover) : null,
    cover_alt: input.coverAlt,
    shops: JSON.stringify(input.shops),
    editions: JSON.stringify(input.editions),
    praise: JSON.stringify(input.praise),
    position: isWhereItWas ? before.position : 0,
  }
}

/** As far as the first sentence goes, with those that follow while there is room. */
function firstSentence(words: string): string {
  const [paragraph = ''] = words.split('\n')
  if (paragraph.length <= firstLineLength) return paragraph
  const last = [...paragraph.slice(0, firstLineLength).matchAll(/[.!?…][’”"']?(?=\s)/g)].at(-1)
  return last ? paragraph.slice(0, last.index + last[0].length) : excerpt(paragraph, firstLineLength)
}

export function toBook(row: CardRow): Book {
  const shops: Shop[] = JSON.parse(row.shops)
  const editions: Edition[] = JSON.parse(row.editions)
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    subtitle: row.subtitle,
    series: row.series,
    seriesOrder: row.series_tenths === null ? null : row.series_tenths / 10,
    caption: row.caption,
    cover: row.cover === null ? null : JSON.parse(row.cover),
    coverAlt: row.cover_alt || `Cover of ${row.title}`,
    genre: row.genre,
    publicationDate: row.publication_date,
    wordCount: row.word_count,
    pageCount: row.page_count,
    shops,
    editions,
    purchaseLink: shops[0]?.url ?? null,
    summary: row.summary,
    firstLine: row.first_line,
    updatedAt: row.updated_at,
  }
}
