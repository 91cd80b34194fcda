import { clamp, smooth } from './maths.ts'
import { hash, valueNoise } from './noise.ts'
import type { PageName } from './post-page.ts'
import { along, lines, ribbonAlong } from './ribbons.ts'
import { capsule, circle, type Shape } from './shape.ts'
import { picture } from './svg.ts'

/** A box by its corners. Exact enough near its edges, which is all a page of writing shows of it. */
function box(left: number, top: number, right: number, bottom: number): Shape {
  return (x, y) => Math.max(left - x, x - right, top - y, y - bottom)
}

function union(...shapes: Shape[]): Shape {
  return (x, y) => Math.min(...shapes.map((shape) => shape(x, y)))
}

/** What shows through each page of writing. Drawn around the origin, a hundred units to the edge of the page above. */
const forms: Record<PageName, Shape> = {
  ring: (x, y) => Math.abs(circle(0, 0, 66)(x, y)) - 13,
  lamp: (x, y) => Math.max(Math.abs(x) - 14 - (y + 84) * 0.6, -84 - y, (y - 40) * 0.14),
  door: union(box(-46, -84, -34, 100), box(34, -84, 46, 100), box(-46, -92, 46, -80), circle(22, 14, 7)),
  key: union(
    (x, y) => Math.abs(circle(-76, 0, 32)(x, y)) - 10,
    capsule(-40, 0, 112, 0, 8),
    box(74, 0, 88, 40),
    box(100, 0, 114, 30),
  ),
  moon: (x, y) => Math.max(circle(0, 0, 82)(x, y), -circle(34, -22, 70)(x, y)),
  stairs: (x, y) => Math.abs(Math.floor((x + 180) / 46) * -26 + 104 - y) - 14,
  window: union(
    (x, y) => Math.abs(box(-64, -84, 64, 84)(x, y)) - 6,
    capsule(0, -84, 0, 84, 5),
    capsule(-64, 0, 64, 0, 5),
  ),
  path: (x, y) => Math.abs(x - Math.sin(y / 46) * 46 * clamp((y + 130) / 200)) - 5 - smooth(-90, 110, y) * 44,
}

const [width, height, gap, scale] = [640, 360, 8.5, 1.5]

function writing(page: PageName): string[] {
  const hand = valueNoise(hash(page) % 9973)
  const form = forms[page]
  return lines(Math.ceil(height / gap) + 4, (index) => {
    const line = (index - 1) * gap
    const beads = along(Math.round(width / 4), (t) => {
      const x = t * (width + 16) - 8
      const edge = form((x - width / 2) / scale, (line - height / 2) / scale) * scale
      const over = smooth(34, -12, edge)
      const word = smooth(0.34, 0.56, hand(x / 21, index * 7.3))
      const script = (hand(x / 9, index * 3.1 + 50) - 0.5) * 1.7 * word
      const half = 0.3 + 0.28 * word + 1.75 * smooth(7, -11, edge)
      return { x, y: line - 6 * over + script * (1 - over), half }
    })
    return ribbonAlong(beads, 0.3)
  })
}

/**
 * A page of writing nobody can read, sixteen by nine, as a mask. What lies behind the page is only in how hard the pen
 * was pressed, and in how the lines have had to go round it.
 */
export function pageMask(page: PageName): string {
  return picture(width, height, `<path d="${writing(page).join('')}"/>`)
}
