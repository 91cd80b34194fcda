import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { makeEpub } from '#tests/support/epub.ts'
import { startS3 } from '#tests/support/s3.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const filename = 'lanterns.epub'

/** The house with its files in a bucket. */
async function openShop(more: Record<string, string> = {}) {
  const store = await startS3()
  const app = await createTestApp({ env: { ...store.env, TRUST_PROXY: '1', ...more } })
  const owner = await app.asOwner()
  const upload = (bytes: BodyInit) => owner.request(`/api/files/${filename}`, { method: 'PUT', body: bytes })
  const makeLink = async () => {
    const answer = await owner.post('/api/generate-download-link', { email: 'reader@home.example', filename })
    return new URL((await answer.json()).downloadUrl).pathname
  }
  const links = () => app.db.selectFrom('download_links').selectAll().execute()
  const loose = () => app.db.selectFrom('loose_files').selectAll().execute()
  return { store, app, owner, upload, makeLink, links, loose }
}

const picture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#b5532c' } })
    .png()
    .toBuffer()

test('a book goes to the bucket whole, and a reader fetches it there under its own name', async () => {
  const { store, app, upload, makeLink, links } = await openShop()
  const book = Buffer.from(makeEpub(300_000))
  expect((await upload(book)).status).toBe(201)
  expect([...store.objects.values()]).toEqual([book])
  expect(readdirSync(app.filesFolder)).toEqual([])

  const path = await makeLink()
  const answer = await app.request(path)
  const location = answer.headers.get('location') ?? ''
  expect([answer.status, await answer.text()]).toEqual([302, ''])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(location.startsWith(`${store.url}/books/book-`)).toBe(true)
  expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('60')
  expect(await links()).toMatchObject([{ downloads: 1 }])

  const fetched = await fetch(location)
  expect(Object.fromEntries(fetched.headers)).toMatchObject({
    'content-type': 'application/epub+zip',
    'content-disposition': `attachment; filename="${filename}"; filename*=UTF-8''${filename}`,
  })
  expect(Buffer.from(await fetched.arrayBuffer()).equals(book)).toBe(true)
  const rest = await fetch(location, { headers: { range: 'bytes=299990-' } })
  expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([206, 10])
  expect((await fetch(location.split('?')[0] ?? '')).status).toBe(403)
  // What opens a file for a minute is nobody's to read later.
  expect(app.logged.join('\n')).not.toContain('X-Amz')
})

test('the head of a link asks the bucket, counts nothing, and tells a missing file', async () => {
  const { store, app, upload, makeLink, links } = await openShop()
  await upload(makeEpub(4_000))
  const path = await makeLink()
  const head = () => app.request(path, { method: 'HEAD' })
  expect([(await head()).status, (await head()).headers.get('content-length')]).toEqual([200, '4000'])
  store.objects.clear()
  expect((await head()).status).toBe(404)
  expect((await app.request(path)).status).toBe(404)
  expect(await links()).toMatchObject([{ downloads: 0 }])
})

test.each(['denied', 'broken', 'silent'] as const)(
  'while the bucket is %s everybody hears it in our words, and no download is counted',
  async (mood) => {
    const { store, app, upload, owner, makeLink, links } = await openShop()
    await upload(makeEpub())
    const image = await (await owner.request('/api/owner/images', { method: 'POST', body: await picture() })).json()
    const path = await makeLink()
    store.mood = (method) => (method === 'PUT' && mood === 'silent' ? 'broken' : mood)
    const answers = await Promise.all([
      app.request(path),
      app.request(path, { method: 'HEAD' }),
      app.request(image.url),
      upload(makeEpub()),
    ])
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
      expect(await answer.text()).not.toMatch(/<\?xml|<Error>/)
    }
    expect(await links()).toMatchObject([{ downloads: 0 }])
    expect(app.logged.join('\n')).toContain('file store away')
    expect(app.logged.join('\n')).not.toContain('a-secret')

    store.mood = undefined
    expect((await app.request(path)).status).toBe(302)
  },
)

test('a store that never answers is given up', async () => {
  const { store, app, upload, makeLink } = await openShop()
  await upload(makeEpub())
  const path = await makeLink()
  store.mood = () => 'silent'
  const before = store.calls.length
  expect((await app.request(path)).status).toBe(503)
  // A line that is merely dropped after a while is taken up again.
  expect(store.calls.length - before).toBe(1)
})

test('a book for a bucket that does not exist is not said to be kept', async () => {
  const { upload, app } = await openShop({ S3_BUCKET: 'another' })
  expect((await upload(makeEpub())).status).toBe(503)
  expect(await app.db.selectFrom('book_files').selectAll().execute()).toEqual([])
})

test('what is no book, or not all of one, never reaches the bucket', async () => {
  const { store, app, upload } = await openShop()
  const broken = new ReadableStream({
    start(stream) {
      stream.enqueue(makeEpub(5_000).slice(0, 4_000))
      stream.error(new Error('the line broke'))
    },
  })
  expect((await upload('Once upon a time. '.repeat(20))).status).toBe(400)
  expect((await upload(makeEpub(5_000).slice(0, 4_000))).status).toBe(400)
  const owner = await app.asOwner()
  const init = { method: 'PUT', body: broken, duplex: 'half' } as object
  expect((await owner.request(`/api/files/${filename}`, init)).ok).toBe(false)
  expect(store.calls).toEqual([])
  expect(readdirSync(app.filesFolder)).toEqual([])
})

test('pictures live in the bucket too, and are handed out by the site, to be kept for ever', async () => {
  const { store, app, owner } = await openShop()
  const { url } = await (await owner.request('/api/owner/images', { method: 'POST', body: await picture() })).json()
  expect(store.objects.size).toBe(6)
  const answer = await app.request(url)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([bytes.length, (await sharp(bytes).metadata()).format]).toEqual([
    Number(answer.headers.get('content-length')),
    'jpeg',
  ])
  const cached = await app.request(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
  expect(cached.status).toBe(304)
})

test('a replaced book leaves the bucket; if it cannot now, then within the day', async () => {
  const { store, app, upload, loose } = await openShop()
  await upload(makeEpub(3_000))
  await upload(makeEpub(4_000))
  expect([...store.objects.values()].map(({ length }) => length)).toEqual([4_000])
  expect(await loose()).toEqual([])

  store.mood = (method) => (method === 'DELETE' ? 'broken' : undefined)
  expect((await upload(makeEpub(5_000))).status).toBe(201)
  expect([store.objects.size, (await loose()).length]).toEqual([2, 1])
  store.mood = undefined
  await keepHouse(app.deps)
  expect(store.objects.size).toBe(2)
  app.passTime(61 * 60_000)
  await keepHouse(app.deps)
  expect([...store.objects.values()].map(({ length }) => length)).toEqual([5_000])
  expect(await loose()).toEqual([])
})

test('what a crash left of an upload is cleared away, on both sides of the line', async () => {
  const { store, app, upload, loose } = await openShop()
  await upload(makeEpub(3_000))
  // Killed between the bucket and the row, and in the middle of spooling.
  app.deps.db.transaction = () => {
    throw new Error('killed')
  }
  expect((await upload(makeEpub(4_000))).status).toBe(500)
  Reflect.deleteProperty(app.deps.db, 'transaction')
  expect([store.objects.size, (await loose()).length]).toEqual([2, 1])
  const part = join(app.filesFolder, 'book-x.00.part')
  writeFileSync(part, 'half')
  utimesSync(part, app.deps.now(), app.deps.now())

  app.passTime(61 * 60_000)
  await keepHouse(app.deps)
  expect([...store.objects.values()].map(({ length }) => length)).toEqual([3_000])
  expect([readdirSync(app.filesFolder), await loose()]).toEqual([[], []])
})
