import { describe, expect, test } from 'vitest'
import type { Outline } from './lettering.ts'
import { type CardWords, cardText, shareCard } from './share-card.ts'
import { figureScene, views } from './share-scenes.ts'
import { bookScene, booksScene, photographScene, postScene, storyScene } from './titled-scenes.ts'

const outline: Outline = (text, _face, size) => ({ d: `M0 0h${text.length}z`, width: text.length * size * 0.4 })
const lettered = { outline, spell: (text: string) => text.replace(/[^ -~…’А-яͰ-Ͽ]/g, '').trim() }
const words: CardWords = { title: 'A Page', line: 'A line.', authorName: 'Author Name', ink: null }

const aPage = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><path d="M0 0h9z"/></svg>'
const aStory = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300"><g id="art"/></svg>'
const aCover = (colour: string) => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><defs><linearGradient id="c"><stop stop-color="${colour}"/></linearGradient></defs><path fill="url(#c)" d="M0 0z"/></svg>`,
})

/** Drawn once for all that look at it: a view takes half a second. */
const drawnOnce = Object.entries(views).map(([name, scene]) => {
  let drawn: string | undefined
  const back = () => {
    drawn ??= scene.back()
    return drawn
  }
  return { name, scene: { ...scene, back } }
})
const scenes = [
  ...drawnOnce,
  ...(['profile', 'hand', 'door', 'nobody'] as const).map((name) => ({ name, scene: figureScene(name, 'veil') })),
  { name: 'a post', scene: postScene(aPage) },
  { name: 'a story', scene: storyScene(aStory, 'Mystery Thriller') },
  { name: 'a book', scene: bookScene(aCover('#123456')) },
  { name: 'a book without a cover', scene: bookScene(null) },
  { name: 'some books', scene: booksScene([aCover('#111111'), aCover('#222222'), aCover('#333333')]) },
  { name: 'a photograph', scene: photographScene('data:image/jpeg;base64,x', 'top') },
]

test('no two views are alike', () => {
  const drawn = drawnOnce.map(({ scene }) => scene.back())
  expect(new Set(drawn).size).toBe(drawnOnce.length)
})

test.each(scenes)('a card with $name is drawn with numbers and outlined words', ({ scene }) => {
  const svg = shareCard(scene, words, lettered)
  expect(svg).not.toMatch(/NaN|Infinity|undefined|<text/)
})

test('two covers on one card keep their own colours', () => {
  const svg = shareCard(booksScene([aCover('#111111'), aCover('#222222')]), words, lettered)
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id)
})

test('a photograph keeps the part she has chosen', () => {
  expect(photographScene('x', 'left').front?.()).toContain('xMinYMid slice')
})

test('her colour is that of the small words', () => {
  const svg = shareCard(views.plain, { ...words, ink: '#77aaff' }, lettered)
  expect(svg.match(/fill="#77aaff"/g)).toHaveLength(2)
})

describe('the words of a card', () => {
  const textOf = (more: Partial<CardWords>) => cardText({ ...words, ...more }, lettered)

  test('are her name, the title and the line', () => {
    expect(textOf({})).toBe('AUTHOR NAME\nA Page\nA line.')
  })

  test('are her name once, where that is the title', () => {
    expect(textOf({ title: 'Author Name', line: '' })).toBe('Author Name')
    expect(textOf({ title: 'Ελένη', authorName: 'Ελένη', line: '' })).toBe('Ελένη')
  })

  test('are her name where no face can spell the title', () => {
    expect(textOf({ title: '沈黙の部屋', line: '' })).toBe('Author Name')
    expect(textOf({ title: '沈黙の部屋', authorName: '山田', line: '静か' })).toBe('')
  })

  test('stand on two lines at most, and end where a word does', () => {
    const [, , first = '', second = '', ...more] = textOf({ line: 'Something quiet. '.repeat(20) }).split('\n')
    expect(more).toEqual([])
    for (const row of [first, second]) expect(outline(row, 'prose', 28).width).toBeLessThanOrEqual(600)
    expect(second).toMatch(/[a-z]…$/)
  })

  test.each(['I', 'A door '.repeat(28).trim(), 'x'.repeat(200), 'Тихая комната'])(
    'fit whatever they are: %s',
    (title) => {
      const all = { title, line: title, authorName: title, ink: null }
      const svg = shareCard(views.plain, all, lettered)
      const places = [...svg.matchAll(/translate\(([-\d.]+) ([-\d.]+)\)/g)]
      expect(places.length).toBeGreaterThan(0)
      for (const [, x, y] of places) {
        expect(Number(x)).toBeGreaterThan(40)
        expect(Number(y)).toBeGreaterThan(60)
        expect(Number(y)).toBeLessThan(620)
      }
    },
  )
})
