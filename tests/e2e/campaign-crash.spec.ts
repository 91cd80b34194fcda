import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from '@playwright/test'
import { connectionsFor } from '../../src/server/mailer.ts'
import { isLongRun, kills, plenty } from '../support/long-run.ts'
import { ownerAt, startOwnedSite } from './owner.ts'
import { type Place, places } from './places.ts'

// A killed node leaves up to 250 letters leased for a minute: with fewer in all, the next kill would wait for that.
const count = plenty(10_000, 3_000)
const perSecond = 1_000
const atOnce = connectionsFor(perSecond)
const readers = Array.from({ length: count }, (_, number) => `reader${number}@home.example`)
const secret = 'a key for tests only, forty characters long'
const filename = 'lanterns.epub'

async function openSink() {
  const sink = fork('scripts/smtp-sink.mjs')
  const [{ port }] = await once(sink, 'message')
  return { sink, url: `smtp://127.0.0.1:${port}` }
}

async function report(sink: ChildProcess): Promise<{ total: number; letters: [string, number][] }> {
  sink.send('report')
  const [answer] = await once(sink, 'message')
  return answer
}

/** Each kill has its own part of the letters behind it, and some still before it, however fast the machine is. */
async function sentUntil(sink: ChildProcess, kill: number) {
  const due = ((kill + 1) * count) / (kills + 2)
  await expect.poll(async () => (await report(sink)).total >= due, { timeout: 600_000, intervals: [20] }).toBe(true)
}

/** A minute later: what dead nodes had in hand is free again. Nobody alive has anything in hand, or it would go twice. */
function expireLeases({ ask }: Place) {
  return ask(`update deliveries set lease_until = '2020-01-01T00:00:00.000Z' where lease_until is not null`)
}

// On PostgreSQL the two nodes below are killed in any case; one alone in the long run.
for (const [engine, openPlace] of Object.entries(places).slice(0, isLongRun ? 2 : 1)) {
  test(`${engine}: a campaign killed ${kills} times sends nobody two letters and leaves nobody out`, async () => {
    const place = await openPlace()
    const { sink, url } = await openSink()
    const env = { ...place.env, SMTP_URL: url, MAIL_RATE: String(perSecond), SECRET_KEY: secret }
    let site = await startOwnedSite(env)
    const owner = await ownerAt(site)
    await owner('POST', '/api/voracious-readers-subscribers', {
      subscribers: readers,
      basis: 'They asked at a reading',
    })
    const { campaignId } = await owner('POST', '/api/send-bulk-download-emails', {
      subscribers: readers,
      filename,
      holdSeconds: 1,
    })

    for (let kill = 0; kill < kills; kill++) {
      await sentUntil(sink, kill)
      site.child.kill('SIGKILL')
      await once(site.child, 'exit')
      site = await startOwnedSite(env)
    }
    await site.stop()
    await expireLeases(place)
    site = await startOwnedSite(env)

    const settled = `select state, count(*) as count from deliveries where campaign_id = '${campaignId}' group by state`
    const counts = async (): Promise<Record<string, number>> =>
      Object.fromEntries((await place.ask(settled)).map(({ state, count: many }) => [String(state), Number(many)]))
    const left = async () => {
      const { queued = 0, leased = 0, sending = 0 } = await counts()
      return queued + leased + sending
    }
    await expect.poll(left, { timeout: 600_000, intervals: [100] }).toBe(0)

    const { sent = 0, failed = 0, unknown = 0, skipped = 0 } = await counts()
    const { letters } = await report(sink)
    expect(letters.filter(([, many]) => many > 1)).toEqual([])
    expect([sent + failed + unknown + skipped, failed, skipped]).toEqual([count, 0, 0])
    expect(unknown).toBeLessThanOrEqual(atOnce * kills)
    // Everybody counted as sent has her letter; whoever is uncertain may have it or not.
    const arrived = new Set(letters.map(([email]) => email))
    const claimed = await place.ask(`select email from deliveries where state = 'sent'`)
    expect(claimed.filter(({ email }) => !arrived.has(String(email)))).toEqual([])
    expect(arrived.size).toBeGreaterThanOrEqual(sent)
    console.log(`${engine}: ${sent} sent, ${unknown} uncertain after ${kills} kills`)

    await site.stop()
    sink.disconnect()
    await place.remove()
  })
}

test('two nodes on one PostgreSQL, killed in turns, send nobody two letters and leave nobody out', async () => {
  const place = await places.PostgreSQL!()
  const { sink, url } = await openSink()
  const env = { ...place.env, SMTP_URL: url, MAIL_RATE: String(perSecond), SECRET_KEY: secret }
  const nodes = [await startOwnedSite(env), await startOwnedSite({ ...env, DATA_DIR: `${place.env.DATA_DIR}-second` })]
  const owner = await ownerAt(nodes[0]!)
  await owner('POST', '/api/voracious-readers-subscribers', { subscribers: readers, basis: 'They asked at a reading' })
  await owner('POST', '/api/send-bulk-download-emails', { subscribers: readers, filename, holdSeconds: 1 })
  for (let kill = 0; kill < kills; kill++) {
    await sentUntil(sink, kill)
    const index = kill % 2
    const node = nodes[index]!
    node.child.kill('SIGKILL')
    await once(node.child, 'exit')
    nodes[index] = await startOwnedSite(index === 0 ? env : { ...env, DATA_DIR: `${place.env.DATA_DIR}-second` })
  }
  await Promise.all(nodes.map((node) => node.stop()))
  await expireLeases(place)
  const last = await startOwnedSite(env)
  const left = async () => {
    const [row] = await place.ask(
      `select count(*) as count from deliveries where state in ('queued', 'leased', 'sending')`,
    )
    return Number(row?.count)
  }
  await expect.poll(left, { timeout: 600_000, intervals: [100] }).toBe(0)
  const { letters } = await report(sink)
  expect(letters.filter(([, many]) => many > 1)).toEqual([])
  const [unknown] = await place.ask(`select count(*) as count from deliveries where state = 'unknown'`)
  expect(Number(unknown?.count)).toBeLessThanOrEqual(atOnce * kills)
  expect(letters.length + Number(unknown?.count)).toBeGreaterThanOrEqual(count)
  await last.stop()
  sink.disconnect()
  await place.remove()
})
