/** What Word's own converter does not tell: which styles are italic, bold or headings, and what it left out. */
export type DocxFacts = { styleMap: string[]; comments: number; deletions: number }

/** More than any book, and less than would stop the browser. */
const mostUnpacked = 200 * 1024 * 1024

/** Throws where this is no sound .docx. */
export async function readDocxFacts(bytes: ArrayBuffer): Promise<DocxFacts> {
  const entries = entriesOf(new DataView(bytes))
  const unpacked = [...entries.values()].reduce((sum, { size }) => sum + size, 0)
  if (unpacked > mostUnpacked) throw new Error(`unpacks to ${unpacked} bytes`)
  const words = await textOf(bytes, entries.get('word/document.xml'))
  const styles = await textOf(bytes, entries.get('word/styles.xml'))
  return {
    styleMap: styleMapOf(styles),
    comments: words.split('<w:commentReference ').length - 1,
    // The deletion of a paragraph's end is an element without anything in it.
    deletions: words.match(/<w:del\s[^<>]*[^<>/]>/g)?.length ?? 0,
  }
}

type Entry = { method: number; packed: number; size: number; at: number }

const endOfContents = 0x06054b50
const lineOfContents = 0x02014b50

/** The table of contents of a ZIP, which stands at its end, before a remark of at most 64 KiB. */
function entriesOf(view: DataView<ArrayBuffer>): Map<string, Entry> {
  let end = view.byteLength - 22
  const first = Math.max(0, end - 0xffff)
  while (end >= first && view.getUint32(end, true) !== endOfContents) end--
  if (end < first) throw new Error('no ZIP')
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== lineOfContents) throw new Error('no line of contents')
    const length = view.getUint16(at + 28, true)
    entries.set(new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, length)), {
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    })
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

async function textOf(bytes: ArrayBuffer, entry: Entry | undefined): Promise<string> {
  if (!entry) return ''
  const view = new DataView(bytes)
  const from = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true)
  const packed = new Blob([bytes.slice(from, from + entry.packed)])
  if (entry.method === 0) return packed.text()
  const unpacked = packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(unpacked).text()
}

/** How each style is read. A style is what it says itself, and otherwise what the one it is based on says. */
function styleMapOf(xml: string): string[] {
  const styles = new Map<string, Element>()
  for (const style of new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName('w:style'))
    styles.set(style.getAttribute('w:styleId') ?? '', style)
  return [...styles.values()].flatMap((style) => {
    const name = wordOf(style, 'w:name')
    if (!name || /['\\\n]/.test(name)) return []
    const says = (property: string) => inherited(styles, style, property)
    if (style.getAttribute('w:type') === 'character')
      return marksOf(says).map((mark) => `r[style-name='${name}'] => ${mark}`)
    if (style.getAttribute('w:type') !== 'paragraph') return []
    const level = Number.parseInt(says('w:outlineLvl') ?? '', 10)
    return level >= 0 && level < 6 ? [`p[style-name='${name}'] => h${level + 1}:fresh`] : []
  })
}

function marksOf(says: (property: string) => string | null): string[] {
  const marks = [isOn(says('w:b')) && 'strong', isOn(says('w:i')) && 'em'].filter((mark) => mark !== false)
  return marks.length > 0 ? [marks.join(' > ')] : []
}

function isOn(value: string | null): boolean {
  return value !== null && value !== '0' && value !== 'false'
}

/** A style may, by mistake, be based on itself. */
function inherited(styles: Map<string, Element>, first: Element, property: string): string | null {
  let style: Element | undefined = first
  for (let steps = 0; style && steps < 20; steps++) {
    const value = wordOf(style, property)
    if (value !== null) return value
    style = styles.get(wordOf(style, 'w:basedOn') ?? '')
  }
  return null
}

function wordOf(style: Element, property: string): string | null {
  const element = style.getElementsByTagName(property)[0]
  return element ? (element.getAttribute('w:val') ?? '') : null
}
