import { describe, expect, test } from 'vitest'
import { fitTitle, type Outline } from './lettering.ts'

/** Every letter half as wide as it is high. */
const outline: Outline = (text, _face, size) => ({ d: 'M0 0z', width: text.length * size * 0.5 })
const fit = { face: 'display', measure: 500 } as const

describe('fitTitle', () => {
  test('sets a short title in one line, no larger than allowed', () => {
    expect(fitTitle(outline, 'Rebirth', { ...fit, largest: [110, 110] })).toEqual({ lines: ['Rebirth'], size: 110 })
  })

  test('breaks a long title where the longer line is shortest', () => {
    expect(fitTitle(outline, 'Let the Dead Rest', { ...fit, largest: [150, 150] }).lines).toEqual([
      'Let the',
      'Dead Rest',
    ])
  })

  test('does not break for a small gain', () => {
    expect(fitTitle(outline, 'Nexus of Lies', { ...fit, largest: [80, 80] }).lines).toEqual(['Nexus of Lies'])
  })

  test('never lets a line leave the measure', () => {
    const { lines, size } = fitTitle(outline, 'Antidisestablishmentarianism', { ...fit, largest: [150, 150] })
    expect(outline(lines[0]!, 'display', size).width).toBeCloseTo(500)
  })
})
