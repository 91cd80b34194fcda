import { toUrl } from '#lib/url.ts'
import type { Losses } from './foreign-text.server.ts'
import { countOne } from './old-site.server.ts'

type Change = (element: Element, how: { document: Document; losses: Losses }) => void

/** Players, cards and forms become a link each, or go: prose has words, links and pictures. What became of them is counted. */
export function tidyEmbeds(document: Document, losses: Losses) {
  for (const element of [...document.querySelectorAll(Object.keys(changes).join(', '))]) {
    const selector = Object.keys(changes).find((one) => element.matches(one))
    // What stands in one that went is gone with it.
    if (selector && element.isConnected) changes[selector]?.(element, { document, losses })
  }
}

const changes: Record<string, Change> = {
  '.paywall-jump': (element) => element.remove(),
  img: tidyPicture,
  '.footnote-anchor': (mark) => mark.replaceWith(`[${mark.textContent?.trim()}]`),
  '.footnote': (note) => {
    const number = note.querySelector('.footnote-number')
    note.querySelector('.footnote-content p')?.prepend(`[${number?.textContent?.trim()}] `)
    number?.remove()
  },
  'form, [class*="subscription-widget"], .kg-signup-card': (element, { losses }) => {
    countOne(losses, 'form')
    element.remove()
  },
  '.button-wrapper': (element, { losses }) => {
    if (!ownButton.test(element.querySelector('a')?.getAttribute('href') ?? '')) return
    countOne(losses, 'button to share, subscribe or comment')
    element.remove()
  },
  '.kg-bookmark-card, .embedded-post-wrap, .digest-post-embed': (card, how) =>
    putLink(card, { ...cardOf(card), what: 'card of another page' }, how),
  '.tweet': (tweet, how) => {
    const { href, words } = cardOf(tweet)
    const quote = how.document.createElement('blockquote')
    quote.textContent = words
    tweet.before(quote)
    putLink(tweet, { href, words: href ?? '', what: 'post of another site' }, how)
  },
  '.image-gallery-embed': (element, { document, losses }) => {
    const images = attributesOf(element).gallery?.images ?? []
    element.replaceWith(...images.map(({ src = '' }) => pictureOf(document, src)))
    countOne(losses, gallery)
  },
  '.wp-block-gallery, .kg-gallery-card, .gallery': (_, { losses }) => countOne(losses, gallery),
  '.kg-audio-card, .kg-video-card, .kg-file-card': (card, how) => {
    const player = card.querySelector('audio, video, a')
    const title = card.querySelector('.kg-audio-title, .kg-file-card-title')?.textContent?.trim()
    const href = player?.getAttribute('src') ?? player?.getAttribute('href') ?? null
    putLink(card, { href, words: title || fileNameOf(href), what: 'player or file' }, how)
  },
  '.wp-block-embed__wrapper': (element, how) => {
    const words = element.textContent?.trim() ?? ''
    if (toUrl(words)) putLink(element, { href: words, words, what: 'embedded page' }, how)
  },
  'iframe, video, audio, object, embed': (element, how) => {
    const named = element.querySelector('source')
    const src = element.getAttribute('src') ?? element.getAttribute('data') ?? named?.getAttribute('src') ?? null
    const href = src && watchPage(src)
    const words = element.getAttribute('title')?.trim() || shownAddress(href)
    putLink(element, { href, words, what: 'video or other embedded page' }, how)
  },
  '.native-video-embed, .native-audio-embed, .poll-embed': (element, how) =>
    putLink(element, { href: null, words: '', what: 'video, recording or poll' }, how),
  '.latex-rendered': (element) => element.replaceWith(String(attributesOf(element).persistentExpression ?? '')),
  pre: (_, { losses }) => countOne(losses, 'passage of code, now plain text'),
}

const gallery = 'gallery, now its pictures one after the other'

type Instead = { href: string | null; words: string; what: string }

function putLink(element: Element, { href, words, what }: Instead, { document, losses }: Parameters<Change>[1]) {
  countOne(losses, href ? `${what}, now a link` : `${what}, without an address`)
  if (!href) return element.remove()
  const link = document.createElement('a')
  link.setAttribute('href', href)
  link.textContent = words
  const paragraph = document.createElement('p')
  paragraph.append(link)
  element.replaceWith(paragraph)
}

/** What Substack puts under a text for itself. */
const ownButton = /[?&](action=share|gift=true)|\/(subscribe|comments)\b/

type Attributes = {
  url?: string
  canonical_url?: string
  title?: string
  full_text?: string
  persistentExpression?: string
  gallery?: { images?: { src?: string }[] }
}

/** What Substack says of a card, in an attribute of it. */
function attributesOf(element: Element): Attributes {
  try {
    const said: unknown = JSON.parse(element.getAttribute('data-attrs') ?? '{}')
    return typeof said === 'object' && said !== null ? said : {}
  } catch {
    return {}
  }
}

function cardOf(card: Element): { href: string | null; words: string } {
  const { url, canonical_url, title, full_text } = attributesOf(card)
  const href = url ?? canonical_url ?? card.querySelector('a')?.getAttribute('href') ?? null
  const shown = card.querySelector('.kg-bookmark-title, .tweet-text')?.textContent?.trim()
  return { href, words: full_text || title || shown || card.querySelector('a')?.textContent?.trim() || href || '' }
}

function pictureOf(document: Document, src: string): Element {
  const picture = document.createElement('img')
  picture.setAttribute('src', src)
  return picture
}

/** Some pictures are there for counting readers, and some have their address elsewhere until they are scrolled to. */
function tidyPicture(picture: Element) {
  if (picture.getAttribute('width') === '1' && picture.getAttribute('height') === '1') return picture.remove()
  const later = picture.getAttribute('data-src') ?? picture.getAttribute('data-lazy-src')
  const src = picture.getAttribute('src') ?? ''
  if (later && (src === '' || src.startsWith('data:'))) picture.setAttribute('src', later)
}

/** A player's own address shows the player and nothing around it. */
function watchPage(src: string): string {
  const whole = src.startsWith('//') ? `https:${src}` : src
  const url = toUrl(whole)
  const [, id] = /^\/(?:embed|video)\/([\w-]+)$/.exec(url?.pathname ?? '') ?? []
  if (id && /(^|\.)youtube(-nocookie)?\.com$/.test(url?.hostname ?? '')) return `https://www.youtube.com/watch?v=${id}`
  if (id && url?.hostname === 'player.vimeo.com') return `https://vimeo.com/${id}`
  return whole
}

function shownAddress(href: string | null): string {
  const url = toUrl(href ?? '')
  return url ? url.host + url.pathname + url.search : (href ?? '')
}

export function fileNameOf(address: string | null): string {
  return address?.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
}
