import { fitTitle, type Outline, setLine } from './lettering.ts'
import { type Covers, cardScenes, cardHeight as height, type SharePage, cardWidth as width } from './share-scenes.ts'
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
  const { palette, back, front, measure = usualMeasure } = cardScenes[page]
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
  const { lines, size } = fitTitle(outline, words.title, { face: 'display', measure, largest: [210, 150, 116] })
  const base = words.line ? 474 : 548
  const title = lines.map((text, i) => {
    const y = base - (lines.length - 1 - i) * size * 0.88
    return setLine(outline, { text, face: 'display', size, fill: palette.title, x: edge - size * 0.02, y })
  })
  const name = page === 'home' ? '' : authorName.toUpperCase()
  return picture(
    width,
    height,
    `<defs>${gradients}</defs>${back()}${rect(0, 0, width, height, 'url(#calm)')}${rect(0, 430, width, 200, 'url(#floor)')}${front?.(covers) ?? ''}` +
      setLine(outline, { text: name, face: 'label', size: 23, tracking: 0.18, fill: palette.label, x: edge, y: 96 }) +
      title.join('') +
      setLine(outline, { text: words.line, face: 'prose', size: 28, fill: palette.label, x: edge, y: 566 }),
  )
}
