import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeXml } from './xml.ts'

test('no text can open a tag, leave an attribute, or hold what XML forbids', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const escaped = escapeXml(text)
      expect(escaped).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/)
      expect(escaped).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
    }),
  )
})

test('ordinary words stay as they are', () => {
  expect(escapeXml('Tea & “cake” for 2 < 3, naïve 🕯')).toBe('Tea &amp; “cake” for 2 &lt; 3, naïve 🕯')
})
