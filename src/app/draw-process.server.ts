import sharp from 'sharp'
import { letteringNames, motifNames } from '#art/cover-design.ts'
import { drawnCover } from '#art/drawn-cover.ts'
import { letterIcons } from '#art/favicon.ts'
import { heroFigures } from '#art/hero.ts'
import { paletteNames } from '#art/palette.ts'
import { pageOf } from '#art/post-page.ts'
import { shareCard } from '#art/share-card.ts'
import { type CardScene as DrawnScene, figureScene, type ViewName, views } from '#art/share-scenes.ts'
import { storyArt } from '#art/story-art.ts'
import {
  bookScene,
  booksScene,
  type CardCover as DrawnCover,
  mostCovers,
  photographScene,
  postScene,
  storyScene,
} from '#art/titled-scenes.ts'
import type { DrawingReply } from '#server/drawing-hands.ts'
import {
  type CardCover,
  type CardScene,
  type CoverWish,
  coverWidths,
  type DrawingJob,
  type IconsWish,
  iconSizes,
} from '#server/drawing-wishes.ts'
import type { Parts } from '#server/drawn-pictures.ts'
import { cardPng, encodePicture, iconPng, icoOf } from '#server/raster.ts'
import { lettered } from './faces.server.ts'

// Drawn when the site is built: drawing one takes longer than a card may.
const pages = import.meta.glob<string>('/.generated/mask/page-*.svg', { query: '?raw', import: 'default', eager: true })

// Half a megabyte, of the sample alone.
const packCovers = import.meta.glob<string>('/.generated/art/cover-*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

function explain(error: unknown): DrawingReply {
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

async function draw(job: DrawingJob): Promise<DrawingReply> {
  const parts = await partsOf(job)
  tidy()
  return { parts, memory: process.memoryUsage.rss() }
}

async function partsOf({ wish, images }: DrawingJob): Promise<Parts> {
  if (wish.kind === 'card') return { png: await cardPng(shareCard(sceneOf(wish.scene, images), wish, lettered)) }
  if (wish.kind === 'icons') return drawIcons(wish)
  if (wish.kind === 'story') return { svg: Buffer.from(storyArt(wish.seed, wish.genre)) }
  if (wish.kind === 'sketch') return { svg: Buffer.from(drawCover(wish)) }
  const svg = drawCover(wish)
  tidy()
  const parts: Record<string, Buffer> = {}
  for await (const { width, format, bytes } of encodePicture(svg, coverWidths)) {
    parts[`${width}.${format}`] = bytes
    tidy()
  }
  return parts
}

/** Pixels lie outside the heap, where nothing tells the collector how many they are. */
function tidy(): void {
  globalThis.gc?.()
}

/** One of the names there are. Another one is a fault of whoever asked. */
function known<T extends string>(names: readonly T[], name: string): T {
  const found = names.find((one) => one === name)
  if (!found) throw new Error(`there is no ${name} among ${names.join(', ')}`)
  return found
}

function drawCover({ title, series, number, authorName, seed, ...design }: CoverWish): string {
  const recipe = {
    ...{ title, series, number, seed },
    motif: known(motifNames, design.motif),
    palette: known(paletteNames, design.palette),
    lettering: known(letteringNames, design.lettering),
  }
  return drawnCover(recipe, authorName, lettered)
}

async function drawIcons({ letter, night, paper }: IconsWish): Promise<Parts> {
  const { favicon, icon } = letterIcons(letter, { night, paper }, lettered)
  const parts: Record<string, Buffer> = { svg: Buffer.from(favicon), ico: await icoOf(favicon) }
  for (const size of iconSizes) parts[`${size}.png`] = await iconPng(icon, size)
  return parts
}

type Images = DrawingJob['images']

function sceneOf(scene: CardScene, images: Images): DrawnScene {
  if ('view' in scene) return views[known(Object.keys(views) as ViewName[], scene.view)]
  if ('figure' in scene) return figureScene(known(heroFigures, scene.figure), known(paletteNames, scene.palette))
  if ('storyArt' in scene) return storyScene(scene.storyArt || storyArt(scene.seed, scene.genre), scene.genre)
  if ('postId' in scene) return postScene(pages[`/.generated/mask/page-${pageOf(scene.postId)}.svg`] ?? '')
  if ('photograph' in scene) {
    const picture = images[scene.photograph]
    return picture ? photographScene(picture, scene.focal) : views.plain
  }
  if ('cover' in scene) return bookScene(scene.cover && coverOf(scene.cover, images))
  const covers = scene.covers.slice(0, mostCovers).flatMap((cover) => coverOf(cover, images) ?? [])
  return booksScene(covers)
}

function coverOf(cover: CardCover, images: Images): DrawnCover | null {
  if (cover.kind === 'drawn') return { svg: drawCover(cover) }
  if (cover.kind === 'image') {
    const picture = images[cover.url]
    return picture ? { picture, colour: cover.colour } : null
  }
  const svg = packCovers[`/.generated/art/cover-${cover.name}.svg`]
  return svg ? { svg } : null
}

/** The process that draws for the site: it is asked for one picture at a time, and ends with whoever asks. */
if (process.send) {
  const tell = (reply: DrawingReply) => process.send?.(reply)
  // No picture is asked for twice.
  sharp.cache(false)
  sharp.concurrency(1)
  process.on('disconnect', () => process.exit())
  process.on('message', async (job: DrawingJob) => tell(await draw(job).catch(explain)))
  tell({ isReady: true })
} else {
  process.stderr.write('The site itself starts this, when it has something to draw.\n')
  process.exitCode = 64
}
