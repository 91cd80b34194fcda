import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openAllFaces, openFaces } from './outline.ts'

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

describe('all files of a face together', () => {
  const whole = openAllFaces((name) => readFileSync(`.generated/lettering/${name}.ttf`))

  test.each([
    ['display', 'Dvořák’s Žižkov, Nguyễn, Łódź, Ёлка, Ελένη'],
    ['clinic', 'DVOŘÁK’S ŽIŽKOV, ŁÓDŹ, ЁЛКА, ΕΛΕΝΗ'],
    ['label', 'DVOŘÁK’S ŽIŽKOV, ŁÓDŹ, ЁЛКА, ΕΛΕΝΗ'],
    ['prose', 'Dvořák’s Žižkov, Łódź, Ёлка'],
  ] as const)('the face %s spells %s', (face, text) => {
    expect(whole.spell(text, face)).toBe(text)
  })

  test('a text in two scripts is as wide as its pieces, one after the other', () => {
    const width = (text: string) => whole.outline(text, 'display', 100).width
    expect(width('nЁлкаn')).toBeCloseTo(width('n') + width('Ёлка') + width('n'))
  })

  test('what the first file has looks as it does alone', () => {
    expect(whole.outline('Left Open', 'display', 90).d).toBe(outline('Left Open', 'display', 90).d)
  })
})
