import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const keys = [randomBytes(32)] as const

test('what is sealed can be read with its key, and never looks the same twice', () => {
  const [once, again] = [seal(keys, 'a secret'), seal(keys, 'a secret')]
  expect([unseal(keys, once), unseal(keys, again)]).toEqual(['a secret', 'a secret'])
  expect(once).not.toBe(again)
})

test('another key, a changed bit or a piece cut off opens nothing', () => {
  const sealed = seal(keys, 'a secret')
  expect(unseal([randomBytes(32)], sealed)).toBeNull()
  const bytes = Buffer.from(sealed, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(unseal(keys, changed.toString('base64url'))).toBeNull()
    expect(unseal(keys, bytes.subarray(0, index).toString('base64url'))).toBeNull()
  }
})
