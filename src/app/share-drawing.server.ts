import { openFaces } from '#art/outline.ts'
import { pageOf } from '#art/post-page.ts'
import { titledCard } from '#art/share-card.ts'
import { postScene, storyScene } from '#art/titled-scenes.ts'
import { cardPng } from '#server/raster.ts'
import display from '/.generated/lettering/display.ttf?inline'
import label from '/.generated/lettering/label.ttf?inline'
import prose from '/.generated/lettering/prose.ttf?inline'

// Drawn when the site is built: drawing one takes longer than a page may wait.
const pages = import.meta.glob<string>('/.generated/mask/page-*.svg', { query: '?raw', import: 'default', eager: true })

const { outline, spell } = openFaces({ display: bytesOf(display), label: bytesOf(label), prose: bytesOf(prose) })

/** What a card shows behind its words: the drawing chosen for a post, or the story's own. */
export type Scene = { postId: string } | { storyArt: string; genre: string }

type Card = { title: string; line: string; scene: Scene; author: string }

export function drawCard({ title, line, scene, author }: Card): Promise<Buffer> {
  const words = { title: spell(title, 'display') || author, line: spell(line, 'prose') }
  return cardPng(titledCard(pictured(scene), words, author, outline))
}

function pictured(scene: Scene) {
  if ('storyArt' in scene) return storyScene(scene.storyArt, scene.genre)
  return postScene(pages[`/.generated/mask/page-${pageOf(scene.postId)}.svg`] ?? '')
}

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}
