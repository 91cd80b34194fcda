import { expect, test } from 'vitest'
import { markOf, shopOfLink } from './shops.ts'

test.each([
  ['https://www.amazon.co.uk/dp/B000', 'Amazon'],
  ['https://www.kobo.com/ca/en/ebook/x', 'Kobo'],
  ['https://books.apple.com/us/book/id1', 'Apple Books'],
  ['https://play.google.com/store/books/details?id=x', 'Google Play'],
  ['https://uk.bookshop.org/p/books/x', 'Bookshop.org'],
  ['https://books2read.com/u/x', 'Every shop'],
  ['https://notamazon.example/x', null],
  ['https://apple.com/books', null],
  ['no link', null],
])('%s leads to %s', (link, shop) => {
  expect(shopOfLink(link)).toBe(shop)
})

test('a shop nobody knows has its first letter for a mark', () => {
  expect([markOf('kobo'), markOf('Éditions du Port'), markOf('')]).toEqual(['k', 'É', ''])
})
