import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDesk } from '#tests/support/content.ts'
import { evasions, withoutMarks } from '#tests/support/evasions.ts'
import { cut, rowsOf, slotsOf, type Written } from '#tests/support/fields.ts'
import { elementsOf } from '#tests/support/markup.ts'
import { openShelf } from '#tests/support/shelf.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { runs } from './support/long-run.ts'

const words = fc
  .array(fc.oneof(fc.constantFrom(...evasions), fc.string({ unit: 'grapheme', maxLength: 12 })), {
    minLength: 1,
    maxLength: 3,
  })
  // Something to be seen, so that no field is dropped as empty and no element with it.
  .map((parts) => `a${parts.join(' ')}`.slice(0, 190).replace(/[\ud800-\udbff]$|\0/, ''))

const link = words.map((text) => `https://pictures.example/${text.replace(/[\p{Cc}\s]/gu, '')}`)
const inList = 12

type Fields = Record<string, unknown>

/** Hostile words for every field of the contract that takes any. */
function hostile(kind: Written): fc.Arbitrary<Fields> {
  const attacks = slotsOf(kind).flatMap(({ name, takes, longest }): [string, fc.Arbitrary<unknown>][] => {
    if (takes === 'none') return []
    if (takes === 'link') return [[name, link]]
    if (takes === 'rows') return [[name, fc.tuple(words, link).map(([text, url]) => rowsOf[name]?.(text, url))]]
    // What marks make of words is the matter of hostile-prose.test.tsx.
    if (['content', 'opening'].includes(name) || (kind === 'book' && name === 'description'))
      return [[name, words.map(withoutMarks)]]
    if (takes === 'words') return [[name, words.map((text) => cut(text, longest))]]
    const one = words.map((text) => cut(text.replaceAll(',', ' '), longest).trim())
    return [[name, fc.uniqueArray(one, { minLength: inList, maxLength: inList })]]
  })
  return fc.record(Object.fromEntries(attacks))
}

/** The same fields with words nobody could mind. */
function benign(kind: Written): Fields {
  const plain = slotsOf(kind).flatMap(({ name, takes }): [string, unknown][] => {
    if (takes === 'none') return []
    if (takes === 'link') return [[name, 'https://pictures.example/g']]
    if (takes === 'rows') return [[name, rowsOf[name]?.('A', 'https://pictures.example/g')]]
    return [[name, takes === 'words' ? 'A' : Array.from({ length: inList }, (_, index) => `e${index}`)]]
  })
  return Object.fromEntries(plain)
}

test('the attack reaches every field of the contracts that takes words', () => {
  expect(Object.keys(benign('post'))).toEqual(
    expect.arrayContaining(['title', 'excerpt', 'content', 'coverImage', 'category', 'tags']),
  )
  expect(Object.keys(benign('story'))).toEqual(
    expect.arrayContaining(['title', 'description', 'content', 'coverImage', 'reedyPromptsUrl']),
  )
  expect(Object.keys(benign('book'))).toEqual(
    expect.arrayContaining([
      'title',
      'subtitle',
      'series',
      'caption',
      'description',
      'opening',
      'genre',
      'coverAlt',
      'shops',
      'praise',
    ]),
  )
})

const pages = ['/', '/blog', '/blog/hostile', '/blog/neighbour', '/short-stories', '/short-stories/hostile']
const files = ['/feed.xml', '/sitemap.xml']

test('no words in any field of a post or a story change what a page is made of', async () => {
  const app = await createTestApp()
  const { addPost, setPost, addStory, setStory } = await openDesk(app)
  const state = { slug: 'hostile', isFeatured: true, featured: true }
  const hostilePost = await addPost({ ...state, ...benign('post'), publishedDate: '2025-06-01' })
  const hostileStory = await addStory({ ...state, ...benign('story') })
  await addPost({ title: 'Neighbour', publishedDate: '2025-05-01' })

  async function write(input: { post: Fields; story: Fields }) {
    await setPost(hostilePost.id, { ...state, ...input.post, publishedDate: '2025-06-01' })
    await setStory(hostileStory.id, { ...state, ...input.story })
  }
  async function readAll() {
    const read = async (path: string) => (await app.request(path)).text()
    const documents = await Promise.all(pages.map(read))
    const feeds = await Promise.all(files.map(read))
    for (const html of documents) {
      for (const [, json = ''] of html.matchAll(/<script[^>]*json"[^>]*>([^<]*)<\/script>/g)) JSON.parse(json)
    }
    JSON.parse(await read('/feed.json'))
    // A paragraph is made where the words have a blank line, which none of these have.
    return [
      ...documents.map((html) => elementsOf(html).join('\n')),
      ...feeds.map((xml) => elementsOf(xml, { isXml: true }).join('\n')),
    ]
  }

  await write({ post: benign('post'), story: benign('story') })
  const expected = await readAll()
  await fc.assert(
    fc.asyncProperty(hostile('post'), hostile('story'), async (post, story) => {
      await write({ post, story })
      expect(await readAll()).toEqual(expected)
    }),
    { numRuns: runs.journey },
  )
})

test('hostile words are shown as the words they are', async () => {
  const app = await createTestApp()
  const { addPost } = await openDesk(app)
  for (const [index, text] of evasions.entries()) {
    const { slug } = await addPost({ title: `Post ${index}`, content: withoutMarks(`[${text}]`), slug: `p-${index}` })
    const html = await (await app.request(`/blog/${slug}`)).text()
    const shown = html.match(/<div class="prose[^>]*><p>([\s\S]*?)<\/p><\/div>/)?.[1] ?? ''
    expect(decode(shown)).toBe(`[${text}]`)
  }
})

function decode(html: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')
}

test('no words in any field of a book change what a page is made of', async () => {
  const { request, add, set } = await openShelf()
  const fixed = { slug: 'hostile', seriesOrder: 1, publicationDate: '2025-01-01', editions: [{ format: 'E-book' }] }
  const { id } = await add({ ...benign('book'), ...fixed })
  await add({ title: 'Neighbour', series: 'A', slug: 'neighbour' })
  const places = ['/', '/books', '/books/hostile', '/books/low-water']
  const readAll = async () => {
    const documents = await Promise.all(places.map(async (path) => (await request(path)).text()))
    for (const html of documents) {
      for (const [, json = ''] of html.matchAll(/<script[^>]*json"[^>]*>([^<]*)<\/script>/g)) JSON.parse(json)
    }
    const map = await (await request('/sitemap.xml')).text()
    // Where a link leads, and how large a board's words are set, is what was typed.
    return [
      ...documents.map((html) => elementsOf(html.replace(/ data-size="\d"/g, '')).join('\n')),
      elementsOf(map, { isXml: true }).join('\n'),
    ]
  }
  await set(id, { ...benign('book'), ...fixed, series: 'Hostile' })
  const expected = await readAll()
  await fc.assert(
    fc.asyncProperty(hostile('book'), async (book) => {
      await set(id, { ...book, ...fixed, series: 'Hostile' })
      expect(await readAll()).toEqual(expected)
      await set(id, { ...benign('book'), ...fixed, series: book.series })
      await readAll()
    }),
    { numRuns: runs.journey },
  )
})
