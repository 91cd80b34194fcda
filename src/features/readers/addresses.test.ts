import { expect, test } from 'vitest'
import { addressesIn } from './addresses.ts'

test('addresses are found however they are pasted', () => {
  const pasted = 'ada@home.example\n Ben <ben@home.example>, "Cy, the Elder" <cy@home.example>;\r\n\n<dee@home.example>'
  expect(addressesIn(pasted)).toEqual(['ada@home.example', 'ben@home.example', 'cy@home.example', 'dee@home.example'])
})

test('a table saved as text gives its column of addresses, without the headings', () => {
  const table = '\uFEFF"Email","Name","Joined"\n"ada@home.example","Ada","2025-01-02"\nben@home.example;Ben;\n'
  expect(addressesIn(table)).toEqual(['ada@home.example', 'ben@home.example'])
})

test('a line without an address is named, so that nothing is left out silently', () => {
  expect(addressesIn('ada@home.example\nBen, who has none')).toEqual(['ada@home.example', 'Ben, who has none'])
})

test('a single address that looks like a heading is still an address', () => {
  expect(addressesIn('email@home.example')).toEqual(['email@home.example'])
})
