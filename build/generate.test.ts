import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { books } from '../src/sample-pack/books.ts'
import { generate } from './generate.ts'

// The configuration of this test run has already called generate(); these tests look at what it left behind.
const art = '.generated/art'

function size(file: string): number {
  return statSync(file).size
}

function together(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + size(file), 0)
}

test('draws nothing again, and answers the same edition, when nothing changed', async () => {
  const drawn = statSync(`${art}/cover-true-veil-400.avif`).mtimeMs
  const first = await generate(process.cwd())
  const second = await generate(process.cwd())
  expect(statSync(`${art}/cover-true-veil-400.avif`).mtimeMs).toBe(drawn)
  expect(second).toEqual(first)
  expect(first.edition).toMatch(/^[0-9a-f]{8}$/)
})

test.each(books.books.map(({ slug }) => slug))('the cover of %s is there in every size and light enough', (slug) => {
  for (const width of [200, 400, 800]) {
    for (const ending of ['avif', 'webp', 'png'])
      expect(existsSync(`${art}/cover-${slug}-${width}.${ending}`)).toBe(true)
  }
  expect(size(`${art}/cover-${slug}-400.avif`)).toBeLessThanOrEqual(25_000)
  const svg = readFileSync(`${art}/cover-${slug}.svg`, 'utf8')
  expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(16_000)
  expect(svg).not.toMatch(/<text|NaN|undefined/)
})

test('no share card is heavier than 120 kB, and there are twelve', () => {
  const cards = readdirSync(art).filter((file) => file.startsWith('share-'))
  expect(cards).toHaveLength(12)
  for (const card of cards) expect(size(`${art}/${card}`)).toBeLessThanOrEqual(120_000)
})

test('the fonts of a first view fit into 113 kB', () => {
  expect(
    together(['imbue', 'literata', 'instrument-sans'].map((name) => `.generated/fonts/${name}.woff2`)),
  ).toBeLessThan(113_000)
})

test('the grain tile is at most 4 kB', () => {
  expect(size('.generated/mask/grain.png')).toBeLessThanOrEqual(4_000)
})

test('the icon for old browsers is an ICO that holds a PNG', () => {
  const ico = readFileSync(`${art}/favicon.ico`)
  expect([...ico.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0])
  expect(ico.subarray(ico.readUInt32LE(18) + 1, ico.readUInt32LE(18) + 4).toString()).toBe('PNG')
})
