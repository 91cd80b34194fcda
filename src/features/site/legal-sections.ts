import type { Block, Inline } from '#features/writing/contract.ts'

export type Section = { id: string; heading: string; blocks: Block[] }

/** A text parted at its headings, each part with an address of its own; `before` is what stands above the first. */
export function sectionsOf(blocks: readonly Block[], level: 'h2' | 'h3'): { before: Block[]; sections: Section[] } {
  const before: Block[] = []
  const sections: Section[] = []
  for (const block of blocks) {
    if (block.type === level) {
      const heading = block.children.map(plain).join('')
      sections.push({ id: addressOf(heading, sections), heading, blocks: [] })
    } else (sections.at(-1)?.blocks ?? before).push(block)
  }
  return { before, sections }
}

function plain(inline: Inline): string {
  return typeof inline === 'string' ? inline : inline.children.map(plain).join('')
}

/** Of two with the same words the second has a number. */
function addressOf(heading: string, others: readonly Section[]): string {
  const words = heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['part']
  const id = words.slice(0, 6).join('-')
  return others.some((other) => other.id === id) ? `${id}-${others.length + 1}` : id
}
