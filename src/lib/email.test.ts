import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test.each([
  ['reader@home.example', true],
  ['zoë.o’reader+books@home.example', true],
  ['a\u0001b@home.example', false],
  ['a\u007fb@home.example', false],
  ['a\u0085b@home.example', false],
  ['rea\u200bder@home.example', false],
  ['rea\u200dder@home.example', false],
  ['rea\u2060der@home.example', false],
  ['\ufeffreader@home.example', false],
  ['rea\u00adder@home.example', false],
  ['\u202ereader@home.example', false],
  ['\u2066reader@home.example', false],
  ['rea\u3164der@home.example', false],
  ['rea\ufe0fder@home.example', false],
  ['rea\ud800der@home.example', false],
  ['rea\0der@home.example', false],
])('%j is an address: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected)
})
