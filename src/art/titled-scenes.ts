import { genrePalettes, knownGenre, palettes } from './palette.ts'
import { type CardScene, cardHeight as height, cardWidth as width } from './share-scenes.ts'
import { around, inset, rect } from './svg.ts'

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
