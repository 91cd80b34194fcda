import { expect, test } from 'vitest'
import { readText } from './decode-text.ts'
import { mostText } from './import-contract.ts'

const table = 'Email,Name\r\nada@home.example,Zoë\r\n'

/** Two bytes for each of these letters, the small one first or last. */
function utf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle)
  return bytes
}

const read = (...parts: BlobPart[]) => readText(new Blob(parts))

test('UTF-8 is read, with its mark and without', async () => {
  expect(await read(table)).toEqual({ text: table, fault: null })
  expect(await read('\uFEFF', table)).toEqual({ text: table, fault: null })
})

test.each([
  ['the small byte first', true],
  ['the small byte last', false],
])('UTF-16 with %s is read, with its mark and without', async (_, isLittle) => {
  expect(await read(utf16(`\uFEFF${table}`, isLittle))).toEqual({ text: table, fault: null })
  expect(await read(utf16(table, isLittle))).toEqual({ text: table, fault: null })
  expect(await read(utf16('\uFEFFАннаКаренина', isLittle))).toEqual({ text: 'АннаКаренина', fault: null })
  // 一 ends in a byte of zeros, and most letters here in none.
  const wide = 'Имя,Email\nАнна Каренина 一,anna@home.example\n'
  expect(await read(utf16(wide, isLittle))).toEqual({ text: wide, fault: null })
})

test('what is no UTF-8 is taken for what older spreadsheets write', async () => {
  const old = Uint8Array.from(table, (letter) => letter.charCodeAt(0))
  expect(await read(old)).toEqual({ text: table, fault: null })
})

test('a text that begins like a packed file is a text', async () => {
  expect((await read('PK@home.example\n')).text).toBe('PK@home.example\n')
})

test.each([
  ['a spreadsheet of today', [0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0x21, 0, 0x41, 0]],
  ['a spreadsheet of yesterday', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0, 0, 0, 0, 0, 0x3e, 0]],
  ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]],
])('%s is answered with what to do', async (_, bytes) => {
  expect((await read(Uint8Array.from(bytes))).fault).toContain('save the table as CSV (UTF-8)')
})

test('a file of nothing, or of nothing but a mark and empty lines, is empty', async () => {
  expect((await read()).fault).toMatch(/^The file is empty\./)
  expect((await read('\uFEFF\r\n \r\n')).fault).toMatch(/^The file is empty\./)
})

test('more than fifty megabytes are not even read', async () => {
  expect((await read(new Uint8Array(mostText), 'a')).fault).toMatch(/over 50 MB/)
})

test('a file that is gone by the time it is read says so', async () => {
  const gone = Object.assign(new Blob(['a']), {
    arrayBuffer: () => Promise.reject(new DOMException('NotReadableError')),
  })
  expect((await readText(gone)).fault).toContain('Choose it once more.')
})
