import { openFaces } from '#art/outline.ts'
import { pageOf } from '#art/post-page.ts'
import { titledCard } from '#art/share-card.ts'
import { bookScene, type CardCover, postScene, storyScene } from '#art/titled-scenes.ts'
import { cardPng } from '#server/raster.ts'
import display from '/.generated/lettering/display.ttf?inline'
import label from '/.generated/lettering/label.ttf?inline'
import prose from '/.generated/lettering/prose.ttf?inline'

// Drawn when the site is built: drawing one takes longer than a page may wait.
const pages = import.meta.glob<string>('/.generated/mask/page-*.svg', { query: '?raw', import: 'default', eager: true })

const { outline, spell } = openFaces({ display: bytesOf(display), label: bytesOf(label), prose: bytesOf(prose) })

// Each by itself, and only when it is asked for: together they weigh as much as the rest of the server.
const covers = import.meta.glob<string>('/.generated/art/cover-*.svg', { query: '?raw', import: 'default' })

/** What a card shows behind its words: the drawing chosen for a post, the story's own, or a book's cover. */
export type Scene =
  | { postId: string }
  | { storyArt: string; genre: string }
  | { cover: CardCover | { pack: string } | null }

type Card = { title: string; line: string; scene: Scene; author: string }

export async function drawCard({ title, line, scene, author }: Card): Promise<Buffer> {
  const words = { title: spell(title, 'display') || author, line: spell(line, 'prose') }
  return cardPng(titledCard(await pictured(scene), words, author, outline))
}

async function pictured(scene: Scene) {
  if ('cover' in scene) return bookScene(await coverOf(scene.cover))
  if ('storyArt' in scene) return storyScene(scene.storyArt, scene.genre)
  return postScene(pages[`/.generated/mask/page-${pageOf(scene.postId)}.svg`] ?? '')
}

async function coverOf(cover: CardCover | { pack: string } | null): Promise<CardCover | null> {
  if (!cover || !('pack' in cover)) return cover
  const svg = await covers[`/.generated/art/cover-${cover.pack}.svg`]?.()
  return svg ? { svg } : null
}

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}
