import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CoverBook, cover } from '#art/cover.ts'
import { desk } from '#art/desk.ts'
import { doorMask } from '#art/door.ts'
import { favicon, icon } from '#art/favicon.ts'
import { grain, grainSize } from '#art/grain.ts'
import { hero, heroFigures } from '#art/hero.ts'
import type { Outline } from '#art/lettering.ts'
import { openAllFaces } from '#art/outline.ts'
import { genrePalettes } from '#art/palette.ts'
import { portrait } from '#art/portrait.ts'
import { pageMask } from '#art/post-art.ts'
import { pages } from '#art/post-page.ts'
import { posterChallenge, posterOriginal } from '#art/poster.ts'
import { shareCard } from '#art/share-card.ts'
import { storyArt } from '#art/story-art.ts'
import { chartMask, threadsMask } from '#art/strips.ts'
import { makeFonts } from './fonts.ts'
import { cutFaces } from './lettering.ts'
import { greyTile, icoOf, rasterise, rasteriseCard, rasteriseIcon } from './rasterise.ts'
import { shareWords } from './share-words.ts'

export type DrawingInputs = { books: readonly CoverBook[]; authorName: string; authorGenres: readonly string[] }

async function drawCovers(art: string, { books, authorName }: DrawingInputs, outline: Outline) {
  console.log(`Drawing ${books.length} covers…`)
  const covers = new Map<string, string>()
  for (const book of books) {
    const svg = cover(book, authorName, outline)
    covers.set(book.slug, svg)
    await writeFile(join(art, `cover-${book.slug}.svg`), svg)
    await rasterise({ name: `cover-${book.slug}`, svg, widths: [200, 400, 800] }, art)
  }
  return covers
}

async function drawPictures(art: string): Promise<void> {
  console.log('Drawing the portrait, the desk and two posters…')
  const pictures = [
    { name: 'portrait', draw: portrait, widths: [400, 800] },
    { name: 'desk', draw: desk, widths: [400, 800, 1200] },
    { name: 'poster-original', draw: posterOriginal, widths: [480, 960] },
    { name: 'poster-challenge', draw: posterChallenge, widths: [480, 960] },
  ]
  for (const { name, draw, widths } of pictures) await rasterise({ name, svg: draw(), widths }, art)
}

async function drawStories(art: string): Promise<void> {
  const genres = Object.keys(genrePalettes)
  console.log(`Drawing ${genres.length} story pictures…`)
  for (const genre of genres) {
    const slug = genre.toLowerCase().replaceAll(' ', '-')
    await writeFile(join(art, `story-${slug}.svg`), storyArt(`genre-${slug}`, genre))
  }
}

async function drawCards(art: string, inputs: DrawingInputs, covers: Map<string, string>, outline: Outline) {
  const cards = shareWords(inputs.authorName, inputs.authorGenres)
  console.log(`Drawing ${cards.length} share cards…`)
  for (const { page, ...words } of cards) {
    const svg = shareCard(page, words, inputs.authorName, covers, outline)
    await rasteriseCard(svg, join(art, `share-${page}.png`))
  }
}

async function drawMarks(art: string): Promise<void> {
  await writeFile(join(art, 'favicon.svg'), favicon())
  await writeFile(join(art, 'favicon.ico'), await icoOf(favicon()))
  for (const size of [180, 192, 512]) await rasteriseIcon(icon(), size, join(art, `icon-${size}.png`))
}

async function drawMasks(folder: string): Promise<void> {
  console.log('Hanging the curtains…')
  for (const figure of heroFigures) {
    const name = figure === 'profile' ? 'hero' : `hero-${figure}`
    for (const shape of ['wide', 'tall'] as const) {
      const thirds = hero(shape, figure)
      for (const letter of ['a', 'b', 'c'] as const) {
        await writeFile(join(folder, `${name}-${shape}-${letter}.svg`), thirds[letter])
      }
    }
  }
  await writeFile(join(folder, 'door.svg'), doorMask())
  await writeFile(join(folder, 'threads.svg'), threadsMask())
  await writeFile(join(folder, 'chart.svg'), chartMask())
  for (const page of pages) await writeFile(join(folder, `page-${page}.svg`), pageMask(page))
  await writeFile(join(folder, 'grain.png'), await greyTile(grain(), grainSize))
}

/** Draws and cuts everything into `folder`, which must be empty: one picture at a time, so that memory holds one. */
export async function drawEverything(root: string, folder: string, inputs: DrawingInputs): Promise<void> {
  const art = join(folder, 'art')
  const mask = join(folder, 'mask')
  await mkdir(art, { recursive: true })
  await mkdir(mask, { recursive: true })
  console.log('Cutting 4 fonts…')
  await makeFonts(root, join(folder, 'fonts'))
  const { outline } = openAllFaces(await cutFaces(root, join(folder, 'lettering')))
  const covers = await drawCovers(art, inputs, outline)
  await drawPictures(art)
  await drawStories(art)
  await drawCards(art, inputs, covers, outline)
  await drawMarks(art)
  await drawMasks(mask)
}
