import { expect, test } from 'vitest'
import { favicon, icon } from './favicon.ts'
import { grain, grainSize } from './grain.ts'
import { hash, random, valueNoise } from './noise.ts'

test('the favicon is three threads on any ground', () => {
  expect(favicon().match(/M\d/g)).toHaveLength(3)
  expect(icon().match(/M\d/g)).toHaveLength(3)
  expect(favicon()).toContain('prefers-color-scheme')
})

test('the grain is the same on every build and uses few greys', () => {
  expect(grain()).toEqual(grain())
  expect(grain()).toHaveLength(grainSize ** 2)
  expect(new Set(grain()).size).toBe(4)
})

test('a seed decides every number that follows', () => {
  const [a, b, c] = [random(hash('one')), random(hash('one')), random(hash('two'))]
  expect([a(), a(), a()]).toEqual([b(), b(), b()])
  expect(a()).not.toBe(c())
})

test('noise stays between 0 and 1 and has no seams', () => {
  const noise = valueNoise(7)
  for (let x = -5; x < 5; x += 0.37) {
    expect(noise(x, 1.3)).toBeGreaterThanOrEqual(0)
    expect(noise(x, 1.3)).toBeLessThanOrEqual(1)
    expect(Math.abs(noise(x, 2 - 1e-6) - noise(x, 2 + 1e-6))).toBeLessThan(1e-3)
  }
})
