export type Random = () => number
export type Noise = (x: number, y: number) => number

/** FNV-1a: turns a slug or story id into a seed. */
export function hash(text: string): number {
  let value = 2166136261
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619) >>> 0
  return value
}

/** Mulberry32. `Math.random` would draw another cover on every build. */
export function random(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function between(next: Random, low: number, high: number): number {
  return low + (high - low) * next()
}

function corner(x: number, y: number, seed: number): number {
  let n = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 974711)
  n = Math.imul(n ^ (n >>> 13), 1274126177)
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296
}

/** Value noise, 0 to 1, one lattice cell per unit. */
export function valueNoise(seed: number): Noise {
  return (x, y) => {
    const left = Math.floor(x)
    const top = Math.floor(y)
    const fx = x - left
    const fy = y - top
    const u = fx * fx * (3 - 2 * fx)
    const v = fy * fy * (3 - 2 * fy)
    const above = corner(left, top, seed) * (1 - u) + corner(left + 1, top, seed) * u
    const below = corner(left, top + 1, seed) * (1 - u) + corner(left + 1, top + 1, seed) * u
    return above * (1 - v) + below * v
  }
}
