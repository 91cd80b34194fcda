/**
 * A strict reader of the markup the server writes: whatever a browser would forgive is an error here. It answers the
 * elements in their order, each with its place, its attributes' names, and where its addresses lead.
 */
export function elementsOf(markup: string, { isXml = false } = {}): string[] {
  const elements: string[] = []
  const open: string[] = []
  let at = 0
  const fail = (why: string): never => {
    throw new Error(`${why} at ${JSON.stringify(markup.slice(Math.max(0, at - 60), at + 120))}`)
  }
  while (at < markup.length) {
    const next = markup.indexOf('<', at)
    const text = markup.slice(at, next < 0 ? undefined : next)
    if (/&(?!(?:[a-z]+|#\d+|#x[0-9a-f]+);)/i.test(text)) fail('a bare ampersand')
    if (next < 0) break
    at = next
    const rest = markup.slice(at)
    const skipped = rest.match(/^(?:<!DOCTYPE html>|<\?xml [^?]*\?>|<!--(?:(?!-->)[^<>])*-->)/)
    if (skipped) {
      at += skipped[0].length
      continue
    }
    const end = rest.match(/^<\/([a-z][\w:-]*)>/i)
    if (end) {
      if (open.pop() !== end[1]) fail(`</${end[1]}> closes nothing`)
      at += end[0].length
      continue
    }
    const start = rest.match(/^<([a-z][\w:-]*)((?:\s+[a-z][\w:-]*(?:="[^"<]*")?)*)\s*(\/?)>/i)
    if (!start) return fail('no tag')
    const [whole, name = '', attributes = '', slash] = start
    elements.push(`${[...open, name].join(' ')} ${tell(attributes)}`)
    at += whole.length
    if (slash || (!isXml && voids.has(name))) continue
    if (!isXml && rawTexts.has(name)) at = endOfRawText(markup, at, name, fail)
    else open.push(name)
  }
  if (open.length > 0) fail(`<${open.at(-1)}> is never closed`)
  return elements
}

const voids = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const rawTexts = new Set(['script', 'style', 'title', 'textarea'])

/** Text in which a browser looks for nothing but its own end tag. Ours must not hold even the beginning of one. */
function endOfRawText(markup: string, from: number, name: string, fail: (why: string) => never): number {
  const to = markup.indexOf('<', from)
  if (!markup.startsWith(`</${name}>`, to)) fail(`<${name}> holds a tag`)
  return to + `</${name}>`.length
}

function tell(attributes: string): string {
  return [...attributes.matchAll(/([a-z][\w:-]*)(?:="([^"]*)")?/gi)]
    .map(([, name = '', value = '']) => (/^(href|src|action)$/i.test(name) ? `${name}→${kindOf(value)}` : name))
    .sort()
    .join(' ')
}

function kindOf(address: string): string {
  return address.match(/^(https:|http:|mailto:|#|\/(?!\/))/)?.[0] ?? `something else: ${address}`
}

/** The words as a reader with eyes meets them. */
export function seenIn(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<(script|title)[^>]*>[\s\S]*?<\/\1>|<[^>]*class="sr-only"[^>]*>[^<]*<\/\w+>|<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
}
