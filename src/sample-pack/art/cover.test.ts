import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Outline } from '#art/lettering.ts'
import { plenty } from '#tests/support/long-run.ts'
import { cover } from './cover.ts'
import { patient92 } from './motifs-clinic.ts'
import { vossTrials } from './motifs-standalone.ts'

const outline: Outline = (text, _face, size) => ({ d: `M0 0h${text.length}z`, width: text.length * size * 0.4 })

const slugs = [
  'true-veil',
  'echo-of-the-veil',
  'veils-last-song',
  'patient-92',
  'let-the-dead-rest',
  'rebirth',
  'genesis',
  'step-back',
  'nexus-of-lies',
  'final-reckoning',
  'the-drivers-promise',
  'voss-trials',
  'the-veil-lives',
]

function aCover(slug: string): string {
  return cover({ slug, title: 'A Title', series: null, seriesOrder: null }, 'Odile Marsh', outline)
}

const drawn = slugs.map((slug) => ({ slug, svg: aCover(slug) }))

describe.each(drawn)('the cover of $slug', ({ svg }) => {
  test('has only numbers for coordinates', () => {
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  })

  test('carries its words as outlines', () => {
    expect(svg).not.toContain('<text')
  })

  test('weighs no more than 15 kB before its lettering', () => {
    expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(15_000)
  })
})

test.each(drawn.slice(0, plenty(13, 4)))('the cover of $slug is the same picture every time', ({ slug, svg }) => {
  expect(aCover(slug)).toBe(svg)
})

test('no two covers are alike', () => {
  const drawings = drawn.map(({ slug, svg }) => svg.replaceAll(slug, ''))
  expect(new Set(drawings).size).toBe(slugs.length)
})

test('a book nobody has drawn yet still has a cover', () => {
  expect(aCover('a-new-book')).toContain('<path')
})

test('Patient 92 has ninety-two traces, and one of them is alive', () => {
  const { lines, live } = patient92()
  expect(lines.filter((d) => d.startsWith('M'))).toHaveLength(91)
  expect(live?.match(/M/g)).toHaveLength(1)
})

test('no flat trace of Patient 92 moves, and the live one does', () => {
  const { lines, live } = patient92()
  const tallest = (d: string) =>
    Math.max(...[...d.matchAll(/l-?[\d.]+[ ]?(-?[\d.]+)/g)].map(([, dy]) => Math.abs(Number(dy))))
  expect(Math.max(...lines.map(tallest))).toBeLessThan(3)
  expect(tallest(live ?? '')).toBeGreaterThan(5)
})

test('the fingerprint of Voss Trials is cut clean through', () => {
  const starts = vossTrials().lines.flatMap((d) => [...d.matchAll(/M([\d.]+)[ ]?([\d.]+)/g)])
  expect(starts.length).toBeGreaterThan(40)
  const nearCut = starts.filter(([, x, y]) => Math.abs((Number(y) - 372) * 0.94 - (Number(x) - 300) * 0.34 - 6) < 3)
  expect(nearCut).toEqual([])
})
