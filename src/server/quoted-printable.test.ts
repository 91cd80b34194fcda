import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/support/long-run.ts'
import { quotedPrintable } from './quoted-printable.ts'

/** As a mail program reads it: spaces at the end of a line were put there on the way. */
function read(written: string): string {
  const bytes = written
    .replace(/[ \t]+(?=\r\n|$)/g, '')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const piece = fc.oneof(
  fc.constantFrom('\n', '\r\n', '\r', ' ', '\t', '=', '=\n', ' \n', '.', 'é', '–', '🌊', 'tide', 'x'.repeat(74), '=3D'),
  fc.string({ unit: 'grapheme' }),
)

test('a text is read again as it was, in lines of 76 plain characters', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      const written = quotedPrintable(text)
      expect(read(written)).toBe(text.replace(/\r?\n/g, '\r\n'))
      for (const line of written.split('\r\n')) expect(line).toMatch(/^(?:[\t -~]{0,75}[!-~])?$/)
    }),
    { numRuns: runs.text },
  )
})

test('no letter is taken apart where a line goes on', () => {
  const written = quotedPrintable('🌊'.repeat(40))
  expect(written.split('=\r\n').every((line) => line.length % 12 === 0)).toBe(true)
})
