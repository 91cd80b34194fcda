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
