import { written } from '#features/words/letter.server.ts'
import { wordsIn } from '#features/words/service.server.ts'
import { renderLetter } from '#server/letter-html.tsx'
import type { SiteSnapshot } from '#server/site.ts'
import { bookLetterWords } from './book-letter-words.ts'

/** `title` is that of the book the letter brings. */
type Sender = { siteUrl: string; title: string } & Pick<SiteSnapshot, 'author' | 'words' | 'pages'>
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

/**
 * The same letter ten thousand times: set once, and each reader's two links put in their places. Links hold nothing but
 * letters, digits, dots, hyphens and slashes, so they need no escaping.
 */
export function freeBookPress(sender: Sender): Press {
  const { subject, html, text } = freeBookLetter(sender, places)
  const fill = (words: string, links: Links) =>
    words.replaceAll(places.getUrl, links.getUrl).replaceAll(places.unsubscribeUrl, links.unsubscribeUrl)
  return (links: Links) => ({ subject, html: fill(html, links), text: fill(text, links) })
}
