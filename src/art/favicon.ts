import { bell } from './maths.ts'
import { along, ribbonAlong } from './ribbons.ts'

function thread(x: number, bulge: number): string {
  return ribbonAlong(
    along(60, (t) => ({ x, y: 50 + t * 220, half: 12 + bulge * bell(t - 0.47, 0.2) })),
    0.4,
  )
}

const sides = thread(84, 0) + thread(236, 0)
const middle = thread(160, 30)

/** Three threads, something behind the middle one. Night is in the attributes; the style only answers a light desktop. */
export function favicon(): string {
  const paper = '@media (prefers-color-scheme:light){.g{fill:#F7F2E8}.s{fill:#574F44}.m{fill:#8A4A06}}'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><style>${paper}</style><rect class="g" width="320" height="320" rx="60" fill="#0E0F13"/><path class="s" fill="#B7A6E3" d="${sides}"/><path class="m" fill="#E8A857" d="${middle}"/></svg>`
}

/** The same mark for home screens, which round the corners themselves. */
export function icon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><rect width="320" height="320" fill="#0E0F13"/><g transform="translate(29 29) scale(.82)"><path fill="#B7A6E3" d="${sides}"/><path fill="#E8A857" d="${middle}"/></g></svg>`
}
