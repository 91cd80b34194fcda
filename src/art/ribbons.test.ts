import { describe, expect, test } from 'vitest'
import { along, ribbonAlong } from './ribbons.ts'

describe('a ribbon', () => {
  test('is one closed shape', () => {
    expect(ribbonAlong(along(10, (t) => ({ x: t * 100, y: 0, half: 1 })))).toBe('M0 1l100 0l0-2l-100 0z')
  })

  test('breaks where its width falls to nothing', () => {
    const d = ribbonAlong(along(10, (t) => ({ x: t * 100, y: 0, half: t > 0.35 && t < 0.65 ? 0 : 1 })))
    expect(d.match(/M/g)).toHaveLength(2)
    expect(d.match(/z/g)).toHaveLength(2)
  })

  test('survives a line that stands still', () => {
    expect(ribbonAlong(along(4, () => ({ x: 5, y: 5, half: 1 })))).not.toMatch(/NaN|Infinity/)
  })
})
