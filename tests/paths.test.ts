import { expect, test } from 'vitest'
import { matchPath } from '#app/routes.tsx'
import { paths } from '#lib/paths.ts'

const links = Object.values(paths).map((path) => (typeof path === 'function' ? path('some-slug') : path))

test.each(links)('%s leads to a page of the route table', (link) => {
  expect(matchPath(link.split('#')[0] ?? '').route.path).not.toBe('*')
})

test('an address nobody wrote down leads to the 404 page', () => {
  expect(matchPath('/nowhere').route.path).toBe('*')
  expect(matchPath('/books/nowhere').route.path).toBe('*')
})
