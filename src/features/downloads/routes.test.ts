import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { createSmtpMailer } from '#server/mailer.ts'
import { openToken, signToken } from '#server/signed-token.ts'
import { suppress } from '#server/suppressions.ts'
import { makeEpub } from '#tests/support/epub.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { isFileName } from './contract.ts'

const filename = 'true-veil-blues.epub'
const hour = 3_600_000

type TestApp = Awaited<ReturnType<typeof createTestApp>>
type Owner = Awaited<ReturnType<TestApp['asOwner']>>

const upload = (owner: Owner, bytes: Uint8Array<ArrayBuffer>, name = filename) =>
  owner.request(`/api/files/${name}`, { method: 'PUT', body: bytes })

async function openShop({ hasFile = true } = {}) {
  const app = await createTestApp({ env: { TRUST_PROXY: '1' } })
  const owner = await app.asOwner()
  if (hasFile) await upload(owner, makeEpub())
  const makeLink = async () => {
    const response = await owner.post('/api/generate-download-link', { email: 'reader@home.example', filename })
    const { downloadUrl, ...rest } = await response.json()
    return { path: new URL(downloadUrl).pathname, ...rest }
  }
  const fetchAs = (path: string, client: string, headers = {}) =>
    app.request(path, { headers: { 'x-forwarded-for': client, ...headers } })
  const links = () => app.db.selectFrom('download_links').selectAll().execute()
  return { app, owner, makeLink, fetchAs, links }
}

describe('the file', () => {
  test('is taken whole, named, and given back byte for byte with headers that let nobody run it', async () => {
    const { owner, makeLink, fetchAs } = await openShop({ hasFile: false })
    const book = makeEpub(300_000)
    const answer = await upload(owner, book)
    expect([answer.status, await answer.json()]).toMatchObject([201, { name: filename, size: 300_000 }])
    const { path, expiresIn } = await makeLink()
    expect(expiresIn).toBe('24 hours')
    const response = await fetchAs(path, '10.0.0.1')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/epub+zip',
      'content-disposition': `attachment; filename="${filename}"; filename*=UTF-8''${filename}`,
      'content-length': '300000',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(book))).toBe(true)
  })

  test.each([
    ['a text', new TextEncoder().encode('Once upon a time. '.repeat(20))],
    ['a ZIP that is no EPUB', new Uint8Array(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)]))],
    ['an EPUB cut short', makeEpub(5_000).slice(0, 4_000)],
    ['nothing', new Uint8Array()],
  ])('%s is refused, and the last one stays', async (_what, bytes) => {
    const { owner, makeLink, fetchAs } = await openShop()
    const response = await upload(owner, bytes)
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid' }])
    expect((await fetchAs((await makeLink()).path, '10.0.0.1')).status).toBe(200)
  })

  test('replaced is replaced for every link, and the old bytes are gone', async () => {
    const { app, owner, makeLink, fetchAs } = await openShop()
    const { path } = await makeLink()
    const before = await app.db.selectFrom('book_files').selectAll().executeTakeFirstOrThrow()
    await upload(owner, makeEpub(9_000))
    expect((await fetchAs(path, '10.0.0.1')).headers.get('content-length')).toBe('9000')
    expect(await app.deps.files.read(before.storage_key)).toBeNull()
  })

  test('uploaded by ten hands at once is there once, and nothing lies beside it', async () => {
    const { app, owner, makeLink, fetchAs } = await openShop({ hasFile: false })
    const sizes = Array.from({ length: 10 }, (_, hand) => 2_000 + hand)
    const answers = await Promise.all(sizes.map((size) => upload(owner, makeEpub(size))))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const rows = await app.db.selectFrom('book_files').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(readdirSync(app.filesFolder)).toEqual([rows[0]?.storage_key])
    expect(await app.db.selectFrom('loose_files').selectAll().execute()).toEqual([])
    const book = await (await fetchAs((await makeLink()).path, '10.0.0.1')).arrayBuffer()
    expect(book.byteLength).toBe(rows[0]?.size)
  })

  test('fifty thousand hostile names open nothing', async () => {
    const { owner } = await openShop({ hasFile: false })
    const piece = fc.constantFrom(
      '..',
      '/',
      '\\',
      '%2f',
      '%00',
      '\0',
      '.epub',
      'a',
      'A',
      'é',
      ' ',
      ';',
      'C:',
      '//host/',
      '.',
    )
    const name = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(name, (text) => !isFileName(text) || /^[a-z0-9][a-z0-9._-]*\.epub$/.test(text)),
      { numRuns: 50_000 },
    )
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        for (const call of ['generate-download-link', 'send-download-email']) {
          const { status } = await owner.post(`/api/${call}`, { email: 'a@home.example', filename: text })
          expect(status).toBe(isFileName(text) ? 200 : 400)
        }
        const { status } = await owner.request(`/api/files/${encodeURIComponent(text)}`, { method: 'PUT', body: 'x' })
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a link', () => {
  test('tells by its head whether the file is there, and counts nothing', async () => {
    const { app, makeLink, owner, links } = await openShop({ hasFile: false })
    const { path } = await makeLink()
    expect((await app.request(path, { method: 'HEAD' })).status).toBe(404)
    await upload(owner, makeEpub(4_000))
    for (let scan = 0; scan < 50; scan++) {
      const head = await app.request(path, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '4000', ''])
    }
    expect(await links()).toMatchObject([{ downloads: 0 }])
  })

  test('is open until its last millisecond, and closed from the next on', async () => {
    const { app, makeLink, fetchAs } = await openShop()
    const { path } = await makeLink()
    app.passTime(24 * hour - 1)
    expect((await fetchAs(path, '10.0.0.1')).status).toBe(200)
    app.passTime(1)
    expect((await fetchAs(path, '10.0.0.1')).status).toBe(410)
    expect((await app.request(path, { method: 'HEAD' })).status).toBe(410)
  })

  test('counts a resumed download of one reader once, and closes after ten', async () => {
    const { app, makeLink, fetchAs, links } = await openShop()
    const { path } = await makeLink()
    for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=200-']) {
      expect((await fetchAs(path, '10.0.0.1', { range })).status).toBe(206)
    }
    expect(await links()).toMatchObject([{ downloads: 1 }])
    for (let reader = 2; reader <= 10; reader++) expect((await fetchAs(path, `10.0.0.${reader}`)).status).toBe(200)
    // Whoever came too late is not let in by trying again; whoever was the tenth may finish.
    for (let time = 0; time < 3; time++) expect((await fetchAs(path, '10.0.0.11')).status).toBe(410)
    expect((await fetchAs(path, '10.0.0.10', { range: 'bytes=1000-' })).status).toBe(206)
    expect((await app.request(path, { method: 'HEAD' })).status).toBe(410)
    expect(await links()).toMatchObject([{ downloads: 10 }])
    expect(await (await app.request(path.replace('/download/', '/api/gifts/'))).json()).toMatchObject({ state: 'used' })
  })

  test('with one download left is opened by one of two hundred who ask at once', async () => {
    const { app, makeLink, fetchAs, links } = await openShop()
    const { path } = await makeLink()
    await app.db.updateTable('download_links').set({ downloads: 9 }).execute()
    const answers = await Promise.all(Array.from({ length: 200 }, (_, reader) => fetchAs(path, `10.0.1.${reader}`)))
    const statuses = answers.map(({ status }) => status)
    expect([statuses.filter((status) => status === 200), statuses.filter((status) => status === 410)]).toEqual([
      [200],
      Array(199).fill(410),
    ])
    expect(await links()).toMatchObject([{ downloads: 10 }])
  })

  test('is given to sixty-four at once; the next is asked to come back, and uses nothing up', async () => {
    const { app, owner, fetchAs } = await openShop()
    const response = await owner.post('/api/generate-shared-download-link', { filename })
    const path = new URL((await response.json()).downloadUrl).pathname
    const downloads = async () =>
      (await app.db.selectFrom('download_links').select('downloads').executeTakeFirstOrThrow()).downloads
    const taken = await Promise.all(Array.from({ length: 64 }, (_, reader) => fetchAs(path, `10.0.1.${reader}`)))
    expect(taken.every(({ status }) => status === 200)).toBe(true)
    const late = await fetchAs(path, '10.0.2.1')
    expect([late.status, late.headers.get('retry-after'), await late.text()]).toEqual([
      503,
      '30',
      expect.stringContaining('Many readers are fetching the book just now.'),
    ])
    expect((await app.request(path, { method: 'HEAD' })).status).toBe(200)
    expect(await downloads()).toBe(64)
    // One has it all, another has gone away: two places are free, and only two.
    await taken[0]?.arrayBuffer()
    await taken[1]?.body?.cancel()
    const next = [await fetchAs(path, '10.0.2.1'), await fetchAs(path, '10.0.2.2'), await fetchAs(path, '10.0.2.3')]
    expect(next.map(({ status }) => status)).toEqual([200, 200, 503])
  })

  test('gives the range that is asked for, and refuses one that is not there', async () => {
    const { makeLink, fetchAs } = await openShop()
    const { path } = await makeLink()
    const whole = Buffer.from(makeEpub())
    const part = async (range: string) => {
      const response = await fetchAs(path, '10.0.0.1', { range })
      return [
        response.status,
        response.headers.get('content-range'),
        Buffer.from(await response.arrayBuffer()),
      ] as const
    }
    expect(await part('bytes=10-19')).toEqual([206, 'bytes 10-19/2000', whole.subarray(10, 20)])
    expect(await part('bytes=1990-')).toEqual([206, 'bytes 1990-1999/2000', whole.subarray(1990)])
    expect(await part('bytes=-5')).toEqual([206, 'bytes 1995-1999/2000', whole.subarray(1995)])
    expect(await part('bytes=1990-9999')).toEqual([206, 'bytes 1990-1999/2000', whole.subarray(1990)])
    expect((await part('bytes=2000-')).slice(0, 2)).toEqual([416, 'bytes */2000'])
    expect(await part('Bytes=10-19')).toEqual([206, 'bytes 10-19/2000', whole.subarray(10, 20)])
    expect((await part('bytes=0-1,5-6'))[0]).toBe(200)
    expect((await part('bytes=5-2'))[0]).toBe(200)
  })

  test('goes on with a range only while the book is the one that was begun', async () => {
    const { makeLink, fetchAs } = await openShop()
    const { path } = await makeLink()
    const etag = (await fetchAs(path, '10.0.0.1')).headers.get('etag') ?? ''
    const range = 'bytes=10-19'
    expect((await fetchAs(path, '10.0.0.1', { range, 'if-range': etag })).status).toBe(206)
    const whole = await fetchAs(path, '10.0.0.1', { range, 'if-range': '"another book"' })
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '2000'])
  })

  test('that has closed says so, book or no book', async () => {
    const { app, makeLink, fetchAs } = await openShop({ hasFile: false })
    const { path } = await makeLink()
    app.passTime(25 * hour)
    expect((await fetchAs(path, '10.0.0.1')).status).toBe(410)
  })

  test('is forgotten ninety days after it closed', async () => {
    const { app, makeLink, links } = await openShop()
    await makeLink()
    app.passTime(90 * 24 * hour)
    await keepHouse(app.deps)
    expect(await links()).toHaveLength(1)
    app.passTime(24 * hour + 1)
    await keepHouse(app.deps)
    expect(await links()).toEqual([])
  })

  test('does not stand in the log when something breaks over it', async () => {
    const { app, makeLink, fetchAs } = await openShop()
    const { path } = await makeLink()
    app.deps.files.read = (key) => Promise.reject(new Error(`${key} cannot be read for ${path}`))
    expect((await fetchAs(path, '10.0.0.1')).status).toBe(500)
    expect(app.logged.join('\n')).toMatch(/"path":"\/download\/[0-9a-f]{8}….\*\*\*"/)
    expect(app.logged.join('\n')).not.toContain(path.split('.')[1])
  })

  test('that the owner has closed stays closed', async () => {
    const { owner, makeLink, fetchAs, links } = await openShop()
    const { path } = await makeLink()
    const [link] = await links()
    expect((await owner.delete(`/api/owner/download-links/${link?.id}`)).status).toBe(200)
    expect((await fetchAs(path, '10.0.0.1')).status).toBe(410)
  })

  test('changed in a hundred thousand ways opens nothing', () => {
    const key = Buffer.from('a key for tests only, forty characters long')
    const token = signToken(key, '019bc186-de00-7adc-a95d-bb1916802495')
    const other = signToken(Buffer.from('another key'), '019bc186-de00-7adc-a95d-bb1916802495')
    const swapped = `019bc186-de00-7adc-a95d-bb1916802496.${token.split('.')[1]}`
    for (const forged of [other, swapped, `${token}=`, `${token} `, token.toUpperCase(), `${token}.${token}`]) {
      expect(openToken(key, forged)).toBeNull()
    }
    const change = fc.tuple(fc.nat(token.length - 1), fc.constantFrom(...'aZ09-_.=+/ \0é'), fc.constantFrom(0, 1, 2))
    fc.assert(
      fc.property(change, ([place, letter, take]) => {
        const forged = token.slice(0, place) + letter + token.slice(place + take)
        return forged === token || openToken(key, forged) === null
      }),
      { numRuns: 100_000 },
    )
  })

  test('forged is answered 404 and never 5xx', async () => {
    const { makeLink, app } = await openShop()
    const { path } = await makeLink()
    await fc.assert(
      fc.asyncProperty(fc.nat(path.length - 11), fc.constantFrom(...'abZ09-_.~'), async (place, letter) => {
        const forged = `/download/${path.slice(10, 10 + place)}${letter}${path.slice(11 + place)}`
        if (forged !== path) expect((await app.request(forged)).status).toBe(404)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('many links at once', () => {
  test('each reader gets her own, and whoever cannot have one gets a reason', async () => {
    const { app, owner } = await openShop()
    const { suppress } = await import('#server/suppressions.ts')
    await suppress(app.db, app.deps.keyFor, 'gone@home.example', 'left', app.deps.now())
    const response = await owner.post('/api/bulk-generate-download-links', {
      subscribers: ['One@home.example', 'one@home.example', 'two@home.example', 'nonsense', 'gone@home.example'],
      filename,
    })
    const { links, count } = await response.json()
    expect(count).toBe(2)
    expect(links).toMatchObject([
      {
        email: 'one@home.example',
        downloadUrl: expect.stringContaining('/download/'),
        expiresIn: '24 hours',
        error: null,
      },
      { email: 'two@home.example', error: null },
      { email: 'nonsense', downloadUrl: null, expiresIn: null, error: 'This is not an e-mail address' },
      { email: 'gone@home.example', downloadUrl: null, error: 'This reader has left and gets no more letters' },
    ])
  })

  test.each([0, 169, 1.5, '72', null])('a shared link for %j hours is refused', async (hoursToExpire) => {
    const { owner } = await openShop()
    expect((await owner.post('/api/generate-shared-download-link', { filename, hoursToExpire })).status).toBe(400)
  })

  test('a shared link says when it closes', async () => {
    const { app, owner, fetchAs } = await openShop()
    const response = await owner.post('/api/generate-shared-download-link', { filename, hoursToExpire: 72 })
    const { downloadUrl, expiresAt } = await response.json()
    expect(expiresAt).toBe('2026-01-18T12:00:00.000Z')
    for (let reader = 0; reader < 12; reader++) {
      expect((await fetchAs(new URL(downloadUrl).pathname, `10.0.0.${reader}`)).status).toBe(200)
    }
    app.passTime(72 * hour)
    expect((await fetchAs(new URL(downloadUrl).pathname, '10.0.0.1')).status).toBe(410)
  })
})

describe('the page a letter leads to', () => {
  test('uses nothing up, however often a mail program opens it', async () => {
    const { app, makeLink, links } = await openShop()
    const page = (await makeLink()).path.replace('/download/', '/get/')
    for (let scan = 0; scan < 30; scan++) {
      const response = await app.request(page)
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    }
    expect(await links()).toMatchObject([{ downloads: 0 }])
    expect(await (await app.request(page)).text()).toContain('Download the book')
  })

  test('sends a fresh link to the address the first was made for, three times a day', async () => {
    const { app, makeLink } = await openShop()
    app.deps.mailer = createSmtpMailer((await startSmtp()).url, 50)
    const page = (await makeLink()).path.replace('/download/', '/get/')
    app.passTime(25 * hour)
    expect(await (await app.request(page)).text()).toContain('This link closed')
    for (let time = 0; time < 3; time++) {
      const response = await app.postForm(page, {})
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.stringContaining('A fresh link goes to the address'),
      ])
    }
    expect((await app.postForm(page, {})).status).toBe(429)
    expect((await app.letters()).map(({ to_email, kind }) => [to_email, kind])).toEqual(
      Array.from({ length: 3 }, () => ['reader@home.example', 'campaigns.book']),
    )
  })

  test('tells whoever has left that no fresh link will come', async () => {
    const { app, makeLink } = await openShop()
    app.deps.mailer = createSmtpMailer((await startSmtp()).url, 50)
    const page = (await makeLink()).path.replace('/download/', '/get/')
    await suppress(app.db, app.deps.keyFor, 'reader@home.example', 'left', app.deps.now())
    app.passTime(25 * hour)
    const answer = await app.postForm(page, {})
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('wants no more letters')])
    expect(await app.letters()).toEqual([])
  })

  test('promises no fresh link where no mail server could bring it, and leads to the author instead', async () => {
    const { app, makeLink } = await openShop()
    const page = (await makeLink()).path.replace('/download/', '/get/')
    app.passTime(25 * hour)
    const html = await (await app.request(page)).text()
    expect([html.includes('Send me a fresh link'), html.includes('Write to the author')]).toEqual([false, true])
    expect((await app.postForm(page, {})).status).toBe(409)
    expect(await app.letters()).toEqual([])
  })

  test('sends none in the place of a link the author has closed', async () => {
    const { app, owner, makeLink, links } = await openShop()
    const page = (await makeLink()).path.replace('/download/', '/api/gifts/')
    await owner.delete(`/api/owner/download-links/${(await links())[0]?.id}`)
    expect((await app.post(`${page}/fresh`, {})).status).toBe(410)
    expect(await app.letters()).toEqual([])
  })
})

describe('a letter to one reader', () => {
  const write = (owner: Owner) => owner.post('/api/send-download-email', { email: 'reader@home.example', filename })

  test('is written with its link or not at all', async () => {
    const { app, owner, links } = await openShop()
    await app.db.schema.dropTable('letters').execute()
    expect((await write(owner)).status).toBe(500)
    expect(await links()).toEqual([])
  })

  test.each(['a stranger', 'a member'])('to %s has a way out that works for ever, and counts once', async (who) => {
    const { app, owner } = await openShop()
    const brought = { subscribers: ['reader@home.example'], basis: 'A reading' }
    if (who === 'a member') await owner.post('/api/voracious-readers-subscribers', brought)
    await write(owner)
    const [letter] = await app.letters()
    const [wayOut = ''] = letter?.text.match(/\/unsubscribe\/\S+/) ?? []
    app.passTime(1_000 * 24 * hour)
    await keepHouse(app.deps)
    for (let time = 0; time < 10; time++) expect((await app.postForm(wayOut, {})).status).toBe(200)
    expect(await app.db.selectFrom('consents').select(['email', 'act']).execute()).toEqual([
      { email: 'reader@home.example', act: 'withdrawn' },
    ])
    expect(await app.db.selectFrom('suppressions').select('reason').execute()).toEqual([{ reason: 'left' }])
  })
})
