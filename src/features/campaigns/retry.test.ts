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
  return { app, owner, latest, retry, ben, campaign }
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
    'There is nobody to try again: these mailboxes are gone, or their readers have left.',
  ])
  expect(await campaign()).toEqual(latest)
  expect(await ben()).toEqual(before)
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
