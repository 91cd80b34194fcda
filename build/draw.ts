import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { doorMask } from '#art/door.ts'
import { houseIcons } from '#art/favicon.ts'
import { grain, grainSize } from '#art/grain.ts'
import { hero, heroFigures } from '#art/hero.ts'
import type { Outline } from '#art/lettering.ts'
import { type Lettered, openAllFaces } from '#art/outline.ts'
import type { PackArt } from '#art/pack-art.ts'
import { genrePalettes } from '#art/palette.ts'
import { pageMask } from '#art/post-art.ts'
import { pages } from '#art/post-page.ts'
import { posterChallenge, posterOriginal } from '#art/poster.ts'
import { shareCard } from '#art/share-card.ts'
import { views } from '#art/share-scenes.ts'
import { storyArt } from '#art/story-art.ts'
import { chartMask, threadsMask } from '#art/strips.ts'
import { coverWidths, iconSizes } from '#server/drawing-wishes.ts'
import { cardPng, iconPng, icoOf } from '#server/raster.ts'
import { makeFonts } from './fonts.ts'
import { inPairs } from './in-pairs.ts'
import { cutFaces } from './lettering.ts'
import { greyTile, rasterise } from './rasterise.ts'

// The folder may be missing: then there is nothing of a sample to draw.
const packs = import.meta.glob<{ art: PackArt }>('/src/sample-pack/art.ts', { eager: true })
const pack = Object.values(packs)[0]?.art ?? null

/** Pixels lie outside the heap, where nothing tells the collector how many they are. */
function tidy(): void {
  globalThis.gc?.()
}

/** What belongs to the sample alone. */
async function drawPack({ covers, pictures, stories }: PackArt, art: string, outline: Outline): Promise<void> {
  console.log(`Drawing ${covers.length} covers…`)
  await inPairs(covers, async ({ name, draw }) => {
    const svg = draw(outline)
    await writeFile(join(art, `cover-${name}.svg`), svg)
    await rasterise({ name: `cover-${name}`, svg, widths: coverWidths }, art, tidy)
  })
  console.log(`Drawing ${pictures.length + stories.length} pictures…`)
  await inPairs(pictures, ({ name, draw, widths }) => rasterise({ name, svg: draw(), widths }, art, tidy))
  for (const { name, draw } of stories) await writeFile(join(art, `sample-story-${name}.svg`), draw())
}

async function drawPosters(art: string): Promise<void> {
  console.log('Drawing two posters…')
  const widths = [480, 720, 960]
  const posters = { 'poster-original': posterOriginal, 'poster-challenge': posterChallenge }
  await inPairs(Object.entries(posters), ([name, draw]) => rasterise({ name, svg: draw(), widths }, art, tidy))
}

/** Without anybody's name: they stand there until hers are drawn. */
async function drawStandIns(art: string, lettered: Lettered): Promise<void> {
  const genres = Object.keys(genrePalettes)
  console.log(`Drawing ${genres.length + 6} stand-ins…`)
  for (const genre of genres) {
    const slug = genre.toLowerCase().replaceAll(' ', '-')
    await writeFile(join(art, `story-${slug}.svg`), storyArt(`genre-${slug}`, genre))
  }
  const nothing = { title: '', line: '', authorName: '', ink: null }
  await writeFile(join(art, 'card.png'), await cardPng(shareCard(views.plain, nothing, lettered)))
  const { favicon, icon } = houseIcons()
  await writeFile(join(art, 'favicon.svg'), favicon)
  await writeFile(join(art, 'favicon.ico'), await icoOf(favicon))
  for (const size of iconSizes) await writeFile(join(art, `icon-${size}.png`), await iconPng(icon, size))
  tidy()
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

/** Cuts the fonts into `folder`: those of pages, and those pictures are lettered with. */
export async function cutFonts(root: string, folder: string): Promise<void> {
  console.log('Cutting the fonts…')
  await makeFonts(root, join(folder, 'fonts'))
  await cutFaces(root, join(folder, 'lettering'))
}

/** Draws every picture into `folder`, where the fonts have been cut. */
export async function drawPictures(_root: string, folder: string): Promise<void> {
  const art = join(folder, 'art')
  const mask = join(folder, 'mask')
  await mkdir(art, { recursive: true })
  await mkdir(mask, { recursive: true })
  const lettered = openAllFaces((name) => readFileSync(join(folder, 'lettering', `${name}.ttf`)))
  if (pack) await drawPack(pack, art, lettered.outline)
  await drawPosters(art)
  await drawStandIns(art, lettered)
  await drawMasks(mask)
}
