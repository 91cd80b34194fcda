import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { makeEpub } from '#tests/support/epub.ts'
import { makePdf } from '#tests/support/pdf.ts'
import { filename, hour, openShop, upload } from '#tests/support/shop.ts'
import type { BookFile, OwnerFile } from './contract.ts'

const pdf = 'salt-roads.pdf'

/** A site with the free book and a PDF beside it. */
async function openFiles() {
  const shop = await openShop()
  await upload(shop.owner, makePdf(), pdf)
  const list = async (): Promise<BookFile[]> => (await shop.owner.request('/api/owner/files')).json()
  const look = async (name = pdf): Promise<OwnerFile> => (await shop.owner.request(`/api/owner/files/${name}`)).json()
  const linkTo = async (name: string, email = 'reader@home.example') => {
    const { downloadUrl } = await (
      await shop.owner.post('/api/generate-download-link', { email, filename: name })
    ).json()
    return new URL(downloadUrl).pathname
  }
  const say = (words: object) => shop.owner.put(`/api/owner/files/${pdf}`, { title: null, cover: null, ...words })
  return { ...shop, list, look, linkTo, say }
}

const picture = () =>
  sharp({ create: { width: 200, height: 300, channels: 3, background: '#884422' } })
    .jpeg()
    .toBuffer()

const pageOf = (download: string) => download.replace('/download/', '/get/')

describe('a file', () => {
  test('stands in the list with its kind, its size, its links and how often it was fetched', async () => {
    const { app, list, linkTo, fetchAs } = await openFiles()
    const path = await linkTo(pdf)
    for (const client of ['10.0.0.1', '10.0.0.2']) await (await fetchAs(path, client)).arrayBuffer()
    const counted = { name: pdf, kind: 'PDF', openLinks: 1, downloads: 2, isFree: false }
    expect(await list()).toMatchObject([
      { name: filename, kind: 'EPUB', openLinks: 0, downloads: 0, isFree: true, called: 'Lanterns' },
      { ...counted, uploadedAt: app.deps.now().toISOString() },
    ])
    app.passTime(200 * 24 * hour)
    await keepHouse(app.deps)
    const later = await (await (await app.asOwner()).request('/api/owner/files')).json()
    expect(later[1]).toMatchObject({ openLinks: 0, downloads: 2 })
  })

  test('that is a PDF is given back as one, byte for byte, with headers that let nobody run it', async () => {
    const { linkTo, fetchAs } = await openFiles()
    const response = await fetchAs(await linkTo(pdf), '10.0.0.1')
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${pdf}"; filename*=UTF-8''${pdf}`,
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      },
    ])
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(makePdf()))
  })

  const words = new TextEncoder()
  test.each<[string, string, Uint8Array<ArrayBuffer>, number, RegExp]>([
    ['a PDF called EPUB', 'new.epub', makePdf(), 400, /^This is a PDF, though its name says EPUB\./],
    ['an EPUB called PDF', 'new.pdf', makeEpub(), 400, /^This is an EPUB, though its name says PDF\./],
    ['a text called PDF', 'new.pdf', words.encode('Once upon a time. '.repeat(20)), 400, /^This is not a PDF\./],
    ['a PDF without its end', 'new.pdf', makePdf().slice(0, 60), 400, /^This PDF is cut short/],
    ['three letters called PDF', 'new.pdf', words.encode('abc'), 400, /^This is not a PDF\./],
    ['nothing, called PDF', 'new.pdf', new Uint8Array(), 400, /^The file is empty\./],
    ['nothing, called EPUB', 'new.epub', new Uint8Array(), 400, /^The file is empty\./],
    ['a PDF called otherwise', 'new.mobi', makePdf(), 400, /ends in \.epub or \.pdf$/],
    ['a PDF that climbs', '..%2fnew.pdf', makePdf(), 400, /^A file name holds/],
    ['one byte too much', 'new.pdf', new Uint8Array(100 * 1024 * 1024 + 1), 413, /^A file may be 100 MB at most\./],
  ])('%s is refused in a sentence, and nothing is half there', async (_what, name, bytes, status, sentence) => {
    const { app, owner, list } = await openFiles()
    const before = [await list(), readdirSync(app.filesFolder)]
    const answer = await upload(owner, bytes, name)
    expect([answer.status, (await answer.json()).message]).toEqual([status, expect.stringMatching(sentence)])
    expect([await list(), readdirSync(app.filesFolder)]).toEqual(before)
  })

  test('whose upload does not say how long it is, and is too long, is refused as well', async () => {
    const { app, owner } = await openFiles()
    const before = readdirSync(app.filesFolder)
    const piece = new Uint8Array(1024 * 1024)
    piece.set(makePdf().slice(0, 20))
    let sent = 0
    const body = new ReadableStream({
      pull: (stream) => (sent++ > 100 ? stream.close() : stream.enqueue(piece)),
    })
    const init = { method: 'PUT', body, duplex: 'half' } as RequestInit & { headers?: Record<string, string> }
    expect((await owner.request('/api/files/new.pdf', init)).status).toBe(413)
    expect(readdirSync(app.filesFolder)).toEqual(before)
  })

  test('that is new does not take the place of another: of several at once one is taken', async () => {
    const { app, owner, list } = await openFiles()
    const add = (name: string) =>
      owner.request(`/api/files/${name}`, { method: 'PUT', body: makePdf(), headers: { 'if-none-match': '*' } })
    const answer = await add(pdf)
    expect([answer.status, (await answer.json()).message]).toEqual([
      409,
      expect.stringContaining(`A file called ${pdf} is here already.`),
    ])
    const answers = await Promise.all(Array.from({ length: 5 }, () => add('new.pdf')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(await list()).toHaveLength(3)
    expect(readdirSync(app.filesFolder)).toHaveLength(3)
    expect(await app.db.selectFrom('loose_files').selectAll().execute()).toEqual([])
  })
})

describe('what she says of a file', () => {
  test('is on its page and in its letters; the free book says what it said', async () => {
    const { app, owner, say, look, linkTo } = await openFiles()
    expect(await look()).toMatchObject({
      called: 'the free book',
      titleFault: expect.stringContaining('no title yet'),
    })
    expect((await say({ title: ' Salt Roads ' })).status).toBe(200)
    expect(await look()).toMatchObject({ called: 'Salt Roads', givenTitle: 'Salt Roads', titleFault: null })
    const html = await (await app.request(pageOf(await linkTo(pdf)))).text()
    expect(html).toContain('Salt Roads</h1>')
    expect(html).toMatch(/PDF(<!-- -->)?, /)
    for (const [file, title] of [
      [pdf, 'Salt Roads'],
      [filename, 'Lanterns'],
    ]) {
      const letter = await (await owner.request(`/api/owner/book-letter?file=${file}`)).json()
      expect(letter.subject).toBe(`Your copy of ${title}`)
      expect(await (await owner.request(`/admin/send-emails/letter?file=${file}`)).text()).toContain(title)
      const byHand = await (await owner.request(`/api/owner/letter-by-hand?file=${file}`)).json()
      expect(byHand.subject).toBe(`Your copy of ${title}`)
    }
    await upload(owner, makePdf(5_000), pdf)
    expect(await look()).toMatchObject({ called: 'Salt Roads', size: 5_000 })
  })

  test('may be the cover of a book that is hidden, a picture of hers, or none', async () => {
    const { app, owner, say, look, linkTo } = await openFiles()
    const { books } = await look()
    const hidden = books.find(({ title }) => title === 'Lanterns')
    expect((await say({ cover: { kind: 'book', id: hidden?.id } })).status).toBe(200)
    expect(await look()).toMatchObject({ cover: { kind: 'book', id: hidden?.id } })
    const form = await owner.request('/api/owner/images', { method: 'POST', body: new Uint8Array(await picture()) })
    const { url } = await form.json()
    expect((await say({ title: 'Salt Roads', cover: { kind: 'image', url } })).status).toBe(200)
    expect(await look()).toMatchObject({ cover: { kind: 'image', url }, book: { cover: { kind: 'image', url } } })
    const page = pageOf(await linkTo(pdf))
    expect(await (await app.request(page)).text()).toContain(`src="${url}/480.jpg"`)
    // It is in use: it stays.
    app.passTime(40 * 24 * hour)
    await keepHouse(app.deps)
    app.passTime(40 * 24 * hour)
    await keepHouse(app.deps)
    expect((await app.request(url)).status).toBe(200)
    const later = await app.asOwner()
    await later.put(`/api/owner/files/${pdf}`, { title: 'Salt Roads', cover: null })
    expect(await (await app.request(page)).text()).toContain('board-title">Salt Roads')
  })

  test.each([
    [{ cover: { kind: 'book', id: 'nobody' } }, 400],
    [{ cover: { kind: 'image', url: '/images/nothing' } }, 400],
    [{ cover: { kind: 'image', url: 'https://elsewhere.example/a.jpg' } }, 400],
    [{ cover: { kind: 'pack', name: 'x' } }, 400],
    [{ title: 'x'.repeat(201) }, 400],
    [{ title: 'a\0b' }, 400],
  ])('is refused where it is %j, and nothing changes', async (words, status) => {
    const { say, look } = await openFiles()
    await say({ title: 'Salt Roads' })
    expect((await say(words)).status).toBe(status)
    expect(await look()).toMatchObject({ called: 'Salt Roads', cover: null })
  })

  test('on its page stands over what the page of all files says, there alone, and is seen as she types', async () => {
    const { app, owner, look, linkTo } = await openFiles()
    const { words } = await look()
    const set = await (await owner.request(`/api/owner/pages/${words}`)).json()
    const frame = async () => (await owner.request(`/admin/frame?path=${set.path}`)).text()
    await owner.put(`/api/owner/drafts/page/${words}`, {
      fields: { intro: 'Typed of {freebook}.' },
      baseVersion: 0,
      writer: 'a',
      over: '',
    })
    await owner.put(`/api/owner/files/${pdf}`, { title: 'Salt Roads', cover: null })
    expect(await frame()).toContain('Typed of Salt Roads.')
    const values = { intro: 'A bonus: {freebook}.', button: 'Take it' }
    expect((await owner.put(`/api/owner/pages/${words}`, { values, version: 0 })).status).toBe(200)
    const pages = async () => ({
      own: await (await app.request(pageOf(await linkTo(pdf)))).text(),
      free: await (await app.request(pageOf(await linkTo(filename)))).text(),
    })
    const { own, free } = await pages()
    expect([own.includes('A bonus: Salt Roads.'), own.includes('Take it')]).toEqual([true, true])
    expect([free.includes('A bonus'), free.includes('Download the book')]).toEqual([false, true])
    // What is not said of this file is said as on the page of all of them.
    await owner.put('/api/owner/pages/gift', { values: { eyebrow: 'For you' }, version: 0 })
    const after = await pages()
    expect([after.own.includes('For you'), after.free.includes('For you')]).toEqual([true, true])
    expect((await owner.request('/api/owner/pages/gift-0000')).status).toBe(404)
    expect((await app.request(`/api/pages/${words}`)).status).toBe(404)
  })
})

describe('a file that is removed', () => {
  test('is gone, and its links say so calmly, whichever way they are followed', async () => {
    const { app, owner, list, linkTo, fetchAs } = await openFiles()
    await owner.put(`/api/owner/files/${pdf}`, { title: 'Salt Roads', cover: null })
    const path = await linkTo(pdf)
    expect((await owner.delete(`/api/owner/files/${pdf}`)).status).toBe(200)
    expect((await list()).map(({ name }) => name)).toEqual([filename])
    expect(readdirSync(app.filesFolder)).toHaveLength(1)
    const answer = await fetchAs(path, '10.0.0.1')
    expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining('is not given away any more')])
    expect((await app.request(path, { method: 'HEAD' })).status).toBe(410)
    const html = await (await app.request(pageOf(path))).text()
    expect(html).toContain('This is not given away any more.')
    expect([
      html.includes('Salt Roads'),
      html.includes('Send me a fresh link'),
      html.includes('href="/download/'),
    ]).toEqual([true, false, false])
    expect((await app.postForm(pageOf(path), {})).status).toBe(410)
    expect((await owner.delete(`/api/owner/files/${pdf}`)).status).toBe(404)
    const open = await (await owner.request(`/api/owner/download-links?file=${pdf}`)).json()
    expect(open.links).toEqual([])
  })

  test('and put there again is fetched by the links it had; until then the file test says it is missing', async () => {
    const { app, owner, linkTo, fetchAs } = await openFiles()
    const before = await linkTo(filename)
    await owner.delete(`/api/owner/files/${filename}`)
    app.passTime(1_000)
    const after = await linkTo(filename)
    expect(after).not.toBe(before)
    expect((await app.request(after, { method: 'HEAD' })).status).toBe(404)
    await upload(owner, makeEpub())
    for (const path of [before, after]) expect((await fetchAs(path, '10.0.0.1')).status).toBe(200)
  })

  test('takes the words of its page along', async () => {
    const { app, owner, look } = await openFiles()
    const { words } = await look()
    await owner.put(`/api/owner/pages/${words}`, { values: { button: 'Take it' }, version: 0 })
    await owner.delete(`/api/owner/files/${pdf}`)
    expect((await owner.request(`/api/owner/pages/${words}`)).status).toBe(404)
    expect(await app.db.selectFrom('page_words_versions').selectAll().execute()).toEqual([])
  })
})

describe('a reader’s link made twice', () => {
  test('is the one that is open, for another day', async () => {
    const { app, owner, linkTo, links } = await openFiles()
    const first = await linkTo(filename)
    app.passTime(3 * hour)
    expect(await linkTo(filename, ' Reader@Home.example')).toBe(first)
    const [link] = await links()
    expect(link?.expires_at).toBe(new Date(app.deps.now().getTime() + 24 * hour).toISOString())
    const bulk = { subscribers: ['reader@home.example', 'other@home.example'], filename }
    const made = await (await owner.post('/api/bulk-generate-download-links', bulk)).json()
    expect(new URL(made.links[0].downloadUrl).pathname).toBe(first)
    expect(await links()).toHaveLength(2)
    // Another file's is another.
    expect(await linkTo(pdf)).not.toBe(first)
    expect(await links()).toHaveLength(3)
  })

  test.each<[string, object]>([
    ['closed', { revoked_at: '2026-01-15T12:00:00.000Z' }],
    ['over', { expires_at: '2026-01-15T12:00:00.000Z' }],
    ['used up', { downloads: 10 }],
    ['in a letter', { kind: 'personal' }],
  ])('is a new one where the first is %s', async (_state, change) => {
    const { app, linkTo } = await openFiles()
    const first = await linkTo(filename)
    await app.db.updateTable('download_links').set(change).execute()
    expect(await linkTo(filename)).not.toBe(first)
  })

  test('by many hands at once is one', async () => {
    const { linkTo, links } = await openFiles()
    const made = await Promise.all(Array.from({ length: 12 }, () => linkTo(filename)))
    expect(new Set(made).size).toBe(1)
    expect(await links()).toHaveLength(1)
  })

  test('in two letters to one reader is one link', async () => {
    const { app, owner, links } = await openFiles()
    const write = () => owner.post('/api/send-download-email', { email: 'reader@home.example', filename })
    await write()
    await app.db.updateTable('letters').set({ state: 'sent' }).execute()
    await write()
    expect(await app.letters()).toHaveLength(2)
    expect(await links()).toHaveLength(1)
  })
})
