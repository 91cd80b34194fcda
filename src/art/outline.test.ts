import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openFaces } from './outline.ts'

// Cut by the build, which has run before any test does.
const { outline, spell } = openFaces({ display: readFileSync('.generated/lettering/display.ttf') })

describe('spelling in a face', () => {
  test.each([
    ['Naïve façade — “quoted”', 'Naïve façade — “quoted”'],
    ['Dvořák’s Žižkov', 'Dvorák’s Zizkov'],
    ['Candle \u{1f56f} light', 'Candle light'],
    ['沈黙の部屋', ''],
    [' a\n\tb ', 'a b'],
  ])('%s is set as “%s”', (text, set) => {
    expect(spell(text, 'display')).toBe(set)
  })
})

test('text becomes an outline as wide as its letters', () => {
  const one = outline('n', 'display', 100)
  const two = outline('nn', 'display', 100)
  expect(one.d).toMatch(/^M[\d.LQCZ M-]+Z$/)
  expect(two.width / one.width).toBeCloseTo(2, 1)
})

test('a face nobody gave a file for is named', () => {
  expect(() => outline('n', 'prose', 10)).toThrow('prose')
})
