import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#tests/support/long-run.ts'
import { type CoverDesign, motifNames, suggestDesign } from './cover-design.ts'
import { paletteNames, palettes } from './palette.ts'

const pairOf = ({ motif, palette }: CoverDesign) => `${motif} ${palette}`

/** A series whose covers were suggested one after another. */
function series(titles: readonly string[]): CoverDesign[] {
  const taken: CoverDesign[] = []
  for (const title of titles) taken.push(suggestDesign(title, taken))
  return taken
}

describe('the design that is suggested for a title', () => {
  test('is the same one every time', () => {
    expect(suggestDesign('Left Open', [])).toEqual(suggestDesign('Left Open', []))
  })

  test('shows no motif in the same palette twice in a series, as long as there is another', () => {
    const pairs = motifNames.length * paletteNames.length
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: pairs, maxLength: pairs }), (titles) => {
        expect(new Set(series(titles).map(pairOf)).size).toBe(pairs)
      }),
      { numRuns: runs.call },
    )
  })

  test('keeps to the colours and the lettering of its series', () => {
    const books = series(['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'])
    expect(new Set(books.map(({ palette }) => palette)).size).toBe(1)
    expect(new Set(books.map(({ lettering }) => lettering)).size).toBe(1)
    expect(new Set(books.map(({ motif }) => motif)).size).toBe(7)
  })

  test('is there even for the forty-ninth book', () => {
    const books = series(Array.from({ length: 50 }, (_, index) => `Book ${index}`))
    expect(new Set(books.map(pairOf)).size).toBe(48)
    expect(motifNames).toContain(books[49]?.motif)
  })

  test.each([
    ['The Salt Sea', 'wave'],
    ['Midnight at the Mill', 'moon'],
    ['A House with No Key', 'door'],
    ['Under the Oak', 'branches'],
  ])('listens to its words: %s asks for a %s', (title, motif) => {
    expect(suggestDesign(title, []).motif).toBe(motif)
  })

  test('has all motifs and all palettes among a few hundred titles', () => {
    const designs = Array.from({ length: 400 }, (_, index) => suggestDesign(`№ ${index}`, []))
    expect(new Set(designs.map(({ motif }) => motif)).size).toBe(8)
    expect(new Set(designs.map(({ palette }) => palette)).size).toBe(6)
    expect(new Set(designs.map(({ lettering }) => lettering)).size).toBe(2)
  })
})

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(light: string, dark: string): number {
  return (luminance(light) + 0.05) / (luminance(dark) + 0.05)
}

test.each(paletteNames)('the words of a %s cover can be read: the title at 16, the small ones at 5', (name) => {
  const { ground, deep, title, label } = palettes[name]
  for (const back of [ground, deep]) {
    expect(contrast(title, back)).toBeGreaterThanOrEqual(16)
    expect(contrast(label, back)).toBeGreaterThanOrEqual(5)
  }
})
