import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { plenty } from '#tests/support/long-run.ts'
import { doorMask } from './door.ts'
import { type HeroFigure, hero, heroFigures } from './hero.ts'
import { pageMask } from './post-art.ts'
import { pageOf, pages } from './post-page.ts'
import { chartMask, threadsMask } from './strips.ts'

const hung = new Map<string, ReturnType<typeof hero>>()
/** A tenth of a second each: the same curtain is hung once. */
function curtain(shape: 'wide' | 'tall', figure: HeroFigure) {
  const name = `${shape} ${figure}`
  const thirds = hung.get(name) ?? hero(shape, figure)
  hung.set(name, thirds)
  return thirds
}

const heroes = (['wide', 'tall'] as const).flatMap((shape) => heroFigures.map((figure) => ({ shape, figure })))

describe.each(heroes)('the $shape hero with this behind it: $figure', ({ shape, figure }) => {
  const thirds = Object.values(curtain(shape, figure))

  test('weighs at most 12 kB, all three thirds together', () => {
    const total = thirds.reduce((sum, svg) => sum + brotliCompressSync(svg).length, 0)
    expect(total).toBeLessThanOrEqual(12_000)
  })

  test('shares its threads out evenly', () => {
    const counts = thirds.map((svg) => svg.match(/M/g)?.length ?? 0)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    expect(counts[0]).toBeGreaterThan(20)
  })

  test('has only numbers for coordinates', () => {
    expect(thirds.join('')).not.toMatch(/NaN|Infinity|undefined/)
  })
})

test.each(heroes.slice(0, plenty(heroes.length, 2)))(
  'the $shape hero with $figure behind it is the same curtain every time',
  ({ shape, figure }) => {
    expect(hero(shape, figure)).toEqual(curtain(shape, figure))
  },
)

test('whoever is behind the curtain, no two are alike, and the profile is who is there unasked', () => {
  expect(new Set(heroFigures.map((figure) => curtain('tall', figure).a)).size).toBe(heroFigures.length)
  expect(hero('tall')).toEqual(curtain('tall', 'profile'))
})

test('where the words stand the cloth is as calm as ever, whoever is behind it', () => {
  const weightOf = (figure: HeroFigure) => {
    const widths = extents(Object.values(curtain('wide', figure)).join('')).filter(({ right }) => right < 480)
    return widths.reduce((sum, { left, right }) => sum + right - left, 0) / widths.length
  }
  const usual = weightOf('profile')
  for (const figure of heroFigures) expect(weightOf(figure)).toBeLessThan(usual * 1.7)
})

/** Horizontal extent of every subpath, from its own relative steps. */
function extents(svg: string): { left: number; right: number; top: number; bottom: number }[] {
  const paths = [...svg.matchAll(/ d="([^"]+)"/g)].flatMap(([, d = '']) => d.split('z').filter(Boolean))
  return paths.map((path) => {
    const xs: number[] = []
    const ys: number[] = []
    let x = 0
    let y = 0
    for (const [, pair = ''] of path.matchAll(/[Ml]([^Ml]+)/g)) {
      const [dx = 0, dy = 0] = pair.match(/-?(\d+(\.\d+)?|\.\d+)/g)!.map(Number)
      x += dx
      y += dy
      xs.push(x)
      ys.push(y)
    }
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
  })
}

test('no thread of the 404 curtain crosses the doorway', () => {
  const inside = extents(doorMask()).filter(({ left, right, top, bottom }) => {
    return right > 515 && left < 685 && bottom > 110 && top < 490
  })
  expect(inside).toEqual([])
})

test.each([
  ['threads', threadsMask],
  ['chart', chartMask],
])('the %s strip is small and has only numbers', (_name, draw) => {
  expect(draw()).not.toMatch(/NaN|Infinity|undefined/)
  expect(brotliCompressSync(draw()).length).toBeLessThanOrEqual(2_000)
})

test('chart traces end at the height they began at, so tiles join', () => {
  const starts = [...chartMask().matchAll(/M0[ ]?(-?[\d.]+)/g)]
  expect(starts).toHaveLength(24)
})

describe('the pages of writing', () => {
  test.each(pages)('the one with the %s is drawn with numbers, in at most 8 kB', (page) => {
    const svg = pageMask(page)
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
    expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(8_000)
  })

  test('a post always has the same one, and a hundred posts have all of them', () => {
    expect(pageOf('some-id')).toBe(pageOf('some-id'))
    expect(new Set(Array.from({ length: 100 }, (_, index) => pageOf(`post ${index}`))).size).toBe(pages.length)
  })
})
