import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync('src/app/tokens.css', 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', paper = '', night = '']) => [name, { paper, night }],
  ),
)

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
] as const

describe.each(['paper', 'night'] as const)('in the %s theme', (theme) => {
  test.each(pairs)('%s on %s reaches %d', (front, back, least) => {
    const one = tokens.get(front)?.[theme]
    const other = tokens.get(back)?.[theme]
    expect(contrast(one ?? '', other ?? '')).toBeGreaterThanOrEqual(least)
  })
})
