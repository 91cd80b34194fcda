import { bell, clamp, smooth } from './maths.ts'
import { valueNoise } from './noise.ts'
import { palettes } from './palette.ts'
import { along, lines, ribbonAlong } from './ribbons.ts'
import { scene } from './scene.ts'
import { capsule } from './shape.ts'
import { picture } from './svg.ts'

const width = 1200
const height = 800
const bulb = { x: 470, y: 196 }
const deskEdge = 470

// A sheet lying on the desk: corner, the way along its lines of writing, the way down the page.
const sheet = { x: 372, y: 546, alongX: 500, alongY: -34, downX: 96, downY: 198 }
const pen = capsule(786, 686, 1002, 566, 6)
const arm = capsule(bulb.x + 4, 110, bulb.x - 130, -30, 6)
const script = valueNoise(61)

/** Where a point lies on the sheet, both from 0 to 1 when it is on it. */
function onSheet(x: number, y: number): { u: number; v: number } {
  const px = x - sheet.x
  const py = y - sheet.y
  const area = sheet.alongX * sheet.downY - sheet.alongY * sheet.downX
  return { u: (px * sheet.downY - py * sheet.downX) / area, v: (py * sheet.alongX - px * sheet.alongY) / area }
}

/** 1 where ink covers the paper: twelve lines of writing, the last one unfinished. */
function written(u: number, v: number): number {
  const row = Math.floor(v * 14)
  const within = Math.abs(v * 14 - row - 0.5) < 0.2
  const stop = row === 9 ? 0.62 : 0.9
  if (!within || row < 1 || row > 9 || u < 0.1 || u > stop) return 0
  return script(u * 34, row * 7) > 0.34 ? 1 : 0
}

function sheetLight(x: number, y: number): number {
  const { u, v } = onSheet(x, y)
  const edge = Math.min(u, 1 - u, v, 1 - v)
  return smooth(-0.004, 0.004, edge) * (1 - 0.88 * written(clamp(u), clamp(v)))
}

/** How thick a ray is here: thin in the air, a pool on the desk, full on the page. */
function rayWeight(x: number, y: number): number {
  const pool = y > deskEdge ? 0.55 * bell(x - 600, 380) * bell(y - 640, 170) : 0
  return Math.max(0.3 + pool, sheetLight(x, y) * 3.1) * smooth(-1, 3, pen(x, y))
}

/** The lamp is where no ray goes: a shade above the bulb, cut off level, and the arm that holds it. */
function outsideLamp(x: number, y: number): number {
  const above = bulb.y + 34 - y
  const shade = above > 0 && above < 118 && Math.abs(x - bulb.x) < 132 - above * 0.66
  return shade || arm(x, y) < 0 ? 0 : 1
}

const cone = 1.08

/** Stands in for a photograph of the desk: a lamp, a page, and nobody writing it. */
export function desk(): string {
  const count = 440
  const rays = lines(count, (index) => {
    const angle = ((index + 0.5) / count) * Math.PI * 2
    const fromAxis = Math.abs(Math.atan2(Math.sin(angle - 1.36), Math.cos(angle - 1.36)))
    const dark = fromAxis > cone
    if (dark && index % 2) return ''
    return ribbonAlong(
      along(420, (t) => {
        const r = 26 + t * 1060
        const x = bulb.x + Math.cos(angle) * r
        const y = bulb.y + Math.sin(angle) * r
        return { x, y, half: (dark ? 0.26 : rayWeight(x, y)) * outsideLamp(x, y) }
      }),
      0.15,
    )
  })
  const glow = { x: 590, y: 500, r: 720, squash: 1.1 }
  return picture(width, height, scene('desk', width, height, palettes.amber, { lines: rays, glow }))
}
