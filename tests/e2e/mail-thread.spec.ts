import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Campaign } from '../../src/features/campaigns/contract.ts'
import { connectionsFor } from '../../src/server/mailer.ts'
import { heldFor } from '../support/hold.ts'
import { cookieAt, ownerAt, startOwnedSite } from './owner.ts'
import { places } from './places.ts'
import { openSink } from './sink.ts'

const perSecond = 1_000
const readers = Array.from({ length: 300 }, (_, number) => `reader${number}@home.example`)

/**
 * Whatever is no main thread ends at the hundredth last byte it would write: at every second such death just before the
 * dot leaves, otherwise just after. Nothing else of the site is touched.
 */
const dyingThreads = `
  const { isMainThread, threadId } = require('node:worker_threads')
  const { Socket } = require('node:net')
  const { write } = Socket.prototype
  let dots = 0
  if (!isMainThread) Socket.prototype.write = function (bytes, ...more) {
    const isDot = /(^|\\n)\\.\\r\\n$/.test(String(bytes))
    if (!isDot || ++dots < 100) return write.call(this, bytes, ...more)
    if (threadId % 2 === 0) process.exit(1)
    return write.call(this, bytes, () => process.exit(1))
  }`

test('letters leave by a thread; one that dies in the middle leaves the site open, no letter twice and none lost', async () => {
  const place = await places.SQLite!()
  const file = join(place.env.DATA_DIR ?? '', 'dying-threads.cjs')
  writeFileSync(file, dyingThreads)
  const sink = await openSink()
  const site = await startOwnedSite({
    ...place.env,
    SMTP_URL: sink.url,
    MAIL_RATE: String(perSecond),
    NODE_OPTIONS: `--require=${file}`,
  })
  const owner = await ownerAt(site)
  await owner('POST', '/api/voracious-readers-subscribers', { subscribers: readers, basis: 'They asked at a reading' })
  const wish = { subscribers: readers, filename: 'lanterns.epub' }
  const { campaignId } = await owner('POST', '/api/send-bulk-download-emails', wish, heldFor(1))
  const ask = (): Promise<Campaign> => owner('GET', `/api/owner/campaigns/${campaignId}`)
  // After each death nobody knocks for half a minute, as at any mail server that is away.
  await expect.poll(async () => (await ask()).pending, { timeout: 600_000, intervals: [200] }).toBe(0)

  const deaths = site.said.filter((line) => line.includes('the thread that carries letters has ended')).length
  expect([deaths >= 2, site.child.exitCode]).toEqual([true, null])
  const { sent, failed, skipped, unknown } = await ask()
  expect([sent + unknown, failed, skipped]).toEqual([readers.length, 0, 0])
  // At least the one whose dot it died at.
  expect(unknown).toBeGreaterThanOrEqual(deaths)
  expect(unknown).toBeLessThanOrEqual(deaths * connectionsFor(perSecond))

  const letters = await sink.letters()
  expect(letters.filter(([, many]) => many > 1)).toEqual([])
  const outcome = await fetch(`http://127.0.0.1:${site.port}/api/owner/campaigns/${campaignId}/outcome.csv`, {
    headers: { cookie: await cookieAt(site) },
  })
  const lines = (await outcome.text()).split('\r\n').map((line) => line.split(','))
  const claimed = lines.filter(([, state]) => state === 'sent').map(([email = '']) => email)
  const arrived = new Set(letters.map(([email]) => email))
  expect([claimed.length, claimed.filter((email) => !arrived.has(email))]).toEqual([sent, []])

  site.child.kill('SIGTERM')
  expect(await once(site.child, 'exit')).toEqual([0, null])
  sink.close()
  await place.remove()
})
