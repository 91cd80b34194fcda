import { createHash } from 'node:crypto'
import { blogText } from '#features/blog/blog-text.ts'
import { blogWords } from '#features/blog/blog-words.ts'
import { booksText, introOf } from '#features/books/books-text.ts'
import type { Book, Shelf } from '#features/books/contract.ts'
import { coverOnCard } from '#features/books/drawn-covers.server.ts'
import { contactWords } from '#features/contact/contact-words.ts'
import { signupWords } from '#features/newsletter/newsletter-words.ts'
import { aboutWords } from '#features/site/about-words.ts'
import { challengeWords } from '#features/site/challenge-words.ts'
import { privacyWords, termsWords } from '#features/site/legal-words.ts'
import { notFoundWords } from '#features/site/not-found-words.ts'
import { pressWords } from '#features/site/press-words.ts'
import { storiesWords } from '#features/stories/stories-words.ts'
import { wordsIn } from '#features/words/service.server.ts'
import { textOf } from '#features/writing/prose-text.ts'
import { accentOf } from '#lib/accents.ts'
import { artEdition } from '#lib/art-urls.ts'
import { usualAccent } from '#lib/author.ts'
import type { CardPage } from '#lib/share-urls.ts'
import { type CardScene, type CardWish, type DrawingWish, nameOfWish } from '#server/drawing-wishes.ts'
import { oncePerSite, type SiteSnapshot } from '#server/site.ts'

/** As much of the site as its cards speak of. */
export type CardSite = Pick<SiteSnapshot, 'author' | 'words'> & {
  books: readonly CardBook[]
  shelves: readonly Pick<Shelf, 'series'>[]
}
export type CardBook = Pick<
  Book,
  'title' | 'subtitle' | 'series' | 'seriesOrder' | 'genre' | 'publicationDate' | 'cover'
>

type Card = { kind: 'card' } & CardWish
type Words = Pick<CardWish, 'title' | 'line'>

/** The card of something with words of its own. */
export function cardWith({ author }: Pick<CardSite, 'author'>, { title, line }: Words, scene: CardScene): Card {
  const ink = author.accent === usualAccent ? null : accentOf(author.accent).night.accent
  return { kind: 'card', title, line, authorName: author.name, ink, scene }
}

/** What every page is shared with: its words as they are now, and what is hers behind them. */
export const pageCards = oncePerSite((site: CardSite): Record<CardPage, Card> => {
  const { author, books, shelves } = site
  const about = wordsIn(site, aboutWords)
  const stories = wordsIn(site, storiesWords)
  const signup = wordsIn(site, signupWords)
  const contact = wordsIn(site, contactWords)
  const press = wordsIn(site, pressWords)
  const terms = wordsIn(site, termsWords)
  const privacy = wordsIn(site, privacyWords)
  const card = (title: string, line: string, scene: CardScene) => cardWith(site, { title, line }, scene)
  const view = (page: CardPage, title: string, line: string) => card(title, line, { view: page })
  const genres = author.genres.map((genre) => `${genre}.`).join(' ')
  return {
    home: card(author.name, genres || author.tagline, { figure: author.figure, palette: 'veil' }),
    books: card(booksText.heading, books.length > 0 ? introOf(books, shelves) : '', { covers: coversOf(site) }),
    about: card(about.heading, author.tagline, herself(site, 'bone')),
    'short-stories': view('short-stories', storiesWords.title, stories.sub),
    blog: view('blog', blogText.heading, wordsIn(site, blogWords).sub),
    signup: view('signup', signup.heading, signup.offer),
    contact: view('contact', contact.heading, textOf(contact.intro)),
    press: card(press.heading, press.intro, herself(site, 'veil')),
    'terms-of-service': view('terms-of-service', termsWords.title, `In force since ${terms.effective}`),
    'privacy-policy': view('privacy-policy', privacyWords.title, `In force since ${privacy.effective}`),
    'house-hippo-challenge': view(
      'house-hippo-challenge',
      'The House Hippo Challenge',
      wordsIn(site, challengeWords).lead,
    ),
    'not-found': view('not-found', '404', wordsIn(site, notFoundWords).text),
  }
})

/** Her photograph; without one, whoever stands behind her curtain. */
function herself({ author: { photograph, figure } }: CardSite, palette: string): CardScene {
  if (photograph.url) return { photograph: photograph.url, focal: photograph.focal }
  return { figure, palette }
}

const shownTogether = 4
const notYet = '9999'

/** The newest of her books that have a cover, and what is still to come before them. */
function coversOf({ author, books }: CardSite) {
  const rank = ({ publicationDate, title }: CardBook) => `${publicationDate ?? notYet} ${title}`
  return books
    .toSorted((one, other) => (rank(one) < rank(other) ? 1 : -1))
    .flatMap((book) => coverOnCard(book, author.name) ?? [])
    .slice(0, shownTogether)
}

export function bookCard(site: CardSite, book: CardBook): Card {
  const { title, series, subtitle, genre } = book
  const line = series ?? subtitle ?? genre ?? 'A book'
  return cardWith(site, { title, line }, { cover: coverOnCard(book, site.author.name) })
}

/** Her initial, in her colour. */
export function iconsOf({ author }: Pick<CardSite, 'author'>): DrawingWish {
  const { night, paper } = accentOf(author.accent)
  return { kind: 'icons', letter: initialOf(author.name), night: night.accent, paper: paper.accent }
}

/** Part of the addresses of her icons: it changes with them. */
export const iconMark = oncePerSite((site: Pick<CardSite, 'author'>): string =>
  nameOfWish(iconsOf(site), artEdition).slice(-10),
)

/** The first letter of a name, as a capital; empty where there is none in it. */
function initialOf(name: string): string {
  const [letter = ''] = name.normalize('NFC').match(/\p{L}/u) ?? []
  const [capital = ''] = letter.toUpperCase()
  return capital
}

/** Changes with whatever the cards of the site show: part of their addresses. */
export function cardsEdition(site: CardSite): string {
  const all = [artEdition, pageCards(site), site.books.map((book) => bookCard(site, book)), site.author.accent]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 10)
}
