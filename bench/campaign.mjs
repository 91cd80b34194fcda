// The free book. Letters a second of a whole campaign (recipients frozen, each letter committed before
// and after it leaves) against bare nodemailer with as many connections to the same sink; ten thousand links in one
// call; and how much longer a reader waits for a page while a campaign runs. Loopback only, bounded in count and time.
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { load } from './load.mjs'
import { openPost } from './post.mjs'
import { row } from './report.mjs'
import { median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()

const count = Number(process.env.BENCH_LETTERS ?? 3_000)
const filename = 'true-veil-blues.epub'
const readers = Array.from({ length: count }, (_, number) => `reader${number}@home.example`)
const post = await openPost()

try {
  await withReaders(10_000, async (ask) => {
    await compareLetters(ask)
    const many = Array.from({ length: 10_000 }, (_, number) => `guest${number}@home.example`)
    const seconds = await timed(() => ask('POST', '/api/bulk-generate-download-links', { subscribers: many, filename }))
    row('10,000 links in one call', { measured: seconds, unit: 's' }, { atMost: 3 })
  })
  // As fast as it is set at first, as providers usually allow, and as fast as few do.
  for (const rate of [10, 50, 200]) await withReaders(rate, (ask, site) => comparePages(ask, site, rate))
} finally {
  post.close()
}

async function withReaders(rate, act) {
  await post.withSite(rate, async (ask, site) => {
    await ask('POST', '/api/voracious-readers-subscribers', { subscribers: readers, basis: 'A benchmark' })
    await act(ask, site)
  })
}

async function compareLetters(ask) {
  const bareLetters = { count, connections: 32 }
  const rounds = []
  await sendCampaign(ask)
  await post.sendBare(bareLetters)
  // Both are warm now. In turns, so that whatever else the machine does falls on both alike.
  for (let round = 0; round < 3; round++) {
    const campaign = count / (await timed(() => sendCampaign(ask)))
    const bare = count / (await post.sendBare(bareLetters))
    rounds.push({ campaign, bare, ratio: campaign / bare })
  }
  // The round whose ratio is the middle one, whole: two medians of their own would make a third ratio.
  const { campaign, bare } = rounds.toSorted((a, b) => a.ratio - b.ratio)[1]
  const figure = { measured: campaign, unit: 'a second', reference: bare, against: 'bare nodemailer' }
  row(`letters of a campaign of ${count}, on SQLite`, figure, { atLeast: 0.8 })
}

/**
 * A page every five milliseconds: alone, while letters leave, and while as many leave by bare nodemailer next door. That
 * one and the sink take cores from the page without being in its way: it is what no program could do better.
 */
async function comparePages(ask, site, rate) {
  const everybody = { subscribers: readers, filename }
  const { campaignId } = await ask('POST', '/api/send-bulk-download-emails', everybody, { 'x-hold-seconds': '1' })
  const steer = (act) => ask('POST', `/api/owner/campaigns/${campaignId}/${act}`)
  const sent = async () => (await ask('GET', `/api/owner/campaigns/${campaignId}`)).sent
  const rounds = { idle: [], nextDoor: [], meanwhile: [] }
  const seconds = 2
  await until(async () => (await sent()) > 0)
  await steer('pause')
  await slowestPage(site, seconds)
  for (let round = 0; round < 5; round++) {
    rounds.idle.push(await slowestPage(site, seconds))
    // Half a second before and after, so that letters leave all the while.
    const bare = post.sendBare({ count: rate * (seconds + 1), connections: 8, rate })
    await new Promise((resolve) => setTimeout(resolve, 500))
    rounds.nextDoor.push(await slowestPage(site, seconds))
    await bare
    const before = await sent()
    await steer('resume')
    await until(async () => (await sent()) > before + Math.min(rate, 30))
    rounds.meanwhile.push(await slowestPage(site, seconds))
    await steer('pause')
  }
  await steer('stop')
  const [idle, nextDoor, meanwhile] = Object.values(rounds).map(median)
  const figure = { unit: 'ms', reference: idle, against: 'idle' }
  const what = `p99 of a held page, ${rate} letters a second`
  row(`${what} meanwhile`, { measured: meanwhile, ...figure }, { atMost: 2 })
  row(`${what} by bare nodemailer next door`, { measured: nextDoor, ...figure })
}

async function slowestPage(site, seconds) {
  const { p99 } = await load(site, { kind: 'pages', seconds, connections: 8, rate: 200 })
  return p99
}

async function until(isSo) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10))
}

async function sendCampaign(ask) {
  let result = await ask('POST', '/api/send-bulk-download-emails', { subscribers: readers, filename })
  while (result.pending > 0) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    result = await ask('GET', `/api/owner/campaigns/${result.campaignId ?? result.id}`)
  }
  if (result.sent !== count) throw new Error(JSON.stringify(result))
}

async function timed(act) {
  const start = performance.now()
  await act()
  return (performance.now() - start) / 1_000
}
