import { readdirSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chapter, container, makeEpub, makeZip, mimetype, packageOf } from '#tests/support/epub.ts'
import { runs } from '#tests/support/long-run.ts'
import { filename, openShop, upload } from '#tests/support/shop.ts'
import { isFileName } from './file-name.ts'

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

  const title = packageOf('<dc:title>A</dc:title>')
  const bomb = deflateRawSync(Buffer.alloc(50_000_000))
  test.each([
    ['the word that it is an EPUB and nothing else', [mimetype]],
    ['no way to its description', [mimetype, title, chapter]],
    ['no description', [mimetype, container, chapter]],
    ['a description of no chapters', [mimetype, container, packageOf('<dc:title>A</dc:title>', ''), chapter]],
    ['a chapter that is not in it', [mimetype, container, title]],
    ['a chapter nobody describes', [mimetype, container, packageOf('', '<itemref idref="two"/>'), chapter]],
    ['names that lead out of it', [mimetype, container, title, chapter, { ...chapter, name: '../../etc/passwd' }]],
    ['gigabytes by its own account', [mimetype, container, title, { ...chapter, unpacked: 3_000_000_000 }]],
    [
      'a description that never ends',
      [mimetype, container, { ...title, bytes: bomb, method: 8, unpacked: 900 }, chapter],
    ],
    [
      'as many entries as a table can name',
      [mimetype, ...Array.from({ length: 10_001 }, (_, name) => ({ ...chapter, name: `${name}` }))],
    ],
  ])('a book with %s is refused in words, and leaves nothing behind', async (_what, entries) => {
    const { app, owner } = await openShop()
    const before = readdirSync(app.filesFolder)
    const answer = await upload(owner, makeZip(entries))
    const { code, message } = await answer.json()
    expect([answer.status, code]).toEqual([400, 'invalid'])
    expect(message).toMatch(/^This EPUB is damaged: .+\. Export the book once more/)
    expect(readdirSync(app.filesFolder)).toEqual(before)
  })

  test.each([
    [
      '<dc:title id="t">True &amp; Veil\n Blues</dc:title><dc:creator>Ada O&#x2019;Quill</dc:creator>',
      'True & Veil Blues',
      'Ada O’Quill',
    ],
    ['<!-- <dc:title>No</dc:title> --><dc:title><![CDATA[A < B]]></dc:title>', 'A < B', null],
    ['<dc:creator opf:role="ill">Bo</dc:creator><dc:creator opf:role="aut">Cy</dc:creator>', null, 'Cy'],
    ['<meta content="a > b"/><dc:title>\u202e\u0000&bomb;</dc:title>', '&bomb;', null],
  ])('what a book says of itself is shown: %j', async (metadata, expectedTitle, authors) => {
    const { owner } = await openShop()
    const words = packageOf(metadata)
    const packed = { ...words, bytes: deflateRawSync(words.bytes), method: 8, unpacked: words.bytes.length }
    const answer = await upload(owner, makeZip([mimetype, container, packed, chapter]))
    expect([answer.status, await answer.json()]).toMatchObject([201, { title: expectedTitle, authors }])
    expect(await (await owner.request('/api/owner/files')).json()).toMatchObject([{ title: expectedTitle, authors }])
  })

  test.each([
    ['with its é in two signs, as a Mac does', 'caf\u00e9.xhtml', 'cafe\u0301.xhtml'],
    ['by its address, signs for spaces and all', 'part%20one.xhtml', 'part%20one.xhtml'],
    ['by its plain name', 'part%20one.xhtml', 'part one.xhtml'],
  ])('a book that names a chapter %s is whole', async (_how, href, name) => {
    const { owner } = await openShop()
    const words = { ...title, bytes: Buffer.from(title.bytes.toString().replace('one.xhtml', href)) }
    const book = makeZip([mimetype, container, words, { ...chapter, name: `book/${name}` }])
    expect((await upload(owner, book)).status).toBe(201)
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

  test('hostile names open nothing', async () => {
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
    fc.assert(fc.property(name, (text) => !isFileName(text) || /^[a-z0-9][a-z0-9._-]*\.epub$/.test(text)))
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
      { numRuns: runs.call },
    )
  })
})

test.each([
  ['My Book, final (3).epub', 'My Book, final (3).epub'],
  ['Ёжик в тумане.epub', 'Ёжик в тумане.epub'],
  ['C:\\fakepath\\book.epub', 'book.epub'],
  ['../../etc/passwd', 'passwd'],
  ['/', null],
  ['  ', null],
  ['a\r\nSet-Cookie: x=1\0.epub', 'aSet-Cookie: x=1.epub'],
  ['gpj\u202ebupe.exe\u2028', 'gpjbupe.exe'],
  ['<img src=x onerror=alert(1)>.epub', '<img src=x onerror=alert(1)>.epub'],
])(
  'a book that was called %j on her computer is shown to her as %j, and kept under a name of ours',
  async (name, shown) => {
    const { app, owner, makeLink, fetchAs } = await openShop()
    const answer = await owner.request(`/api/files/${filename}`, {
      method: 'PUT',
      body: makeEpub(),
      headers: { 'x-file-name': encodeURIComponent(name) },
    })
    expect([answer.status, await answer.json()]).toMatchObject([201, { name: filename, uploadedAs: shown }])
    expect(await (await owner.request('/api/owner/files')).json()).toMatchObject([
      { name: filename, uploadedAs: shown },
    ])
    const { storage_key } = await app.db.selectFrom('book_files').select('storage_key').executeTakeFirstOrThrow()
    expect(storage_key).toMatch(/^book-[\w-]{22}$/)
    const download = await fetchAs((await makeLink()).path, '10.0.0.1')
    expect(download.headers.get('content-disposition')).toBe(
      `attachment; filename="${filename}"; filename*=UTF-8''${filename}`,
    )
  },
)

test('a very long name is cut, and never within a letter', async () => {
  const { owner } = await openShop()
  const headers = { 'x-file-name': encodeURIComponent('😀'.repeat(300)) }
  const answer = await owner.request(`/api/files/${filename}`, { method: 'PUT', body: makeEpub(), headers })
  expect(await answer.json()).toMatchObject({ uploadedAs: '😀'.repeat(120) })
})

test.each(['%', '%E0%A4%A', '%FF', undefined])(
  'a name that is none (%j) is left out, and the book is taken',
  async (name) => {
    const { owner } = await openShop()
    const headers: Record<string, string> = name ? { 'x-file-name': name } : {}
    const answer = await owner.request(`/api/files/${filename}`, { method: 'PUT', body: makeEpub(), headers })
    expect([answer.status, await answer.json()]).toMatchObject([201, { uploadedAs: null }])
  },
)
