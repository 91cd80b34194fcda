import { bell, smooth } from './maths.ts'
import { along, lines, ribbonAlong } from './ribbons.ts'
import { downward, mask } from './svg.ts'

const width = 480
const height = 240

/** A wave that comes back to where it began after one tile, so neighbours join. */
function wave(x: number, turns: number, shift: number): number {
  return Math.sin((x / width) * Math.PI * 2 * turns + shift)
}

const fade = downward('fade', [
  { at: 0, colour: '#fff', opacity: 0.9 },
  { at: 0.35, colour: '#fff', opacity: 0.7 },
  { at: 1, colour: '#fff', opacity: 0 },
])

/** Quiet cloth to stand behind a heading; repeats sideways. */
export function threadsMask(): string {
  const count = 48
  const cloth = lines(count + 2, (index) => {
    const x0 = (index - 0.5) * (width / count)
    return ribbonAlong(
      along(48, (t) => {
        const fold = wave(x0, 3, t * 1.4) * 3 + wave(x0, 5, 1 - t) * 2
        const lit = 0.5 + 0.5 * wave(x0, 2, 0.6 + t * 0.8) * wave(x0, 3, 2.1)
        return { x: x0 + fold * (0.3 + t), y: t * (height + 4) - 2, half: 0.4 + 1.1 * lit ** 2 }
      }),
      0.2,
    )
  })
  return mask(width, height, fade, `<path d="${cloth.join('')}"/>`)
}

/** Quiet traces for empty states; repeats sideways. One of them is not quite flat. */
export function chartMask(): string {
  const count = 24
  const traced = lines(count, (index) => {
    const y0 = 8 + index * 9.8
    return ribbonAlong(
      along(240, (t) => {
        const x = t * width
        const beat = index === 8 ? 26 * bell(x - 300, 5) - 9 * bell(x - 311, 5) + 5 * bell(x - 276, 9) : 0
        const y = y0 + wave(x, 1, index) * 0.8 + wave(x, 3, index * 2.2) * 0.5 - beat
        return { x, y, half: index === 8 ? 0.95 : 0.42 + 0.3 * smooth(12, 0, Math.abs(index - 8)) }
      }),
      0.15,
    )
  })
  return mask(width, height, fade, `<path d="${traced.join('')}"/>`)
}
