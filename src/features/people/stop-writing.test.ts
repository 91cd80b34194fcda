import { expect, test } from 'vitest'
import { connectMailerLite } from '#tests/support/mailerlite.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { People, PersonRecord } from './contract.ts'

const ada = 'ada@home.example'
const group = '/api/voracious-readers-subscribers'

async function openDesk(env: Record<string, string> = {}) {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off', ...env } })
  return withDesk(app, await app.asOwner())
}

function withDesk(
  app: Awaited<ReturnType<typeof createTestApp>>,
  owner: Awaited<ReturnType<Awaited<ReturnType<typeof createTestApp>>['asOwner']>>,
) {
  const idOf = async (email: string) => {
    const answer: People = await (await owner.request(`/api/owner/subscribers?q=${email}`)).json()
    return answer.people[0]?.id
  }
  const person = async (email = ada): Promise<PersonRecord> =>
    (await owner.request(`/api/owner/subscribers/${await idOf(email)}`)).json()
  const stop = async (email = ada) => owner.post(`/api/owner/subscribers/${await idOf(email)}/stop`, {})
  const join = async (more: object = {}) => {
    await app.post('/api/newsletter/signup', { email: ada, name: 'Ada', source: 'signup_page', ...more })
    await app.work()
    app.passTime(1_000)
  }
  const bring = (...subscribers: string[]) => owner.post(group, { subscribers, basis: 'A reading' })
  const readers = async () => (await (await owner.request(group)).json()).subscribers
  return { app, owner, person, stop, join, bring, readers }
}

test('a subscriber the owner stops writing to has left, and the record says who did it and why', async () => {
  const { app, person, stop, join } = await openDesk()
  await join()
  const response = await stop()
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ state: 'left', name: null, leftAt: expect.any(String) })
  const { state, consents } = await person()
  expect(state).toBe('left')
  expect(consents.at(-1)).toMatchObject({
    what: 'Left the newsletter',
    where: '/admin/subscribers',
    how: 'By you, at this person’s request',
  })
  expect(await app.db.selectFrom('suppressions').select('reason').execute()).toEqual([{ reason: 'left' }])
  expect(await app.db.selectFrom('owner_events').select('what').execute()).toEqual([{ what: 'subscribers.stopped' }])
})

test('doing it twice is doing it once, and nobody is nobody', async () => {
  const { owner, person, stop, join } = await openDesk()
  await join()
  await stop()
  expect((await stop()).status).toBe(200)
  expect((await person()).consents).toHaveLength(2)
  expect((await owner.post('/api/owner/subscribers/nobody/stop', {})).status).toBe(404)
})

test('one of the readers, and one who only asked for the advance copy, can be left alone too', async () => {
  const { person, stop, join, bring, readers } = await openDesk()
  await bring('ben@home.example', 'cyd@home.example')
  await join({ source: 'voss_trials_arc', readerMagnetId: null })
  await stop('ben@home.example')
  await stop()
  expect(await readers()).toEqual(['cyd@home.example'])
  expect((await person('ben@home.example')).consents.at(-1)?.what).toBe('Wanted no more books by mail')
  expect([(await person()).state, (await person()).consents.at(-1)?.what]).toEqual([
    'left',
    'Wanted no more letters about the advance copy',
  ])
})

test('no import, no signup and no old confirmation brings her back', async () => {
  const { app, owner, person, stop, join, bring, readers } = await openDesk({ DOUBLE_OPT_IN: 'on' })
  await join()
  const [path = ''] = (await app.letters())[0]?.text.match(/\/confirm\/\S+/) ?? []
  await stop()
  expect(await (await bring(ada)).json()).toMatchObject({
    added: 0,
    rejected: [{ email: ada, reason: 'This reader has left and gets no more letters' }],
  })
  await join()
  const late = await app.postForm(path, {})
  expect([late.status, await late.text()]).toEqual([410, expect.stringContaining('This address has left the list.')])
  expect([(await person()).state, await readers(), (await app.letters()).length]).toEqual(['left', [], 1])
  const alone = await owner.post('/api/send-download-email', { email: ada, filename: 'lanterns.epub' })
  expect(alone.status).toBe(409)
})

test('nor does a sync, though the provider still has her as active', async () => {
  const { provider, app, owner } = await connectMailerLite()
  const { person, stop, bring, readers } = withDesk(app, owner)
  await bring(ada)
  await owner.post('/api/mailerlite/sync-voracious-readers')
  await app.work()
  expect(provider.people.get(ada)?.status).toBe('active')
  await stop()
  await owner.post('/api/mailerlite/sync-voracious-readers')
  await app.work()
  expect((await person()).state).toBe('left')
  expect(await readers()).not.toContain(ada)
})

test('a stranger cannot do it', async () => {
  const { app, stop, join, person } = await openDesk()
  await join()
  const { id } = await person()
  expect((await app.post(`/api/owner/subscribers/${id}/stop`, {}, { origin: 'https://author.example' })).status).toBe(
    401,
  )
  expect((await person()).state).toBe('active')
  await stop()
})
