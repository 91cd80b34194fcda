import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeEpub } from '#tests/support/epub.ts'
import { runs } from '#tests/support/long-run.ts'
import { filename, openShop, upload } from '#tests/support/shop.ts'
import { isFileName } from './contract.ts'

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
