import type { SamplePack } from '#features/samples/contract.ts'
import { createWords } from '#features/words/service.server.ts'
import { factsOf } from '#lib/author.ts'
import type { DrawingWish } from '#server/drawing-wishes.ts'
import { samplePack } from './pack.server.ts'
import { type CardBook, type CardSite, iconsOf, pageCards } from './share-cards.server.ts'
import { wordSets } from './word-sets.server.ts'

/** What a site that begins with the sample shows to others: drawn with the build, and none where there is no sample. */
export function packWishes(): DrawingWish[] {
  if (!samplePack) return []
  const site = beginningOf(samplePack)
  return [iconsOf(site), ...Object.values(pageCards(site))]
}

function beginningOf({ profile, books: { books, series, roles }, words }: SamplePack): CardSite {
  const author = { ...profile, isSample: true }
  const given = books.find(({ slug }) => slug === roles.advance)
  const arcBook = given ? { title: given.title, publicationDate: given.publicationDate ?? null } : null
  const freebook = books.find(({ slug }) => slug === roles.free)?.title ?? ''
  const said = new Map(Object.entries(words))
  return {
    author,
    books: books.filter(({ isHidden }) => !isHidden).map(toCardBook),
    shelves: series.map(({ name }) => ({ series: name })),
    words: createWords(wordSets, said, factsOf(author, { arcBook, freebook, hasContact: true })),
  }
}

function toCardBook(book: SamplePack['books']['books'][number]): CardBook {
  const { title, subtitle = null, series = null, seriesOrder = null, genre = null, publicationDate = null } = book
  return {
    title,
    subtitle,
    series,
    seriesOrder,
    genre,
    publicationDate,
    cover: book.cover?.kind === 'image' ? null : (book.cover ?? null),
  }
}
