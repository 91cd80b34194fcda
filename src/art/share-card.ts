import { fitLongTitle, fitTitle, type Outline, type Setting, setLine } from './lettering.ts'
import {
  type CardScene,
  type Covers,
  cardScenes,
  cardHeight as height,
  type SharePage,
  cardWidth as width,
} from './share-scenes.ts'
import { downward, picture, rect, sideways } from './svg.ts'

export type ShareWords = { title: string; line: string }

const edge = 72
const usualMeasure = 560

/** The picture other sites show beside a link to one of our pages. */
export function shareCard(
  page: SharePage,
  words: ShareWords,
  authorName: string,
  covers: Covers,
  outline: Outline,
): string {
  const { measure = usualMeasure } = cardScenes[page]
  const setting = fitTitle(outline, words.title, { face: 'display', measure, largest: [210, 150, 116] })
  return card(cardScenes[page], setting, words.line, page === 'home' ? '' : authorName, covers, outline)
}

/** The same for something the author has written, whatever she has called it. */
export function titledCard(scene: CardScene, words: ShareWords, authorName: string, outline: Outline): string {
  // The more lines, the smaller: whatever their number, they stand between the name and the line below.
  const largest = [168, 132, 104, 82, 66, 55]
  const setting = fitLongTitle(outline, words.title, { face: 'display', measure: usualMeasure, largest })
  return card(scene, setting, words.line, authorName, new Map(), outline)
}

function card(
  { palette, back, front }: CardScene,
  { lines, size }: Setting,
  line: string,
  authorName: string,
  covers: Covers,
  outline: Outline,
): string {
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
  const base = line ? 474 : 548
  const leading = size * (lines.length > 3 ? 0.98 : 0.88)
  const title = lines.map((text, i) => {
    const y = base - (lines.length - 1 - i) * leading
    return setLine(outline, { text, face: 'display', size, fill: palette.title, x: edge - size * 0.02, y })
  })
  const name = authorName.toUpperCase()
  return picture(
    width,
    height,
    `<defs>${gradients}</defs>${back()}${rect(0, 0, width, height, 'url(#calm)')}${rect(0, 430, width, 200, 'url(#floor)')}${front?.(covers) ?? ''}` +
      setLine(outline, { text: name, face: 'label', size: 23, tracking: 0.18, fill: palette.label, x: edge, y: 96 }) +
      title.join('') +
      setLine(outline, { text: line, face: 'prose', size: 28, fill: palette.label, x: edge, y: 566 }),
  )
}
