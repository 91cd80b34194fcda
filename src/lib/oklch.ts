/** A colour as the eye orders them: lightness from 0 to 1, chroma, and hue in degrees. After Björn Ottosson's OKLab. */
export type Oklch = { l: number; c: number; h: number }

type Triple = readonly [number, number, number]

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function encoded(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
}

function rgbOf(hex: string): Triple {
  const at = (index: number) => linear(Number.parseInt(hex.slice(index, index + 2), 16) / 255)
  return [at(1), at(3), at(5)]
}

/** `#rrggbb` */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = rgbOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, y),
    h: (Math.atan2(y, a) * 180) / Math.PI,
  }
}

function toLinear({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function isShown(colour: Oklch): boolean {
  return toLinear(colour).every((value) => value > -0.0005 && value < 1.0005)
}

/** What a screen cannot show loses chroma until it can; lightness and hue stay. */
function shown(colour: Oklch): Oklch {
  if (isShown(colour)) return colour
  let low = 0
  let high = colour.c
  for (let step = 0; step < 18; step++) {
    const c = (low + high) / 2
    if (isShown({ ...colour, c })) low = c
    else high = c
  }
  return { ...colour, c: low }
}

/** `#rrggbb`, in small letters. */
export function toHex(colour: Oklch): string {
  const bytes = toLinear(shown(colour)).map((value) => Math.round(encoded(Math.min(1, Math.max(0, value))) * 255))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** By WCAG 2: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
