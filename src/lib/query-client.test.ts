import { expect, test } from 'vitest'
import { createQueryClient, statusOf } from './query-client.ts'

function clientAnswering(response: () => Response) {
  const calls: { path: string; init: RequestInit | undefined }[] = []
  const client = createQueryClient((path, init) => {
    calls.push({ path, init })
    return response()
  })
  return { client, calls }
}

test('a query is a GET to its key joined with slashes, with credentials', async () => {
  const { client, calls } = clientAnswering(() => Response.json(['post']))
  expect(await client.fetchQuery({ queryKey: ['/api/blog', 'the-quiet-room'] })).toEqual(['post'])
  expect(calls[0]).toMatchObject({ path: '/api/blog/the-quiet-room', init: { credentials: 'include' } })
})

test('an answer never goes stale', async () => {
  const { client, calls } = clientAnswering(() => Response.json(1))
  await client.fetchQuery({ queryKey: ['/api/blog'] })
  await client.fetchQuery({ queryKey: ['/api/blog'] })
  expect(calls).toHaveLength(1)
})

test('a failure is not retried and reads as status, colon, body', async () => {
  const { client, calls } = clientAnswering(() => new Response('the well is dry', { status: 503 }))
  await expect(client.fetchQuery({ queryKey: ['/api/blog'] })).rejects.toThrow('503: the well is dry')
  expect(calls).toHaveLength(1)
})

test('an empty failure shows the status text', async () => {
  const { client } = clientAnswering(() => new Response('', { status: 502, statusText: 'Bad Gateway' }))
  await expect(client.fetchQuery({ queryKey: ['/api/blog'] })).rejects.toThrow(/^502: Bad Gateway$/)
})

test('401 throws by default and yields null where a query asks for it', async () => {
  const { client } = clientAnswering(() => new Response('signed out', { status: 401 }))
  await expect(client.fetchQuery({ queryKey: ['/api/a'] })).rejects.toThrow('401: signed out')
  expect(await client.fetchQuery({ queryKey: ['/api/b'], meta: { on401: 'null' } })).toBeNull()
})

test('a page whose query is missing or has moved answers 404; whose query failed, 503', async () => {
  for (const [status, expected] of [
    [404, 404],
    [308, 404],
    [500, 503],
  ] as const) {
    const { client } = clientAnswering(() => new Response('', { status }))
    await client.prefetchQuery({ queryKey: ['/api/x'] })
    expect(statusOf(client, [['/api/x']])).toBe(expected)
  }
})
