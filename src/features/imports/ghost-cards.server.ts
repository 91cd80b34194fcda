import createMarkdownIt from 'markdown-it'
import { escapeXml } from '#lib/xml.ts'

/** JSON from another program: each value is looked at before it is believed. */
export type Json = Record<string, unknown>

export const asJson = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Within one another no text has more; what lies deeper is a trap. */
const deepest = 100

/** A text of Ghost's editor of today as HTML. Where words are HTML already, such as captions, they are left so. */
export function readLexical(source: string): string {
  return nodes(asJson(asJson(JSON.parse(source)).root).children, 0)
}

function nodes(list: unknown, depth: number): string {
  return depth > deepest
    ? ''
    : asList(list)
        .map((one) => node(asJson(one), depth + 1))
        .join('')
}

function node(one: Json, depth: number): string {
  const type = asText(one.type).replace(/^extended-/, '')
  const inside = () => nodes(one.children, depth)
  switch (type) {
    case 'text':
    case 'tk':
      return marked(escapeXml(asText(one.text)), Number(one.format) || 0)
    case 'linebreak':
      return '<br>'
    case 'paragraph':
      return `<p>${inside()}</p>`
    case 'heading':
      return element(/^h[1-6]$/.test(asText(one.tag)) ? asText(one.tag) : 'h2', inside())
    case 'quote':
    case 'aside':
      return `<blockquote>${inside()}</blockquote>`
    case 'link':
    case 'autolink':
    case 'at-link':
      return `<a href="${escapeXml(asText(one.url))}">${inside()}</a>`
    case 'list':
      return one.listType === 'number'
        ? `<ol start="${Number(one.start) || 1}">${inside()}</ol>`
        : `<ul>${inside()}</ul>`
    case 'listitem':
      return `<li>${inside()}</li>`
    default:
      return card(type, one) || inside()
  }
}

/** Bold and italic are bits of a number; the others prose does not have. */
function marked(words: string, format: number): string {
  const strong = format & 1 ? `<strong>${words}</strong>` : words
  return format & 2 ? `<em>${strong}</em>` : strong
}

const element = (name: string, inside: string) => `<${name}>${inside}</${name}>`

/** A text of the editor before that. */
export function readMobiledoc(source: string): string {
  const { markups, atoms, cards, sections } = asJson(JSON.parse(source))
  const tags = asList(markups).map((markup) => asList(markup))
  const marker = (given: unknown): string => {
    const [kind, opens, closes, value] = asList(given)
    const opened = asList(opens).map((at) => opening(tags[Number(at)] ?? []))
    for (const tag of opened) open.push(tag.name)
    const [name] = asList(asList(atoms)[Number(value)])
    const words = kind === 0 ? escapeXml(asText(value)) : name === 'soft-return' ? '<br>' : ''
    const closed = open.splice(Math.max(0, open.length - (Number(closes) || 0))).reverse()
    return opened.map(({ tag }) => tag).join('') + words + closed.map((tag) => `</${tag}>`).join('')
  }
  const open: string[] = []
  const line = (markers: unknown) => asList(markers).map(marker).join('')
  return asList(sections)
    .map((given) => {
      const [kind, name, content] = asList(given)
      if (kind === 1) return element(blockTags.has(asText(name)) ? asText(name) : 'p', line(content))
      if (kind === 2) return card('image', { src: name })
      if (kind === 3)
        return element(
          name === 'ol' ? 'ol' : 'ul',
          asList(content)
            .map((item) => element('li', line(item)))
            .join(''),
        )
      const [type, payload] = asList(asList(cards)[Number(name)])
      return card(asText(type), asJson(payload))
    })
    .join('')
}

const blockTags = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'])
const markTags = new Set(['em', 'i', 'strong', 'b'])

function opening([name, attributes]: unknown[]): { name: string; tag: string } {
  if (markTags.has(asText(name))) return { name: asText(name), tag: `<${name}>` }
  const given = asList(attributes)
  const href = name === 'a' ? asText(given[given.indexOf('href') + 1]) : ''
  return href ? { name: 'a', tag: `<a href="${escapeXml(href)}">` } : { name: 'span', tag: '<span>' }
}

/** Ghost's own Markdown could hold HTML. */
export function readMarkdown(source: string): string {
  return createMarkdownIt({ html: true, breaks: true }).render(source)
}

const paragraph = (words: string) => (words ? `<p>${words}</p>` : '')
const heading = (words: string) => (words ? `<h3>${words}</h3>` : '')
const link = (href: string, words: string) =>
  href ? paragraph(`<a href="${escapeXml(href)}">${words || href}</a>`) : ''

function figure(src: string, alt: string, caption: string): string {
  if (!src) return ''
  return `<figure><img src="${escapeXml(src)}" alt="${escapeXml(alt)}"><figcaption>${caption}</figcaption></figure>`
}

/** What is no paragraph, by its name in either editor. */
function card(name: string, payload: Json): string {
  const say = (key: string) => asText(payload[key])
  const plain = (key: string) => escapeXml(say(key))
  switch (name) {
    case 'image':
      return figure(say('src'), say('alt'), say('caption'))
    case 'gallery': {
      const pictures = asList(payload.images).map(asJson)
      const shown = pictures.map(({ src, alt, caption }) => figure(asText(src), asText(alt), asText(caption)))
      return `<div class="kg-gallery-card">${shown.join('')}</div>${paragraph(say('caption'))}`
    }
    case 'horizontalrule':
    case 'hr':
      return '<hr>'
    case 'html':
      return say('html')
    case 'markdown':
    case 'card-markdown':
      return readMarkdown(say('markdown'))
    case 'codeblock':
    case 'code':
      return `<pre>${plain('code')}</pre>`
    case 'embed': {
      const title = escapeXml(asText(asJson(payload.metadata).title))
      return `<iframe src="${plain('url')}" title="${title}"></iframe>${paragraph(say('caption'))}`
    }
    case 'bookmark': {
      const title = asText(asJson(payload.metadata).title) || say('title') || say('url')
      return `<div class="kg-bookmark-card"><a href="${plain('url')}">${escapeXml(title)}</a></div>`
    }
    case 'callout':
      return paragraph([plain('calloutEmoji'), say('calloutText')].filter(Boolean).join(' '))
    case 'toggle':
      return heading(say('heading')) + say('content')
    case 'button':
      return link(say('buttonUrl'), plain('buttonText'))
    case 'call-to-action':
      return say('textValue') + link(say('buttonUrl'), plain('buttonText'))
    case 'header':
      return (
        heading(say('header') || say('heading')) +
        paragraph(say('subheader') || say('subheading')) +
        link(say('buttonUrl'), plain('buttonText'))
      )
    case 'product':
      return (
        heading(say('productTitle')) +
        figure(say('productImageSrc'), '', '') +
        say('productDescription') +
        link(say('productUrl'), plain('productButton'))
      )
    case 'file':
      return `<div class="kg-file-card"><a href="${plain('src')}"><b class="kg-file-card-title">${plain('fileTitle') || plain('fileName')}</b></a></div>`
    case 'audio':
    case 'video':
      return `<${name} src="${plain('src')}" title="${plain('title') || plain('fileName')}"></${name}>${paragraph(say('caption'))}`
    case 'signup':
      return '<form></form>'
    // For members, by mail: no page of the old site ever showed it.
    case 'email':
    case 'email-cta':
    case 'paywall':
      return '<!---->'
    default:
      return payload.children ? '' : '<object></object>'
  }
}
