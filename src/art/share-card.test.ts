import { expect, test } from 'vitest'
import type { Outline } from './lettering.ts'
import { shareCard, titledCard } from './share-card.ts'
import { cardScenes, type SharePage } from './share-scenes.ts'
import { postScene, storyScene } from './titled-scenes.ts'

const outline: Outline = (text, _face, size) => ({ d: `M0 0h${text.length}z`, width: text.length * size * 0.4 })
const covers = new Map([
  ['voss-trials', '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><g id="voss"/></svg>'],
])

function aCard(page: SharePage): string {
  return shareCard(page, { title: 'A Page', line: 'A line.' }, 'Odile Marsh', covers, outline)
}

const pages = Object.keys(cardScenes).filter((page): page is SharePage => page in cardScenes)

const cards = pages.map((page) => ({ page, svg: aCard(page) }))

test('every page has a card of its own', () => {
  expect(new Set(cards.map(({ svg }) => svg)).size).toBe(12)
})

test.each(cards)('the card of $page is drawn with numbers and outlined words', ({ svg }) => {
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  expect(svg).not.toContain('<text')
})

test('the Voss Trials card shows the book', () => {
  expect(aCard('voss-trials')).toContain('<g id="voss"/>')
})

const aPage = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><path d="M0 0h9z"/></svg>'
const aStory = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300"><g id="art"/></svg>'

test.each([
  ['a post shows its page of writing', postScene(aPage), 'd="M0 0h9z"'],
  ['a story shows its picture', storyScene(aStory, 'Mystery Thriller'), '<g id="art"/>'],
])('the card of %s, under a title of any length', (_name, scene, shown) => {
  for (const title of ['I', 'A door '.repeat(28).trim()]) {
    const svg = titledCard(scene, { title, line: 'Notes' }, 'Odile Marsh', outline)
    expect(svg).toContain(shown)
    expect(svg).not.toMatch(/NaN|Infinity|undefined|<text/)
  }
})
