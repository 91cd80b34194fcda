import { excerpt } from '#lib/excerpt.ts'
import type { Block, Inline } from './contract.ts'

/** The words a reader sees, and nothing else, with blank lines between blocks. */
export function textOf(blocks: readonly Block[]): string {
  return blocks
    .map(textOfBlock)
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}

function textOfBlock(block: Block): string {
  switch (block.type) {
    case 'quote':
      return textOf(block.children)
    case 'list':
      return block.items.map(textOf).join('\n')
    case 'figure':
      return block.caption
    case 'break':
      return ''
    default:
      return lineOf(block.children)
  }
}

/** For whoever reads a letter as words alone: where a link leads stands behind it, and a scene break is three stars. */
export function toLetterText(blocks: readonly Block[], origin: string, isClosed?: (path: string) => boolean): string {
  const line = (inlines: readonly Inline[]): string =>
    inlines
      .map((inline) => {
        if (typeof inline === 'string') return inline
        const words = line(inline.children)
        if (inline.type !== 'link') return words
        const url = new URL(inline.href, origin)
        const isNowhere = url.origin === new URL(origin).origin && isClosed?.(url.pathname)
        const address = url.protocol === 'mailto:' ? url.pathname : url.href
        return isNowhere || words === address ? words : `${words} (${address})`
      })
      .join('')
  const set = (block: Block): string => {
    switch (block.type) {
      case 'quote':
        return setAll(block.children).replace(/^/gm, '> ')
      case 'list':
        return block.items
          .map(
            (item, at) =>
              `${block.start === null ? '-' : `${block.start + at}.`} ${setAll(item).replace(/\n/g, '\n  ')}`,
          )
          .join('\n')
      case 'figure':
        return [block.alt, block.caption].filter(Boolean).join('\n')
      case 'break':
        return '* * *'
      default:
        return line(block.children)
    }
  }
  const setAll = (some: readonly Block[]): string =>
    some
      .map(set)
      .filter((text) => text.trim() !== '')
      .join('\n\n')
  return setAll(blocks)
}

/** Not by way of runs: this travels to readers, and those do not. */
export function lineOf(inlines: readonly Inline[]): string {
  return inlines.map((inline) => (typeof inline === 'string' ? inline : lineOf(inline.children))).join('')
}

/** Its beginning, for a card or a line in a list. */
export function excerptOf(blocks: readonly Block[], limit?: number): string {
  return excerpt(textOf(blocks), limit)
}
