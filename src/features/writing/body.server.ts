import { findPictureSizes } from '#features/images/service.server.ts'
import type { Db } from '#server/db.ts'
import type { Block, Figure, Format } from './contract.ts'
import { readText } from './prose.ts'
import { textOf } from './prose-text.ts'

type Text = { content: string; format: Format }

type Reading = { blocks: readonly Block[]; words: string }

/** More than a feed holds: read in turn, it would otherwise push out each text just before it is asked for again. */
const mostRead = 120
const readings = new Map<string, Reading>()

/** A long text takes a tenth of a second to read, and is asked for again and again: the last few are at hand. */
function readingOf({ content, format }: Text): Reading {
  const key = `${format} ${content}`
  const reading = readings.get(key) ?? read(content, format)
  readings.delete(key)
  readings.set(key, reading)
  const [oldest] = readings.keys()
  if (readings.size > mostRead && oldest !== undefined) readings.delete(oldest)
  return reading
}

function read(content: string, format: Format): Reading {
  const blocks = readText(content, format)
  return { blocks, words: textOf(blocks) }
}

/** The words a reader sees. */
export function wordsOf(text: Text): string {
  return readingOf(text).words
}

/** A text as a reader's browser gets it: read, with its pictures as large as they are. */
export async function bodyOf(db: Db, text: Text): Promise<Block[]> {
  const { blocks } = readingOf(text)
  const sources = figuresIn(blocks).map(({ src }) => src)
  const sizes = await findPictureSizes(db, sources)
  return sized(blocks, (figure) => ({ ...figure, ...sizes.get(figure.src) }))
}

function figuresIn(blocks: readonly Block[]): Figure[] {
  return blocks.flatMap((block) => {
    if (block.type === 'quote') return figuresIn(block.children)
    if (block.type === 'list') return block.items.flatMap(figuresIn)
    return block.type === 'figure' ? [block] : []
  })
}

/** Never in place: what was read is kept for the next who asks. */
function sized(blocks: readonly Block[], size: (figure: Figure) => Figure): Block[] {
  return blocks.map((block) => {
    if (block.type === 'quote') return { ...block, children: sized(block.children, size) }
    if (block.type === 'list') return { ...block, items: block.items.map((item) => sized(item, size)) }
    return block.type === 'figure' ? size(block) : block
  })
}
