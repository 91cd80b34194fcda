import { written } from '#features/words/letter.server.ts'
import { wordsIn } from '#features/words/service.server.ts'
import { renderLetter } from '#server/letter-html.tsx'
import { onceWhileSame, type SiteSnapshot } from '#server/site.ts'
import { bookLetterWords } from './book-letter-words.ts'

/** `title` is that of the book the letter brings. */
type Book = { siteUrl: string; title: string }
type Site = Pick<SiteSnapshot, 'author' | 'words' | 'pages'>
type Sender = Book & Site
type Links = { getUrl: string; unsubscribeUrl: string }

/** The letter that brings the free book. Its link is for one reader and closes after a day. */
export function freeBookLetter(sender: Sender, { getUrl, unsubscribeUrl }: Links) {
  const { author, title } = sender
  const { subject, heading, before, button, after } = wordsIn(sender, bookLetterWords, { freebook: title })
  return renderLetter(
    {
      subject,
      heading,
      blocks: [written(before, sender), { label: button, href: getUrl }, written(after, sender)],
      note: `You get this because you are one of the readers of ${author.name} who asked for books like this one.`,
      unsubscribeUrl,
    },
    author,
  )
}

export type Press = (links: Links) => { subject: string; html: string; text: string }

const places = { getUrl: 'https://get.invalid/', unsubscribeUrl: 'https://leave.invalid/' }
// To set it takes 1 to 3 ms, several times a second while a mailing leaves.
const setBook = onceWhileSame((site: Site, book: Book) => freeBookLetter({ ...site, ...book }, places))

/**
 * The same letter ten thousand times: set once, and each reader's two links put in their places. Links hold nothing but
 * letters, digits, dots, hyphens and slashes, so they need no escaping.
 */
export function freeBookPress(site: Site, book: Book): Press {
  const { subject, html, text } = setBook(site, book)
  const fill = (words: string, links: Links) =>
    words.replaceAll(places.getUrl, links.getUrl).replaceAll(places.unsubscribeUrl, links.unsubscribeUrl)
  return (links: Links) => ({ subject, html: fill(html, links), text: fill(text, links) })
}
