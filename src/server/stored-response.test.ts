import { expect, test } from 'vitest'
import { chooseAnswer, compressAndStore } from './stored-response.ts'

const stored = await compressAndStore({ 'content-type': 'text/plain' }, Buffer.from('a quiet room '.repeat(50)))

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br;q=0', 'gzip'],
  ['gzip;q=0.5', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  ['abrakadabra', undefined],
])('a reader who takes "%s" gets %s', (accept, encoding) => {
  expect(chooseAnswer(stored, accept).headers['content-encoding']).toBe(encoding)
})

test('a known etag, also among others or weak, answers 304 with no body', () => {
  for (const header of [stored.etag, `"x", ${stored.etag}`, `W/${stored.etag}`]) {
    expect(chooseAnswer(stored, 'br', header)).toMatchObject({ status: 304, body: null })
  }
})

test('caches are told that encodings differ', () => {
  expect(chooseAnswer(stored).headers.vary).toBe('accept-encoding')
})
