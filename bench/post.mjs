// What the benches of letters share: a mail server that takes everything, bare nodemailer beside it, and a site that may
// send so many letters a second, with its owner signed in.
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { startSite } from '../scripts/site-process.mjs'

const siteUrl = 'http://localhost:4199'

export async function openPost() {
  const sink = fork('scripts/smtp-sink.mjs')
  const [{ port }] = await once(sink, 'message')
  const smtpUrl = `smtp://127.0.0.1:${port}`
  const bare = fork('bench/bare-letters.mjs')
  return {
    /** answers in how many seconds so many letters left by bare nodemailer */
    async sendBare(order) {
      bare.send({ ...order, smtpUrl })
      const [{ seconds }] = await once(bare, 'message')
      return seconds
    },
    /** A site of its own, for as long as `act` takes. */
    async withSite(rate, act) {
      const settings = { MAIL_RATE: String(rate), POSTAL_ADDRESS: '1 Bench Lane, Oakham', RATE_LIMIT: 'off' }
      const site = await startSite({ ...settings, SMTP_URL: smtpUrl, SITE_URL: siteUrl, PORT: '4199' })
      try {
        await act(await signIn(site), site)
      } finally {
        await site.stop()
      }
    },
    close() {
      sink.disconnect()
      bare.disconnect()
    },
  }
}

/** A session, written straight into the database: what is measured is the post, not the entrance. */
async function signIn(site) {
  const { DatabaseSync } = await import('@photostructure/sqlite')
  const id = randomBytes(32).toString('base64url')
  const database = new DatabaseSync(join(site.dataDir, 'frontispiece.db'), { timeout: 5_000 })
  const at = new Date().toISOString()
  const later = new Date(Date.now() + 86_400_000).toISOString()
  database
    .prepare('insert into owner_sessions (id_hash, created_at, seen_at, expires_at, browser) values (?, ?, ?, ?, ?)')
    .run(createHash('sha256').update(id).digest('base64url'), at, at, later, 'bench')
  database.close()
  return async (method, path, body) => {
    const response = await fetch(site.address + path, {
      method,
      headers: { cookie: `sid=${id}`, origin: siteUrl, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.headers.get('content-type')?.includes('json') ? response.json() : response.text()
  }
}
