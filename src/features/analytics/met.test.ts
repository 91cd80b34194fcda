import { expect, test } from 'vitest'
import { createMet } from './met.ts'

test('knows whom it has met, and nobody else', () => {
  const met = createMet()
  met.add('00112233445566aa')
  expect(met.has('00112233445566aa')).toBe(true)
  // Both fall on the same place as the first.
  expect(met.has('00112233445566ab')).toBe(false)
  expect(met.has('ff112233445566aa')).toBe(false)
})

test('forgets one for another on the same place', () => {
  const met = createMet()
  met.add('00112233445566aa')
  met.add('ff112233445566aa')
  expect(met.has('00112233445566aa')).toBe(false)
  expect(met.has('ff112233445566aa')).toBe(true)
})
