import { describe, expect, test } from 'vitest'
import { connectMailerLite } from '#tests/support/mailerlite.ts'
import { people } from '#tests/support/newsletter.ts'

const ada = 'ada@home.example'

/** Ada is on the newsletter's list here, and something else there. */
async function connect(status: string) {
  const all = await connectMailerLite()
  const { provider, app } = all
  await app.post('/api/newsletter/signup', { email: ada, name: 'Ada', source: 'home' })
  await app.work()
  await app.db.updateTable('memberships').set({ state: 'active' }).execute()
  provider.people.set(ada, { id: '9', email: ada, status, groups: new Set() })
  const person = async () => (await people(app)).at(0)
  const withdrawn = () => app.db.selectFrom('consents').selectAll().where('act', '=', 'withdrawn').execute()
  return { ...all, person, withdrawn }
}

describe('a reader who is added, but left there', () => {
  test.each([
    ['unsubscribed', true, /has left at the mailing provider/, /has left/],
    ['unsubscribed', false, /has left at the mailing provider/, /has left/],
    ['bounced', true, /come back/, /has a mailbox that does not exist/],
    ['junk', true, /junk/, /has left/],
  ])('%s, with a 200: %s, is a conflict in words, and has left here too', async (status, isMild, words, later) => {
    const { provider, owner, person } = await connect(status)
    provider.isMild = isMild
    const response = await owner.post('/api/mailerlite/add-subscriber', { email: ada })
    expect([response.status, (await response.json()).message]).toEqual([409, expect.stringMatching(words)])
    expect(await person()).toMatchObject({ state: 'left', name: null, left_at: expect.any(String) })
    const again = await owner.post('/api/mailerlite/add-subscriber', { email: ada })
    expect((await again.json()).message).toMatch(later)
  })
})

test('leaving there is written down as leaving here, once, with where it came from', async () => {
  const { provider, owner, app, person, withdrawn } = await connect('unsubscribed')
  await owner.post('/api/owner/provider/webhook')
  const events = [ada, 'reader1@home.example', 'stranger@home.example']
  const body = JSON.stringify({ events: events.map((email) => ({ event: 'subscriber.unsubscribed', email })) })
  for (let time = 0; time < 2; time++) {
    const headers = { signature: provider.sign(body) }
    expect((await app.request('/api/mailerlite/webhook', { method: 'POST', body, headers })).status).toBe(200)
    await app.work()
  }
  expect(await person()).toMatchObject({ state: 'left' })
  expect((await withdrawn()).sort((a, b) => a.email.localeCompare(b.email))).toMatchObject([
    { email: ada, purpose: 'newsletter', method: 'provider', source: 'group_provider' },
    { email: 'reader1@home.example', purpose: 'free-book', method: 'provider', source: 'group_provider' },
  ])
})

test('an address that is dead there is off the lists, and has withdrawn nothing', async () => {
  const { provider, owner, person, withdrawn } = await connect('bounced')
  provider.isMild = true
  await owner.post('/api/mailerlite/add-subscriber', { email: ada })
  expect([(await person())?.state, await withdrawn()]).toEqual(['left', []])
})

test('whoever is erased before what was told is looked at takes nobody else’s leaving along', async () => {
  const { provider, owner, app } = await connect('unsubscribed')
  await owner.post('/api/owner/provider/webhook')
  const events = [ada, 'reader1@home.example'].map((email) => ({ event: 'subscriber.unsubscribed', email }))
  const body = JSON.stringify({ events })
  await app.request('/api/mailerlite/webhook', { method: 'POST', body, headers: { signature: provider.sign(body) } })
  const { people } = await (await owner.request(`/api/owner/subscribers?q=${ada}`)).json()
  expect((await owner.delete(`/api/owner/subscribers/${people[0].id}`)).status).toBe(200)
  await app.work()
  const { subscribers } = await (await owner.request('/api/voracious-readers-subscribers')).json()
  expect(subscribers).not.toContain('reader1@home.example')
})
