import { expect, test } from 'vitest'
import { toUrl } from './url.ts'

test('an address with other letters is one however often it is asked', () => {
  for (let time = 0; time < 20_000; time++) if (toUrl('https://bücher.example/é') === null) expect(time).toBe('never')
})

test('what is no address is none', () =>
  expect([toUrl(''), toUrl('bücher'), toUrl('https://')]).toEqual([null, null, null]))

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.*', '!/src/lib/url.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('and nobody asks in the way that forgets', () =>
  expect(Object.keys(sources).filter((file) => sources[file]?.includes('URL.canParse'))).toEqual([]))
