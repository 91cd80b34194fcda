import { expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { makeEpub } from '#tests/support/epub.ts'
import { heldFor } from '#tests/support/hold.ts'
import { filename } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { Campaign } from './contract.ts'

const readers = ['ada@home.example', 'ben@home.example', 'cyd@home.example']

/** An author whose first campaign went to three readers, one of whom could not be reached. */
async function sentOnce() {
  const smtp = await startSmtp()
  const app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_RATE: '50', TRUST_PROXY: '1' } })
  const owner = await app.asOwner()
  await owner.post('/api/voracious-readers-subscribers', { subscribers: readers, basis: 'A reading' })
  const send = async ({ holdSeconds = 0, subscribers = readers } = {}) => {
    app.passTime(60_000)
    const wish = { subscribers, filename }
    const answer = await owner.post('/api/send-bulk-download-emails', wish, heldFor(holdSeconds))
    return (await answer.json()).campaignId as string
  }
  smtp.refuse = (address) => (address.startsWith('ben') ? { code: 550, words: '5.7.1 Not today' } : undefined)
  const first = await send()
  smtp.refuse = () => undefined
  const look = async () => {
    const { latest }: { latest: Campaign } = await (await owner.request('/api/owner/campaigns')).json()
    const earlier: Campaign[] = await (await owner.request('/api/owner/campaigns/earlier')).json()
    return { latest, earlier }
  }
  return { smtp, app, owner, first, send, look }
}

test('a campaign that was taken back does not hide the one before', async () => {
  const { owner, first, send, look } = await sentOnce()
  const second = await send({ holdSeconds: 10 })
  await owner.post(`/api/owner/campaigns/${second}/stop`)
  const { latest, earlier } = await look()
  expect(latest).toMatchObject({ id: second, sent: 0 })
  expect(earlier).toMatchObject([{ id: first, sent: 2, failed: 1 }])
})

test('an earlier one whose failed letters are tried again stands in front, and stays there when it is done', async () => {
  const { app, owner, first, send, look } = await sentOnce()
  const second = await send({ subscribers: readers.filter((reader) => !reader.startsWith('ben')) })
  app.passTime(60_000)
  const retried = await owner.post(`/api/owner/campaigns/${first}/retry`)
  expect(await retried.json()).toMatchObject({ id: first, state: 'sending' })
  await app.work()
  const { latest, earlier } = await look()
  expect(latest).toMatchObject({ id: first, state: 'done', sent: 3, failed: 0 })
  expect(earlier).toMatchObject([{ id: second, sent: 2 }])
})

test('one that is over tells how many of its readers have fetched the book, each counted once, for good', async () => {
  const { app, smtp, owner, first, look } = await sentOnce()
  await owner.request(`/api/files/${filename}`, { method: 'PUT', body: makeEpub() })
  expect((await look()).latest.fetched).toBe(0)
  const letter = smtp.received.find(({ to }) => to.includes('ada@home.example'))
  const [, token] = letter?.mail.text?.match(/\/get\/(\S+)/) ?? []
  for (const client of ['10.0.0.1', '10.0.0.2']) {
    const fetched = await app.request(`/download/${token}`, { headers: { 'x-forwarded-for': client } })
    expect(fetched.status).toBe(200)
  }
  expect((await look()).latest.fetched).toBe(1)
  app.passTime(200 * 86_400_000)
  await keepHouse(app.deps)
  const later = await (await app.asOwner()).request(`/api/owner/campaigns/${first}`)
  expect((await later.json()).fetched).toBe(1)
})
