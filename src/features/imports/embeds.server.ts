import { toUrl } from '#lib/url.ts'
import type { Losses } from './foreign-text.server.ts'
import { countOne } from './old-site.server.ts'

/** Players, cards and forms become a link each, or go: prose has words, links and pictures. What became of them is counted. */
export function tidyEmbeds(document: Document, losses: Losses) {
  const each = (selector: string, change: (element: Element) => void) => {
    // What stands in one that went is gone with it.
    for (const element of [...document.querySelectorAll(selector)]) if (element.isConnected) change(element)
  }
  const linkInstead = (element: Element, href: string | null, words: string, what: string) => {
    countOne(losses, href ? `${what}, now a link` : `${what}, without an address`)
    if (href) element.replaceWith(linkIn(document, href, words))
    else element.remove()
  }
  each('.paywall-jump', (element) => element.remove())
  each('img', tidyPicture)
  each('.footnote-anchor', (mark) => mark.replaceWith(`[${mark.textContent?.trim()}]`))
  each('.footnote', (note) => {
    const number = note.querySelector('.footnote-number')
    note.querySelector('.footnote-content p')?.prepend(`[${number?.textContent?.trim()}] `)
    number?.remove()
  })
  each('form, [class*="subscription-widget"], .kg-signup-card', (element) => {
    countOne(losses, 'form')
    element.remove()
  })
  each('.button-wrapper', (element) => {
    const href = element.querySelector('a')?.getAttribute('href') ?? ''
    if (!ownButton.test(href)) return
    countOne(losses, 'button to share, subscribe or comment')
    element.remove()
  })
  each(cards, (card) => {
    const { href, words } = cardOf(card)
    linkInstead(card, href, words, 'card of another page')
  })
  each('.tweet', (tweet) => {
    const { href, words } = cardOf(tweet)
    if (words !== href) tweet.before(quoteOf(document, words))
    linkInstead(tweet, href, href ?? '', 'post of another site')
  })
  each('.image-gallery-embed', (element) => {
    const images = attributesOf(element).gallery?.images ?? []
    element.replaceWith(...images.map(({ src = '' }) => pictureOf(document, src)))
    countOne(losses, 'gallery, now its pictures one after the other')
  })
  each('.wp-block-gallery, .kg-gallery-card, .gallery', () =>
    countOne(losses, 'gallery, now its pictures one after the other'),
  )
  each('.kg-audio-card, .kg-video-card, .kg-file-card', (card) => {
    const player = card.querySelector('audio, video, a')
    const title = card.querySelector('.kg-audio-title, .kg-file-card-title')?.textContent?.trim()
    const href = player?.getAttribute('src') ?? player?.getAttribute('href') ?? null
    linkInstead(card, href, title || fileNameOf(href), 'player or file')
  })
  each('.wp-block-embed__wrapper', (element) => {
    const words = element.textContent?.trim() ?? ''
    if (toUrl(words)) linkInstead(element, words, words, 'embedded page')
  })
  each('iframe, video, audio, object, embed', (element) => {
    const named = element.querySelector('source')
    const src = element.getAttribute('src') ?? element.getAttribute('data') ?? named?.getAttribute('src') ?? null
    const href = src && watchPage(src)
    linkInstead(
      element,
      href,
      element.getAttribute('title')?.trim() || shownAddress(href),
      'video or other embedded page',
    )
  })
  each('.native-video-embed, .native-audio-embed, .poll-embed', (element) =>
    linkInstead(element, null, '', 'video, recording or poll'),
  )
  each('.latex-rendered', (element) => element.replaceWith(String(attributesOf(element).persistentExpression ?? '')))
  each('pre', () => countOne(losses, 'passage of code, now plain text'))
}

/** What Substack puts under a text for itself. */
const ownButton = /[?&](action=share|gift=true)|\/(subscribe|comments)\b/
const cards = '.kg-bookmark-card, .embedded-post-wrap, .digest-post-embed'

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

function linkIn(document: Document, href: string, words: string): Element {
  const link = document.createElement('a')
  link.setAttribute('href', href)
  link.textContent = words
  const paragraph = document.createElement('p')
  paragraph.append(link)
  return paragraph
}

function quoteOf(document: Document, words: string): Element {
  const quote = document.createElement('blockquote')
  quote.textContent = words
  return quote
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
