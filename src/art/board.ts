import { type CoverWords, numeral, ofAuthor, ofSeries } from './cover-words.ts'
import { coverHeight as height, coverWidth as width } from './motif.ts'
import type { Lettered } from './outline.ts'
import { fitBlock, heightOf, type Style, setBlock, spellOut, typeset } from './set-words.ts'
import { picture, rect } from './svg.ts'
import { typedWords } from './typed-words.ts'

/** `thread` is the weave of the cloth, a little off it; `stamp` what the frame and the small words are stamped in. */
export type BoardInks = { cloth: string; thread: string; stamp: string; title: string }

const middle = width / 2
const measure = width - 2 * 76
const ofTitle: Style = { face: 'display', largest: [148, 124, 104, 86, 70, 56], leading: 0.98, descent: 0.26 }

function weave(thread: string): string {
  const upright = Array.from({ length: width / 6 }, (_, index) => `M${index * 6 + 3} 0v${height}`).join('')
  return `<path d="${upright}" fill="none" stroke="${thread}" stroke-width="2.4"/>`
}

function frame(stamp: string): string {
  const ring = (at: number, weight: number) =>
    `<path d="M${at} ${at}h${width - 2 * at}v${height - 2 * at}h${2 * at - width}z" fill="none" stroke="${stamp}" stroke-width="${weight}"/>`
  return ring(30, 2.6) + ring(39, 1)
}

/** The mark of the house: three threads, and something behind the middle one. */
function mark(stamp: string, y: number): string {
  const thread = (x: number, bulge: number) => `M${middle + x} ${y}q${bulge} 30 0 60q${-bulge} -30 0 -60z`
  return `<path d="${thread(-19, 1.4)}${thread(0, 15)}${thread(19, 1.4)}" fill="${stamp}" stroke="${stamp}" stroke-width="1.8" stroke-linejoin="round"/>`
}

type Words = { given: string; styles: readonly [Style, ...Style[]]; fill: string }

/** Words in the middle of the board. Those the house has no letters for are left to the font of whoever reads them. */
function centred(
  lettered: Lettered,
  { given, styles, fill }: Words,
  y: (tall: number, size: number) => number,
): string {
  const words = spellOut(lettered, given, styles)
  const [{ largest, leading }] = styles
  if (words.text.length * 2 < typeset(given).length) {
    const place = { x: middle, y: (lines: number, size: number) => y((lines - 1) * size * 1.2, size) }
    return typedWords(given, { measure, largest, leading: Math.max(1.2, leading), fill }, place)
  }
  const block = fitBlock(lettered, words, measure)
  return setBlock(lettered, block, fill, { x: middle, y: y(heightOf(block), block.size), anchor: 'middle' })
}

/** A plain cover at once, for a book that has no other yet: its words, stamped on a cloth board. */
export function letteredBoard(words: CoverWords, inks: BoardInks, lettered: Lettered): string {
  const { title, series, number, authorName } = words
  const small = { fill: inks.stamp }
  const above = [series, number === null ? '' : numeral(number)].filter(Boolean).join(' · ')
  return picture(
    width,
    height,
    rect(0, 0, width, height, inks.cloth) +
      weave(inks.thread) +
      frame(inks.stamp) +
      (above ? centred(lettered, { ...small, given: above, styles: ofSeries }, () => 98) : '') +
      centred(
        lettered,
        { given: title, styles: [ofTitle], fill: inks.title },
        (tall, size) => 400 - tall / 2 + size * 0.3,
      ) +
      mark(inks.stamp, 664) +
      (authorName ? centred(lettered, { ...small, given: authorName, styles: ofAuthor }, (tall) => 814 - tall) : ''),
  )
}
