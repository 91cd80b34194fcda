import { readdirSync, readFileSync, statSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { generate } from './generate.ts'

const art = '.generated/art'
// The others look at what it leaves behind.
beforeAll(() => generate(process.cwd()), 600_000)

function size(file: string): number {
  return statSync(file).size
}

function together(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + size(file), 0)
}

test('draws nothing again, and answers the same edition, when nothing changed', async () => {
  const first = await generate(process.cwd())
  const drawn = statSync(`${art}/poster-original-480.avif`).mtimeMs
  const second = await generate(process.cwd())
  expect(statSync(`${art}/poster-original-480.avif`).mtimeMs).toBe(drawn)
  expect(second).toEqual(first)
  expect(first.edition).toMatch(/^[0-9a-f]{8}$/)
})

test('no card that travels with the build is heavier than 120 kB', () => {
  const cards = readdirSync('.generated/drawn').filter((file) => file.startsWith('card-'))
  for (const card of [`${art}/card.png`, ...cards.map((file) => `.generated/drawn/${file}`)])
    expect(size(card), card).toBeLessThanOrEqual(120_000)
})

test('the fonts of a first view, its line in italics too, fit into 38 kB', () => {
  const first = ['imbue', 'literata', 'instrument-sans', 'literata-italic']
  expect(together(first.map((name) => `.generated/fonts/${name}.woff2`))).toBeLessThan(38_000)
})

test('the grain tile is at most 4 kB', () => {
  expect(size('.generated/mask/grain.png')).toBeLessThanOrEqual(4_000)
})

test('the icon for old browsers is an ICO that holds a PNG', () => {
  const ico = readFileSync(`${art}/favicon.ico`)
  expect([...ico.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0])
  expect(ico.subarray(ico.readUInt32LE(18) + 1, ico.readUInt32LE(18) + 4).toString()).toBe('PNG')
})
