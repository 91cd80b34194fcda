import { expect, test } from 'vitest'
import { chooseAnswer, compressAndStore } from './stored-response.ts'

const asking = (headers: Record<string, string> = {}) => [stored, (name: string) => headers[name]] as const

const stored = await compressAndStore({ 'content-type': 'text/plain' }, Buffer.from('a quiet room '.repeat(50)))

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate, br;q=0', 'gzip'],
  ['gzip;q=0.5', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  ['abrakadabra', undefined],
])('a reader who takes "%s" gets %s', (accept, encoding) => {
  expect(chooseAnswer(...asking({ 'accept-encoding': accept })).headers['content-encoding']).toBe(encoding)
})

test('a known etag, also among others or weak, answers 304 with no body', () => {
  for (const header of [stored.etag, `"x", ${stored.etag}`, `W/${stored.etag}`]) {
    expect(chooseAnswer(...asking({ 'if-none-match': header }))).toMatchObject({ status: 304, body: null })
  }
})

test('caches are told that encodings differ', () => {
  expect(chooseAnswer(...asking()).headers.vary).toBe('accept-encoding')
})

test('whoever sends no etag is asked by date, and a date never overrules an etag', async () => {
  const dated = await compressAndStore({ 'last-modified': 'Sat, 01 Nov 2025 09:00:00 GMT' }, Buffer.from('words'))
  const ask = (headers: Record<string, string>) => chooseAnswer(dated, (name) => headers[name]).status
  expect(ask({ 'if-modified-since': 'Sat, 01 Nov 2025 09:00:00 GMT' })).toBe(304)
  expect(ask({ 'if-modified-since': 'Sat, 01 Nov 2025 08:59:59 GMT' })).toBe(200)
  expect(ask({ 'if-modified-since': 'yesterday' })).toBe(200)
  expect(ask({ 'if-modified-since': 'Sat, 01 Nov 2025 09:00:00 GMT', 'if-none-match': '"other"' })).toBe(200)
  expect(chooseAnswer(...asking({ 'if-modified-since': 'Sat, 01 Nov 2025 09:00:00 GMT' })).status).toBe(200)
})
