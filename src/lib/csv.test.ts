import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

/** RFC 4180, read by somebody who did not write it. */
function read(text: string): string[][] {
  const lines: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [, quoted, plain = '', end] = match
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') lines.push([])
    if (cell.lastIndex === text.length) break
  }
  return lines.slice(0, -1)
}

test.each([
  ['=1+1', "'=1+1"],
  ['+1 555 0100', "'+1 555 0100"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['\0x', "'\0x"],
  ['Ada', 'Ada'],
  ['O’Hara, Ben', '"O’Hara, Ben"'],
  ['the "quiet" one', '"the ""quiet"" one"'],
  ['=HYPERLINK("http://evil","x")', '"\'=HYPERLINK(""http://evil"",""x"")"'],
  ['name;=1+1', "name;'=1+1"],
  ['', ''],
])('%j is written as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test('whatever is written, no cell begins like a formula, and every word can be read back', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\0;,"\' ab') }),
  )
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 8 }), (cells) => {
      const [line = []] = read(csvLine(cells))
      expect(line).toHaveLength(cells.length)
      for (const [index, cell] of line.entries()) {
        expect(cell).not.toMatch(/^[=+\-@\t\r\0]/)
        for (const part of cell.split(';')) expect(part).not.toMatch(/^\s*[=+\-@]/)
        expect(cell.replaceAll("'", '')).toBe(cells[index]?.replaceAll("'", ''))
      }
    }),
  )
})
