import type { Motif } from './motif.ts'
import type { Palette } from './palette.ts'
import { around, downward, rect } from './svg.ts'

/** A motif on its ground. `id` must be unique among pictures that end up in one document. */
export function scene(id: string, width: number, height: number, palette: Palette, motif: Motif): string {
  const { ground, deep, line, hot } = palette
  const gradients =
    downward(`${id}-g`, [
      { at: 0, colour: ground },
      { at: 1, colour: deep },
    ]) +
    around(`${id}-l`, motif.glow, [
      { at: 0, colour: hot },
      { at: 0.3, colour: hot },
      { at: 0.62, colour: line },
      { at: 1, colour: line, opacity: 0.34 },
    ])
  const live = motif.live
    ? `<path d="${motif.live}" fill="none" stroke="${hot}" stroke-width="3.4" stroke-linejoin="round"/>`
    : ''
  return `<defs>${gradients}</defs>${rect(0, 0, width, height, `url(#${id}-g)`)}<path fill="url(#${id}-l)" d="${motif.lines.join('')}"/>${live}`
}
