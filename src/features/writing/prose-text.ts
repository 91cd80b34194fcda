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

/** Not by way of runs: this travels to readers, and those do not. */
export function lineOf(inlines: readonly Inline[]): string {
  return inlines.map((inline) => (typeof inline === 'string' ? inline : lineOf(inline.children))).join('')
}

/** Its beginning, for a card or a line in a list. */
export function excerptOf(blocks: readonly Block[], limit?: number): string {
  return excerpt(textOf(blocks), limit)
}
