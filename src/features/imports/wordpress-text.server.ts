import { escapeXml } from '#lib/xml.ts'
import { linesTag } from './foreign-text.server.ts'
import { countOne } from './old-site.server.ts'

type Beside = {
  /** counts the signs that go, by their names */
  signs: Map<string, number>
  /** the address of an uploaded picture, by its number */
  picture: (id: string) => string
  /** of all that were uploaded with this post */
  ownPictures: readonly string[]
  notes: readonly string[]
}

/** `[name key="value"]`, `[/name]`. Quantities are bounded: a text of brackets alone must not take minutes. */
const shortcode = /\[(\/?)([a-z][\w-]{1,40})((?:[\s=][^[\]<>]{0,1000})?)\/?\]/gi
const bareAddress = /^[ \t]*(https?:\/\/[^\s<>"[\]]+)[ \t]*\r?$/gm

/** The text of a post as HTML: what stands in it between square brackets, only WordPress and its plugins can read. */
export function readSigns(content: string, beside: Beside): string {
  const html = content
    .replace(/\[caption\b([^\]]{0,1000})\]([\s\S]{0,4000}?)\[\/caption\]/gi, readCaption)
    .replace(shortcode, (sign, end: string, name: string, attributes: string) =>
      readShortcode({ sign, isEnd: end !== '', name: name.toLowerCase(), attributes }, content, beside),
    )
    .replace(bareAddress, '<p><a href="$1">$1</a></p>')
  const notes = beside.notes.map((note, at) => `<p>[${at + 1}] ${note}</p>`)
  const whole = [html, ...(notes.length > 0 ? ['<hr>', ...notes] : [])].join('\n')
  // What the editor of blocks wrote says where its paragraphs are; before it, lines did.
  return content.includes('<!-- wp:') ? whole : `<${linesTag}>${whole}</${linesTag}>`
}

function readCaption(_: string, attributes: string, inside: string): string {
  const [picture = ''] = inside.match(/(<a\b[^>]*>\s*)?<img\b[^>]*>(\s*<\/a>)?/i) ?? []
  const words = inside.replace(picture, '').trim() || attributeOf(attributes, 'caption')
  return `<figure>${picture}<figcaption>${words}</figcaption></figure>`
}

type Sign = { sign: string; isEnd: boolean; name: string; attributes: string }

function readShortcode({ sign, isEnd, name, attributes }: Sign, content: string, beside: Beside): string {
  if (name === 'gallery' && !isEnd) {
    const ids = attributeOf(attributes, 'ids').match(/\d+/g)
    const pictures = ids?.map(beside.picture) ?? beside.ownPictures
    return `<div class="gallery">${pictures.map((src) => `<img src="${escapeXml(src)}">`).join('')}</div>`
  }
  // The address within is an address on a line of its own, and becomes a link.
  if (name === 'embed') return '\n'
  const src = players[name]?.map((key) => attributeOf(attributes, key)).find(Boolean)
  if (src) return `<${name} src="${escapeXml(src)}"></${name}>`
  if (players[name] && isEnd) return ''
  const isSign = attributes.includes('=') || /[_-]/.test(name) || content.includes(`[/${name}]`)
  // She may have meant her brackets: [sic].
  if (!isSign && !bareSigns.has(name)) return sign
  if (!isEnd) countOne(beside.signs, name)
  return ''
}

const players: Record<string, string[]> = {
  audio: ['src', 'mp3', 'm4a', 'ogg', 'wav'],
  video: ['src', 'mp4', 'm4v', 'webm', 'ogv'],
}
const bareSigns = new Set(['playlist', 'wpforms', 'products', 'product_page', 'jetpack-related-posts', 'sharethis'])

function attributeOf(attributes: string, name: string): string {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i').exec(attributes)
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? ''
}
