import { expect, test } from 'vitest'
import { createSmtpMailer } from '#server/mailer.ts'
import { filename } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { Overview } from './contract.ts'

const readers = ['ada@home.example', 'ben@home.example', 'cyd@home.example']

/** A campaign written while no mail server was connected, and the server its author has connected since. */
async function keptCampaign() {
  const smtp = await startSmtp()
  const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
  const owner = await app.asOwner()
  await owner.post('/api/voracious-readers-subscribers', { subscribers: readers, basis: 'A reading' })
  const send = async () =>
    (await owner.post('/api/send-bulk-download-emails', { subscribers: readers, filename })).json()
  const overview = async (): Promise<Overview> => (await owner.request('/api/owner/campaigns')).json()
  await send()
  expect(await overview()).toMatchObject({ latest: { kept: 3, sent: 0 }, lastSentAt: null, waiting: 3 })
  app.passTime(60_000)
  app.deps.mailer = createSmtpMailer(smtp.url, 50)
  const [letter] = await app.letters()
  return { smtp, app, owner, send, overview, letterId: letter?.id ?? '' }
}

test('letters kept in the outbox count for their campaign once they have left it', async () => {
  const { smtp, app, owner, overview, letterId } = await keptCampaign()
  await owner.post(`/api/owner/outbox/${letterId}/send`)
  await app.work()
  expect(await overview()).toMatchObject({ latest: { kept: 2, sent: 1 }, waiting: 2 })
  await owner.post('/api/owner/outbox/send-kept', { which: 'all' })
  await app.work()
  expect(smtp.received).toHaveLength(3)
  const { latest, lastSentAt, waiting } = await overview()
  expect(latest).toMatchObject({ kept: 0, sent: 3, state: 'done' })
  expect([lastSentAt, waiting]).toEqual([app.deps.now().toISOString(), 0])
})

test('one that the author counts as sent counts for its campaign too', async () => {
  const { smtp, app, owner, overview, letterId } = await keptCampaign()
  smtp.script = { hangUp: 'after the dot' }
  await owner.post(`/api/owner/outbox/${letterId}/send`)
  await app.work()
  expect(await overview()).toMatchObject({ latest: { kept: 2, sent: 0, unknown: 1 } })
  await owner.patch(`/api/owner/outbox/${letterId}`, { state: 'sent' })
  expect(await overview()).toMatchObject({ latest: { kept: 2, sent: 1, unknown: 0 } })
})

test('nobody whose letter is just leaving the outbox gets a second one', async () => {
  const { smtp, app, owner, send } = await keptCampaign()
  await owner.post('/api/owner/outbox/send-kept', { which: 'all' })
  expect(await send()).toMatchObject({
    sent: 0,
    total: 3,
    errors: readers.map((email) => `${email}: has this letter waiting in the outbox already`),
  })
  await app.work()
  expect(smtp.received).toHaveLength(3)
})

test('who has her letter in the outbox gets no second one by the button on her line', async () => {
  const { smtp, app, owner } = await keptCampaign()
  const sendOne = (email: string) => owner.post('/api/send-download-email', { email, filename })
  const refused = await sendOne('Ada@Home.example')
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'conflict',
    message: 'This reader has this letter waiting in the outbox already.',
  })
  expect(await app.letters()).toHaveLength(3)
  await owner.post('/api/owner/outbox/send-kept', { which: 'all' })
  expect((await sendOne('ada@home.example')).status).toBe(409)
  await app.work()
  expect(smtp.received).toHaveLength(3)
  // It has left: another is what the author wants.
  expect((await sendOne('ada@home.example')).status).toBe(200)
  expect(await app.letters()).toHaveLength(4)
})
