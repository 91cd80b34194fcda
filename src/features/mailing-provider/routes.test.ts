import { describe, expect, test } from 'vitest'
import { connectMailerLite as connect, readers, startMailerLite } from '#tests/support/mailerlite.ts'
import { openSettingsRoom } from '#tests/support/settings.ts'
import { createTestApp } from '#tests/support/test-app.ts'

test('without a key every call says how to get one', async () => {
  const owner = await (await createTestApp()).asOwner()
  for (const answer of [
    await owner.request('/api/mailerlite/groups'),
    await owner.post('/api/mailerlite/add-subscriber', { email: 'a@home.example' }),
    await owner.post('/api/mailerlite/sync-voracious-readers'),
  ]) {
    expect(answer.status).toBe(409)
    expect((await answer.json()).message).toContain('type it into Settings')
  }
})

test('all groups are listed, page by page, with ids too long for a number', async () => {
  const { provider, owner } = await connect()
  for (let number = 0; number < 230; number++) {
    provider.groups.push({ id: String(129_543_796_651_197_476n + BigInt(number)), name: `Group ${number}` })
  }
  const { count, groups } = await (await owner.request('/api/mailerlite/groups')).json()
  expect([count, groups.length, groups[229].id]).toEqual([230, 230, '129543796651197705'])
})

describe('a sync', () => {
  test('makes the group when only a similar one is there, and puts every reader in it', async () => {
    const { provider, sync } = await connect({ count: 45 })
    provider.groups.push({ id: '7', name: 'Voracious Readers (old)' })
    expect(await sync()).toMatchObject({ successful: 45, failed: 0, skipped: 0, errors: [], pending: 0 })
    expect(provider.groups.map(({ name }) => name)).toEqual(['Voracious Readers (old)', 'Voracious Readers'])
    expect([...provider.people.keys()].sort()).toEqual(readers(45))
    expect(await sync()).toMatchObject({ successful: 45 })
    expect(provider.groups).toHaveLength(2)
  })

  test('skips whoever left there, takes it back here, and nothing revives her', async () => {
    const { provider, sync, group, owner } = await connect()
    provider.people.set('reader1@home.example', {
      id: '9',
      email: 'reader1@home.example',
      status: 'unsubscribed',
      groups: new Set(),
    })
    expect(await sync()).toMatchObject({ successful: 2, failed: 0, skipped: 1, errors: [] })
    expect(await group()).toEqual(['reader0@home.example', 'reader2@home.example'])
    const again = await owner.post('/api/voracious-readers-subscribers', {
      subscribers: readers(3),
      basis: 'Once more',
    })
    expect(await again.json()).toMatchObject({ added: 0, count: 2 })
  })

  test('takes back who unsubscribed, bounced or complained there since, also on later pages', async () => {
    // The provider hands out a hundred at a time.
    const { provider, sync, group } = await connect({ count: 130 })
    await sync()
    const gone = readers(130).slice(0, 120)
    const statuses = ['unsubscribed', 'bounced', 'junk']
    for (const [index, email] of gone.entries()) {
      const person = provider.people.get(email)
      if (person) person.status = statuses[index < 110 ? 0 : index % 3] ?? ''
    }
    await sync()
    expect((await group()).sort()).toEqual(readers(130).slice(120))
  })

  test('names whom the provider refuses for another reason', async () => {
    const { sync, owner } = await connect({ count: 1 })
    await owner.post('/api/voracious-readers-subscribers', { subscribers: ['invalid@home.example'], basis: 'x' })
    const result = await sync()
    expect(result).toMatchObject({ successful: 1, failed: 1 })
    expect(result.errors[0]).toContain('invalid@home.example: The mailing provider says')
  })

  test('goes on where it was when the provider has been away', async () => {
    const { provider, owner, sync, app } = await connect({ count: 30 })
    provider.misbehave = (_path, call) => (call > 25 && call < 45 ? new Response('<html>', { status: 502 }) : undefined)
    const { successful, pending, syncId } = await sync()
    expect(Math.min(successful, pending)).toBeGreaterThan(0)
    provider.misbehave = undefined
    app.passTime(61_000)
    await app.work()
    const result = await (await owner.request(`/api/owner/provider/syncs/${syncId}`)).json()
    expect(result).toMatchObject({ successful: 30, failed: 0, pending: 0 })
    expect(provider.people.size).toBe(30)
  })

  test('waits as long as it is told to, and tries again', async () => {
    const { provider, sync } = await connect({ count: 2 })
    provider.misbehave = (path, call) =>
      path.endsWith('/subscribers') && call < 5
        ? Response.json({ message: 'Too Many Attempts.' }, { status: 429, headers: { 'retry-after': '1' } })
        : undefined
    expect(await sync()).toMatchObject({ successful: 2, failed: 0 })
  })

  test('says what keeps it waiting, and the screen finds it again after a reload', async () => {
    const { provider, owner, app, sync } = await connect({ count: 3 })
    const lastSync = async () => (await (await owner.request('/api/owner/provider')).json()).lastSync
    expect(await lastSync()).toBeNull()
    provider.misbehave = () => new Response('<html>', { status: 502 })
    await sync()
    expect(await lastSync()).toMatchObject({ total: 3, pending: 3, trouble: expect.stringContaining('(502)') })
    provider.misbehave = undefined
    app.passTime(61_000)
    await app.work()
    expect(await lastSync()).toMatchObject({ successful: 3, pending: 0, trouble: null, hasFailed: false })
  })

  test('that lost its key half-way ends, so that another can begin', async () => {
    const provider = await startMailerLite()
    const { app, owner, save } = await openSettingsRoom({ MAILERLITE_API_URL: provider.url })
    const sync = async () => (await owner.post('/api/mailerlite/sync-voracious-readers', {})).json()
    await owner.post('/api/voracious-readers-subscribers', { subscribers: readers(3), basis: 'Asked at a reading' })
    await save({ providerKey: 'a-key' })
    provider.misbehave = () => new Response('<html>', { status: 502 })
    const { syncId } = await sync()
    await save({ providerKey: '' })
    app.passTime(61_000)
    await app.work()
    const result = await (await owner.get(`/api/owner/provider/syncs/${syncId}`)).json()
    expect(result).toMatchObject({ pending: 0, hasFailed: true })
    await save({ providerKey: 'a-key' })
    provider.misbehave = undefined
    expect(await sync()).toMatchObject({ successful: 3 })
  })

  test('with a key the provider does not know ends, and says so', async () => {
    const { sync } = await connect({ key: 'wrong' })
    const result = await sync()
    expect(result).toMatchObject({ pending: 0, hasFailed: true })
    expect(result.errors).toEqual(['The mailing provider does not know this key. Look at it in Settings.'])
  })
})

test.each([
  ['HTML', () => new Response('<html>down</html>', { status: 503 })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } })],
])('a provider that answers %s is told of in words, as a 502', async (_what, answer) => {
  const { provider, owner } = await connect()
  provider.misbehave = answer
  for (const response of [
    await owner.request('/api/mailerlite/groups'),
    await owner.post('/api/owner/provider/webhook'),
  ]) {
    expect(response.status).toBe(502)
    expect((await response.json()).message).toMatch(/^The mailing provider /)
  }
})

test('one reader is added on request, unless she has left', async () => {
  const { provider, app, owner } = await connect()
  const { suppress } = await import('#server/suppressions.ts')
  await suppress(app.db, app.deps.keyFor, 'gone@home.example', 'left', app.deps.now())
  const added = await owner.post('/api/mailerlite/add-subscriber', { email: ' New@Home.example ' })
  expect(await added.json()).toEqual({ email: 'new@home.example' })
  expect(provider.people.has('new@home.example')).toBe(true)
  expect((await owner.post('/api/mailerlite/add-subscriber', { email: 'gone@home.example' })).status).toBe(409)
})

test('a reader the provider asks for a confirmation first is no success, and that is said', async () => {
  const { provider, owner, sync } = await connect()
  provider.people.set('reader0@home.example', {
    id: '9',
    email: 'reader0@home.example',
    status: 'active',
    groups: new Set(),
  })
  provider.asksFirst = true
  const added = await owner.post('/api/mailerlite/add-subscriber', { email: 'new@home.example' })
  const note = expect.stringContaining('unconfirmed')
  expect([added.status, await added.json()]).toEqual([200, { email: 'new@home.example', note }])
  expect(await sync()).toMatchObject({
    successful: 1,
    failed: 2,
    skipped: 0,
    errors: [1, 2].map((number) => expect.stringMatching(`^reader${number}@home.example is unconfirmed`)),
  })
})

describe('what the provider tells us', () => {
  const event = (type: string, email: string) => JSON.stringify({ event: type, email, account_id: 1 })

  test('signed in hex or base64 is believed, and whoever left there has left here', async () => {
    const { provider, app, owner, group } = await connect({ count: 4 })
    expect((await owner.post('/api/owner/provider/webhook')).status).toBe(200)
    expect((await owner.post('/api/owner/provider/webhook')).status).toBe(200)
    expect(provider.hooks).toMatchObject([{ url: 'https://author.example/api/mailerlite/webhook' }])
    const tell = (body: string, signature: string) =>
      app.request('/api/mailerlite/webhook', { method: 'POST', body, headers: { signature } })
    const left = event('subscriber.unsubscribed', 'reader0@home.example')
    const batch = JSON.stringify({
      total: 2,
      events: [
        { type: 'subscriber.bounced', subscriber: { email: 'reader1@home.example' } },
        { type: 'subscriber.created', subscriber: { email: 'reader3@home.example' } },
      ],
    })
    expect((await tell(left, provider.sign(left))).status).toBe(200)
    expect((await tell(left, provider.sign(left))).status).toBe(200)
    expect((await tell(batch, provider.sign(batch, 'base64'))).status).toBe(200)
    await app.work()
    expect(await group()).toEqual(['reader2@home.example', 'reader3@home.example'])
  })

  test('is asked for again when the site has moved, and when it was switched off there', async () => {
    const { provider, app, owner } = await connect()
    const connectIt = async () => expect((await owner.post('/api/owner/provider/webhook')).status).toBe(200)
    const isHeard = async () => (await (await owner.request('/api/owner/provider')).json()).hasWebhook
    expect(await isHeard()).toBe(false)
    await connectIt()
    expect(await isHeard()).toBe(true)

    const events = ['subscriber.unsubscribed', 'subscriber.bounced', 'subscriber.spam_reported']
    const rest = { url: 'https://author.example/api/mailerlite/webhook', secret: 'hook-secret' }
    for (const odd of [{ enabled: false }, { events: ['subscriber.created'] }]) {
      Object.assign(provider.hooks[0] ?? {}, odd)
      await connectIt()
      expect(provider.hooks).toMatchObject([{ ...rest, enabled: true, events }])
    }

    await app.db
      .updateTable('site_facts')
      .set({ value: 'https://before.example/api/mailerlite/webhook' })
      .where('name', '=', 'provider-webhook-url')
      .execute()
    expect(await isHeard()).toBe(false)
    await connectIt()
    expect(await isHeard()).toBe(true)
  })

  test('unsigned, or signed with something else, changes nothing', async () => {
    const { provider, app, owner, group } = await connect()
    const body = event('subscriber.unsubscribed', 'reader0@home.example')
    const tell = (signature: string) =>
      app.request('/api/mailerlite/webhook', { method: 'POST', body, headers: { signature } })
    expect((await tell(provider.sign(body))).status).toBe(403)
    await owner.post('/api/owner/provider/webhook')
    for (const forged of ['', 'x', provider.sign(`${body} `), provider.sign(body).toUpperCase()]) {
      expect((await tell(forged)).status).toBe(403)
    }
    await app.work()
    expect(await group()).toHaveLength(3)
  })
})
