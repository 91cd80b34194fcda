import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'

const page = (text: string, status = 200) => ({ status, headers: {}, body: Buffer.from(text) })

test('a page is rendered once for everybody who asks at the same moment, and for those who come later', async () => {
  const cache = createPageCache()
  let renders = 0
  const render = async () => page(`rendering ${++renders}`)
  await Promise.all(Array.from({ length: 20 }, () => cache.getOrRender('/', render)))
  await cache.getOrRender('/', render)
  expect(renders).toBe(1)
})

test('only a page that answered 200 is kept', async () => {
  const cache = createPageCache()
  await cache.getOrRender('/gone', async () => page('no', 404))
  expect(cache.get('/gone')).toBeUndefined()
})

test('a render that began before a change is not kept after it', async () => {
  const cache = createPageCache()
  let finish = (_: ReturnType<typeof page>) => {}
  const slow = cache.getOrRender(
    '/',
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  cache.clear()
  finish(page('old words'))
  await slow
  expect(cache.get('/')).toBeUndefined()
})

test('whoever asks after a change does not join a render that began before it', async () => {
  const cache = createPageCache()
  let finish = (_: ReturnType<typeof page>) => {}
  const before = cache.getOrRender(
    '/',
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  cache.clear()
  const after = await cache.getOrRender('/', async () => page('new words'))
  finish(page('old words'))
  await before
  expect('identity' in after && after.identity.body.toString()).toBe('new words')
  expect(cache.get('/')?.identity.body.toString()).toBe('new words')
})

test('the oldest pages make room when the cache is full', async () => {
  const cache = createPageCache({ maxEntries: 2 })
  for (const path of ['/a', '/b', '/c']) await cache.getOrRender(path, async () => page(path))
  expect([cache.get('/a'), cache.get('/b'), cache.get('/c')].map(Boolean)).toEqual([false, true, true])
})

test('the bytes it holds stay under its budget', async () => {
  const cache = createPageCache({ maxBytes: 3_000 })
  for (const path of ['/a', '/b', '/c']) await cache.getOrRender(path, async () => page(path.repeat(500)))
  expect([cache.get('/a'), cache.get('/b'), cache.get('/c')].map(Boolean)).toEqual([false, true, true])
})

test('no page outlives the day it was made on', async () => {
  let now = Date.parse('2025-10-31T23:59:59Z')
  const cache = createPageCache({ now: () => now })
  await cache.getOrRender('/', async () => page('upcoming'))
  now += 1_000
  expect(cache.get('/')).toBeUndefined()
})

test('a failed render is told to everybody who waited, and the next one tries again', async () => {
  const cache = createPageCache()
  await expect(cache.getOrRender('/', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect('identity' in (await cache.getOrRender('/', async () => page('back')))).toBe(true)
})

test('addresses that somebody makes up take no room from pages, and little of their own', async () => {
  const cache = createPageCache({ maxEntries: 100 })
  await cache.getOrRender('/a', async () => page('a'))
  for (let turn = 0; turn < 1_000; turn++) cache.missingAsOfNow()(`/made-up-${turn}`, page('nothing'))
  expect([cache.get('/a'), cache.getMissing('/made-up-999')].map(Boolean)).toEqual([true, true])
  expect(cache.size()).toBeLessThan(100)
})

test('what was not there before a change is not said to be missing after it', () => {
  const cache = createPageCache()
  cache.missingAsOfNow()('/gone', page('nothing'))
  const keepMissing = cache.missingAsOfNow()
  cache.clear()
  keepMissing('/new', page('nothing'))
  expect([cache.getMissing('/gone'), cache.getMissing('/new')]).toEqual([undefined, undefined])
})

test('a picture is kept as it is, beside the pages', async () => {
  const cache = createPageCache({ maxEntries: 2 })
  const picture = { ...page('points of colour'), headers: { 'content-type': 'image/png', etag: '"its-own"' } }
  for (const path of ['/a', '/b']) await cache.getOrRender(path, async () => page(path))
  await cache.getOrRender('/card.png', async () => picture)
  expect([cache.get('/a'), cache.get('/b')].map(Boolean)).toEqual([true, true])
  expect(cache.get('/card.png')).toMatchObject({ etag: '"its-own"', br: null, gzip: null })
})

test('what is good only for whoever asked is kept for nobody else', async () => {
  const cache = createPageCache()
  await cache.getOrRender('/card.png', async () => ({ ...page('a stand-in'), isPassing: true }))
  expect(cache.get('/card.png')).toBeUndefined()
})
