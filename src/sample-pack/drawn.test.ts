import { existsSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packWishes } from '#app/pack-wishes.server.ts'
import { iconsOf, pageCards } from '#app/share-cards.server.ts'
import { coverWidths, endings } from '#server/drawing-wishes.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { books } from './books.ts'

const art = '.generated/art'

test.each(books.books.map(({ slug }) => slug))(
  'the cover of %s came with the build, in every size, light enough',
  (slug) => {
    const cover = `${art}/cover-${slug}`
    for (const width of coverWidths) {
      for (const ending of ['avif', 'webp', 'jpg']) expect(existsSync(`${cover}-${width}.${ending}`), ending).toBe(true)
    }
    expect(statSync(`${cover}-480.avif`).size).toBeLessThanOrEqual(22_000)
    // What a phone shows first is there in one go.
    expect(statSync(`${cover}-384.avif`).size).toBeLessThanOrEqual(14_000)
    const svg = readFileSync(`${cover}.svg`, 'utf8')
    expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(16_000)
    expect(svg).not.toMatch(/<text|NaN|undefined/)
  },
)

test('what a site with the sample shows to others came with the build', async () => {
  const { deps } = await createTestApp({ hasSamples: true })
  const wanted = [iconsOf(deps.site()), ...Object.values(pageCards(deps.site()))]
  expect(wanted).toHaveLength(packWishes().length)
  for (const wish of wanted) {
    const name = deps.drawing.nameOf(wish)
    for (const ending of endings[wish.kind])
      expect(existsSync(`.generated/drawn/${name}.${ending}`), 'title' in wish ? wish.title : wish.kind).toBe(true)
  }
})
