import { expect, test } from 'vitest'
import { isPlaceToAsk } from './prompt.ts'

test.each(['/', '/books', '/blog/some-post', '/privacy-policy', '/signups'])('%s may ask for an address', (path) => {
  expect(isPlaceToAsk(path)).toBe(true)
})

test.each([
  '/signup',
  '/voss-trials',
  '/contact',
  '/confirm/token',
  '/unsubscribe/token',
  '/admin',
  '/admin/downloads',
])('%s, which has its own business, asks nothing', (path) => {
  expect(isPlaceToAsk(path)).toBe(false)
})
