import { expect, test } from 'vitest'
import { makeEpub } from '#tests/support/epub.ts'
import { filename, upload } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const subscribers = ['ada', 'ben', 'cyd'].map((name) => `${name}@home.example`)

/** A campaign in which Ben's mailbox does not exist, and Cyd's server wanted no letter that day. */
async function openCampaign(today: RegExp) {
  const smtp = await startSmtp()
  const app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_RATE: '50' } })
  const owner = await app.asOwner()
  await owner.post('/api/voracious-readers-subscribers', { subscribers, basis: 'A reading' })
  smtp.refuse = (address) =>
    /ben@/.test(address)
      ? { code: 550, words: '5.1.1 No such user' }
      : today.test(address)
        ? { code: 550, words: '5.7.1 Not today' }
        : undefined
  await owner.post('/api/send-bulk-download-emails', { subscribers, filename })
  await app.work()
  smtp.refuse = () => undefined
  const { latest } = await (await owner.request('/api/owner/campaigns')).json()
  const retry = () => owner.post(`/api/owner/campaigns/${latest.id}/retry`)
  const ben = async () =>
    app.db.selectFrom('letters').selectAll().where('to_email', '=', 'ben@home.example').executeTakeFirstOrThrow()
  const campaign = async () => (await (await owner.request('/api/owner/campaigns')).json()).latest
  return { app, smtp, owner, latest, retry, ben, campaign }
}

test('trying the failed ones again leaves alone whoever’s mailbox is gone, with the reason', async () => {
  const { app, latest, retry, ben, campaign } = await openCampaign(/cyd@/)
  expect(latest).toMatchObject({ sent: 1, failed: 2 })
  const before = await ben()
  expect(before.error).toContain('No such user')
  expect((await retry()).status).toBe(200)
  await app.work()
  expect(await campaign()).toMatchObject({ state: 'done', sent: 2, failed: 1, skipped: 0 })
  expect(await ben()).toEqual(before)
})

test('with nobody else to try, it says so and changes nothing', async () => {
  const { latest, retry, ben, campaign } = await openCampaign(/nobody/)
  const before = await ben()
  const response = await retry()
  expect([response.status, (await response.json()).message]).toEqual([
    409,
    'There is nobody to try again: these mailboxes are gone, their readers have left, or have another letter by now.',
  ])
  expect(await campaign()).toEqual(latest)
  expect(await ben()).toEqual(before)
})

test('whoever could not be reached and has got another since, or waits for one, is not tried again', async () => {
  const { app, owner, latest, retry, campaign } = await openCampaign(/cyd@/)
  const nobody = 'There is nobody to try again'
  await owner.post('/api/send-download-email', { email: 'cyd@home.example', filename })
  expect((await (await retry()).json()).message).toContain(nobody)
  app.passTime(60_000)
  await app.work()
  expect((await (await retry()).json()).message).toContain(nobody)
  expect(await campaign()).toEqual(latest)
  const toCyd = await app.db.selectFrom('letters').select('state').where('to_email', '=', 'cyd@home.example').execute()
  expect(toCyd.map(({ state }) => state).sort()).toEqual(['failed', 'sent'])
})

test('one that failed when the book was sent again is tried, though an earlier one arrived', async () => {
  const { app, smtp, owner, campaign } = await openCampaign(/nobody/)
  app.passTime(60_000)
  smtp.refuse = (address) => (/cyd@/.test(address) ? { code: 550, words: '5.7.1 Not today' } : undefined)
  await owner.post('/api/send-bulk-download-emails', {
    subscribers: ['ada@home.example', 'cyd@home.example'],
    filename,
  })
  await app.work()
  smtp.refuse = () => undefined
  const again = await campaign()
  expect(again).toMatchObject({ sent: 1, failed: 1 })
  expect((await owner.post(`/api/owner/campaigns/${again.id}/retry`)).status).toBe(200)
  await app.work()
  expect(await campaign()).toMatchObject({ id: again.id, sent: 2, failed: 0 })
})

test('a book that was given away and is not any more is not sent to those who missed it', async () => {
  const { app, owner, latest, retry, campaign } = await openCampaign(/cyd@/)
  const { deliveries } = await (await owner.request(`/api/owner/campaigns/${latest.id}/deliveries`)).json()
  const cyd = deliveries.find(({ email }: { email: string }) => email === 'cyd@home.example')
  await upload(owner, makeEpub())
  expect((await owner.request(`/api/owner/files/${filename}`, { method: 'DELETE' })).status).toBe(200)
  for (const answer of [await retry(), await owner.post(`/api/owner/outbox/${cyd.id}/send`)]) {
    expect([answer.status, (await answer.json()).message]).toEqual([
      409,
      `The file it brings, ${filename}, is not here any more. Upload it again under Files first.`,
    ])
  }
  await upload(owner, makeEpub())
  expect((await retry()).status).toBe(200)
  await app.work()
  expect(await campaign()).toMatchObject({ state: 'done', sent: 2, failed: 1 })
})
