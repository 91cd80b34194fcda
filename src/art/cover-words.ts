import type { LetteringName } from './cover-design.ts'
import { setLine } from './lettering.ts'
import { coverWidth as width } from './motif.ts'
import type { Lettered } from './outline.ts'
import { fitBlock, heightOf, type Style, setBlock, spellOut } from './set-words.ts'

type CoverWords = { title: string; series: string | null; number: number | null; authorName: string }

type Inks = { title: string; label: string }

const edge = 44
const measure = width - 2 * edge

const display: Style = { face: 'display', largest: [164, 126, 104, 84, 70, 58], leading: 0.9, descent: 0.26 }
const condensed: Style = {
  ...{ face: 'clinic', isCapitals: true, largest: [112, 112, 92, 74, 60, 50], leading: 0.92, descent: 0.06 },
}
const small: Style = { face: 'label', isCapitals: true, largest: [], leading: 1.3, descent: 0, tracking: 0.16 }
const finer: Style = { face: 'display', largest: [], leading: 1.1, descent: 0.2, tracking: 0.04 }

// The display face has letters the others lack, those of Vietnamese among them: it steps in where a name would be misspelt.
const titles: Record<LetteringName, readonly [Style, ...Style[]]> = {
  display: [display],
  sans: [condensed, display],
}
const ofAuthor: readonly [Style, ...Style[]] = [
  { ...small, largest: [27, 22, 18, 15] },
  { ...finer, largest: [40, 32, 26, 20] },
]
const ofSeries: readonly [Style, ...Style[]] = [
  { ...small, largest: [17, 15, 13, 12], tracking: 0.13 },
  { ...finer, largest: [25, 22, 19, 17] },
]

const romans: readonly [letters: string, value: number][] = [
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
]

/** A numeral for what is counted in whole books; a story between two of them keeps its figures. */
function numeral(number: number): string {
  if (!Number.isInteger(number) || number < 1 || number > 39) return String(number)
  let text = ''
  let rest = number
  for (const [letters, value] of romans) {
    for (; rest >= value; rest -= value) text += letters
  }
  return text
}

/** The series above on the left, the number on the right. */
function marks(lettered: Lettered, series: string, number: string, fill: string): string {
  const [{ face, tracking }] = ofSeries
  const size = 17
  const taken = number ? lettered.outline(number, face, size, tracking).width + 24 : 0
  const named = fitBlock(lettered, spellOut(lettered, series, ofSeries), measure - taken)
  const counted = { text: number, face, tracking, size, fill, x: width - edge, y: 66 }
  return setBlock(lettered, named, fill, { x: edge, y: 66 }) + (number ? setLine(lettered.outline, counted, 'end') : '')
}

/**
 * The words of a cover, and how far up they reach. A letter no face has is left out; where nothing of a title is left, the
 * author's name stands in its place, and where nothing of that is left either, the number.
 */
export function coverWords(
  { title, series, number, authorName }: CoverWords,
  lettering: LetteringName,
  inks: Inks,
  lettered: Lettered,
): { svg: string; top: number } {
  const counted = number === null ? '' : lettering === 'display' ? numeral(number) : String(number)
  const tries = [title, authorName, counted].map((text) => spellOut(lettered, text, titles[lettering]))
  const named = tries.find(({ text }) => text)
  const heading = fitBlock(lettered, named ?? { text: '', style: display, isWhole: false }, measure)
  const isTitled = named !== undefined && named === tries[0]
  const name = fitBlock(lettered, spellOut(lettered, isTitled ? authorName : '', ofAuthor), measure)
  const nameY = 862 - heightOf(name) - name.size * name.style.descent * 0.5
  const floor = isTitled ? Math.min(806, nameY - name.size * 0.72 - 10 - heading.size * heading.style.descent) : 850
  const headingY = floor - heightOf(heading)
  const svg =
    marks(lettered, series ?? '', counted, inks.label) +
    setBlock(lettered, heading, inks.title, { x: edge, y: headingY }) +
    setBlock(lettered, name, inks.label, { x: edge, y: nameY })
  return { svg, top: headingY - heading.size * 0.8 }
}
