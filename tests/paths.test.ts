import { expect, test } from 'vitest'
import { areaOf } from '#app/areas.server.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { paths } from '#lib/paths.ts'

const matchPath = (path: string) => areaOf(path).map.match(path)
const links = Object.values({ ...paths, ...deskPaths }).map((path) =>
  typeof path === 'function' ? path('some-slug') : path,
)

test.each(links)('%s leads to a page of the route table', (link) => {
  expect(matchPath(link.split('#')[0] ?? '').route.path).not.toBe('*')
})

test('an address nobody wrote down leads to the 404 page', () => {
  expect(matchPath('/nowhere').route.path).toBe('*')
  expect(matchPath('/books/nowhere').route.path).toBe('*')
})
