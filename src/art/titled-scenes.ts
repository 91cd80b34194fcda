import { genrePalettes, knownGenre, palettes } from './palette.ts'
import { type CardScene, cardHeight as height, cardWidth as width } from './share-scenes.ts'
import { around, inset, rect, sideways } from './svg.ts'

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

const place = { x: 776, y: 48, width: 356, height: 534 }

/** The card of a book: its cover, whole and lit; without one a plain board, for its words stand beside it. */
export function bookScene(cover: CardCover | null): CardScene {
  const palette = palettes.bone
  const { deep, line } = palette
  const { x, y, width: w, height: h } = place
  const shadow = [30, 20, 10].map(
    (grow) =>
      `<rect x="${x - grow}" y="${y - grow / 2}" width="${w + 2 * grow}" height="${h + grow}" rx="${grow}" fill="#000" opacity=".22"/>`,
  )
  return {
    palette,
    back: () => {
      const glow = sideways('lit', [
        { at: 0.4, colour: tint(cover) ?? line, opacity: 0 },
        { at: 1, colour: tint(cover) ?? line, opacity: 0.3 },
      ])
      return `<defs>${glow}</defs>${rect(0, 0, width, height, deep)}${rect(0, 0, width, height, 'url(#lit)')}`
    },
    front: () => shadow.join('') + standing(cover),
  }
}

function tint(cover: CardCover | null): string | null {
  return cover && 'picture' in cover ? cover.colour : null
}

function standing(cover: CardCover | null): string {
  const { x, y, width: w, height: h } = place
  if (!cover) return board()
  if ('svg' in cover) return inset(cover.svg, x, y, w, h)
  return `${rect(x, y, w, h, cover.colour ?? '#000')}<image x="${x}" y="${y}" width="${w}" height="${h}" preserveAspectRatio="xMidYMid meet" href="${cover.picture}"/>`
}

function board(): string {
  const { x, y, width: w, height: h } = place
  const { line, ground } = palettes.bone
  const frame = (inner: number, weight: number) =>
    `<rect x="${x + inner}" y="${y + inner}" width="${w - 2 * inner}" height="${h - 2 * inner}" fill="none" stroke="${line}" stroke-width="${weight}" opacity=".55"/>`
  return rect(x, y, w, h, ground) + frame(18, 2) + frame(25, 1)
}
