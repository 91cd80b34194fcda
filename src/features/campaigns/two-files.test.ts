import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeEpub } from '#tests/support/epub.ts'
import { heldFor } from '#tests/support/hold.ts'
import { makePdf } from '#tests/support/pdf.ts'
import { readers } from '#tests/support/post-office.ts'
import { filename, upload } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { BulkResult, Campaign, Overview, ReaderResult } from './contract.ts'

const bonus = 'salt-roads.pdf'

/** A site with two files, these readers, and a mail server, where it has one. */
async function openOffice({ count = 3, rate = 50, hasMail = true } = {}) {
  const smtp = await startSmtp()
  const mail: Record<string, string> = hasMail ? { SMTP_URL: smtp.url } : {}
  const app = await createTestApp({ env: { ...mail, MAIL_RATE: String(rate), TRUST_PROXY: '1' } })
  const owner = await app.asOwner()
  await owner.post('/api/voracious-readers-subscribers', { subscribers: readers(count), basis: 'A reading' })
  await upload(owner, makeEpub())
  await upload(owner, makePdf(), bonus)
  await owner.put(`/api/owner/files/${bonus}`, { title: 'Salt Roads', cover: null })
  const ask = async <Answer>(path: string): Promise<Answer> => (await owner.request(path)).json()
  return {
    ...{ smtp, app, owner },
    start: (file: string, subscribers = readers(count), { holdSeconds = 0 } = {}) =>
      owner.post('/api/send-bulk-download-emails', { subscribers, filename: file }, heldFor(holdSeconds)),
    overview: (file: string) => ask<Overview>(`/api/owner/campaigns?file=${file}`),
    results: (file: string) => ask<ReaderResult[]>(`/api/owner/campaigns/results?file=${file}`),
    steer: ({ id }: Campaign, action: string) => owner.post(`/api/owner/campaigns/${id}/${action}`),
    /** what arrived, by the book the letter names */
    arrived: (title: string) => smtp.received.filter(({ mail: { subject } }) => subject === `Your copy of ${title}`),
  }
}

const latestOf = ({ latest }: Overview): Campaign => {
  if (!latest) throw new Error('none was begun')
  return latest
}

test('two campaigns with two files go out side by side: the later one does not wait for the earlier', async () => {
  const { smtp, start, overview, steer, arrived } = await openOffice({ count: 200, rate: 10 })
  const first = start(filename)
  while (smtp.received.length < 2) await wait(10)
  const second = start(bonus, readers(3))
  const state = async (file: string) => latestOf(await overview(file)).state
  while (arrived('Salt Roads').length < 3 || (await state(bonus)) !== 'done') await wait(10)
  const seen = await overview(bonus)
  expect(seen.latest).toMatchObject({ fileName: bonus, title: 'Salt Roads', sent: 3, total: 3 })
  expect(seen.others).toMatchObject([{ fileName: filename, title: 'Lanterns', state: 'sending', total: 200 }])
  const earlier = latestOf(await overview(filename))
  expect(earlier.pending).toBeGreaterThan(0)
  expect((await overview(filename)).others).toEqual([])
  await steer(earlier, 'stop')
  await Promise.all([first, second])
  const result: BulkResult = await (await second).json()
  expect(result).toMatchObject({ sent: 3, failed: 0, total: 3 })
  expect(
    arrived('Salt Roads')
      .map(({ to }) => to[0])
      .sort(),
  ).toEqual(readers(3))
})

test('one that is paused, or whose letters are refused, leaves the other alone', async () => {
  const { smtp, app, start, overview, results, steer, arrived } = await openOffice({ count: 3 })
  await start(filename, readers(3), { holdSeconds: 10 })
  await steer(latestOf(await overview(filename)), 'pause')
  expect([(await results(filename)).map(({ state }) => state), await results(bonus)]).toEqual([
    ['waiting', 'waiting', 'waiting'],
    [],
  ])
  expect(await (await start(bonus)).json()).toMatchObject({ sent: 3, pending: 0 })
  expect(latestOf(await overview(filename))).toMatchObject({ state: 'paused', sent: 0, pending: 3 })
  smtp.refuse = () => ({ code: 550, words: '5.7.1 Not today' })
  app.passTime(11_000)
  await steer(latestOf(await overview(filename)), 'resume')
  await app.work()
  expect(latestOf(await overview(filename))).toMatchObject({ state: 'done', failed: 3 })
  expect(latestOf(await overview(bonus))).toMatchObject({ state: 'done', sent: 3, failed: 0 })
  smtp.refuse = () => undefined
  await steer(latestOf(await overview(filename)), 'retry')
  await app.work()
  expect([arrived('Lanterns').length, arrived('Salt Roads').length]).toEqual([3, 3])
})

test('a file that is being sent is not sent a second time, nor removed; another is', async () => {
  const { app, owner, start, overview, steer } = await openOffice()
  await start(filename, readers(3), { holdSeconds: 10 })
  expect((await start(filename)).status).toBe(409)
  const refused = await owner.delete(`/api/owner/files/${filename}`)
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'Letters that bring this file are on their way. Wait until that is done, or stop it first.',
  ])
  expect((await start(bonus)).status).toBe(200)
  expect((await owner.delete(`/api/owner/files/${bonus}`)).status).toBe(200)
  // What was sent is still called as it was.
  expect(latestOf(await overview(bonus))).toMatchObject({ title: 'Salt Roads', sent: 3 })
  await steer(latestOf(await overview(filename)), 'stop')
  expect((await owner.delete(`/api/owner/files/${filename}`)).status).toBe(200)
  expect(await app.db.selectFrom('book_files').selectAll().execute()).toEqual([])
})

test('each letter leads to its own file, and what became of it stands with that file alone', async () => {
  const { app, owner, start, overview, results, arrived } = await openOffice({ count: 2 })
  await start(filename, readers(1))
  expect((await results(filename)).map(({ email, state }) => [email, state])).toEqual([[readers(1)[0], 'sent']])
  expect([await results(bonus), (await overview(bonus)).lastSentAt]).toEqual([[], null])
  await start(bonus, readers(2))
  expect((await results(bonus)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  const types = { Lanterns: 'application/epub+zip', 'Salt Roads': 'application/pdf' }
  for (const [title, type] of Object.entries(types)) {
    const [, token] = arrived(title)[0]?.mail.text?.match(/\/get\/(\S+)/) ?? []
    const file = await app.request(`/download/${token}`, { headers: { 'x-forwarded-for': '10.0.0.1' } })
    expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
  }
  expect([latestOf(await overview(filename)).fetched, latestOf(await overview(bonus)).fetched]).toEqual([1, 1])
  const { id } = latestOf(await overview(bonus))
  const csv = await owner.request(`/api/owner/campaigns/${id}/outcome.csv`)
  expect(csv.headers.get('content-disposition')).toContain('salt-roads-2026-01-15')
})

test('a letter that waits in the outbox keeps nobody from getting another file', async () => {
  const { app, owner, start, overview } = await openOffice({ hasMail: false })
  expect(await (await start(filename)).json()).toMatchObject({ kept: 3 })
  expect([(await overview(filename)).waiting, (await overview(bonus)).waiting]).toEqual([3, 0])
  const [email] = readers(1)
  const write = (file: string) => owner.post('/api/send-download-email', { email, filename: file })
  expect([(await write(filename)).status, (await write(bonus)).status, (await write(bonus)).status]).toEqual([
    409, 200, 409,
  ])
  expect(await (await start(bonus)).json()).toMatchObject({ kept: 2, failed: 1 })
  expect(await app.letters()).toHaveLength(6)
})
