import { expect, test } from 'vitest'
import { connectMailerLite as connect, readers } from '#tests/support/mailerlite.ts'
import { dump } from '#tests/support/people.ts'

/** Asks for longer than a test may take: whoever waited for it would not be heard of again. */
const slowDown = (seconds: number) =>
  Response.json({ message: 'Too Many Attempts.' }, { status: 429, headers: { 'retry-after': String(seconds) } })
const isUpsert = (path: string) => path === '/api/subscribers'

test('a provider that asks us to wait for minutes is told of at once, and when to try again', async () => {
  const { provider, owner } = await connect()
  provider.misbehave = () => slowDown(119)
  for (const response of [
    await owner.request('/api/mailerlite/groups'),
    await owner.post('/api/mailerlite/add-subscriber', { email: 'a@home.example' }),
  ]) {
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '119'])
    expect((await response.json()).message).toMatch(/slow down. Please try again in 2 minutes/)
  }
})

test('a sync that is asked to wait keeps what is done, holds up no other work and comes back when it may', async () => {
  const { provider, app, owner, sync } = await connect({ count: 10 })
  let upserts = 0
  provider.misbehave = (path) => (isUpsert(path) && ++upserts > 5 ? slowDown(119) : undefined)
  expect(await sync()).toMatchObject({ successful: 5, pending: 5, trouble: expect.stringContaining('2 minutes') })
  provider.misbehave = undefined
  const { length } = provider.calls
  app.passTime(110_000)
  await app.work()
  expect(provider.calls).toHaveLength(length)
  app.passTime(10_000)
  await app.work()
  expect((await (await owner.request('/api/owner/provider')).json()).lastSync).toMatchObject({
    successful: 10,
    pending: 0,
    trouble: null,
  })
  expect(provider.calls.filter((call) => call === 'POST /api/subscribers')).toHaveLength(11)
})

test('asked for by several at the same moment it is one sync, and everybody is brought there once', async () => {
  const { provider, app, sync } = await connect({ count: 10 })
  const { workNow } = app.deps
  let begin = () => {}
  const allHaveAsked = new Promise<void>((resolve) => {
    begin = resolve
  })
  let asked = 0
  // Nothing is done of it before all five have asked: on a slow machine it could be over by then.
  app.deps.workNow = async () => {
    if (++asked === 5) begin()
    await allHaveAsked
    return workNow()
  }
  await Promise.all(Array.from({ length: 5 }, sync))
  expect(await app.db.selectFrom('provider_syncs').select(['state', 'successful']).execute()).toEqual([
    { state: 'done', successful: 10 },
  ])
  expect(provider.calls.filter((call) => call === 'POST /api/subscribers')).toHaveLength(10)
})

test('a run that was away for too long changes nothing of a sync that ended meanwhile', async () => {
  const { provider, app, sync } = await connect()
  provider.misbehave = async (path) => {
    if (isUpsert(path))
      await app.db
        .updateTable('provider_syncs')
        .set({ state: 'done', successful: 99, finished_at: app.deps.now().toISOString() })
        .execute()
    return undefined
  }
  expect(await sync()).toMatchObject({ successful: 99, pending: 0, hasFailed: false })
})

test.each([
  ['is gone', 'delete'],
  ['has failed', 'fail'],
])('a sync whose job %s is shown as ended, with a reason, and another can begin', async (_what, how) => {
  const { provider, app, owner, sync } = await connect()
  provider.misbehave = () => new Response('', { status: 502 })
  const { syncId } = await sync()
  if (how === 'delete') await app.db.deleteFrom('jobs').execute()
  else await app.db.updateTable('jobs').set({ state: 'failed' }).execute()
  const stopped = { pending: 0, hasFailed: true, errors: [expect.stringContaining('start it again')] }
  expect((await (await owner.request('/api/owner/provider')).json()).lastSync).toMatchObject(stopped)
  provider.misbehave = undefined
  expect(await sync()).toMatchObject({ successful: 3, pending: 0, hasFailed: false })
  expect(await (await owner.request(`/api/owner/provider/syncs/${syncId}`)).json()).toMatchObject(stopped)
})

test('a provider that has been away for a day ends the sync', async () => {
  const { provider, app, sync } = await connect()
  provider.misbehave = () => slowDown(600)
  await sync()
  app.passTime(86_400_001)
  await app.work()
  const owner = await app.asOwner()
  const { lastSync } = await (await owner.request('/api/owner/provider')).json()
  expect(lastSync).toMatchObject({ pending: 0, hasFailed: true, errors: [expect.stringContaining('slow down')] })
})

test('whoever joined the group there is one of the readers here, unless she ever left', async () => {
  const { provider, app, sync, group } = await connect({ count: 2 })
  const { suppress } = await import('#server/suppressions.ts')
  await suppress(app.db, app.deps.keyFor, 'gone7@there.example', 'left', app.deps.now())
  const left = { left_at: app.deps.now().toISOString() }
  await app.db.updateTable('people').set(left).where('email', '=', 'reader1@home.example').execute()
  provider.groups.push({ id: '7', name: 'Voracious Readers' })
  const join = (email: string) =>
    provider.people.set(email, { id: email, email, status: 'active', groups: new Set(['7']) })
  const there = Array.from({ length: 500 }, (_, number) => `there${String(number).padStart(3, '0')}@there.example`)
  for (const email of [...there, 'Gone7@There.example', 'reader1@home.example', 'no address']) join(email)
  expect(await sync()).toMatchObject({ successful: 1, skipped: 0, pending: 0 })
  expect((await group()).sort()).toEqual([...readers(1), ...there])
  const sources = await app.db.selectFrom('people').select('source').distinct().orderBy('source').execute()
  expect(sources).toEqual([{ source: 'group_import' }, { source: 'group_provider' }])
})

test('whoever is erased while a sync stands at her is in none of its lines, and it goes on behind her', async () => {
  const { provider, app, owner, sync } = await connect({ count: 3 })
  provider.misbehave = (path, _call, method) =>
    method === 'POST' && path.endsWith('/subscribers') && provider.people.size === 2 ? slowDown(600) : undefined
  const { syncId } = await sync()
  const { people } = await (await owner.request('/api/owner/subscribers?q=reader1@')).json()
  expect((await owner.delete(`/api/owner/subscribers/${people[0].id}`)).status).toBe(200)
  expect(await dump(app)).not.toContain('reader1@')
  provider.misbehave = undefined
  app.passTime(3_600_000)
  await app.work()
  const done = await (await app.asOwner()).request(`/api/owner/provider/syncs/${syncId}`)
  expect(await done.json()).toMatchObject({ successful: 3, failed: 0, pending: 0 })
  expect(provider.calls.filter((call) => call === 'POST /api/subscribers')).toHaveLength(4)
})
