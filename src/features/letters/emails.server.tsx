import { closedIn, written } from '#features/words/letter.server.ts'
import type { Block as ProseBlock } from '#features/writing/contract.ts'
import { escapeXml } from '#lib/xml.ts'
import { type Block, renderLetter } from '#server/letter-html.tsx'
import { onceWhileSame, type SiteSnapshot } from '#server/site.ts'
import type { Audience, CardWords } from './contract.ts'
import { type Call, fileAt, firstNameOf, greet, mapLinks, partsOf } from './letter-parts.ts'

export type LetterText = {
  subject: string
  previewLine: string
  body: readonly ProseBlock[]
  list: Audience['list']
  /** where it stands on the site, if she wants it there */
  webUrl: string | null
  /** by the address that stands in the letter */
  cards: ReadonlyMap<string, CardWords>
  /** the address a reader is sent to instead, so that it is counted */
  counted: ReadonlyMap<string, string>
}

type Site = Pick<SiteSnapshot, 'author' | 'pages'>
type Place = { siteUrl: string } & Site
type Links = { getUrl: string; unsubscribeUrl: string }

const reasons: Record<Audience['list'], (author: string) => string> = {
  newsletter: (author) => `You get this because you joined the mailing list of ${author}.`,
  readers: (author) =>
    `You get this because you are one of the readers of ${author} who asked for books like this one.`,
  arc: () => 'You get this because you asked for an advance reader copy. It does not put you on the newsletter.',
}

/** A letter she wrote, as it arrives. Her reader's name is still a place in it. */
export function writtenLetter(place: Place, letter: LetterText, { getUrl, unsubscribeUrl }: Links) {
  const { author, siteUrl } = place
  const isClosed = closedIn(place)
  /** Null: it leads to a page that is turned off. */
  const to = (href: string): string | null => {
    if (fileAt(href) !== null) return getUrl
    const url = new URL(href, siteUrl)
    if (url.origin === new URL(siteUrl).origin && isClosed(url.pathname)) return null
    return letter.counted.get(href) ?? url.href
  }
  const set = (call: Call): Block => {
    const href = to(call.href)
    if (href === null) return call.label
    const card = letter.cards.get(call.href)
    if (!card) return { label: call.label, href }
    return { card: { ...card, picture: siteUrl + card.picture, label: call.label, href } }
  }
  return renderLetter(
    {
      subject: letter.subject,
      heading: letter.subject,
      preview: letter.previewLine,
      blocks: partsOf(letter.body).map((part) =>
        'blocks' in part ? written(mapLinks(part.blocks, to), place) : set(part),
      ),
      note: reasons[letter.list](author.name),
      unsubscribeUrl,
      webUrl: letter.webUrl,
    },
    author,
  )
}

const places = { getUrl: 'https://get.invalid/', unsubscribeUrl: 'https://leave.invalid/' }

// To set it takes some milliseconds, several times a second while a mailing leaves.
const setWritten = onceWhileSame((site: Site, { siteUrl, letter }: { siteUrl: string; letter: LetterText }) =>
  writtenLetter({ siteUrl, ...site }, letter, places),
)

/** Set once; each reader's links and her name put in their places. Links need no escaping, a name does. */
export function writtenPress(site: Site, siteUrl: string, letter: LetterText) {
  const { subject, html, text } = setWritten(site, { siteUrl, letter })
  // What the button of a card says stands in the HTML alone.
  const hasName = /\{\s*first name/i.test(subject + html + text)
  return (links: Links, name: string | null) => {
    const fill = (words: string) =>
      words.replaceAll(places.getUrl, links.getUrl).replaceAll(places.unsubscribeUrl, links.unsubscribeUrl)
    const first = firstNameOf(name)
    const call = (words: string, set: (name: string) => string = (name) => name) =>
      hasName ? greet(words, (fallback) => (first ? set(first) : fallback)) : words
    return { subject: call(subject), html: call(fill(html), escapeXml), text: call(fill(text)) }
  }
}
