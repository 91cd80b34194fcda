import { describe, expect, test } from 'vitest'
import { connectMailerLite as connect } from '#tests/support/mailerlite.ts'

describe('an answer that is none', () => {
  const cases: [string, () => Response][] = [
    ['a page of HTML with a 200', () => new Response('<html>Welcome to the hotel</html>')],
    ['a list where an object is due', () => Response.json([])],
    ['an object without what was asked for', () => Response.json({})],
    [
      'a group without an id, a person without a status',
      () => Response.json({ data: [{ name: 'Voracious Readers' }] }),
    ],
    ['a body that breaks while it is read', () => new Response('half', { headers: { 'content-encoding': 'gzip' } })],
  ]

  test.each(cases)('%s is told of on the screen, and is no success of a sync', async (_what, answer) => {
    const { provider, owner, sync } = await connect()
    provider.misbehave = answer
    for (const response of [
      await owner.request('/api/mailerlite/groups'),
      await owner.post('/api/mailerlite/add-subscriber', { email: 'a@home.example' }),
    ]) {
      expect(response.status).toBe(502)
      expect((await response.json()).message).toMatch(/^The mailing provider /)
    }
    expect(await sync()).toMatchObject({ successful: 0, pending: 3, trouble: expect.stringContaining('provider') })
  })

  test('a status nobody has heard of is not taken for a yes', async () => {
    const { provider, sync } = await connect()
    provider.misbehave = (path) =>
      path.endsWith('/subscribers') ? Response.json({ data: { status: 'ok' } }) : undefined
    expect(await sync()).toMatchObject({ successful: 0, pending: 3 })
  })
})

describe('what must not be made twice', () => {
  test('a group that was made although we were told of trouble is found the next time', async () => {
    const { provider, app, sync } = await connect()
    provider.isDoneAllTheSame = true
    provider.misbehave = (path, _call, method) =>
      method === 'POST' && path === '/api/groups' ? new Response('', { status: 504 }) : undefined
    expect((await sync()).pending).toBe(3)
    app.passTime(61_000)
    await app.work()
    expect(await sync()).toMatchObject({ successful: 3 })
    expect(provider.groups).toHaveLength(1)
  })

  test('a webhook is looked for on every page, and made with one try', async () => {
    const { provider, owner } = await connect()
    const url = 'https://author.example/api/mailerlite/webhook'
    for (let id = 0; id < 130; id++)
      provider.hooks.push({ id: String(id), url: `https://other.example/${id}`, secret: 's' })
    provider.isDoneAllTheSame = true
    provider.misbehave = (_path, _call, method) => (method === 'POST' ? new Response('', { status: 504 }) : undefined)
    expect((await owner.post('/api/owner/provider/webhook')).status).toBe(502)
    expect((await owner.post('/api/owner/provider/webhook')).status).toBe(200)
    expect(provider.hooks.filter((hook) => hook.url === url)).toHaveLength(1)
  })

  test('a webhook without a secret is refused: anybody could sign with an empty one', async () => {
    const { provider, owner } = await connect()
    provider.hooks.push({ id: '1', url: 'https://author.example/api/mailerlite/webhook', secret: '' })
    expect((await owner.post('/api/owner/provider/webhook')).status).toBe(502)
    expect(await (await owner.request('/api/owner/provider')).json()).toMatchObject({ hasWebhook: false })
  })
})

test('what went wrong with the provider is in the log, with nobody’s address and no key', async () => {
  const { provider, app, owner } = await connect({ key: 'a-key' })
  const add = () => owner.post('/api/mailerlite/add-subscriber', { email: 'invalid@home.example' })
  await add()
  provider.stop()
  expect((await add()).status).toBe(502)
  const lines = app.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'provider')
  expect(lines).toMatchObject([
    { level: 'warn', method: 'POST', path: '/subscribers', status: 422, ms: expect.any(Number) },
    { level: 'warn', method: 'GET', path: '/subscribers', status: 404 },
    ...Array(3).fill({ method: 'GET', path: '/groups', status: null, error: expect.stringMatching(/^TypeError: ./) }),
  ])
  expect(app.logged.join()).not.toMatch(/invalid|home\.example|a-key/)
})
