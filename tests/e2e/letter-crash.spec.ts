import { once } from 'node:events'
import { expect, test } from '@playwright/test'
import type { OwnerLetter } from '../../src/features/letters/contract.ts'
import { connectionsFor } from '../../src/server/mailer.ts'
import { kills, plenty } from '../support/long-run.ts'
import { ownerAt, type Site, startOwnedSite } from './owner.ts'
import { type Place, places } from './places.ts'
import { openSink } from './sink.ts'

// campaign-crash.spec.ts judges the post office; this one, what stands before it: a moment, an audience, a list drawn up.
const count = plenty(10_000, 1_200)
const perSecond = 1_000
const secret = 'a key for tests only, forty characters long'
const csv = ['Email,Name,Status', ...Array.from({ length: count }, (_, n) => `reader${n}@home.example,Ada ${n},Active`)]

/** A letter to everybody, due in a moment at which no node runs: all are killed before it, and again and again after it. */
async function sendThroughKills(place: Place, folders: readonly string[]) {
  const sink = await openSink()
  const sender = { POSTAL_ADDRESS: '1 Quay, Halifax', DNS_SERVER: '127.0.0.1:9' }
  const mail = { SMTP_URL: sink.url, MAIL_RATE: String(perSecond), ...sender }
  const start = (DATA_DIR: string) => startOwnedSite({ ...place.env, ...mail, DATA_DIR, SECRET_KEY: secret })
  const nodes: Site[] = []
  for (const folder of folders) nodes.push(await start(folder))
  const killOne = async (index: number) => {
    nodes[index]?.child.kill('SIGKILL')
    await once(nodes[index]!.child, 'exit')
  }
  const owner = await ownerAt(nodes[0]!)
  await owner('POST', '/api/owner/people/import', { csv: csv.join('\n'), list: 'newsletter', basis: 'A list of old' })
  const audience = { list: 'newsletter' }
  const counted = async () => (await owner('POST', '/api/owner/letters/audience', audience)).count
  await expect.poll(counted, { timeout: 600_000 }).toBe(count)
  const { id, version } = await owner('POST', '/api/owner/letters', {
    subject: 'Dear {first name}',
    content: 'The tide.',
  })
  const at = new Date(Date.now() + 10_000)
  await owner('POST', `/api/owner/letters/${id}/send`, { version, count, at: at.toISOString(), isMeant: true })
  for (const index of folders.keys()) await killOne(index)
  await expect.poll(() => new Date() > at).toBe(true)
  for (const [index, folder] of folders.entries()) nodes[index] = await start(folder)

  for (let kill = 0; kill < kills; kill++) {
    await sink.taken((kill * count) / (kills + 2))
    const index = kill % folders.length
    await killOne(index)
    nodes[index] = await start(folders[index]!)
  }
  const again = await ownerAt(nodes[0]!)
  const read = (): Promise<OwnerLetter> => again('GET', `/api/owner/letters/${id}`)
  await expect.poll(async () => (await read()).state, { timeout: 600_000, intervals: [200] }).toBe('sent')
  const { mailing } = await read()
  const letters = await sink.letters()
  expect(letters.filter(([, many]) => many > 1)).toEqual([])
  expect([mailing?.total, (mailing?.sent ?? 0) + (mailing?.unknown ?? 0)]).toEqual([count, count])
  expect(mailing?.unknown).toBeLessThanOrEqual(connectionsFor(perSecond) * kills)
  expect(letters.length).toBeGreaterThanOrEqual(mailing?.sent ?? 0)
  console.log(`${folders.length} nodes: ${mailing?.sent} sent, ${mailing?.unknown} uncertain after ${kills} kills`)
  await Promise.all(nodes.map((node) => node.stop()))
  sink.close()
}

for (const [engine, openPlace] of Object.entries(places)) {
  test(`${engine}: a letter due while the site is down, then killed again and again, reaches each once`, {
    tag: '@long',
  }, async () => {
    const place = await openPlace()
    await sendThroughKills(place, [place.env.DATA_DIR ?? ''])
    await place.remove()
  })
}

test('on two nodes a letter that is due is drawn up by one of them, and reaches each once', {
  tag: '@long',
}, async () => {
  const place = await places.PostgreSQL!()
  await sendThroughKills(place, [place.env.DATA_DIR ?? '', `${place.env.DATA_DIR}-second`])
  await place.remove()
})
