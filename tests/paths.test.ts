import { expect, test } from 'vitest'
import { areaOf } from '#app/areas.server.ts'
import { deskMap } from '#app/desk-routes.tsx'
import { siteMap } from '#app/routes.tsx'
import { ownRooms } from '#features/analytics/visits.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { keyAddresses } from '#lib/key-addresses.ts'
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
  expect(matchPath('/about/nowhere').route.path).toBe('*')
})

test('of visits, the owner’s rooms and every page whose address is a key are kept back, and no other', () => {
  const rows = [...siteMap.rows, ...deskMap.rows]
  expect(rows.filter(({ path }) => ownRooms.test(path))).toEqual(deskMap.rows)
  expect(rows.filter(({ path }) => keyAddresses.test(path))).toEqual(rows.filter(({ isPrivate }) => isPrivate))
  // No page, but the most secret address of all.
  expect('/download/some-key').toMatch(keyAddresses)
})
