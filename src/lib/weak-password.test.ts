import { expect, test } from 'vitest'
import { isWeakPassword } from './weak-password.ts'

const siteWords = ['Ines Calder', 'frontispiece', 'author.example', 'letters@author.example']

test.each([
  'aaaaaaaaaaaaaaaa',
  'abcabcabcabcabcab',
  'passwordpassword',
  'Password1234567!',
  '123456789012345',
  '987654321098765',
  'qwertyuiopasdfgh',
  '1qaz2wsx3edc4rfv',
  'qwertyuiop123456',
  'iloveyouforever',
  'iloveyou12345678',
  'correct horse battery staple',
  'CorrectHorseBatteryStaple',
  'thisismypassword',
  'Frontispiece2026!',
  'ines-calder-2026',
  'InesCalderInesCalder',
  'calder-admin-12345',
  'letters@author.example',
  'welcome-to-2026',
  'administrator123',
  '111111111111111111111',
])('%s is among the first that are tried', (password) => {
  expect(isWeakPassword(password, siteWords)).toBe(true)
})

test.each([
  'a long walk to the well',
  'the cellar door was never shut',
  'Xq7#vL2pRw9!kT4m',
  'my dog is called Bartholomew',
  'dragon teapot umbrella',
  'правильный конь батарея',
  '二つの扉は閉まっていた夜に雨',
  'ines keeps lanterns upstairs',
])('%s is not', (password) => {
  expect(isWeakPassword(password, siteWords)).toBe(false)
})

test('a hostile password of 300,000 letters is judged before anybody would notice', () => {
  // Work that grew with the square of its length would outlast the time any test has.
  expect(isWeakPassword('ab1'.repeat(100_000), siteWords)).toBe(true)
  expect(isWeakPassword('qwertyuio'.repeat(33_000), siteWords)).toBe(true)
})
