import { expect, test } from 'vitest'
import { ApiError } from '#lib/send-json.ts'
import { wordsOf } from './call.ts'
import { causeOf } from './cause.ts'

const foreign = '<html><head><title>413 Request Entity Too Large</title></head><body>nginx</body></html>'
const onTheWay =
  'Something that stands before the site does not let a file of this size through; whoever looks after the server can mend that.'

test('a file that a proxy of somebody else’s finds too large is told as that, in place and in a notice', () => {
  const refused = new ApiError(413, foreign, 'Request Entity Too Large')
  expect([causeOf(refused).words, wordsOf(refused)]).toEqual([onTheWay, onTheWay])
})

test('what the site itself finds too large keeps its own words, and another answer of somebody else’s says nothing', () => {
  const ours = new ApiError(413, JSON.stringify({ code: 'too_large', message: 'A picture may have 15 MB.' }), '')
  expect([causeOf(ours).words, wordsOf(ours)]).toEqual(['A picture may have 15 MB.', 'A picture may have 15 MB.'])
  expect(causeOf(new ApiError(502, foreign, 'Bad Gateway')).words).toBe('The server could not do it.')
})
