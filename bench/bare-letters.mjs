// Bare nodemailer, from a process of its own: what the post office is measured against. Told by message how many letters,
// over how many connections and, if at a pace, how many a second; says when they have left.
import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'

/** A letter as heavy as that of a campaign, for whoever hands none in. */
const usual = { html: `<p>${'words and more words '.repeat(330)}</p>`, text: 'words and more words '.repeat(60) }

process.on('message', async ({ smtpUrl, count, connections, rate, letter = usual }) => {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  const start = performance.now()
  let next = 0
  const hand = async () => {
    for (let mine = next++; mine < count; mine = next++) {
      const early = rate ? start + (mine * 1_000) / rate - performance.now() : 0
      if (early > 0) await wait(early)
      const to = `reader${mine}@home.example`
      await transport.sendMail({ from: 'a@home.example', to, subject: 'Your book', ...letter })
    }
  }
  await Promise.all(Array.from({ length: 2 * connections }, hand))
  transport.close()
  process.send({ seconds: (performance.now() - start) / 1_000 })
})
process.on('disconnect', () => process.exit())
