import { expect, test } from 'vitest'
import { seenIn } from '#tests/support/markup.ts'
import { behindProxy, numbersOf, readerAt } from '#tests/support/numbers.ts'
import { openShelf } from '#tests/support/shelf.ts'

async function open() {
  const shelf = await openShelf({ env: behindProxy })
  const app = { ...shelf, post: shelf.send }
  return { ...shelf, reader: readerAt(app, '192.0.2.1'), numbers: () => numbersOf(app) }
}

test('links to shops are counted by book and shop, and shown by the title the book has now', async () => {
  const { reader, numbers, idOf, set, owner, books } = await open()
  const follow = (book: string, shop?: string) => reader.does('purchase_link', { book, shop })
  await follow('the-ferry-ledger', 'Kobo')
  await follow('the-ferry-ledger', 'Every shop')
  await follow('the-ferry-ledger', 'Kobo')
  // A page that was open before shops were told apart.
  await follow('low-water')
  const { shops } = (await books()).find(({ slug }) => slug === 'the-ferry-ledger') ?? {}
  await set(await idOf('the-ferry-ledger'), { title: 'The Ferry Book', slug: 'the-ferry-book', shops })
  const { purchases } = await numbers()
  expect(purchases[0]).toEqual({ title: 'The Ferry Book', shop: 'Kobo', count: 2 })
  expect(purchases.slice(1).sort((a, b) => b.shop.localeCompare(a.shop))).toEqual([
    { title: 'Low Water', shop: 'Kobo', count: 1 },
    { title: 'The Ferry Book', shop: 'Every shop', count: 1 },
  ])
  const seen = seenIn(await (await owner.request('/analytics')).text())
  expect(seen).toContain('Where they went to buy')
  expect(seen).toContain('The Ferry Book')
})

test('nobody can make up books or shops for her numbers', async () => {
  const { reader, numbers } = await open()
  for (const data of [
    { book: 'the-ferry-ledger', shop: 'Buy my pills' },
    { book: 'no-such-book', shop: 'Kobo' },
    { book: 'lanterns' },
    { book: ['low-water'], shop: 'Kobo' },
    'low-water',
    null,
  ])
    await reader.does('purchase_link', data)
  const { purchases, events } = await numbers()
  expect(purchases).toEqual([])
  expect(events).toEqual([{ name: 'purchase_link', count: 6 }])
})

test('a book’s page and the advance copy’s are pages by their titles', async () => {
  const { reader, numbers } = await open()
  for (const page of ['/books/low-water', '/arc/the-ferry-ledger', '/books/lanterns']) await reader.open(page)
  expect((await numbers()).pages.map(({ name, title }) => [name, title]).sort()).toEqual([
    ['(other)', null],
    ['/arc/the-ferry-ledger', 'The Ferry Ledger - ARC'],
    ['/books/low-water', 'Low Water'],
  ])
})
