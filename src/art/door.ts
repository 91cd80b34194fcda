import { bell, smooth } from './maths.ts'
import { type Noise, valueNoise } from './noise.ts'
import { along, lines, ribbonAlong } from './ribbons.ts'
import { around, downward, mask } from './svg.ts'

const width = 1200
const height = 600
const door = { x: 600, half: 92, top: 96, floor: 506 }

/** Threads part around the opening and pile up against its jambs, as if something had leaned there long enough. */
function curtainThread(x0: number, sway: Noise): string {
  const off = x0 - door.x
  const blocked = Math.abs(off) < door.half
  const beads = along(200, (t) => {
    const y = t * height
    const opening = smooth(door.top - 30, door.top + 10, y) * smooth(door.floor + 4, door.floor - 4, y)
    const aside = blocked ? 0 : Math.sign(off) * bell(off, 170) * 14 * opening
    // Near the jambs the cloth is held still; a thread that swayed across the edge would be cut into pieces.
    const free = smooth(0, 160, Math.abs(off) - door.half)
    const x = x0 + aside + (sway(x0 / 50, y / 600) - 0.5) * 12 * (0.4 + t) * free
    const gone = blocked && y > door.top
    const jamb = bell(Math.abs(x - door.x) - door.half, 50) * opening
    const lintel = blocked ? bell(Math.min(0, y - door.top), 46) : 0
    return { x, y, half: gone ? 0 : 0.55 + 2.2 * Math.max(jamb, lintel) }
  })
  return ribbonAlong(beads, 0.3)
}

/** Light that has come out under the door and lies on the floor. */
function spill(): string[] {
  return lines(30, (index) => {
    const share = ((index + 0.5) / 30) * 2 - 1
    return ribbonAlong(
      along(20, (t) => ({
        x: door.x + share * door.half * (1 + t * 1.5) + t * 40,
        y: door.floor + t * 92,
        half: 2.4 * (1 - t) + 0.3,
      })),
      0.3,
    )
  })
}

export const knob = { x: door.x + door.half - 24, y: 322, r: 6.5 }

/** The curtain with its gap, and the light on the floor. */
export function doorLines(): string[] {
  const sway = valueNoise(404)
  const gap = 10
  const curtain = lines(Math.ceil((width + 80) / gap), (index) => curtainThread(index * gap - 40, sway))
  return [...curtain, ...spill()]
}

/** The curtain of the lost page: a gap the shape of a door, and a knob on nothing. */
export function doorMask(): string {
  const ink = around('ink', { x: door.x, y: 300, r: 520, squash: 1.25 }, [
    { at: 0, colour: '#000' },
    { at: 0.45, colour: '#000', opacity: 0.85 },
    { at: 1, colour: '#000', opacity: 0.1 },
  ])
  const fade = downward('fade', [
    { at: 0, colour: '#fff', opacity: 0.35 },
    { at: 0.16, colour: '#fff' },
    { at: 0.82, colour: '#fff' },
    { at: 1, colour: '#fff', opacity: 0 },
  ])
  const content = `<path fill="url(#ink)" d="${doorLines().join('')}"/><circle cx="${knob.x}" cy="${knob.y}" r="${knob.r}"/>`
  return mask(width, height, ink + fade, content)
}
