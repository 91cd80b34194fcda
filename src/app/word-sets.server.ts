import { blogWords } from '#features/blog/blog-words.ts'
import { booksWords } from '#features/books/books-words.ts'
import { bookLetterWords } from '#features/campaigns/book-letter-words.ts'
import { contactWords } from '#features/contact/contact-words.ts'
import { giftWords, letterByHandWords } from '#features/downloads/gift-words.ts'
import { arcLetterWords, arcWords } from '#features/newsletter/arc-words.ts'
import {
  confirmLetterWords,
  confirmWords,
  everywhereWords,
  leaveWords,
  signupWords,
  welcomeLetterWords,
} from '#features/newsletter/newsletter-words.ts'
import { previewWords } from '#features/previews/preview-words.ts'
import { aboutWords } from '#features/site/about-words.ts'
import { challengeWords } from '#features/site/challenge-words.ts'
import { homeWords } from '#features/site/home-words.ts'
import { privacyWords, termsWords } from '#features/site/legal-words.ts'
import { notFoundWords } from '#features/site/not-found-words.ts'
import { pressWords } from '#features/site/press-words.ts'
import { storiesWords } from '#features/stories/stories-words.ts'
import type { WordSet } from '#lib/word-set.ts'

/** Everything the site says that she may say otherwise, in the order in which she meets it at the desk. */
export const wordSets: readonly WordSet[] = [
  everywhereWords,
  homeWords,
  booksWords,
  storiesWords,
  arcWords,
  aboutWords,
  blogWords,
  contactWords,
  pressWords,
  signupWords,
  confirmWords,
  leaveWords,
  giftWords,
  previewWords,
  challengeWords,
  termsWords,
  privacyWords,
  notFoundWords,
  confirmLetterWords,
  welcomeLetterWords,
  arcLetterWords,
  bookLetterWords,
  letterByHandWords,
]
