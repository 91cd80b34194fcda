import type { Book, Edition, Shop } from './contract.ts'
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

export function toBook(row: Pick<BookRow, (typeof cardColumns)[number]>): Book {
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
