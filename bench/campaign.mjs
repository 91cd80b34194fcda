// `npm run bench`: the free book. Letters a second of a whole campaign (recipients frozen, each letter committed before
// and after it leaves) against bare nodemailer with as many connections to the same sink; ten thousand links in one
// call; and how much longer a reader waits for a page while a campaign runs. Loopback only, bounded in count and time.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { load } from './load.mjs'
import { median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()
const { createTransport } = await import('nodemailer')
const { DatabaseSync } = await import('@photostructure/sqlite')
const { createHash, randomBytes } = await import('node:crypto')

const count = Number(process.env.BENCH_LETTERS ?? 3_000)
const filename = 'true-veil-blues.epub'
const readers = Array.from({ length: count }, (_, number) => `reader${number}@home.example`)
const sink = fork('scripts/smtp-sink.mjs')
const [{ port }] = await once(sink, 'message')
const smtpUrl = `smtp://127.0.0.1:${port}`

try {
  await withSite(10_000, async (ask) => {
    await compareLetters(ask)
    const many = Array.from({ length: 10_000 }, (_, number) => `guest${number}@home.example`)
    const seconds = await timed(() => ask('POST', '/api/bulk-generate-download-links', { subscribers: many, filename }))
    console.log(`10,000 links in one call: ${seconds.toFixed(2)} s (at most 3 wanted)`)
  })
  // As fast as it is set at first, as providers usually allow, and as fast as few do.
  for (const rate of [10, 50, 200]) await withSite(rate, (ask, site) => comparePages(ask, site, rate))
} finally {
  sink.disconnect()
}

/** A site of its own that may send so many letters a second, with everybody brought in. */
async function withSite(rate, act) {
  const env = { SMTP_URL: smtpUrl, MAIL_RATE: String(rate), SITE_URL: 'http://localhost:4199', PORT: '4199' }
  const site = await startSite(env)
  try {
    const ask = await signIn(site)
    await ask('POST', '/api/voracious-readers-subscribers', { subscribers: readers, basis: 'A benchmark' })
    await act(ask, site)
  } finally {
    await site.stop()
  }
}

async function compareLetters(ask) {
  const { html, text } = sampleLetter()
  const rounds = []
  await sendCampaign(ask)
  await sendBare(html, text)
  // Both are warm now. In turns, so that whatever else the machine does falls on both alike.
  for (let round = 0; round < 3; round++) {
    const campaign = count / (await timed(() => sendCampaign(ask)))
    const bare = count / (await timed(() => sendBare(html, text)))
    rounds.push({ campaign, bare, ratio: campaign / bare })
  }
  console.log(`campaign of ${count} letters, ${html.length + text.length} bytes each, 32 connections, on SQLite`)
  for (const { campaign, bare, ratio } of rounds) {
    console.log(
      `bare nodemailer ${bare.toFixed(0)} a second, campaign ${campaign.toFixed(0)}, ratio ${ratio.toFixed(2)}`,
    )
  }
  console.log(`ratio ${median(rounds.map(({ ratio }) => ratio)).toFixed(2)} (at least 0.80 wanted)`)
}

/** A page every five milliseconds, alone and while letters leave. */
async function comparePages(ask, site, rate) {
  await slowestPage(site)
  const idle = await slowestPage(site)
  const { campaignId } = await ask('POST', '/api/send-bulk-download-emails', {
    subscribers: readers,
    filename,
    holdSeconds: 1,
  })
  await until(async () => (await ask('GET', `/api/owner/campaigns/${campaignId}`)).sent > 30)
  const busy = await slowestPage(site)
  const words = `${rate} letters a second: p99 of a cached page ${idle.toFixed(1)} ms idle, ${busy.toFixed(1)} ms meanwhile`
  console.log(`${words}, ratio ${(busy / idle).toFixed(2)} (at most 2 wanted)`)
  await ask('POST', `/api/owner/campaigns/${campaignId}/stop`).catch(() => {})
}

/** The p99 of two seconds, as it is usually: the median of five, since a machine has its moods. */
async function slowestPage(site) {
  const rounds = []
  for (let round = 0; round < 5; round++) {
    rounds.push(await load(site, { kind: 'pages', seconds: 2, connections: 8, rate: 200 }))
  }
  return median(rounds.map(({ p99 }) => p99))
}

async function until(isSo) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 1))
}

async function sendCampaign(ask) {
  let result = await ask('POST', '/api/send-bulk-download-emails', { subscribers: readers, filename })
  while (result.pending > 0) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    result = await ask('GET', `/api/owner/campaigns/${result.campaignId ?? result.id}`)
  }
  if (result.sent !== count) throw new Error(JSON.stringify(result))
}

async function sendBare(html, text) {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 32,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  const queue = readers.values()
  const hand = async () => {
    for (const to of queue) await transport.sendMail({ from: 'a@home.example', to, subject: 'Your book', html, text })
  }
  await Promise.all(Array.from({ length: 64 }, hand))
  transport.close()
}

/** A letter as heavy as ours. */
function sampleLetter() {
  return { html: `<p>${'words and more words '.repeat(330)}</p>`, text: 'words and more words '.repeat(60) }
}

/** A session, written straight into the database: what is measured is the post, not the entrance. */
async function signIn(site) {
  const id = randomBytes(32).toString('base64url')
  const database = new DatabaseSync(join(site.dataDir, 'frontispiece.db'))
  const at = new Date().toISOString()
  const later = new Date(Date.now() + 86_400_000).toISOString()
  database
    .prepare('insert into owner_sessions (id_hash, created_at, seen_at, expires_at, browser) values (?, ?, ?, ?, ?)')
    .run(createHash('sha256').update(id).digest('base64url'), at, at, later, 'bench')
  database.close()
  return async (method, path, body) => {
    const response = await fetch(site.address + path, {
      method,
      headers: { cookie: `sid=${id}`, origin: 'http://localhost:4199', 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

async function timed(act) {
  const start = performance.now()
  await act()
  return (performance.now() - start) / 1_000
}
