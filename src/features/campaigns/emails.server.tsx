import { bookWords } from '#features/downloads/content.ts'
import type { Author } from '#lib/author.ts'
import { renderLetter } from '#server/letter-html.tsx'

type Place = { siteUrl: string; author: Author }
type Links = { getUrl: string; unsubscribeUrl: string }

/** The letter that brings the free book. Its link is for one reader and closes after a day. */
export function freeBookLetter({ author }: Place, { getUrl, unsubscribeUrl }: Links) {
  return renderLetter(
    {
      subject: bookWords.subject,
      heading: bookWords.heading,
      blocks: [bookWords.offer, { label: bookWords.button, href: getUrl }, bookWords.late, bookWords.request],
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
export function freeBookPress(place: Place): Press {
  const { subject, html, text } = freeBookLetter(place, places)
  const fill = (words: string, links: Links) =>
    words.replaceAll(places.getUrl, links.getUrl).replaceAll(places.unsubscribeUrl, links.unsubscribeUrl)
  return (links: Links) => ({ subject, html: fill(html, links), text: fill(text, links) })
}
