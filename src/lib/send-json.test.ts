import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, sendJson } from './send-json.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function answering(response: () => Response) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => response())
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const refused = async () => {
  const error = await sendJson('POST', '/api/contact', {}).catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('it was not refused')
  return error
}

test('a body goes out as JSON, with credentials, and the answer comes back', async () => {
  const fetch = answering(() => Response.json({ message: 'thanks' }, { status: 201 }))
  expect(await sendJson('POST', '/api/contact', { name: 'Anna' })).toEqual({ message: 'thanks' })
  expect(fetch.mock.calls[0]).toMatchObject([
    '/api/contact',
    {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Anna"}',
    },
  ])
})

test('an OK answer without JSON is still OK', async () => {
  answering(() => new Response('', { status: 200 }))
  expect(await sendJson('POST', '/api/contact', {})).toBeNull()
})

test('a page of somebody else’s is no answer: nothing has arrived', async () => {
  answering(() => new Response('<h1>Welcome to our network</h1>', { status: 200 }))
  expect(await refused()).toMatchObject({ status: 200, words: null, fields: {} })
})

test('a header of its own goes beside ours, and what outlives its page is said so', async () => {
  const fetch = answering(() => Response.json({}))
  await sendJson('PUT', '/api/draft', {}, { keepalive: true, headers: { 'x-wording': 'one' } })
  const headers = { 'content-type': 'application/json', 'x-wording': 'one' }
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ keepalive: true, headers })
})

test('a refusal carries the words of the server and the fields it means', async () => {
  answering(() =>
    Response.json({ code: 'invalid', message: 'No.', fields: { email: 'Not this one.' } }, { status: 400 }),
  )
  expect(await refused()).toMatchObject({ status: 400, words: 'No.', fields: { email: 'Not this one.' } })
})

test('a refusal in anything but our own shape has no words to show', async () => {
  for (const body of ['<h1>Bad Gateway</h1>', '', 'null', '{"message":7,"fields":"x"}', '[]', '{"message":""}']) {
    answering(() => new Response(body, { status: 502, statusText: 'Bad Gateway' }))
    expect(await refused(), body).toMatchObject({ status: 502, words: null, fields: {} })
  }
})
