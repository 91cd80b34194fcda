import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitLongTitle, fitTitle, type Outline } from './lettering.ts'

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

describe('fitLongTitle', () => {
  const largest = [168, 132, 104, 82, 66, 55]

  test('sets a short title as large as it may be', () => {
    expect(fitLongTitle(outline, 'Ash', { ...fit, largest })).toEqual({ lines: ['Ash'], size: 168 })
  })

  test('keeps every word of any title, on six lines at most, inside the measure', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,40}$/), { minLength: 1, maxLength: 40 }), (words) => {
        const title = words.join(' ')
        const { lines, size } = fitLongTitle(outline, title, { ...fit, largest })
        expect(lines.length).toBeLessThanOrEqual(6)
        expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''))
        for (const line of lines) expect(outline(line, 'display', size).width).toBeLessThanOrEqual(500.01)
      }),
    )
  })
})
