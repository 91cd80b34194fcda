import { contrast, type Oklch, toHex, toOklch } from './oklch.ts'

/**
 * The colour that marks what a reader can do: nine of the house, or one of the author's own. Each is computed for every
 * theme, so that as text it reaches 4.5 on every ground, and so does what is written on it. For the server: a page gets
 * the finished colours.
 */
export const themes = ['night', 'paper', 'sepia', 'black'] as const
export type Theme = (typeof themes)[number]

/** By their names in `tokens.css`. */
export type AccentTokens = Record<'accent' | 'accent-hover' | 'on-accent' | 'link' | 'focus', string>

export type Accent = Record<Theme, AccentTokens>

type Room = {
  /** what an accent is read on: bg, raised and sunken */
  grounds: readonly string[]
  /** what a link is read on besides: danger-bg */
  refusal: string
  /** which way lies more contrast: 1 is lighter */
  away: 1 | -1
  /** lightness of an accent of the house */
  accent: number
  /** lightness of what is written on it */
  onAccent: number
}

// The grounds of tokens.css; accents.test.ts holds them to it.
const rooms: Record<Theme, Room> = {
  night: {
    ...{ grounds: ['#0e0f13', '#171920', '#090a0d'], refusal: '#2a1314' },
    ...{ away: 1, accent: 0.777, onAccent: 0.189 },
  },
  paper: {
    ...{ grounds: ['#f7f2e8', '#fffdf8', '#ede5d5'], refusal: '#fbe6e1' },
    ...{ away: -1, accent: 0.47, onAccent: 0.981 },
  },
  sepia: {
    ...{ grounds: ['#f1e4cb', '#f8eedb', '#e6d6b8'], refusal: '#f3d8cc' },
    ...{ away: -1, accent: 0.44, onAccent: 0.975 },
  },
  black: {
    ...{ grounds: ['#000000', '#0c0c0e', '#000000'], refusal: '#200e0e' },
    ...{ away: 1, accent: 0.732, onAccent: 0.165 },
  },
}

const readable = 4.5
const step = 0.004

/** The nearest lightness that way at which a colour can be read on all of these. Hue stays; black and white always can. */
function readableOn(grounds: readonly string[], colour: Oklch, away: 1 | -1): Oklch {
  let { l } = colour
  while (away === 1 ? l < 1 : l > 0) {
    const hex = toHex({ ...colour, l })
    if (grounds.every((ground) => contrast(hex, ground) >= readable)) break
    l += away * step
  }
  return { ...colour, l: Math.min(1, Math.max(0, l)) }
}

/** A little farther from the ground, or back where there is nothing farther. */
function farther(colour: Oklch, away: 1 | -1, by: number): Oklch {
  const l = colour.l + away * by
  return { ...colour, l: l > 0.985 || l < 0.04 ? colour.l - away * by : l }
}

function tokensIn(theme: Theme, colour: Oklch): AccentTokens {
  const { grounds, refusal, away, onAccent } = rooms[theme]
  const accent = readableOn(grounds, colour, away)
  const hover = { ...farther(accent, away, 0.065), c: accent.c * 0.88 }
  const softer = { ...farther(accent, away, 0.04), c: accent.c * 0.84 }
  const link = readableOn([...grounds, refusal], softer, away)
  const buttons = [toHex(accent), toHex(hover)]
  const written = readableOn(buttons, { ...colour, l: onAccent, c: Math.min(colour.c, 0.024) }, away === 1 ? -1 : 1)
  return {
    accent: toHex(accent),
    'accent-hover': toHex(hover),
    'on-accent': toHex(written),
    link: toHex(link),
    // By daylight it is blue beside any accent; at night a lighter one of the same colour.
    focus: away === 1 ? toHex({ l: 0.888, c: Math.min(colour.c, 0.12), h: colour.h }) : '#1d4e9e',
  }
}

function inEveryTheme(colourIn: (theme: Theme) => AccentTokens): Accent {
  return { night: colourIn('night'), paper: colourIn('paper'), sepia: colourIn('sepia'), black: colourIn('black') }
}

/** One of the house: a hue, and how much of it there is by night and by day. */
function ofHouse(h: number, night: number, day: number): Accent {
  return inEveryTheme((theme) => {
    const { accent, away } = rooms[theme]
    return tokensIn(theme, { l: accent, c: away === 1 ? night : day, h })
  })
}

/** The first of them all, mixed by eye; the others are computed after it. */
const lamp: Accent = {
  night: {
    ...{ accent: '#e8a857', 'accent-hover': '#f4c07c', 'on-accent': '#1a1206', link: '#f0be7e', focus: '#ffd479' },
  },
  paper: {
    ...{ accent: '#8a4a06', 'accent-hover': '#6e3a04', 'on-accent': '#fff8ec', link: '#7c4205', focus: '#1d4e9e' },
  },
  sepia: {
    ...{ accent: '#7e4306', 'accent-hover': '#653504', 'on-accent': '#fff6e4', link: '#743d05', focus: '#1d4e9e' },
  },
  black: {
    ...{ accent: '#d99a49', 'accent-hover': '#e8a857', 'on-accent': '#140d03', link: '#ddaa68', focus: '#ffd479' },
  },
}

/** In the order they are offered in, once around the colours. */
export const accentNames = ['lamp', 'verdict', 'rose', 'veil', 'tide', 'lagoon', 'clinic', 'moss', 'bone'] as const
export type AccentName = (typeof accentNames)[number]

export function isAccentName(name: string): name is AccentName {
  return (accentNames as readonly string[]).includes(name)
}

export const accents: Record<AccentName, Accent> = {
  lamp,
  verdict: ofHouse(29, 0.132, 0.152),
  rose: ofHouse(2, 0.118, 0.15),
  veil: ofHouse(297, 0.1, 0.16),
  tide: ofHouse(255, 0.105, 0.13),
  lagoon: ofHouse(215, 0.088, 0.084),
  clinic: ofHouse(166, 0.09, 0.09),
  moss: ofHouse(113, 0.108, 0.1),
  bone: ofHouse(82, 0.03, 0.028),
}

/** What an author may name as a colour of her own. */
const colourPattern = /^#[0-9a-f]{6}$/i

/** A colour of her own, in each theme at the nearest lightness that can be read there. Its hue stays. */
export function nearestAccent(hex: string): Accent {
  const colour = toOklch(hex.toLowerCase())
  return inEveryTheme((theme) => tokensIn(theme, colour))
}

/** Computing one takes up to 5 ms, and every page asks for hers. More than hers there are only while she tries some out. */
const remembered = new Map<string, Accent>()
const mostRemembered = 8

/** By the name or the colour she has chosen; the house's own where it is neither. */
export function accentOf(chosen: string): Accent {
  if (isAccentName(chosen)) return accents[chosen]
  if (!colourPattern.test(chosen)) return lamp
  const accent = remembered.get(chosen) ?? nearestAccent(chosen)
  remembered.set(chosen, accent)
  for (const oldest of remembered.keys()) {
    if (remembered.size <= mostRemembered) break
    remembered.delete(oldest)
  }
  return accent
}
