export function clamp(value: number, low = 0, high = 1): number {
  return Math.max(low, Math.min(high, value))
}

/** Hermite step; `from` may lie above `to`, which makes it fall instead of rise. */
export function smooth(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

export function mix(from: number, to: number, t: number): number {
  return from + (to - from) * t
}

/** A bell of height 1 at 0; `width` is where it has fallen to 1/e. */
export function bell(distance: number, width: number): number {
  return Math.exp(-((distance / width) ** 2))
}
