import { toSlug } from '#lib/slug.ts'
import type { Edition, OwnerBook, Praise, Shop } from './contract.ts'

/** A book as the fields of its form: one text each, a list as JSON. */
export type Texts = Record<string, string>

export const blankTexts: Texts = {
  title: '',
  subtitle: '',
  slug: '',
  series: '',
  seriesOrder: '',
  caption: '',
  description: '',
  opening: '',
  format: 'prose',
  genre: '',
  publicationDate: '',
  pageCount: '',
  wordCount: '',
  cover: '',
  coverAlt: '',
  shops: '[]',
  editions: '[]',
  praise: '[]',
  isHidden: '',
}

export function textsOf(book: OwnerBook): Texts {
  const { cover } = book
  return {
    title: book.title,
    subtitle: book.subtitle ?? '',
    slug: book.slug,
    series: book.series ?? '',
    seriesOrder: numberText(book.seriesOrder),
    caption: book.caption,
    description: book.description,
    opening: book.opening,
    format: book.format,
    genre: book.genre ?? '',
    publicationDate: book.publicationDate ?? '',
    pageCount: numberText(book.pageCount),
    wordCount: numberText(book.wordCount),
    cover: cover ? JSON.stringify(cover) : '',
    // What is made when it is left empty is not what she wrote.
    coverAlt: book.coverAlt === `Cover of ${book.title}` ? '' : book.coverAlt,
    shops: JSON.stringify(book.shops),
    editions: JSON.stringify(
      book.editions.map(({ isbn, price, currency, ...edition }) => ({
        ...edition,
        isbn: isbn ?? '',
        price: price ?? '',
        currency: currency ?? '',
      })),
    ),
    praise: JSON.stringify(book.praise),
    isHidden: book.isHidden ? 'yes' : '',
  }
}

function numberText(number: number | null): string {
  return number === null ? '' : String(number)
}

/** What is no number goes as it was typed: the contract has a sentence for it. */
function toNumber(text: string): number | string | null {
  const bare = text.trim().replace(',', '.')
  if (bare === '') return null
  const number = Number(bare)
  return Number.isFinite(number) ? number : text
}

/** A list out of its field, whatever has become of it. */
export function listOf<Row>(texts: Texts, name: string): Row[] {
  try {
    const rows: unknown = JSON.parse(texts[name] || '[]')
    return Array.isArray(rows) ? rows : []
  } catch {
    return []
  }
}

/** A row somebody has begun; one that was left empty is none. */
function isBegun(row: object): boolean {
  return Object.entries(row).some(([name, value]) => name !== 'format' && String(value ?? '').trim() !== '')
}

/** And back, as the call takes it. */
export function bookOf(texts: Texts): Record<string, unknown> {
  const { seriesOrder = '', pageCount = '', wordCount = '', cover = '', isHidden, slug = '', title = '' } = texts
  return {
    ...texts,
    slug: slug.trim() || (toSlug(title) === '' ? null : ''),
    seriesOrder: toNumber(seriesOrder),
    pageCount: toNumber(pageCount.replace(/[,\s]/g, '')),
    wordCount: toNumber(wordCount.replace(/[,\s]/g, '')),
    cover: coverOf(cover),
    shops: listOf<Shop>(texts, 'shops').filter(isBegun),
    // A format alone says something too.
    editions: listOf<Edition>(texts, 'editions'),
    praise: listOf<Praise>(texts, 'praise').filter(isBegun),
    isHidden: isHidden === 'yes',
  }
}

function coverOf(cover: string): unknown {
  try {
    return cover === '' ? null : JSON.parse(cover)
  } catch {
    return null
  }
}
