import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { genrePalettes } from './palette.ts'
import { storyArt } from './story-art.ts'

describe.each(Object.keys(genrePalettes))('a story in %s', (genre) => {
  test('keeps its picture for ever', () => {
    expect(storyArt('story-1', genre)).toBe(storyArt('story-1', genre))
  })

  test('looks like no other story', () => {
    const pictures = Array.from({ length: 4 }, (_, i) =>
      storyArt(`story-${i}`, genre).replace(/url\(#\w+\)|id="\w+"/g, ''),
    )
    expect(new Set(pictures).size).toBe(4)
  })

  test('is drawn with numbers, in at most 14 kB', () => {
    for (const id of ['a', 'the-wallpaper-hour', '41', '']) {
      const svg = storyArt(id, genre)
      expect(svg).not.toMatch(/NaN|Infinity|undefined/)
      expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(14_000)
    }
  })

  test('is painted in the colours of the genre', () => {
    expect(storyArt('story-1', genre)).toContain(
      Object.entries(genrePalettes).find(([name]) => name === genre)![1].tint,
    )
  })
})

test('an unknown genre is drawn as Supernatural Suspense', () => {
  expect(storyArt('story-1', 'Cookery')).toBe(storyArt('story-1', 'Supernatural Suspense'))
  expect(storyArt('story-1', 'constructor')).toBe(storyArt('story-1', 'Supernatural Suspense'))
})
