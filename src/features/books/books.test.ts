import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { seenIn } from '#tests/support/markup.ts'
import { openShelf } from '#tests/support/shelf.ts'

const day = 86_400_000

describe('a book that is added', () => {
  test('needs nothing but its title, and is on the next page anybody opens', async () => {
    const { add, text } = await openShelf()
    expect(await text('/books')).not.toContain('Ebb')
    const { slug, isHidden } = await add({ title: 'Ebb' })
    expect([slug, isHidden]).toEqual(['ebb', false])
    for (const path of ['/books', '/books/ebb', '/', '/sitemap.xml', '/api/books', '/api/books/ebb'])
      expect(await text(path), path).toContain(path === '/sitemap.xml' ? '/books/ebb<' : 'Ebb')
  })

  test('shows everything that was entered on its own page', async () => {
    const { add, text } = await openShelf()
    await add({
      title: 'The Net Mender',
      subtitle: 'A Novel of Knots',
      series: 'The Harbour Books',
      seriesOrder: 1.5,
      caption: 'He mends what he should not.',
      description: 'First *paragraph*.\n\nSecond.',
      opening: 'It began with a knot.',
      genre: 'Sea Story',
      publicationDate: '2021-02-03',
      pageCount: 312,
      shops: [
        { name: 'Kobo', url: 'https://kobo.example/net' },
        { name: 'The Harbour Bookshop', url: 'https://harbour.example/net' },
      ],
      editions: [
        { format: 'Paperback', isbn: '978-0-306-40615-7', price: '14,50', currency: 'gbp' },
        { format: 'E-book' },
      ],
      praise: [{ quotation: 'Tight.', source: 'The Packet' }],
    })
    const html = await text('/books/the-net-mender')
    const seen = seenIn(html)
    for (const words of [
      ...['The Harbour Books, Book 1.5', 'A Novel of Knots', 'He mends what he should not.', 'First paragraph.'],
      ...['Published February 3, 2021 · 312 pages · Paperback, E-book', '14.50 GBP · ISBN 9780306406157'],
      ...['It begins', 'It began with a knot.', 'Tight.', 'The Packet', 'Kobo'],
      ...['The Harbour Bookshop', 'New to the series? Start with Low Water.'],
      ...['The one before', 'Low Water', 'The next one', 'Slack Tide'],
    ])
      expect(seen, words).toContain(words)
    expect(html).toContain('<em>paragraph</em>')
    expect(html).toMatch(/data-book="the-net-mender" data-shop="Kobo"/)
  })

  test('takes the place its number asks for', async () => {
    const { add, readShelves } = await openShelf()
    await add({ title: 'Between', series: 'the harbour books', seriesOrder: 1.5 })
    await add({ title: 'After', series: 'The Harbour Books' })
    const harbour = (await readShelves()).find(({ series }) => series === 'The Harbour Books')
    expect(harbour?.books).toEqual(['low-water', 'between', 'slack-tide', 'after'])
  })

  test('of a title that is there already has a numbered address; one that was chosen is refused in a sentence', async () => {
    const { add, post, idOf, put } = await openShelf()
    expect((await add({ title: 'Low Water' })).slug).toBe('low-water-2')
    expect((await add({ title: 'Low Water' })).slug).toBe('low-water-3')
    const refused = await post({ title: 'Another', slug: 'low-water' })
    expect(refused.status).toBe(409)
    expect((await refused.json()).fields.slug).toBe('Another book already has this address')
    expect((await put(await idOf('slack-tide'), { title: 'Slack Tide', slug: 'low-water' })).status).toBe(409)
  })

  test('in another script has an address all the same', async () => {
    const { add, text } = await openShelf()
    const { slug } = await add({ title: '海の家' })
    expect(slug).toMatch(/^book-[0-9a-f-]{36}$/)
    expect(await text(`/books/${slug}`)).toContain('海の家')
  })
})

test('a book that moves leads on from its old address, also for whoever calls', async () => {
  const { request, idOf, set } = await openShelf()
  await set(await idOf('low-water'), { title: 'Low Water', slug: 'lowest-water' })
  for (const [from, to] of [
    ['/books/low-water', '/books/lowest-water'],
    ['/api/books/low-water', '/api/books/lowest-water'],
  ] as const) {
    const moved = await request(from)
    expect([moved.status, moved.headers.get('location')]).toEqual([308, to])
  }
})

test('a change that names no address keeps the one readers know', async () => {
  const { idOf, set } = await openShelf()
  expect((await set(await idOf('low-water'), { title: 'Quite Another' })).slug).toBe('low-water')
})

test('a book that is not there answers 404 in words', async () => {
  const { request } = await openShelf()
  const page = await request('/books/never-written')
  expect(page.status).toBe(404)
  expect(seenIn(await page.text())).toContain('Book Not Found')
  expect((await request('/api/books/never-written')).status).toBe(404)
})

describe('bad input', () => {
  test.each([
    ['title', '', 'Title is required'],
    ['title', 'x'.repeat(201), 'at most 200'],
    ['title', 'a\u0000b', 'cannot be kept'],
    ['seriesOrder', 'two', 'such as 2 or 1.5'],
    ['seriesOrder', 1000, 'such as 2 or 1.5'],
    ['seriesOrder', 1.25, 'such as 2 or 1.5'],
    ['publicationDate', '2025-02-30', 'must be a date'],
    ['pageCount', 0, 'whole number'],
    ['shops', [{ name: 'Kobo', url: 'kobo.com/x' }], 'Shop link must be an https address'],
    ['shops', [{ name: 'Kobo', url: 'javascript:alert(1)' }], 'Shop link must be an https address'],
    ['shops', [{ name: '', url: 'https://kobo.example' }], 'Shop is required'],
    ['shops', Array.from({ length: 21 }, () => ({ name: 'K', url: 'https://k.example' })), 'At most 20 shops'],
    ['editions', [{ format: 'Papyrus' }], 'Format must be one of'],
    ['editions', [{ format: 'E-book', isbn: '9780306406158' }], 'does not fit'],
    ['editions', [{ format: 'E-book', isbn: '0306406152' }], '13 digits'],
    ['editions', [{ format: 'E-book', price: 'cheap', currency: 'CAD' }], 'such as 6.99'],
    ['editions', [{ format: 'E-book', price: '6.99' }], 'needs its currency'],
    ['praise', [{ quotation: '' }], 'Quotation is required'],
    ['description', 'x'.repeat(20_001), 'at most 20,000'],
    ['cover', { kind: 'image', url: 'https://elsewhere.example/cover.jpg' }, 'uploaded here'],
    ['cover', { kind: 'image', url: '/images/never' }, 'not here any more'],
    ['cover', { kind: 'pack', name: 'voss-trials' }, 'belongs to a sample'],
    ['cover', { kind: 'drawn', motif: 'skull', palette: 'bone', lettering: 'display', seed: 1 }, 'no cover'],
    ['slug', 'Not A Slug', 'lower-case letters'],
  ])('%s: %j is refused in a sentence, and nothing is added', async (field, value, words) => {
    const { post, list } = await openShelf()
    const before = (await list()).length
    const refused = await post({ title: 'A Book', [field]: value })
    expect(refused.status).toBe(400)
    const { fields } = await refused.json()
    expect(fields[Object.keys(fields).find((name) => name.split('.')[0] === field) ?? '']).toContain(words)
    expect(await list()).toHaveLength(before)
  })

  test('of two windows that save, the second is told, and the first one’s words stand', async () => {
    const { idOf, get, put, set } = await openShelf()
    const id = await idOf('low-water')
    const { version } = await get(id)
    await set(id, { title: 'Low Water', caption: 'The first window’s.', version })
    const late = await put(id, { title: 'Low Water', caption: 'The second’s.', version })
    expect(late.status).toBe(409)
    expect((await late.json()).message).toContain('saved in another window meanwhile. Nothing you typed is lost.')
    expect((await get(id)).caption).toBe('The first window’s.')
  })

  test('there is an end to the shelves, and it says so', async () => {
    const { post, db, list } = await openShelf({ hasBooks: false })
    await post({ title: 'One' })
    const row = await db.selectFrom('books').selectAll().executeTakeFirstOrThrow()
    const more = Array.from({ length: 499 }, (_, at) => ({ ...row, id: `b-${at}`, slug: `b-${at}` }))
    for (let from = 0; from < more.length; from += 50)
      await db
        .insertInto('books')
        .values(more.slice(from, from + 50))
        .execute()
    const refused = await post({ title: 'One too many' })
    expect([refused.status, (await refused.json()).message]).toEqual([
      409,
      expect.stringContaining('The shelves hold 500 books'),
    ])
    expect(await list()).toHaveLength(500)
  })
})

test('a cover is kept as long as a book wears it or shows it, hidden or in the bin', async () => {
  const { add, picture, remove, request, passTime, deps } = await openShelf()
  const [worn, shown, dropped, nobodys] = [
    await picture(40, 60),
    await picture(60, 40),
    await picture(50, 50),
    await picture(30, 30),
  ]
  await add({ title: 'Ebb', isHidden: true, cover: { kind: 'image', url: worn } })
  await add({ title: 'Flow', opening: `![A knot](${shown})` })
  const { id } = await add({ title: 'Gone', cover: { kind: 'image', url: dropped } })
  await remove(id)
  await keepHouse(deps)
  passTime(29 * day)
  await keepHouse(deps)
  for (const url of [worn, shown, dropped]) expect((await request(url)).status, url).toBe(200)
  passTime(2 * day)
  await keepHouse(deps)
  expect((await request(nobodys)).status).toBe(404)
  for (const url of [worn, shown]) expect((await request(url)).status, url).toBe(200)
})

describe('shelves', () => {
  test('of an author without a series: what is all she has written does not stand alone', async () => {
    const { list, set, text } = await openShelf()
    for (const book of await list()) if (book.series !== null) await set(book.id, { ...book, series: null })
    expect(await text('/')).toMatch(/<h2[^>]*id="standalone-title"[^>]*>Books</)
    expect(await text('/books')).toMatch(/<h2[^>]*id="standalone-title"[^>]*class="sr-only"/)
  })

  test('stand in her order, and so do the books on them', async () => {
    const { shelves, say, readShelves, books } = await openShelf()
    const { shelves: before } = await shelves()
    expect(before.map(({ name }) => name)).toEqual(['Standalone', 'The Harbour Books'])
    const order = before.map(({ series, books: ids }) => ({ series, books: ids.toReversed() })).reverse()
    expect((await say('order', { shelves: order })).status).toBe(200)
    expect((await readShelves()).map(({ name, books: slugs }) => [name, slugs])).toEqual([
      ['The Harbour Books', ['slack-tide', 'low-water']],
      ['Standalone', ['the-last-pilot', 'the-ferry-ledger']],
    ])
    expect((await books()).map(({ slug }) => slug)).toEqual([
      'slack-tide',
      'low-water',
      'the-last-pilot',
      'the-ferry-ledger',
    ])
  })

  test('that have changed meanwhile are not ordered by an old list', async () => {
    const { shelves, say, add } = await openShelf()
    const { shelves: before } = await shelves()
    await add({ title: 'Ebb' })
    const late = await say('order', { shelves: before.map(({ series, books }) => ({ series, books })) })
    expect([late.status, (await late.json()).message]).toEqual([409, expect.stringContaining('another window')])
  })

  test('have the name, the line and the beginning she gives them', async () => {
    const { say, idOf, text, list } = await openShelf()
    const startId = await idOf('slack-tide')
    const named = { series: 'The Harbour Books', name: 'Harbour Lights', pitch: 'Two of them.', startId }
    expect((await say('series', named)).status).toBe(200)
    const seen = seenIn(await text('/books'))
    for (const words of ['Harbour Lights', 'Two of them.', 'Start with Slack Tide.', 'Harbour Lights, Book 1'])
      expect(seen).toContain(words)
    expect(seen).not.toContain('The Harbour Books')
    expect((await list()).filter(({ series }) => series === 'Harbour Lights')).toHaveLength(2)
  })

  test('of one name are one: a second is refused in a sentence', async () => {
    const { say, add } = await openShelf()
    await add({ title: 'Ebb', series: 'Tides' })
    const refused = await say('series', { series: 'Tides', name: 'the harbour books', pitch: '' })
    expect([refused.status, (await refused.json()).fields.name]).toEqual([
      409,
      expect.stringContaining('“The Harbour Books” is a series already'),
    ])
    expect((await say('series', { series: 'Nothing', name: 'x', pitch: '' })).status).toBe(404)
  })

  test.each([1, 2, 3, 5, 7, 100])('of %i books show every one of them', async (count) => {
    const { add, text } = await openShelf({ hasBooks: false })
    for (let number = 1; number <= count; number++)
      await add({ title: `Part ${number} of it`, series: 'A Row', seriesOrder: number })
    const html = await text('/books')
    expect([...html.matchAll(/<article/g)]).toHaveLength(count)
    const numbers = [...html.matchAll(/<h3[^>]*><a[^>]*>Part (\d+) of it</g)].map(([, number]) => Number(number))
    expect(numbers).toEqual(Array.from({ length: count }, (_, at) => at + 1))
    expect((await text('/')).match(/aria-label="Cover of Part/g)?.length).toBeLessThanOrEqual(8)
  })
})

describe('a book that is removed', () => {
  test('is gone from everywhere at once, and comes back as it was', async () => {
    const { idOf, remove, restore, request, text, list } = await openShelf()
    const id = await idOf('low-water')
    await text('/books')
    const { leaves } = await remove(id)
    expect(leaves).toEqual([])
    expect((await request('/books/low-water')).status).toBe(404)
    for (const path of ['/books', '/', '/sitemap.xml']) expect(await text(path)).not.toMatch(/Low Water|low-water/)
    expect((await list()).map(({ slug }) => slug)).not.toContain('low-water')
    await restore(id)
    expect((await request('/books/low-water')).status).toBe(200)
    expect((await list()).map(({ slug }) => slug)).toContain('low-water')
  })

  test('leaves a sentence where it was the advance copy, and no page breaks', async () => {
    const { idOf, remove, restore, request, text, shelves, owner } = await openShelf()
    const id = await idOf('the-ferry-ledger')
    const { leaves } = await remove(id)
    expect(leaves).toEqual([expect.stringContaining('It was your advance copy')])
    for (const path of ['/arc/the-ferry-ledger', '/voss-trials']) expect((await request(path)).status).toBe(404)
    for (const path of ['/', '/books', '/about']) {
      const html = await text(path)
      expect(html).not.toMatch(/Ferry Ledger|- ARC|Get Free ARC|href="\/arc/)
    }
    const asked = { email: 'a@home.example', source: 'voss_trials_arc', readerMagnetId: null }
    const refused = await owner.post('/api/newsletter/signup', asked)
    expect([refused.status, (await refused.json()).message]).toEqual([410, expect.stringContaining('no advance copy')])
    expect((await shelves()).roles.advance).toBeNull()
    await restore(id)
    expect((await request('/arc/the-ferry-ledger')).status).toBe(200)
  })

  test('leaves a sentence where it was the free book, and links that were sent still open its file', async () => {
    const { idOf, remove, owner, request, text } = await openShelf()
    const link = await (
      await owner.post('/api/generate-download-link', { email: 'r@home.example', filename: 'lanterns.epub' })
    ).json()
    const page = new URL(link.downloadUrl).pathname.replace('/download/', '/get/')
    expect(seenIn(await text(page))).toContain('Lanterns')
    const { leaves } = await remove(await idOf('lanterns'))
    expect(leaves).toEqual([expect.stringContaining('It was your free book')])
    expect((await request(page)).status).toBe(200)
    expect(seenIn(await text(page))).toContain('Your free book')
    expect(await (await owner.request('/api/owner/free-book')).json()).toMatchObject({ isChosen: false })
  })
})

describe('what is given away', () => {
  test('is whichever book she says: the menu, the page, the letter and the toast name it', async () => {
    const { say, idOf, request, text, work, letters, owner } = await openShelf()
    const roles = { advance: await idOf('the-last-pilot'), free: await idOf('low-water') }
    expect((await say('roles', roles)).status).toBe(200)
    expect(await text('/')).toMatch(/href="\/arc\/the-last-pilot"[^>]*>The Last Pilot - ARC</)
    expect(seenIn(await text('/arc/the-last-pilot'))).toContain('Publishes March 1, 2027')
    for (const path of ['/voss-trials', '/arc/the-ferry-ledger']) {
      const moved = await request(path)
      expect([moved.status, moved.headers.get('location')]).toEqual([308, '/arc/the-last-pilot'])
    }
    await owner.post('/api/newsletter/signup', {
      email: 'a@home.example',
      source: 'voss_trials_arc',
      readerMagnetId: null,
    })
    await work()
    expect((await letters()).map(({ subject }) => subject)).toEqual(['Your request for The Last Pilot'])
    expect(await (await owner.request('/api/owner/free-book')).json()).toEqual({
      title: 'Low Water',
      file: 'low-water.epub',
      isChosen: true,
    })
  })

  test('keeps the name of its file when its address changes', async () => {
    const { idOf, set, owner } = await openShelf()
    const id = await idOf('lanterns')
    await set(id, { title: 'Lanterns, Lit', slug: 'lanterns-lit', isHidden: true })
    expect(await (await owner.request('/api/owner/free-book')).json()).toMatchObject({
      title: 'Lanterns, Lit',
      file: 'lanterns.epub',
    })
  })

  test('is not a hidden book, if it is asked for on a page of its own; nor one that is gone', async () => {
    const { say, idOf, remove } = await openShelf()
    const hidden = await say('roles', { advance: await idOf('lanterns'), free: null })
    expect([hidden.status, (await hidden.json()).fields.advance]).toEqual([409, expect.stringContaining('hidden book')])
    const id = await idOf('low-water')
    await remove(id)
    expect((await say('roles', { advance: null, free: id })).status).toBe(409)
  })

  test('is chosen one by one: the other stays, also when it is an advance copy that was hidden meanwhile', async () => {
    const { say, idOf, set, shelves } = await openShelf()
    const [advance, free] = [await idOf('the-last-pilot'), await idOf('low-water')]
    await say('roles', { advance, free: null })
    await set(advance, { title: 'The Last Pilot', isHidden: true })
    expect((await say('roles', { free })).status).toBe(200)
    expect((await shelves()).roles).toEqual({ advance, free })
    expect((await say('roles', { advance, free: null })).status).toBe(200)
    expect((await say('roles', { advance: null })).status).toBe(200)
    expect((await shelves()).roles).toEqual({ advance: null, free: null })
  })

  test('may be nothing at all', async () => {
    const { say, request, text } = await openShelf()
    expect((await say('roles', { advance: null, free: null })).status).toBe(200)
    expect((await request('/voss-trials')).status).toBe(404)
    expect(await text('/')).not.toContain('ARC')
  })
})

test('a shelf without a number, a day or a shop shows no empty line and no word of ours', async () => {
  const { add, text } = await openShelf({ hasBooks: false })
  await add({ title: 'Ebb' })
  for (const path of ['/books', '/books/ebb', '/']) {
    const html = await text(path)
    expect(html).not.toMatch(/href=""|Book&nbsp;</)
    expect(seenIn(html)).not.toMatch(/undefined|null|NaN/)
  }
  expect(seenIn(await text('/books/ebb'))).toContain('Coming soon')
})

test('with a hundred books a page of one costs no more than its own words', async () => {
  const { add, request } = await openShelf({ hasBooks: false })
  for (let number = 1; number <= 100; number++) await add({ title: `Title ${number}`, description: 'x '.repeat(2_000) })
  const one = (await (await request('/api/books/title-1')).text()).length
  const all = (await (await request('/api/books')).text()).length
  expect(one).toBeLessThan(8_000)
  expect(all).toBeLessThan(100 * 1_000)
})

describe('what she is typing', () => {
  test('is on the page beside the form, and nowhere else', async () => {
    const { idOf, owner, text } = await openShelf()
    const id = await idOf('low-water')
    const fields = { title: 'Lowest Water', caption: 'Not said yet.', description: 'A *draft*.', shops: '[]' }
    await owner.put(`/api/owner/drafts/book/${id}`, { fields, baseVersion: 1, writer: 'a-window' })
    const frame = await (await owner.request('/admin/frame?path=/books/low-water')).text()
    for (const words of ['Lowest Water', 'Not said yet.', '<em>draft</em>']) expect(frame).toContain(words)
    expect(await text('/books/low-water')).not.toContain('Lowest')
  })

  test('of a book that was never saved is shown at an address only she can open', async () => {
    const { owner, request } = await openShelf()
    const fields = { title: 'Unborn', series: 'The Harbour Books', seriesOrder: '3', cover: '' }
    await owner.put('/api/owner/drafts/book/new', { fields, baseVersion: 0, writer: 'a-window' })
    const path = '/books/a-new-book-as-it-will-be'
    expect(await (await owner.request(`/admin/frame?path=${path}`)).text()).toContain('Unborn')
    expect((await request(path)).status).toBe(404)
    expect(await (await owner.request('/admin/frame?path=/books')).text()).not.toContain('Unborn')
  })

  test('is shown without what cannot be kept yet', async () => {
    const { owner } = await openShelf()
    const fields = { title: 'Half', caption: 'Typed.', shops: '[{"name":"Kobo","url":"no link"}]', seriesOrder: 'two' }
    await owner.put('/api/owner/drafts/book/new', { fields, baseVersion: 0, writer: 'a-window' })
    const frame = await (await owner.request('/admin/frame?path=/books/a-new-book-as-it-will-be')).text()
    expect(frame).toContain('Typed.')
    expect(frame).not.toContain('no link')
  })

  test('shows a hidden book to its owner, as it will be', async () => {
    const { owner, request } = await openShelf()
    expect(await (await owner.request('/admin/frame?path=/books/lanterns')).text()).toContain('Lanterns')
    expect((await request('/admin/frame?path=/books/lanterns')).status).not.toBe(200)
  })
})
