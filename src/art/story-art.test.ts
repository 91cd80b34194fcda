import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { genrePalettes } from './palette.ts'
import { storyArt } from './story-art.ts'

describe.each(Object.keys(genrePalettes))('a story in %s', (genre) => {
  const [first = '', ...others] = ['a', 'the-wallpaper-hour', '41', ''].map((id) => storyArt(id, genre))

  test('keeps its picture for ever', () => {
    expect(storyArt('a', genre)).toBe(first)
  })

  test('looks like no other story', () => {
    const pictures = [first, ...others].map((svg) => svg.replace(/url\(#\w+\)|id="\w+"/g, ''))
    expect(new Set(pictures).size).toBe(4)
  })

  test('is drawn with numbers, in at most 14 kB', () => {
    for (const svg of [first, ...others]) {
      expect(svg).not.toMatch(/NaN|Infinity|undefined/)
      expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(14_000)
    }
  })

  test('is painted in the colours of the genre', () => {
    expect(first).toContain(Object.entries(genrePalettes).find(([name]) => name === genre)![1].tint)
  })
})

test('an unknown genre is drawn as Supernatural Suspense', () => {
  expect(storyArt('story-1', 'Cookery')).toBe(storyArt('story-1', 'Supernatural Suspense'))
  expect(storyArt('story-1', 'constructor')).toBe(storyArt('story-1', 'Supernatural Suspense'))
})
