import { describe, expect, test } from 'vitest'
import { openShelf } from '#tests/support/shelf.ts'

describe('a cover', () => {
  test('of her own keeps its proportions, on the colour most of it has', async () => {
    const { add, picture, books, text } = await openShelf()
    const url = await picture(500, 640, '#336699')
    await add({ title: 'Ebb', cover: { kind: 'image', url }, coverAlt: 'A blue door' })
    const book = (await books()).find(({ slug }) => slug === 'ebb')
    expect(book?.cover).toMatchObject({ kind: 'image', url, width: 500, height: 640 })
    const colour = book?.cover?.kind === 'image' ? book.cover.colour : ''
    expect(colour).toBe('#336699')
    const html = await text('/books/ebb')
    expect(html).toMatch(new RegExp(`<rect[^>]*fill="${colour}"`))
    expect(html).toMatch(/<img[^>]*alt="A blue door"[^>]*object-contain/)
    expect(html).not.toMatch(/\sstyle=/)
  })

  test('given with the whole address of the site is kept by its path', async () => {
    const { add, picture, env } = await openShelf()
    const url = await picture(40, 60)
    const { cover } = await add({ title: 'Ebb', cover: { kind: 'image', url: `${env.siteUrl}${url}` } })
    expect(cover).toMatchObject({ kind: 'image', url })
  })

  test('one pixel wide is a cover, too', async () => {
    const { add, picture, text } = await openShelf()
    await add({ title: 'Ebb', cover: { kind: 'image', url: await picture(1, 1) } })
    expect(await text('/books/ebb')).toContain('/480.jpg')
  })

  test('that is missing is a board with the book’s own words', async () => {
    const { add, text } = await openShelf()
    await add({ title: 'Ebb', series: 'Tides' })
    const html = await text('/books/ebb')
    expect(html).toMatch(/role="img" aria-label="Cover of Ebb"[^>]*class="cover board/)
    expect(html).toMatch(/board-title">Ebb</)
  })
})

describe('a cover that is drawn', () => {
  const design = { motif: 'wave', palette: 'tide', lettering: 'display', seed: 3 }
  const wishFor = (title: string) => ({
    ...{ kind: 'cover' as const, title, series: null, number: null, authorName: 'Ines Calder' },
    ...design,
  })

  test('is a board until it is there, and then the picture, in every size and format', async () => {
    const { add, text, request, deps } = await openShelf({ canDraw: true })
    await add({ title: 'Ebb', cover: { kind: 'drawn', ...design } })
    expect(await text('/books/ebb')).toMatch(/class="cover board/)
    // The one the page has begun.
    const name = await deps.drawing.want(wishFor('Ebb'))
    await deps.siteChanged()
    const html = await text('/books/ebb')
    expect(html).not.toMatch(/class="cover board/)
    for (const file of [`/drawn/${name}.480.avif`, `/drawn/${name}.800.webp`, `/drawn/${name}.384.jpg`]) {
      expect(html).toContain(file)
      const picture = await request(file)
      expect([picture.status, picture.headers.get('cache-control')]).toEqual([
        200,
        expect.stringContaining('immutable'),
      ])
      expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(500)
    }
    expect((await request(`/drawn/${name}.401.jpg`)).status).toBe(404)
    // Search engines are told of it, and the press can take it along.
    expect(html).toContain(`"image":"https://author.example/drawn/${name}.800.jpg"`)
    expect(await text('/press')).toMatch(new RegExp(`<a href="/drawn/${name}\\.800\\.jpg" download`))
    expect((await request(`/drawn/${name}.800.jpg`)).status).toBe(200)
  })

  test('can be looked at before it is chosen, by its owner alone', async () => {
    const { owner, request } = await openShelf({ canDraw: true })
    const path = `/api/owner/cover-sketch?${new URLSearchParams({ title: 'Ebb & <Flow>', number: '1.5', ...design, seed: '3' })}`
    const sketch = await owner.request(path)
    expect([sketch.status, sketch.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(sketch.headers.get('content-security-policy')).toContain('sandbox')
    expect(await sketch.text()).toMatch(/^<svg [^>]*viewBox="0 0 600 900"/)
    expect((await request(path)).status).toBe(401)
    expect((await owner.request(path.replace('wave', 'skull'))).status).toBe(400)
  })

  test('of a hidden book is at no address', async () => {
    const { add, request, deps } = await openShelf()
    await add({ title: 'Ebb', isHidden: true, cover: { kind: 'drawn', ...design } })
    const name = deps.drawing.nameOf(wishFor('Ebb'))
    expect((await request(`/drawn/${name}.480.avif`)).status).toBe(404)
  })
})
