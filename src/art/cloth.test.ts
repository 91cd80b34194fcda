import { describe, expect, test } from 'vitest'
import { hangCloth, type Relief } from './cloth.ts'

const ball: Relief = (x, y) => 40 - Math.hypot(x - 100, y - 100)
const options = { width: 200, height: 200, cell: 4, pull: 0.01 }

describe('the cloth', () => {
  test('stands out over what presses against it', () => {
    expect(hangCloth(ball, options).at(100, 100).height).toBeGreaterThan(34)
  })

  test('tents beyond the edge of the form, and lies flat far from it', () => {
    const { at } = hangCloth(ball, options)
    expect(at(100, 148).height).toBeGreaterThan(1)
    expect(at(2, 2).height).toBeLessThan(0.5)
  })

  test('falls away on both sides', () => {
    const { at } = hangCloth(ball, options)
    expect(at(70, 100).slopeX).toBeGreaterThan(0.3)
    expect(at(130, 100).slopeX).toBeLessThan(-0.3)
  })

  test('hangs flat in front of nothing', () => {
    expect(hangCloth(() => -1, options).at(100, 100)).toEqual({ height: 0, slopeX: 0, slopeY: 0 })
  })
})
