import { type Face, fitLongTitle, fitTitle, type Outline, type Setting, setLine } from './lettering.ts'
import type { Lettered } from './outline.ts'

/** How words are set. Tracking is in ems, leading and descent in sizes of a letter. */
export type Style = {
  face: Face
  isCapitals?: boolean
  /** the largest size on one line, on two, and so on; its length is the most lines allowed */
  largest: readonly number[]
  leading: number
  descent: number
  tracking?: number
}

/** `isWhole`: every letter is there. */
export type Words = { text: string; style: Style; isWhole: boolean }

/** In capitals; those of Greek have no accents. */
function capitals(text: string): string {
  return text.toUpperCase().replace(/\p{Script=Greek}+/gu, (word) => word.toLocaleLowerCase().toLocaleUpperCase('el'))
}

/** Typed with the straight apostrophe of a keyboard, set with the curly one of a typesetter. */
function typeset(text: string): string {
  return text.replaceAll("'", '’').replace(/\s+/g, ' ').trim().normalize('NFC')
}

/** The words as these faces can spell them: by the first that has every letter, or else by the first. */
export function spellOut({ spell }: Lettered, given: string, [first, ...others]: readonly [Style, ...Style[]]): Words {
  const inStyle = (style: Style): Words => {
    const wanted = style.isCapitals ? capitals(typeset(given)) : typeset(given)
    const text = spell(wanted, style.face)
    return { text, style, isWhole: text === wanted }
  }
  const usual = inStyle(first)
  return usual.isWhole ? usual : (others.map(inStyle).find(({ isWhole }) => isWhole) ?? usual)
}

export type Block = Setting & { style: Style }

/** Every way of breaking as many words as this is tried; of more, there would be too many. */
const fewWords = 9
const longestWord = 32

/** Words of any length, in as many lines as let them stand largest. No words are no lines. */
export function fitBlock({ outline }: Lettered, { text, style }: Words, measure: number): Block {
  if (!text) return { lines: [], size: 0, style }
  // The same few words are tried on many lines: how wide a line is, is added up.
  const known = new Map<string, number>()
  const wide = (word: string) => {
    const width = known.get(word) ?? outline(word, style.face, 1, style.tracking).width
    known.set(word, width)
    return width
  }
  const blank = wide('n n') - 2 * wide('n')
  const spaced: Outline = (line, _face, size) => {
    const width = line.split(' ').reduce((sum, word) => sum + wide(word) + blank, -blank)
    return { d: '', width: width * size }
  }
  const words = text.split(' ')
  const isShort = words.length <= fewWords && words.every((word) => word.length <= longestWord)
  const how = isShort ? fitTitle : fitLongTitle
  return { ...how(spaced, text, { face: style.face, measure, largest: style.largest }), style }
}

/** Draws a block whose first line stands on `y`, and whose lines begin at `x` or are centred on it. */
export function setBlock(
  { outline }: Lettered,
  { lines, size, style }: Block,
  fill: string,
  { x, y, anchor = 'start' }: { x: number; y: number; anchor?: 'start' | 'middle' },
): string {
  const { face, tracking, leading } = style
  // A little to the left: the letter stands on the margin, and not the room beside it.
  const from = anchor === 'start' ? x - size * 0.02 : x
  return lines
    .map((text, i) =>
      setLine(outline, { text, face, tracking, size, fill, x: from, y: y + i * size * leading }, anchor),
    )
    .join('')
}

/** From the first line of a block to its last. */
export function heightOf({ lines, size, style }: Block): number {
  return Math.max(0, lines.length - 1) * size * style.leading
}
