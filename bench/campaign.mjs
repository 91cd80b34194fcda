// `npm run bench`: letters a second of a whole campaign (recipients frozen, each letter committed before and after it
// leaves) against bare nodemailer with as many connections to the same sink. Loopback only, bounded in count.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'

await ensureDependencies()
await ensureBuild()
const { createTransport } = await import('nodemailer')
const { DatabaseSync } = await import('@photostructure/sqlite')
const { createHash, randomBytes } = await import('node:crypto')

const count = Number(process.env.BENCH_LETTERS ?? 3_000)
const readers = Array.from({ length: count }, (_, number) => `reader${number}@home.example`)
const sink = fork('scripts/smtp-sink.mjs')
const [{ port }] = await once(sink, 'message')
const smtpUrl = `smtp://127.0.0.1:${port}`

const site = await startSite({ SMTP_URL: smtpUrl, MAIL_RATE: '1000', SITE_URL: 'http://localhost:4199', PORT: '4199' })
try {
  const ask = await signIn()
  await ask('POST', '/api/voracious-readers-subscribers', { subscribers: readers, basis: 'A benchmark' })
  const ours = await timed(async () => {
    let result = await ask('POST', '/api/send-bulk-download-emails', {
      subscribers: readers,
      filename: 'true-veil-blues.epub',
    })
    while (result.pending > 0) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      result = await ask('GET', `/api/owner/campaigns/${result.campaignId ?? result.id}`)
    }
    if (result.sent !== count) throw new Error(JSON.stringify(result))
  })
  const { html, text } = await sampleLetter()
  const bare = await timed(() => sendBare(html, text))
  const [a, b] = [count / ours, count / bare]
  console.log(`campaign of ${count} letters, ${html.length + text.length} bytes each, 16 connections, on SQLite`)
  console.log(`bare nodemailer  ${b.toFixed(0).padStart(6)} a second`)
  console.log(`campaign         ${a.toFixed(0).padStart(6)} a second   ratio ${(a / b).toFixed(2)}`)
} finally {
  await site.stop()
  sink.disconnect()
}

async function sendBare(html, text) {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 16,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  const queue = readers.values()
  const hand = async () => {
    for (const to of queue) await transport.sendMail({ from: 'a@home.example', to, subject: 'Your book', html, text })
  }
  await Promise.all(Array.from({ length: 32 }, hand))
  transport.close()
}

/** A letter as heavy as ours. */
async function sampleLetter() {
  return { html: `<p>${'words and more words '.repeat(330)}</p>`, text: 'words and more words '.repeat(60) }
}

/** A session, written straight into the database: what is measured is the post, not the entrance. */
async function signIn() {
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
