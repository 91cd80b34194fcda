import type { Face } from './lettering.ts'
import { bell } from './maths.ts'
import type { Lettered } from './outline.ts'
import { along, ribbonAlong } from './ribbons.ts'

/** What is lit in an icon, on a dark desktop and on a light one. */
export type IconInks = { night: string; paper: string }

export const houseInks: IconInks = { night: '#E8A857', paper: '#8A4A06' }

const side = 320
const ground = '#0E0F13'

type Mark = { lit: string; dim: string }

function thread(x: number, bulge: number): string {
  return ribbonAlong(
    along(60, (t) => ({ x, y: 50 + t * 220, half: 12 + bulge * bell(t - 0.47, 0.2) })),
    0.4,
  )
}

/** The mark of the house: three threads, something behind the middle one. */
const threads: Mark = {
  lit: `<path d="${thread(160, 30)}"/>`,
  dim: `<path d="${thread(84, 0)}${thread(236, 0)}"/>`,
}

const face: Face = 'label'

/** A letter as large as fits; the mark of the house where no face has it. */
function markOf(letter: string, { outline, spell }: Lettered): Mark {
  const text = letter && spell(letter, face)
  if (!text) return threads
  const { d, width } = outline(text, face, 100)
  const ys = [...d.matchAll(/-?[\d.]+ (-?[\d.]+)/g)].map(([, y]) => Number(y))
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const scale = Math.min(220 / (bottom - top), 232 / width)
  const x = (side - width * scale) / 2
  const y = side / 2 - ((top + bottom) / 2) * scale
  // Thin strokes are lost at sixteen pixels: an outline in its own colour keeps them.
  const path = `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})" stroke-width="${(8 / scale).toFixed(2)}" stroke-linejoin="round" d="${d}"/>`
  return { lit: path, dim: '' }
}

function filled({ lit, dim }: Mark, { night }: IconInks): string {
  return `<g class="s" fill="#B7A6E3">${dim}</g><g class="m" fill="${night}" stroke="${night}" stroke-width="0">${lit}</g>`
}

function favicon(mark: Mark, inks: IconInks): string {
  const { paper } = inks
  const light = `@media (prefers-color-scheme:light){.g{fill:#F7F2E8}.s{fill:#574F44}.m{fill:${paper};stroke:${paper}}}`
  // Night is in the attributes; the style only answers a light desktop.
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><style>${light}</style><rect class="g" width="${side}" height="${side}" rx="60" fill="${ground}"/>${filled(mark, inks)}</svg>`
}

/** For home screens, which round the corners themselves. */
function icon(mark: Mark, inks: IconInks): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="${ground}"/><g transform="translate(29 29) scale(.82)">${filled(mark, inks)}</g></svg>`
}

export type Icons = { favicon: string; icon: string }

/** Her initial, in her colour. */
export function letterIcons(letter: string, inks: IconInks, lettered: Lettered): Icons {
  const mark = markOf(letter, lettered)
  return { favicon: favicon(mark, inks), icon: icon(mark, inks) }
}

/** What stands there until hers are drawn. */
export function houseIcons(): Icons {
  return { favicon: favicon(threads, houseInks), icon: icon(threads, houseInks) }
}
