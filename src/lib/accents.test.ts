import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Accent, accentNames, accentOf, accents, nearestAccent, type Theme, themes } from './accents.ts'
import { contrast, toHex, toOklch } from './oklch.ts'

const css = readFileSync('src/app/tokens.css', 'utf8')

/** What the style sheet says a token is in a theme. */
function inSheet(name: string, theme: Theme): string {
  const [, paper = '', night = ''] =
    css.match(new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`)) ?? []
  const [, own] = css.match(new RegExp(`~="${theme}"\\] \\.reader \\{[^}]*--${name}: (#[0-9a-f]{6});`)) ?? []
  return { paper, night, sepia: own ?? '', black: own ?? '' }[theme]
}

const grounds = ['bg', 'raised', 'sunken']
const sheet = Object.fromEntries(
  themes.map((theme) => [
    theme,
    Object.fromEntries([...grounds, 'danger-bg', 'line'].map((name) => [name, inSheet(name, theme)])),
  ]),
)

/** Every pair of an accent that has to be read, and how well it is. */
function pairs(accent: Accent) {
  return themes.flatMap((theme) => {
    const tokens = accent[theme]
    const back = (name: string) => sheet[theme]?.[name] ?? ''
    const pair = (front: keyof typeof tokens, name: string, least: number, ground = back(name)) => ({
      pair: `${front} on ${name} by ${theme}`,
      isEnough: contrast(tokens[front], ground) >= least,
    })
    return [
      ...grounds.flatMap((name) => [pair('accent', name, 4.5), pair('link', name, 4.5), pair('focus', name, 3)]),
      pair('link', 'danger-bg', 4.5),
      pair('accent', 'line', 3),
      pair('on-accent', 'accent', 4.5, tokens.accent),
      pair('on-accent', 'accent-hover', 4.5, tokens['accent-hover']),
    ]
  })
}

const lacking = (accent: Accent) => pairs(accent).filter(({ isEnough }) => !isEnough)

describe('the accents of the house', () => {
  test.each(accentNames)('%s can be read in every theme', (name) => {
    expect(pairs(accents[name])).toHaveLength(52)
    expect(lacking(accents[name])).toEqual([])
  })

  test('Lamp is what the style sheet says', () => {
    for (const theme of themes) {
      for (const [name, value] of Object.entries(accents.lamp[theme])) expect(value).toBe(inSheet(name, theme))
    }
  })

  test('are nine that can be told apart, and a button shows that it is touched', () => {
    for (const theme of themes) {
      expect(new Set(accentNames.map((name) => accents[name][theme].accent)).size).toBe(9)
      for (const name of accentNames) {
        const { accent, 'accent-hover': hover } = accents[name][theme]
        expect(contrast(accent, hover)).toBeGreaterThan(1.1)
      }
    }
  })
})

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('a colour of her own', () => {
  test('can be read in every theme, whatever it is', () => {
    fc.assert(
      fc.property(anyColour, (hex) => {
        expect(lacking(nearestAccent(hex))).toEqual([])
      }),
    )
  })

  test.each(['#000000', '#ffffff', '#808080', '#0000ff', '#ffff00', '#ff00ff', '#0e0f13', '#f7f2e8'])(
    'can be read even if it is %s',
    (hex) => {
      expect(lacking(nearestAccent(hex))).toEqual([])
    },
  )

  test('keeps its hue', () => {
    fc.assert(
      fc.property(anyColour, (hex) => {
        const { h, c } = toOklch(hex)
        for (const theme of themes) {
          const moved = toOklch(nearestAccent(hex)[theme].accent)
          // Of a colour that is nearly grey, or nearly black or white, the last digit decides.
          if (c < 0.04 || moved.c < 0.04) continue
          const apart = Math.abs(((moved.h - h + 540) % 360) - 180)
          expect(apart).toBeLessThan(4)
        }
      }),
    )
  })

  test('is left as it is where it can be read', () => {
    expect(nearestAccent('#F2A0C0').night.accent).toBe('#f2a0c0')
    expect(nearestAccent('#8A1C4A').paper.accent).toBe('#8a1c4a')
  })

  test('is moved no farther than it must be', () => {
    const { l } = toOklch('#d64f8a')
    const moved = toOklch(nearestAccent('#d64f8a').paper.accent)
    expect(moved.l).toBeLessThan(l)
    const less = toHex({ ...moved, l: moved.l + 0.012 })
    expect(grounds.some((name) => contrast(less, sheet.paper?.[name] ?? '') < 4.5)).toBe(true)
  })
})

test('a colour survives the way there and back', () => {
  fc.assert(
    fc.property(anyColour, (hex) => {
      expect(toHex(toOklch(hex))).toBe(hex)
    }),
  )
})

test('a colour of her own is computed once, and only the latest few are remembered', () => {
  const first = accentOf('#3366aa')
  expect(first).toEqual(nearestAccent('#3366aa'))
  expect(accentOf('#3366aa')).toBe(first)
  for (let red = 0; red < 8; red++) accentOf(`#${red}066aa`)
  const again = accentOf('#3366aa')
  expect(again).not.toBe(first)
  expect(again).toEqual(first)
})
