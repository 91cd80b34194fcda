import { genrePalettes, knownGenre, palettes } from './palette.ts'
import { type CardScene, cardHeight as height, cardWidth as width } from './share-scenes.ts'
import { around, inset, named, rect, sideways } from './svg.ts'

/** The card of a post: its page of writing (one of the masks) by lamplight. */
export function postScene(page: string): CardScene {
  const palette = palettes.amber
  const { deep, line, hot } = palette
  const ink = around('ink', { x: 320, y: 172, r: 330 }, [
    { at: 0, colour: hot },
    { at: 0.3, colour: hot },
    { at: 0.62, colour: line },
    { at: 1, colour: line, opacity: 0.3 },
  ])
  const inked = page.replace('<path ', `<defs>${ink}</defs><path fill="url(#ink)" `)
  return { palette, back: () => rect(0, 0, width, height, deep) + inset(inked, 340, 0, 1120, height) }
}

/** The card of a story: the picture that was drawn for it, in the colours of its genre. */
export function storyScene(art: string, genre: string): CardScene {
  const { line, hot, tint } = genrePalettes[knownGenre(genre)]
  return {
    palette: { ground: tint, deep: tint, line, hot, title: hot, label: line },
    back: () => rect(0, 0, width, height, tint) + inset(art, 392, 0, 1008, height),
  }
}

/** A cover as it is at hand: a drawing, or the address of a picture that is part of it (`data:`). */
export type CardCover = { svg: string } | { picture: string; colour: string | null }

type Place = { x: number; y: number; w: number; h: number }

const lone = { x: 776, y: 48, w: 356, h: 534 }

/** From the one in front to the one furthest back. */
const row = [
  { x: 772, y: 62, w: 316, h: 474 },
  { x: 580, y: 120, w: 264, h: 396 },
  { x: 1012, y: 150, w: 240, h: 360 },
  { x: 430, y: 172, w: 222, h: 333 },
]
export const mostCovers = row.length

/** The card of a book: its cover, whole and lit; without one a plain board, for its words stand beside it. */
export function bookScene(cover: CardCover | null): CardScene {
  const palette = palettes.bone
  return {
    palette,
    back: () => lit(tint(cover) ?? palette.line),
    front: () => standing(cover, lone),
  }
}

/** Some of her books, the first in front. */
export function booksScene(covers: readonly CardCover[]): CardScene {
  if (covers.length <= 1) return bookScene(covers[0] ?? null)
  const shown = row.slice(0, covers.length)
  return {
    palette: palettes.bone,
    // As far as the cover that stands furthest to the left.
    measure: Math.min(...shown.map(({ x }) => x)) - 50,
    // Below those that stand behind, beside the one in front.
    lineMeasure: 680,
    back: () => rect(0, 0, width, height, palettes.bone.deep),
    front: () =>
      shown
        .map((place, index) => standing(covers[index] ?? null, place, `k${index}`))
        .reverse()
        .join(''),
  }
}

/** What stays of a photograph where there is room for less. */
const held: Record<string, string> = {
  middle: 'xMidYMid',
  top: 'xMidYMin',
  bottom: 'xMidYMax',
  left: 'xMinYMid',
  right: 'xMaxYMid',
}

/** Her photograph: four by five, as on her own page. */
export function photographScene(picture: string, focal: string): CardScene {
  const { x, y, w, h } = { x: 700, y: 48, w: 427, h: 534 }
  return {
    palette: palettes.bone,
    back: () => lit(palettes.bone.line),
    front: () =>
      `${shadowOf({ x, y, w, h })}<image x="${x}" y="${y}" width="${w}" height="${h}" preserveAspectRatio="${held[focal] ?? held.middle} slice" href="${picture}"/>`,
  }
}

function lit(colour: string): string {
  const glow = sideways('lit', [
    { at: 0.4, colour, opacity: 0 },
    { at: 1, colour, opacity: 0.3 },
  ])
  return `<defs>${glow}</defs>${rect(0, 0, width, height, palettes.bone.deep)}${rect(0, 0, width, height, 'url(#lit)')}`
}

function tint(cover: CardCover | null): string | null {
  return cover && 'picture' in cover ? cover.colour : null
}

function shadowOf({ x, y, w, h }: Place): string {
  const shadow = [30, 20, 10].map(
    (grow) =>
      `<rect x="${x - grow}" y="${y - grow / 2}" width="${w + 2 * grow}" height="${h + grow}" rx="${grow}" fill="#000" opacity=".22"/>`,
  )
  return shadow.join('')
}

function standing(cover: CardCover | null, place: Place, name = 'k'): string {
  const { x, y, w, h } = place
  if (!cover) return shadowOf(place) + board(place)
  if ('svg' in cover) return shadowOf(place) + inset(named(cover.svg, name), x, y, w, h)
  return `${shadowOf(place)}${rect(x, y, w, h, cover.colour ?? '#000')}<image x="${x}" y="${y}" width="${w}" height="${h}" preserveAspectRatio="xMidYMid meet" href="${cover.picture}"/>`
}

function board({ x, y, w, h }: Place): string {
  const { line, ground } = palettes.bone
  const frame = (inner: number, weight: number) =>
    `<rect x="${x + inner}" y="${y + inner}" width="${w - 2 * inner}" height="${h - 2 * inner}" fill="none" stroke="${line}" stroke-width="${weight}" opacity=".55"/>`
  return rect(x, y, w, h, ground) + frame(18, 2) + frame(25, 1)
}
