import { expect, test } from 'vitest'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { Outbox } from './contract.ts'

const names = ['ada', 'ben', 'cyd', 'dov']

/** Four letters kept while there was no mail server; now there is one. */
async function openOutbox() {
  const before = await createTestApp({ env: { RATE_LIMIT: 'off' } })
  for (const name of names) {
    await before.post('/api/newsletter/signup', { email: `${name}@home.example`, source: 'home' })
    await before.work()
    before.passTime(1_000)
  }
  const smtp = await startSmtp()
  const app = await createTestApp({ env: { RATE_LIMIT: 'off', SMTP_URL: smtp.url } })
  await app.db
    .insertInto('letters')
    .values(await before.letters())
    .execute()
  const owner = await app.asOwner()
  const outbox = async (): Promise<Outbox> => (await owner.request('/api/owner/outbox')).json()
  const sendKept = () => owner.post('/api/owner/outbox/send-kept', { which: 'all' })
  const pause = () => owner.post('/api/owner/outbox/pause')
  const sendOne = (id = '') => owner.post(`/api/owner/outbox/${id}/send`)
  return { smtp, app, outbox, sendKept, pause, sendOne }
}

test('how many are on their way and how many have left is told until all have', async () => {
  const { app, outbox, sendKept } = await openOutbox()
  expect((await outbox()).underWay).toBeNull()
  await sendKept()
  expect((await outbox()).underWay).toEqual({ total: 4, waiting: 4, sent: 0, trouble: null })
  // One of them is ahead of the others, and somebody looks at just this moment.
  const first = (await app.letters())[0]
  await app.db
    .updateTable('letters')
    .set({ state: 'sent' })
    .where('id', '=', first?.id ?? '')
    .execute()
  expect((await outbox()).underWay).toEqual({ total: 4, waiting: 3, sent: 1, trouble: null })
  await app.work()
  expect((await outbox()).underWay).toEqual({ total: 4, waiting: 0, sent: 4, trouble: null })
})

test('what was refused has not left, and a server that lets them wait is quoted', async () => {
  const { smtp, app, outbox, sendKept } = await openOutbox()
  smtp.refuse = (address) =>
    /ada@/.test(address)
      ? { code: 550, words: '5.1.1 No such user' }
      : /ben@/.test(address)
        ? { code: 451, words: '4.7.1 Greylisted' }
        : undefined
  await sendKept()
  await app.work()
  expect((await outbox()).underWay).toEqual({
    total: 4,
    waiting: 1,
    sent: 2,
    trouble: expect.stringContaining('Greylisted'),
  })
})

test('letters the site writes meanwhile are not counted among them', async () => {
  const { app, outbox, sendKept } = await openOutbox()
  await sendKept()
  await app.post('/api/newsletter/signup', { email: 'eva@home.example', source: 'home' })
  await app.work()
  expect((await outbox()).underWay).toMatchObject({ total: 4 })
})

test('what she paused lies in the outbox again, and leaves when she sends it, once', async () => {
  const { smtp, app, outbox, sendKept, pause } = await openOutbox()
  expect((await pause()).status).toBe(409)
  await sendKept()
  expect(await (await pause()).json()).toMatchObject({ kept: 4 })
  await app.work()
  expect(smtp.received).toEqual([])
  expect((await outbox()).counts).toMatchObject({ kept: 4, queued: 0 })
  await sendKept()
  await app.work()
  expect(smtp.received).toHaveLength(4)
})

test('a pause reaches a letter that is in hand, and leaves those alone that the site sends by itself', async () => {
  const { smtp, app, outbox, sendKept, pause } = await openOutbox()
  await sendKept()
  await app.db.updateTable('letters').set({ state: 'leased', node: 'another', lease_until: '9999' }).execute()
  await app.post('/api/newsletter/signup', { email: 'eva@home.example', source: 'home' })
  await pause()
  await app.work()
  expect(smtp.received.map(({ to }) => to)).toEqual([['eva@home.example']])
  expect((await outbox()).counts).toMatchObject({ kept: 4, sent: 1 })
})

test('a letter nobody knew about is uncertain again when she pauses it, and goes with no others', async () => {
  const { smtp, app, outbox, sendKept, pause, sendOne } = await openOutbox()
  smtp.script = { hangUp: 'after the dot' }
  await sendKept()
  await app.work()
  const [uncertain] = (await outbox()).letters.filter(({ state }) => state === 'unknown')
  await sendOne(uncertain?.id)
  await pause()
  expect((await outbox()).counts).toMatchObject({ kept: 3, unknown: 1 })
})
