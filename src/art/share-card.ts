import { setLine } from './lettering.ts'
import type { Lettered } from './outline.ts'
import { fitBlock, heightOf, type Style, setBlock, spellOut } from './set-words.ts'
import { type CardScene, cardHeight as height, cardWidth as width } from './share-scenes.ts'
import { downward, picture, rect, sideways } from './svg.ts'

/** `ink`: the colour of the small words, where it is not the scene's own. */
export type CardWords = { title: string; line: string; authorName: string; ink: string | null }

const edge = 72
const usualMeasure = 560
const usualLine = 600
// The more lines, the smaller: whatever their number, they stand between the name and the line below.
const ofTitle: Style = { face: 'display', largest: [210, 150, 104, 82, 66, 55], leading: 0.95, descent: 0.26 }
const ofName: Style = { face: 'label', isCapitals: true, largest: [23, 20], leading: 1.3, descent: 0.2, tracking: 0.18 }
const ofLine: Style = { face: 'prose', largest: [28], leading: 1, descent: 0.25 }

/** A letter no face has is left out. Where nothing of a title is left, her name stands in its place. */
function spelt(lettered: Lettered, { title, line, authorName }: CardWords) {
  const spell = (text: string, style: Style) => spellOut(lettered, text, [style])
  const heading = spell(title, ofTitle)
  const named = spell(authorName, ofName)
  const isNamed = heading.text === '' || plain(heading.text) === plain(named.text)
  return {
    heading: heading.text ? heading : spell(authorName, ofTitle),
    name: isNamed ? { ...named, text: '' } : named,
    line: spell(line, ofLine).text,
  }
}

/** Without accents, which the capitals of some scripts have none of. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
}

const lineSize = 28

/** As many words as stand on two lines; the rest is cut off where a word ends. */
function lineRows({ outline }: Lettered, text: string, measure = usualLine): string[] {
  const fits = (row: string) => outline(row, 'prose', lineSize).width <= measure
  const rows: string[] = []
  for (const word of text.split(' ')) {
    const longer = rows.length > 0 ? `${rows.at(-1)} ${word}` : word
    if (rows.length > 0 && fits(longer)) rows[rows.length - 1] = longer
    else rows.push(word)
  }
  return rows.slice(0, 2).map((row, index) => ((index === 1 && rows.length > 2) || !fits(row) ? cut(row, fits) : row))
}

function cut(row: string, fits: (row: string) => boolean): string {
  const letters = Array.from(row)
  while (letters.length > 1 && !fits(`${letters.join('')}…`)) letters.pop()
  return `${letters.join('').replace(/[\s.,;:!?]+$/, '')}…`
}

/** The picture other sites show beside a link to one of our pages. */
export function shareCard(scene: CardScene, words: CardWords, lettered: Lettered): string {
  const { palette, back, front, measure = usualMeasure } = scene
  const { heading, name, line } = spelt(lettered, words)
  const rows = line ? lineRows(lettered, line, scene.lineMeasure) : []
  const title = fitBlock(lettered, heading, measure)
  const small = words.ink ?? palette.label
  const floor = rows.length === 0 ? 548 : rows.length === 1 ? 474 : 452
  const gradients =
    sideways('calm', [
      { at: 0, colour: palette.deep },
      { at: 0.34, colour: palette.deep, opacity: 0.94 },
      { at: 0.68, colour: palette.deep, opacity: 0 },
    ]) +
    downward('floor', [
      { at: 0, colour: palette.deep, opacity: 0 },
      { at: 1, colour: palette.deep, opacity: 0.75 },
    ])
  return picture(
    width,
    height,
    `<defs>${gradients}</defs>${back()}${rect(0, 0, width, height, 'url(#calm)')}${rect(0, 430, width, 200, 'url(#floor)')}${front?.() ?? ''}` +
      setBlock(lettered, fitBlock(lettered, name, 620), small, { x: edge, y: 96 }) +
      setBlock(lettered, title, palette.title, { x: edge, y: floor - heightOf(title) }) +
      rows
        .map((text, i) => {
          const y = rows.length === 1 ? 566 : 536 + i * 38
          return setLine(lettered.outline, { text, face: 'prose', size: lineSize, fill: small, x: edge, y })
        })
        .join(''),
  )
}

/** Every word a card shows, as it is spelt there. */
export function cardText(words: CardWords, lettered: Lettered): string {
  const { heading, name, line } = spelt(lettered, words)
  return [name.text, heading.text, ...(line ? lineRows(lettered, line) : [])].filter(Boolean).join('\n')
}
