import { describe, expect, test } from 'vitest'
import { houseIcons, houseInks, letterIcons } from './favicon.ts'
import { grain, grainSize } from './grain.ts'
import type { Outline } from './lettering.ts'
import { hash, random, valueNoise } from './noise.ts'

test('the icons of the house are three threads on any ground', () => {
  const { favicon, icon } = houseIcons()
  expect(favicon.match(/M\d/g)).toHaveLength(3)
  expect(icon.match(/M\d/g)).toHaveLength(3)
  expect(favicon).toContain('prefers-color-scheme')
})

describe('the icons of an author', () => {
  const outline: Outline = (text) => ({ d: `M10 -70L${text.codePointAt(0)} 0Z`, width: 60 })
  const lettered = { outline, spell: (text: string) => text.replace(/[^A-Z]/g, '') }

  test('are her letter, in her colour', () => {
    const { favicon, icon } = letterIcons('K', { night: '#77aaff', paper: '#003388' }, lettered)
    for (const svg of [favicon, icon]) expect(svg).toMatch(/fill="#77aaff".*d="M10 -70L75 0Z"/)
    expect(favicon).toContain('fill:#003388')
  })

  test.each(['', '沈'])('are those of the house where no face has the letter “%s”', (letter) => {
    expect(letterIcons(letter, houseInks, lettered)).toEqual(houseIcons())
  })
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
