import type { Block } from './contract.ts'

/** One or more empty lines, with or without blanks in them. What stands before the next word is the author's. */
const betweenParagraphs = /(\n(?:[^\S\n]*\n)+)/
const sceneBreak = /^[\s*⁂•·~#_=–—-]{1,24}$/

/** A text from before there was a format: paragraphs at blank lines, further blank lines kept, and no mark means anything. */
export function readPlain(text: string): Block[] {
  const blocks: Block[] = []
  text
    .replace(/\r\n?/g, '\n')
    .split(betweenParagraphs)
    .forEach((part, index) => {
      if (index % 2 === 1) {
        const extra = part.split('\n').length - 3
        for (let line = 0; line < extra; line++) blocks.push({ type: 'p', children: [] })
      } else if (part.trim() !== '') {
        blocks.push(sceneBreak.test(part) ? { type: 'break', mark: part } : { type: 'p', children: [part] })
      }
    })
  return blocks
}
