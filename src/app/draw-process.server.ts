import sharp from 'sharp'
import { letteringNames, motifNames } from '#art/cover-design.ts'
import { drawnCover } from '#art/drawn-cover.ts'
import { paletteNames } from '#art/palette.ts'
import { pageOf } from '#art/post-page.ts'
import { titledCard } from '#art/share-card.ts'
import { postScene, storyScene } from '#art/titled-scenes.ts'
import type { DrawingReply } from '#server/drawing-hands.ts'
import { type CardWish, type CoverWish, coverWidths, type DrawingWish } from '#server/drawing-wishes.ts'
import type { Parts } from '#server/drawn-once.ts'
import { cardPng, encodePicture } from '#server/raster.ts'
import { lettered } from './faces.server.ts'

// Drawn when the site is built: drawing one takes longer than a card may.
const pages = import.meta.glob<string>('/.generated/mask/page-*.svg', { query: '?raw', import: 'default', eager: true })

/** The process that draws for the site: it is asked for one picture at a time, and ends with whoever asks. */
export function serveDrawings(): void {
  if (!process.send) {
    process.stderr.write('The site itself starts this, when it has something to draw.\n')
    process.exitCode = 64
    return
  }
  const tell = (reply: DrawingReply) => process.send?.(reply)
  // No picture is asked for twice.
  sharp.cache(false)
  sharp.concurrency(1)
  process.on('disconnect', () => process.exit())
  process.on('message', async (wish: DrawingWish) => tell(await draw(wish).catch(explain)))
  tell({ isReady: true })
}

function explain(error: unknown): DrawingReply {
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

async function draw(wish: DrawingWish): Promise<DrawingReply> {
  const parts = await partsOf(wish)
  tidy()
  return { parts, memory: process.memoryUsage.rss() }
}

async function partsOf(wish: DrawingWish): Promise<Parts> {
  if (wish.kind === 'card') return { png: await drawCard(wish) }
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

function drawCard({ title, line, authorName, scene }: CardWish): Promise<Buffer> {
  const { outline, spell } = lettered
  const words = { title: spell(title, 'display') || spell(authorName, 'display'), line: spell(line, 'prose') }
  const behind =
    'storyArt' in scene
      ? storyScene(scene.storyArt, scene.genre)
      : postScene(pages[`/.generated/mask/page-${pageOf(scene.postId)}.svg`] ?? '')
  return cardPng(titledCard(behind, words, spell(authorName.toUpperCase(), 'label'), outline))
}
