import type { Block, Format } from './contract.ts'
import { readText } from './prose.ts'
import { writeProse } from './prose-source.ts'

/** A text as prose that reads the same. What was prose is as it was, byte for byte. */
export function asProse(content: string, format: Format): string {
  return format === 'plain' ? writeProse(readText(content, format).map(fromPlain)) : content
}

/** Three signs and more are a break, whichever she took; fewer may be words, such as a dash that somebody says. */
export function fromPlain(block: Block): Block {
  if (block.type !== 'break' || block.mark === undefined) return block
  return block.mark.replace(/\s/g, '').length < 3 ? { type: 'p', children: [block.mark] } : { type: 'break' }
}
