import { expect, test } from 'vitest'
import { isFooterFormPlace, isPromptPlace } from './prompt.ts'

test('the prompt stays off pages that ask for an address themselves, and out of the office', () => {
  for (const path of ['/signup', '/voss-trials', '/confirm/abc', '/unsubscribe/abc', '/admin', '/admin/downloads']) {
    expect(isPromptPlace(path), path).toBe(false)
  }
})

test('the prompt floats on every other page, found or not', () => {
  for (const path of ['/', '/books', '/contact', '/blog/some-post', '/no-such-page', '/signups', '/administration']) {
    expect(isPromptPlace(path), path).toBe(true)
  }
})

test('the footer asks where no other form does', () => {
  for (const path of ['/', '/books', '/blog/some-post', '/privacy-policy']) expect(isFooterFormPlace(path)).toBe(true)
  for (const path of ['/signup', '/voss-trials', '/contact', '/admin']) expect(isFooterFormPlace(path)).toBe(false)
})
