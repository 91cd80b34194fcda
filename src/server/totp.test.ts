import { expect, test } from 'vitest'
import { findTotpStep, newTotpSecret, totpCode, totpStep, totpUrl } from './totp.ts'

/** '12345678901234567890' in base32: the secret of the standard's own examples. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

// RFC 6238, appendix B, SHA-1; there with eight digits, of which six are the last.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s, as the standard says', (second, code) => {
  expect(totpCode(secret, totpStep(new Date(second * 1_000)))).toBe(code)
})

test('a code is taken in its own half minute and in the two beside it, and tells which one it was', () => {
  const now = new Date('2026-01-15T12:00:10Z')
  const step = totpStep(now)
  expect([-2, -1, 0, 1, 2].map((away) => findTotpStep(secret, totpCode(secret, step + away), now))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ])
})

test.each(['', '12345', '1234567', '12345a', ' 123456', '１２３４５６'])('%j is no code', (code) => {
  expect(findTotpStep(secret, code, new Date())).toBeNull()
})

test('every secret is its own, and apps can read it', () => {
  const made = Array.from({ length: 100 }, newTotpSecret)
  expect(new Set(made).size).toBe(100)
  for (const one of made) expect(one).toMatch(/^[A-Z2-7]{32}$/)
})

test('the picture names whose code it is, also where a name has spaces', () => {
  expect(totpUrl(secret, { issuer: 'Ines Calder', account: 'owner@home.example' })).toBe(
    `otpauth://totp/Ines%20Calder:owner%40home.example?secret=${secret}&issuer=Ines%20Calder`,
  )
})
