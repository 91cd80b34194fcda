import { expect, test } from 'vitest'
import { readSources } from '#tests/support/sources.ts'
import { toUrl } from './url.ts'

test('an address with other letters is one however often it is asked', () => {
  for (let time = 0; time < 20_000; time++) if (toUrl('https://bücher.example/é') === null) expect(time).toBe('never')
})

test('what is no address is none', () =>
  expect([toUrl(''), toUrl('bücher'), toUrl('https://')]).toEqual([null, null, null]))

test('and nobody asks in the way that forgets', () => {
  // `url.ts` names it where it says why.
  const asking = [...readSources()].filter(([, code]) => code.includes('URL.canParse'))
  expect(asking.map(([file]) => file)).toEqual(['src/lib/url.ts'])
})
