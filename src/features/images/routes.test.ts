import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { createTestApp } from '#tests/support/test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

const day = 86_400_000

/** Grain, as a photograph has it: it does not vanish in the compression. */
function photograph(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
}

async function open() {
  const app = await createTestApp()
  const owner = await app.asOwner()
  const upload = (body: Uint8Array | string) =>
    owner.request('/api/owner/images', { method: 'POST', body: body as BodyInit })
  return { app, owner, upload }
}

/** What is there besides the database: nothing that was refused may leave a trace in either. */
async function traces({ db, filesFolder }: TestApp) {
  return { files: readdirSync(filesFolder), rows: await db.selectFrom('images').selectAll().execute() }
}

const nothing = { files: [], rows: [] }

async function pictureAt(app: TestApp, path: string) {
  const response = await app.request(path)
  expect(response.status).toBe(200)
  return sharp(Buffer.from(await response.arrayBuffer())).metadata()
}

test('a photograph is turned upright, made smaller, and stands at an address of its own', async () => {
  const { app, upload } = await open()
  // Orientation 6: the camera was held on its side.
  const response = await upload(await photograph(1200, 2000).withMetadata({ orientation: 6 }).jpeg().toBuffer())
  expect(response.status).toBe(201)
  const { url, width, height } = await response.json()
  expect(url).toMatch(/^\/images\/[\w-]+$/)
  expect([width, height]).toEqual([1600, 960])
  expect(await pictureAt(app, url)).toMatchObject({ format: 'jpeg', width: 960, height: 576 })
  for (const size of [480, 960, 1600]) {
    expect(await pictureAt(app, `${url}/${size}.webp`)).toMatchObject({ format: 'webp', width: size })
    expect(await pictureAt(app, `${url}/${size}.jpg`)).toMatchObject({ format: 'jpeg', width: size })
  }
})

test('a small picture is never enlarged', async () => {
  const { app, upload } = await open()
  const { url, width } = await (await upload(await photograph(300, 200).png().toBuffer())).json()
  expect(width).toBe(300)
  expect(await pictureAt(app, `${url}/1600.webp`)).toMatchObject({ width: 300, height: 200 })
})

for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
  test(`a picture in the format ${format} is taken`, async () => {
    const { upload } = await open()
    expect((await upload(await photograph(64, 48).toFormat(format).toBuffer())).status).toBe(201)
  })
}

test('neither the place nor the camera of a photograph is published', async () => {
  const { app, upload } = await open()
  const exif = { IFD0: { Make: 'Canary camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
  const { url } = await (await upload(await photograph(300, 200).withExif(exif).jpeg().toBuffer())).json()
  for (const path of [url, `${url}/1600.webp`, `${url}/1600.jpg`]) {
    const bytes = Buffer.from(await (await app.request(path)).arrayBuffer())
    expect(bytes.includes('Canary')).toBe(false)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  }
})

test('only the first frame of a moving picture is kept', async () => {
  const { app, upload } = await open()
  const frames = await Promise.all(
    ['#f00', '#00f'].map((background) =>
      sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  for (const moving of [
    sharp(frames, { join: { animated: true } }).gif(),
    sharp(frames, { join: { animated: true } }).webp(),
  ]) {
    const { url, height } = await (await upload(await moving.toBuffer())).json()
    expect(height).toBe(40)
    expect(await pictureAt(app, `${url}/480.webp`)).toMatchObject({ width: 60, height: 40 })
    const { dominant } = await sharp(Buffer.from(await (await app.request(url)).arrayBuffer())).stats()
    expect(dominant.r).toBeGreaterThan(200)
  }
})

test('what hides behind the end of a picture is gone', async () => {
  const { app, upload } = await open()
  const script = '<script>alert("canary")</script>'
  const picture = await photograph(200, 100).jpeg().toBuffer()
  const polyglot = Buffer.concat([picture, Buffer.from(script), Buffer.from('PK\x03\x04')])
  const { url } = await (await upload(polyglot)).json()
  const served = Buffer.from(await (await app.request(url)).arrayBuffer())
  expect(served.includes('canary')).toBe(false)
})

test('what is no picture, or not one of the five kinds, is refused and leaves nothing', async () => {
  const { app, upload } = await open()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const others: (string | Buffer)[] = [
    svg,
    `<?xml version="1.0"?>${svg}`,
    '<!doctype html><script>alert(1)</script>',
    '',
    'GIF89a is how a letter may begin, too',
    Buffer.concat([Buffer.from([0x89]), Buffer.from('PNG\r\n\x1a\n'), Buffer.from(svg)]),
    await photograph(30, 30).tiff().toBuffer(),
    Buffer.from('%PDF-1.7'),
  ]
  for (const body of others) {
    const response = await upload(body)
    expect([400, 415]).toContain(response.status)
    const { message, requestId } = await response.json()
    expect(message).toMatch(/^A picture must be|^That picture is damaged/)
    expect(requestId).toBeTruthy()
  }
  expect(await traces(app)).toEqual(nothing)
})

test('a picture out of a phone that few browsers show is refused with the way round it', async () => {
  const { app, upload } = await open()
  const response = await upload(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))
  expect([response.status, (await response.json()).message]).toEqual([
    415,
    expect.stringContaining('Export it as JPEG'),
  ])
  expect(await traces(app)).toEqual(nothing)
})

test('a picture that is not whole is refused, wherever it was cut', async () => {
  const { app, upload } = await open()
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const whole = await photograph(100, 75).toFormat(format).toBuffer()
    for (const part of [0.1, 0.5, 0.95]) {
      const response = await upload(whole.subarray(0, Math.floor(whole.length * part)))
      expect([400, 415], `${format} at ${part}`).toContain(response.status)
    }
  }
  expect(await traces(app)).toEqual(nothing)
})

test('a few bytes that claim to be a wall-sized picture are not even unpacked', async () => {
  const { app, upload } = await open()
  const wall = await sharp({ create: { width: 6_000, height: 4_100, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const response = await upload(wall)
  expect(response.status).toBe(413)
  expect((await response.json()).message).toBe('That picture has more than 24 million pixels. Please make it smaller.')
  expect(await traces(app)).toEqual(nothing)
})

test.each([
  ['tall', 1, 16_001],
  ['broad', 16_001, 1],
])('a picture too %s for any page is refused by its header alone', async (_what, width, height) => {
  const { app, upload } = await open()
  const strip = await sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()
  // Nothing but the header is there to be read.
  const response = await upload(new Uint8Array(strip.subarray(0, 200)))
  expect(response.status).toBe(413)
  expect((await response.json()).message).toMatch(/longer than 16,000 pixels on one side/)
  expect(await traces(app)).toEqual(nothing)
})

test('a file over 15 MB is refused, also when it does not say how long it is', async () => {
  const { app, owner, upload } = await open()
  expect((await upload(new Uint8Array(15 * 1024 * 1024 + 1))).status).toBe(413)
  const endless = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1024 * 1024)) })
  const response = await owner.request('/api/owner/images', {
    method: 'POST',
    body: endless,
    duplex: 'half',
  } as object)
  expect(response.status).toBe(413)
  expect(await traces(app)).toEqual(nothing)
})

test.each([
  ['in the middle', (size: number) => size / 2],
  ['at its very end', (size: number) => size],
])('an upload that breaks off leaves nothing: %s', async (_where, placeIn) => {
  const { app, owner } = await open()
  const picture = await photograph(400, 300).jpeg().toBuffer()
  const broken = new ReadableStream({
    async start(stream) {
      stream.enqueue(new Uint8Array(picture.subarray(0, placeIn(picture.length))))
      await wait(10)
      stream.error(new Error('the line broke'))
    },
  })
  const response = await owner.request('/api/owner/images', {
    method: 'POST',
    body: broken,
    duplex: 'half',
  } as object)
  expect(response.ok).toBe(false)
  expect(await traces(app)).toEqual(nothing)
})

test('a disk that fails in the middle leaves nothing', async () => {
  const { app, upload } = await open()
  const { put } = app.deps.files
  let puts = 0
  app.deps.files.put = (key, bytes) => (++puts === 4 ? Promise.reject(new Error('no room')) : put(key, bytes))
  expect((await upload(await photograph(400, 300).jpeg().toBuffer())).status).toBe(500)
  expect(await traces(app)).toEqual(nothing)
})

test('a picture is served for ever, as a picture and nothing else', async () => {
  const { app, upload } = await open()
  const { url } = await (await upload(await photograph(200, 100).jpeg().toBuffer())).json()
  const response = await app.request(url)
  const headers = Object.fromEntries(response.headers)
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect((await response.arrayBuffer()).byteLength).toBe(Number(headers['content-length']))
  const again = await app.request(url, { headers: { 'if-none-match': headers.etag ?? '' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const head = await app.request(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    headers['content-length'],
    '',
  ])
})

test('an address nobody was given leads nowhere', async () => {
  const { app, upload } = await open()
  const { url } = await (await upload(await photograph(200, 100).jpeg().toBuffer())).json()
  const wrong = [
    '/images/nothing',
    '/images/..%2f..%2ffrontispiece.db',
    `${url}/961.jpg`,
    `${url}/960.svg`,
    `${url}/..%2f960.jpg`,
    `${url}/960.jpg%00`,
  ]
  for (const path of wrong) expect((await app.request(path)).status, path).toBe(404)
})

test('only the owner may bring pictures', async () => {
  const app = await createTestApp()
  const picture = await photograph(20, 20).png().toBuffer()
  const response = await app.request('/api/owner/images', {
    method: 'POST',
    body: picture as BodyInit,
    headers: { origin: app.env.siteUrl },
  })
  expect(response.status).toBe(401)
  expect(await traces(app)).toEqual(nothing)
})

test('a picture that nothing has named for a month is thrown away; one in use, or in unsaved words, stays', async () => {
  const { app, owner, upload } = await open()
  const bring = async () => (await (await upload(await photograph(40, 30).png().toBuffer())).json()).url as string
  const [inPost, inStory, inWords, unused] = [await bring(), await bring(), await bring(), await bring()]
  const cover = { coverImage: `${app.env.siteUrl}${inPost}` }
  const post = await (await owner.post('/api/blog', { title: 'With a cover', content: 'x', ...cover })).json()
  await owner.post('/api/short-stories', { title: 'With a cover', content: 'x', coverImage: inStory })
  await owner.put('/api/owner/drafts/post/new', { fields: { coverImage: inWords }, baseVersion: 0, writer: 'a-window' })
  await keepHouse(app.deps)

  app.passTime(31 * day)
  await keepHouse(app.deps)
  for (const url of [inPost, inStory, inWords]) expect((await app.request(url)).status).toBe(200)
  expect((await app.request(unused)).status).toBe(404)

  // However long it was in use: from now on it has a month.
  const again = await app.asOwner()
  await again.delete(`/api/blog/${post.id}`)
  await again.delete(`/api/owner/bin/post/${post.id}`)
  await keepHouse(app.deps)
  app.passTime(29 * day)
  await keepHouse(app.deps)
  expect((await app.request(inPost)).status).toBe(200)
  app.passTime(2 * day)
  await keepHouse(app.deps)
  expect((await app.request(inPost)).status).toBe(404)
  expect((await traces(app)).files).toHaveLength(2 * 6)
})
