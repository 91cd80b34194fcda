import { expect, test } from 'vitest'
import { arcAddress } from '#tests/support/books.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const day = 86_400_000

async function open(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off', DOUBLE_OPT_IN: 'off' }, ...options })
  const owner = await app.asOwner()
  return {
    ...app,
    owner,
    say: async (name: string, values: Record<string, string>) => {
      const { version } = await (await owner.request(`/api/owner/pages/${name}`)).json()
      expect((await owner.put(`/api/owner/pages/${name}`, { values, version })).status).toBe(200)
    },
    /** the version a form carries along */
    shownOn: async (path: string) => {
      const html = await (await app.request(path)).text()
      return /name="wording" value="([0-9a-f]+)"/.exec(html)?.[1] ?? ''
    },
    agreed: async (): Promise<string[]> => {
      await app.work()
      const rows = await app.db
        .selectFrom('consents')
        .innerJoin('consent_wordings', 'consent_wordings.id', 'consents.wording')
        .select(['text', 'hash', 'wording_hash'])
        // Those who came at once were taken in any order.
        .orderBy('email')
        .execute()
      for (const { hash, wording_hash } of rows) expect(wording_hash).toBe(hash)
      return rows.map(({ text }) => text)
    },
  }
}

test('whoever opened the page before she changed the wording agrees to what she read', async () => {
  const app = await open()
  const wording = await app.shownOn('/signup')
  await app.say('everywhere', { consent: 'New words of {name}.' })
  await app.post('/api/newsletter/signup', { email: 'a@home.example' }, { 'x-wording': wording })
  await app.postForm('/signup', { email: 'b@home.example', wording })
  const newer = await app.shownOn('/about')
  expect(newer).not.toBe(wording)
  await app.postForm('/signup', { email: 'c@home.example', wording: newer })
  const [one, two, three] = await app.agreed()
  expect(one).toMatch(/^By joining you ask Ines Calder/)
  expect(two).toBe(one)
  expect(three).toBe('New words of Ines Calder.')
})

test('what she opened under another name of the author, or before the site was started anew, counts as well', async () => {
  const app = await open()
  const wording = await app.shownOn('/signup')
  const { profile, version } = await (await app.owner.request('/api/owner/site')).json()
  await app.owner.put('/api/owner/site', { ...profile, name: 'Ines Other', version })
  const beside = await createTestApp({ beside: app, env: { POSTAL_ADDRESS: 'Flat 3, Elsewhere' } })
  await beside.post('/api/newsletter/signup', { email: 'a@home.example' }, { 'x-wording': wording })
  expect((await app.agreed())[0]).toMatch(/^By joining you ask Ines Calder/)
})

test.each([
  ['nothing', undefined],
  ['what no page ever said', 'f'.repeat(64)],
  ['no version at all', 'signup-2020-01-01'],
])('a form that names %s agrees to what stands', async (_, wording) => {
  const app = await open()
  const headers: Record<string, string> = wording ? { 'x-wording': wording } : {}
  expect((await app.post('/api/newsletter/signup', { email: 'a@home.example' }, headers)).status).toBe(200)
  expect((await app.agreed())[0]).toMatch(/^By joining you ask Ines Calder/)
})

test('the words of another form are none of this one’s', async () => {
  const app = await open()
  const ofNewsletter = await app.shownOn('/signup')
  await app.post('/api/newsletter/signup', { email: 'a@home.example' }, { 'x-wording': ofNewsletter })
  await app.postForm(arcAddress, { email: 'b@home.example', wording: ofNewsletter })
  const [, arc] = await app.agreed()
  expect(arc).toMatch(/asks for your address to send you one advance reader copy/)
})

test('an advance copy that was asked for on the eve of its day is recorded in the words of the eve', async () => {
  const app = await open({ today: '2025-10-31' })
  const wording = await app.shownOn(arcAddress)
  app.passTime(2 * day)
  await app.postForm(arcAddress, { email: 'juror@home.example', wording })
  const [arc] = await app.agreed()
  expect(arc).not.toContain('the next book after')
})

test('whoever asks twice for the same advance copy gets one letter, whatever was reworded between', async () => {
  const app = await open({ today: '2025-10-30' })
  const ask = { email: 'juror@home.example', source: 'voss_trials_arc' }
  await app.post('/api/newsletter/signup', ask)
  await app.work()
  await app.say('arc', { consentBefore: '{sender} asks for your address, in other words.' })
  await app.post('/api/newsletter/signup', ask)
  expect(await app.agreed()).toHaveLength(1)
  expect(await app.letters()).toHaveLength(1)
})

test('whoever asked before it was written down for which book, and asks again in the same words, gets one letter', async () => {
  const app = await open({ today: '2025-10-30' })
  const ask = { email: 'juror@home.example', source: 'voss_trials_arc' }
  await app.post('/api/newsletter/signup', ask)
  await app.work()
  await app.db.updateTable('memberships').set({ about: '' }).execute()
  await app.post('/api/newsletter/signup', ask)
  expect(await app.agreed()).toHaveLength(1)
  expect(await app.letters()).toHaveLength(1)
  // From here on it is written down.
  await app.say('arc', { consentBefore: '{sender} asks for your address, in other words.' })
  await app.post('/api/newsletter/signup', ask)
  expect(await app.agreed()).toHaveLength(1)
})

test('whoever asks for another book than before has asked for that one, too', async () => {
  const app = await open({ today: '2025-10-30' })
  const ask = { email: 'juror@home.example', source: 'voss_trials_arc' }
  await app.post('/api/newsletter/signup', ask)
  await app.work()
  const added = await app.owner.post('/api/owner/books', { title: 'Slack Tide', publicationDate: '2026-06-01' })
  const { id } = await added.json()
  await app.owner.put('/api/owner/shelves/roles', { advance: id, free: null })
  await app.post('/api/newsletter/signup', ask)
  await app.post('/api/newsletter/signup', ask)
  expect(await app.agreed()).toHaveLength(2)
  expect((await app.letters()).map(({ subject }) => subject).sort()).toEqual([
    'Your request for Slack Tide',
    'Your request for The Ferry Ledger',
  ])
})
