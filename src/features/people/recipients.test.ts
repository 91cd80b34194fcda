import { expect, test } from 'vitest'
import { suppress } from '#server/suppressions.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const path = '/api/voracious-readers-subscribers'
const subscribers = ['ada', 'ben', 'cyd', 'dov'].map((name) => `${name}@home.example`)

async function openDesk() {
  const app = await createTestApp()
  const owner = await app.asOwner()
  await owner.post(path, { subscribers, basis: 'A reading' })
  const refuse = (email: string, reason: 'bounced' | 'complained') =>
    suppress(app.db, app.deps.keyFor, email, reason, app.deps.now())
  const group = async () => (await owner.request(path)).json()
  const recipients = async () => (await (await owner.request('/api/owner/campaigns')).json()).readers
  return { app, owner, refuse, group, recipients }
}

test('the number before sending is the number of letters that go out', async () => {
  const { owner, refuse, group, recipients } = await openDesk()
  expect(await recipients()).toBe(4)
  await refuse('ben@home.example', 'bounced')
  await refuse('dov@home.example', 'complained')
  expect(await recipients()).toBe(2)
  const loaded = await group()
  expect(loaded).toEqual({ subscribers: ['ada@home.example', 'cyd@home.example'], count: 2, refused: 2 })
  const sent = await owner.post('/api/send-bulk-download-emails', {
    subscribers: loaded.subscribers,
    filename: 'true-veil-blues.epub',
  })
  expect(await sent.json()).toMatchObject({ kept: 2, total: 2, errors: [] })
})

test('whoever leaves or is brought in later is counted at once', async () => {
  const { app, owner, refuse, recipients } = await openDesk()
  await refuse('ben@home.example', 'bounced')
  await app.db.updateTable('people').set({ left_at: 'now' }).where('email', '=', 'ada@home.example').execute()
  expect(await recipients()).toBe(2)
  const brought = await owner.post(path, { subscribers: ['eva@home.example', 'ben@home.example'], basis: 'A reading' })
  expect(await brought.json()).toEqual({
    added: 1,
    count: 3,
    rejected: [{ email: 'ben@home.example', reason: 'This reader has a mailbox that does not exist any more' }],
  })
  expect(await recipients()).toBe(3)
})
