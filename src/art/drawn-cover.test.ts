import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { plenty } from '#tests/support/long-run.ts'
import { motifNames } from './cover-design.ts'
import { type CoverRecipe, drawnCover } from './drawn-cover.ts'
import { openAllFaces } from './outline.ts'
import { palettes } from './palette.ts'

// Cut by the build, which has run before any test does.
const lettered = openAllFaces((name) => readFileSync(`.generated/lettering/${name}.ttf`))

const plain: CoverRecipe = {
  ...{ title: 'Left Open', series: 'The Lantern Street Books', number: 3 },
  ...{ motif: 'rings', palette: 'bone', lettering: 'display', seed: 1 },
}
const draw = (recipe: Partial<CoverRecipe>, author = 'Author Name') =>
  drawnCover({ ...plain, ...recipe }, author, lettered)

const drawn = new Map<string, string>()
/** To draw one takes a tenth of a second: the same wish is drawn once. */
function aCover(recipe: Partial<CoverRecipe>, author?: string): string {
  const wish = JSON.stringify([recipe, author])
  const svg = drawn.get(wish) ?? draw(recipe, author)
  drawn.set(wish, svg)
  return svg
}

type Line = { left: number; right: number; top: number; bottom: number }

/** Every line of words that is set in this colour, by the outlines of its letters. */
function linesIn(svg: string, fill: string): Line[] {
  const paths = svg.matchAll(
    new RegExp(`<path transform="translate\\((\\S+) (\\S+)\\)" fill="${fill}" d="([^"]*)"`, 'g'),
  )
  return [...paths].map(([, x = '', y = '', d = '']) => {
    const numbers = d.match(/-?[\d.]+/g)?.map(Number) ?? []
    const xs = numbers.filter((_, i) => i % 2 === 0).map((value) => value + Number(x))
    const ys = numbers.filter((_, i) => i % 2 === 1).map((value) => value + Number(y))
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
  })
}

const { title: ink, label: smallInk } = palettes.bone

describe.each(motifNames)('a cover with %s on it', (motif) => {
  const svg = aCover({ motif, seed: 1 })

  test('is the same picture every time', () => {
    expect(draw({ motif })).toBe(svg)
  })

  test('is another picture with another seed, and under another title', () => {
    const drawing = (recipe: Partial<CoverRecipe>) => aCover({ motif, ...recipe }).split('url(#c-l)')[1]
    expect(new Set([drawing({ seed: 1 }), drawing({ seed: 2 }), drawing({ title: 'Right' })]).size).toBe(3)
  })

  test('is made of outlines and of numbers alone, in at most 20 kB', () => {
    for (const seed of [1, 2, 3, 4].slice(0, plenty(4, 2))) {
      const one = aCover({ motif, seed })
      expect(one).not.toMatch(/NaN|Infinity|undefined|<text|<image|<use/)
      expect(brotliCompressSync(one).length).toBeLessThanOrEqual(20_000)
    }
  })
})

const foreign = '沈黙の部屋'

describe.each(['display', 'sans'] as const)('the words of a cover in the %s lettering', (lettering) => {
  test.each([
    ['a word', 'Ash', 'Author Name'],
    ['letters that hang below the line', 'Gypsy Jug', 'Author Name'],
    ['a long title', 'The Entirely True Account of the Lighthouse Keeper’s Seven Daughters, by the Eighth', 'A B'],
    ['one without a blank', 'x'.repeat(200), 'Author Name'],
    ['a name of two hundred letters', 'Left Open', `${'Wm'.repeat(60)} ${'mW'.repeat(40)}`],
    ['Czech', 'Žluťoučký kůň', 'Božena Němcová'],
    ['Vietnamese', 'Đêm Nguyệt Quế', 'Nguyễn Thị Hồng'],
    ['Russian', 'Преступление и наказание', 'Фёдор'],
    ['Greek', 'Η Μεγάλη Χίμαιρα', 'Ελένη'],
  ])('stand inside the edges and apart from each other: %s', (_name, title, author) => {
    const svg = aCover({ title, lettering }, author)
    const titleLines = linesIn(svg, ink)
    const small = linesIn(svg, smallInk)
    const names = small.filter(({ top }) => top > 700)
    expect(titleLines.length).toBeGreaterThan(0)
    expect(names.length).toBeGreaterThan(0)
    for (const { left, right, top, bottom } of [...titleLines, ...small]) {
      expect(left).toBeGreaterThan(30)
      expect(right).toBeLessThan(570)
      expect(top).toBeGreaterThan(40)
      expect(bottom).toBeLessThan(880)
    }
    const floor = Math.max(...titleLines.map(({ bottom }) => bottom))
    expect(floor).toBeLessThan(Math.min(...names.map(({ top }) => top)))
  })

  test('are spelt with every letter of Europe and Vietnam', () => {
    const accented = linesIn(aCover({ title: 'Nguyễn', lettering }), ink)
    const bare = linesIn(aCover({ title: 'Nguyen', lettering }), ink)
    expect(accented[0]?.top).toBeLessThan((bare[0]?.top ?? 0) - 4)
  })

  test('are the author’s name where no face has a letter of the title, and then stand there once', () => {
    const svg = aCover({ title: foreign, lettering })
    expect(linesIn(svg, ink)).toHaveLength(1)
    expect(linesIn(svg, smallInk).filter(({ top }) => top > 700)).toEqual([])
  })

  test('are the number where nothing else can be set; without one there is still the picture', () => {
    expect(linesIn(aCover({ title: foreign, lettering }, foreign), ink)).toHaveLength(1)
    const wordless = aCover({ title: foreign, lettering, series: null, number: null }, foreign)
    expect(linesIn(wordless, ink)).toEqual([])
    expect(wordless).toContain('url(#c-l)')
    expect(wordless).not.toMatch(/NaN|Infinity|undefined/)
  })
})

test.each([
  [4, 'IV'],
  [19, 'XIX'],
  [0.5, '0.5'],
  [40, '40'],
])('book %d of a series is marked with %s', (number, mark) => {
  const { d } = lettered.outline(mark, 'label', 17, 0.13)
  expect(aCover({ number })).toContain(`d="${d}"`)
})

test('the calm begins above the first line, however many there are', () => {
  const svg = aCover({ title: 'A door '.repeat(28).trim() })
  const [, from = ''] = svg.match(/<rect x="0" y="(\d+)" width="600" height="\d+" fill="url\(#c-s\)"/) ?? []
  expect(Number(from)).toBeLessThan(Math.min(...linesIn(svg, ink).map(({ top }) => top)) - 60)
})
