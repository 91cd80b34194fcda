import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync('src/app/tokens.css', 'utf8')
type Theme = 'paper' | 'night' | 'sepia' | 'black'

const tokens = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', paper = '', night = '']): [string, Record<Theme, string>] => [
      name,
      { paper, night, ...own(name, paper, night) },
    ],
  ),
)

/** Sepia and black exist in the reader only; what they do not say themselves, they have of paper and night. */
function own(name: string, paper: string, night: string) {
  const said = (theme: string) =>
    css.match(new RegExp(`~="${theme}"\\] \\.reader \\{[^}]*--${name}: (#[0-9a-f]{6});`))?.[1]
  return { sepia: said('sepia') ?? paper, black: said('black') ?? night }
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['bg', 'raised', 'sunken']
const words = ['text', 'muted', 'faint', 'link', 'accent', 'danger', 'success', 'warn', 'veil', 'verdict', 'clinic']
const genres = [
  'supernatural-suspense',
  'supernatural-drama',
  'mystery-thriller',
  'psychological-suspense',
  'spiritual-fiction',
]
const pairs = [
  ...[...words, ...genres].flatMap((word) => grounds.map((ground) => [word, ground, 4.5] as const)),
  ...(['text', 'muted', 'verdict'] as const).map((word) => [word, 'verdict-bg', 4.5] as const),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['danger', 'danger-bg', 4.5],
  ['text', 'danger-bg', 4.5],
  ['success', 'success-bg', 4.5],
  ['line-strong', 'bg', 3],
  ['line-strong', 'raised', 3],
  ['focus', 'bg', 3],
  ['focus', 'raised', 3],
  // At the desk: a read-only field, a refusal with its number and its way out, the button that ends something, a chart.
  ['line-strong', 'sunken', 3],
  ['focus', 'sunken', 3],
  ['muted', 'danger-bg', 4.5],
  ['link', 'danger-bg', 4.5],
  ['text', 'success-bg', 4.5],
  ['raised', 'danger', 4.5],
  ['accent', 'line', 3],
  ['veil', 'line', 3],
] as const

describe.each(['paper', 'night', 'sepia', 'black'] as const)('in the %s theme', (theme) => {
  test.each(pairs)('%s on %s reaches %d', (front, back, least) => {
    const one = tokens.get(front)?.[theme]
    const other = tokens.get(back)?.[theme]
    expect(contrast(one ?? '', other ?? '')).toBeGreaterThanOrEqual(least)
  })
})

test.each(['sepia', 'black'] as const)(
  '%s has every colour the other themes have, apart from art and genres',
  (theme) => {
    const [, block = ''] = css.match(new RegExp(`~="${theme}"\\] \\.reader \\{([^}]*)`)) ?? []
    const art = ['veil', 'veil-hot', 'clinic', 'verdict', 'verdict-bg', ...genres]
    const missing = [...tokens.keys()].filter((name) => !art.includes(name) && !block.includes(`--${name}:`))
    expect(missing).toEqual([])
  },
)

test('no room has a light of its own but the one stories are read in: the desk follows the device like the site', () => {
  const lights = [...css.matchAll(/([^{}]+)\{[^}]*color-scheme:/g)].map(([, selector = '']) => selector)
  expect(lights.filter((selector) => !/:root\s*$|:root\[data-theme="\w+"\]\s*$|\.reader\s*$/.test(selector))).toEqual(
    [],
  )
})
