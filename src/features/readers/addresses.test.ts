import { expect, test } from 'vitest'
import { addressesIn, faultOfFile } from './addresses.ts'

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

const bytesOf = (text: string) => new TextEncoder().encode(text)

test.each([
  ['a workbook, which is a ZIP', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 1, 2, 3])],
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0])],
  ['text of two bytes a letter', new Uint8Array([0xff, 0xfe, 0x61, 0, 0x40, 0])],
])('%s is no text, and the way to one is named', (_what, bytes) => {
  expect(faultOfFile(bytes)).toContain('save the table as CSV')
})

test('a file of nothing is empty; a text is a text, even one that begins like a ZIP', () => {
  expect(faultOfFile(new Uint8Array())).toBe('The file is empty.')
  expect(faultOfFile(bytesOf('PK@home.example\nÉmile <emile@home.example>'))).toBeNull()
})
