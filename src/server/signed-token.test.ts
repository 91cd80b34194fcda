import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from './ids.ts'
import { openToken, signToken } from './signed-token.ts'

const keys = [randomBytes(32)] as const
const [ours, another] = [newId(new Date()), newId(new Date())]
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('what we wrote is read again', () => {
  for (let count = 0; count < 100; count++) {
    const id = newId(new Date())
    expect(openToken(keys, signToken(keys, id))).toBe(id)
  }
})

test('of ten thousand tokens that are nearly ours none is accepted', () => {
  const token = signToken(keys, ours)
  const at = fc.nat(token.length - 1)
  const anyCharacter = fc.oneof(fc.constantFrom(...alphabet), fc.string({ unit: 'binary', maxLength: 2 }))
  const nearly = fc.oneof(
    fc.tuple(at, anyCharacter).map(([index, other]) => token.slice(0, index) + other + token.slice(index + 1)),
    fc.tuple(at, anyCharacter).map(([index, other]) => token.slice(0, index) + other + token.slice(index)),
    at.map((length) => token.slice(0, length)),
    at.map((start) => token.slice(start)),
    fc.tuple(at, fc.nat(7)).map(([index, bit]) => {
      const bytes = Buffer.from(token)
      bytes[index] = (bytes[index] ?? 0) ^ (1 << bit)
      return bytes.toString('latin1')
    }),
    fc.tuple(at, at).map(([a, b]) => {
      const letters = [...token]
      ;[letters[a], letters[b]] = [letters[b] ?? '', letters[a] ?? '']
      return letters.join('')
    }),
    fc.constantFrom('=', '==', ' ', '\n', '\r\n', '.', 'A', '\u0000', '%3D', '?a=1').map((more) => token + more),
    fc.constantFrom(' ', '\n', '/', 'https://author.example/confirm/').map((more) => more + token),
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((mac) => `${ours}.${Buffer.from(mac).toString('base64url')}`),
  )
  fc.assert(
    fc.property(
      nearly.filter((text) => text !== token),
      (text) => openToken(keys, text) === null,
    ),
  )
})

test('the other spellings of the last character, which a decoder takes for the same, are not ours', () => {
  const token = signToken(keys, ours)
  const mac = (text: string) => Buffer.from(text.slice(text.indexOf('.') + 1), 'base64url')
  const spellings = [...alphabet].map((last) => token.slice(0, -1) + last)
  expect(spellings.filter((text) => mac(text).equals(mac(token)))).toHaveLength(4)
  expect(spellings.filter((text) => openToken(keys, text) !== null)).toEqual([token])
})

test('the signature of one id is none for another, and one key opens nothing of another', () => {
  const [, mac] = signToken(keys, ours).split('.')
  expect(openToken(keys, `${another}.${mac}`)).toBeNull()
  expect(openToken(keys, `${ours.toUpperCase()}.${mac}`)).toBeNull()
  expect(openToken([randomBytes(32)], signToken(keys, ours))).toBeNull()
})

test.each(['', '.', 'x'.repeat(80), `${ours}.`, `.${'A'.repeat(43)}`, 'a'.repeat(100_000)])(
  'nonsense is nobody (%#)',
  (text) => {
    expect(openToken(keys, text)).toBeNull()
  },
)
