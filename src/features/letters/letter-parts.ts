import type { Block, Inline } from '#features/writing/contract.ts'

/** A link that stands in a line of its own is no word of a sentence: in a letter it is a button, a card or a file. */
export type Call = { label: string; href: string }
export type Part = { blocks: Block[] } | Call

/** Where a letter says that a file goes along: each reader gets a link of her own in its place. */
const filePath = '/get/file/'

export function fileHref(name: string): string {
  return filePath + encodeURIComponent(name)
}

/** The file this address stands for, or null. */
export function fileAt(href: string): string | null {
  if (!href.startsWith(filePath)) return null
  try {
    return decodeURIComponent(href.slice(filePath.length))
  } catch {
    return null
  }
}

/** A letter in the order it is read: prose, and what stands out from it. */
export function partsOf(blocks: readonly Block[]): Part[] {
  const parts: Part[] = []
  for (const block of blocks) {
    const call = callOf(block)
    const last = parts.at(-1)
    if (call) parts.push(call)
    else if (last && 'blocks' in last) last.blocks.push(block)
    else parts.push({ blocks: [block] })
  }
  return parts
}

export function callOf(block: Block): Call | null {
  if (block.type !== 'p') return null
  const [only, ...more] = block.children.filter((inline) => typeof inline !== 'string' || inline.trim() !== '')
  if (!only || more.length > 0 || typeof only === 'string' || only.type !== 'link') return null
  return { label: wordsOf(only.children), href: only.href }
}

function wordsOf(inlines: readonly Inline[]): string {
  return inlines.map((inline) => (typeof inline === 'string' ? inline : wordsOf(inline.children))).join('')
}

/** The same without every paragraph that brings a file, and without what is empty then. */
export function withoutFiles(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (!hrefsIn([block]).some((href) => fileAt(href) !== null)) return [block]
    if (block.type === 'quote') {
      const children = withoutFiles(block.children)
      return children.length > 0 ? [{ ...block, children }] : []
    }
    if (block.type !== 'list') return []
    const items = block.items.map(withoutFiles).filter((item) => item.length > 0)
    return items.length > 0 ? [{ ...block, items }] : []
  })
}

/** Every address in it, each once, as it is written. */
export function hrefsIn(blocks: readonly Block[]): string[] {
  const found = new Set<string>()
  mapLinks(blocks, (href) => {
    found.add(href)
    return href
  })
  return [...found]
}

/** The same words, with other addresses behind them; where that is null, without any. */
export function mapLinks(blocks: readonly Block[], to: (href: string) => string | null): Block[] {
  return blocks.map((block) => {
    if (block.type === 'quote') return { ...block, children: mapLinks(block.children, to) }
    if (block.type === 'list') return { ...block, items: block.items.map((item) => mapLinks(item, to)) }
    return 'children' in block ? { ...block, children: mapInlines(block.children, to) } : block
  })
}

function mapInlines(inlines: readonly Inline[], to: (href: string) => string | null): Inline[] {
  return inlines.flatMap((inline) => {
    if (typeof inline === 'string') return inline
    const children = mapInlines(inline.children, to)
    if (inline.type !== 'link') return { ...inline, children }
    const href = to(inline.href)
    return href === null ? children : { ...inline, href, children }
  })
}

const greeting = /\{\s*first name\s*(?:\|([^{}|\n]{0,80}))?\}/gi
export const usualFallback = 'reader'

/** `{first name|dear reader}`: her first name, or what stands after the bar. */
export function greet(text: string, called: (fallback: string) => string): string {
  return text.replace(greeting, (_, fallback?: string) => called(fallback?.trim() || usualFallback))
}

export function firstNameOf(name: string | null): string | null {
  const [first = ''] = (name ?? '').trim().split(/\s+/, 1)
  return first === '' || first.includes('@') ? null : first
}
