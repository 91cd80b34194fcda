import { scrims } from '#art/cover-ground.ts'
import { fitTitle, type Outline, setLine } from '#art/lettering.ts'
import { coverHeight as height, type Motif, coverWidth as width } from '#art/motif.ts'
import { type PaletteName, palettes } from '#art/palette.ts'
import { scene } from '#art/scene.ts'
import { picture } from '#art/svg.ts'
import { genesis, letTheDeadRest, patient92, rebirth } from './motifs-clinic.ts'
import { finalReckoning, nexusOfLies, stepBack } from './motifs-clinic-late.ts'
import { theDriversPromise, vossTrials } from './motifs-standalone.ts'
import { echoOfTheVeil, theVeilLives, trueVeil, veilsLastSong } from './motifs-veil.ts'

export type CoverBook = { slug: string; title: string; series: string | null; seriesOrder: number | null }

type Design = { motif: () => Motif; palette: PaletteName }

const designs = new Map<string, Design>([
  ['true-veil', { motif: trueVeil, palette: 'veil' }],
  ['echo-of-the-veil', { motif: echoOfTheVeil, palette: 'veil' }],
  ['veils-last-song', { motif: veilsLastSong, palette: 'veil' }],
  ['patient-92', { motif: patient92, palette: 'clinic' }],
  ['let-the-dead-rest', { motif: letTheDeadRest, palette: 'clinic' }],
  ['rebirth', { motif: rebirth, palette: 'clinic' }],
  ['genesis', { motif: genesis, palette: 'clinic' }],
  ['step-back', { motif: stepBack, palette: 'clinic' }],
  ['nexus-of-lies', { motif: nexusOfLies, palette: 'clinic' }],
  ['final-reckoning', { motif: finalReckoning, palette: 'clinic' }],
  ['the-drivers-promise', { motif: theDriversPromise, palette: 'amber' }],
  ['voss-trials', { motif: vossTrials, palette: 'red' }],
  ['the-veil-lives', { motif: theVeilLives, palette: 'bone' }],
])

const fallback: Design = { motif: trueVeil, palette: 'veil' }

const edge = 44
const roman = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X']

function marks(series: string | null, order: number | null): [left: string, right: string] {
  if (series === 'Clinic Binge Series') return ['CLINIC BINGE', `FILE ${order ?? '–'} / 7`]
  if (series) return [series.toUpperCase(), roman[order ?? 0] ?? '']
  return ['A NOVEL', '']
}

function titleBlock(outline: Outline, title: string, palette: PaletteName): string {
  const clinic = palette === 'clinic'
  const face = clinic ? 'clinic' : 'display'
  // Titles are stored with the straight apostrophe of a keyboard; a cover is set with the curly one of a typesetter.
  const curly = title.replaceAll("'", '’')
  const words = clinic ? curly.toUpperCase() : curly
  const { lines, size } = fitTitle(outline, words, {
    face,
    measure: width - 2 * edge,
    largest: clinic ? [112, 112] : [164, 126],
  })
  const leading = size * (clinic ? 0.92 : 0.88)
  return lines
    .map((text, i) => {
      const y = 806 - (lines.length - 1 - i) * leading
      return setLine(outline, { text, face, size, fill: palettes[palette].title, x: edge - size * 0.02, y })
    })
    .join('')
}

function lettering(outline: Outline, book: CoverBook, authorName: string, palette: PaletteName): string {
  const { label } = palettes[palette]
  const [left, right] = marks(book.series, book.seriesOrder)
  const mark = { face: 'label', size: 17, tracking: 0.13, fill: label, y: 66 } as const
  const name = {
    text: authorName.toUpperCase(),
    face: 'label',
    size: 27,
    tracking: 0.16,
    fill: label,
    x: edge,
    y: 862,
  } as const
  return (
    setLine(outline, { ...mark, text: left, x: edge }) +
    setLine(outline, { ...mark, text: right, x: width - edge }, 'end') +
    titleBlock(outline, book.title, palette) +
    setLine(outline, name)
  )
}

/** A whole cover, lettering included. A book without a drawing of its own wears the first one of the house. */
export function cover(book: CoverBook, authorName: string, outline: Outline): string {
  const { motif, palette } = designs.get(book.slug) ?? fallback
  const drawing = scene(book.slug, width, height, palettes[palette], motif())
  const words = lettering(outline, book, authorName, palette)
  return picture(width, height, drawing + scrims(book.slug, palettes[palette]) + words)
}
