import type { Block, Heading, Inline, Linked, List, Marked, Paragraph, Quote } from '#features/writing/contract.ts'

/** Prose in few signs, for what a test expects. */
export const p = (...children: Inline[]): Paragraph => ({ type: 'p', children })
export const h2 = (...children: Inline[]): Heading => ({ type: 'h2', children })
export const h3 = (...children: Inline[]): Heading => ({ type: 'h3', children })
export const em = (...children: Inline[]): Marked => ({ type: 'em', children })
export const strong = (...children: Inline[]): Marked => ({ type: 'strong', children })
export const link = (href: string, ...children: Inline[]): Linked => ({ type: 'link', href, children })
export const quote = (...children: Block[]): Quote => ({ type: 'quote', children })
export const bullets = (...items: Block[][]): List => ({ type: 'list', start: null, items })
export const numbers = (start: number, ...items: Block[][]): List => ({ type: 'list', start, items })
export const sceneBreak: Block = { type: 'break' }

/** The words of a tree in their order, marks or not. */
export function wordsOf(blocks: readonly Block[]): string {
  const words = blocks.map((block) => {
    if (block.type === 'list') return block.items.map(wordsOf).join(' ')
    if (block.type === 'quote') return wordsOf(block.children)
    if (block.type === 'figure') return block.caption
    return block.type === 'break' ? '' : plainOf(block.children)
  })
  return words.join(' ')
}

function plainOf(inlines: readonly Inline[]): string {
  return inlines.map((inline) => (typeof inline === 'string' ? inline : plainOf(inline.children))).join('')
}

const allowedLink = /^(https:\/\/[^/]|mailto:|\/(?!\/))/
const allowedPicture = /^\/images\/[\w-]+$/

/** What in a tree is against its rules, in words. Empty lines may stand at the top and nowhere else. */
export function faultsOf(blocks: readonly Block[], depth = 0): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.type) {
      case 'p':
        return block.children.length === 0 && depth > 0 ? ['an empty line further in'] : faultsOfLine(block.children)
      case 'h2':
      case 'h3':
        return block.children.length === 0 ? ['an empty heading'] : faultsOfLine(block.children)
      case 'quote':
        return block.children.length === 0 ? ['an empty quotation'] : faultsOf(block.children, depth + 1)
      case 'list':
        return block.items.length === 0 || block.items.some((item) => item.length === 0)
          ? ['an empty list or item']
          : block.items.flatMap((item) => faultsOf(item, depth + 1))
      case 'figure':
        return allowedPicture.test(block.src) ? [] : [`a picture from ${block.src}`]
      case 'break':
        return []
      default:
        return [`a block that does not exist: ${JSON.stringify(block)}`]
    }
  })
}

function faultsOfLine(children: readonly Inline[]): string[] {
  const text = plainOf(children)
  return [...(text === text.trim() ? [] : ['a paragraph that is not trimmed']), ...faultsOfMarks(children, [])]
}

function faultsOfMarks(children: readonly Inline[], around: readonly string[]): string[] {
  return children.flatMap((inline, index): string[] => {
    const before = children[index - 1]
    if (typeof inline === 'string') {
      if (inline === '') return ['no words']
      return typeof before === 'string' ? ['two strings side by side'] : []
    }
    const text = plainOf(inline.children)
    const isTwin = typeof before === 'object' && before.type === inline.type
    return [
      ...(around.includes(inline.type) ? [`${inline.type} within itself`] : []),
      ...(text === text.trim() && text !== '' ? [] : [`blanks at the edge of ${inline.type}`]),
      ...(isTwin && hrefOf(before) === hrefOf(inline) ? [`two of ${inline.type} side by side`] : []),
      ...(inline.type !== 'link' || allowedLink.test(inline.href) ? [] : [`a link to ${inline.href}`]),
      ...faultsOfMarks(inline.children, [...around, inline.type]),
    ]
  })
}

function hrefOf(inline: Inline | undefined): string {
  return typeof inline === 'object' && inline.type === 'link' ? inline.href : ''
}
