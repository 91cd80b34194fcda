import { heldFor } from './hold.ts'
import { filename } from './shop.ts'
import { startSmtp } from './smtp.ts'
import { createTestApp } from './test-app.ts'

export const readers = (count: number) => Array.from({ length: count }, (_, number) => `reader${number}@home.example`)

/** A site with a mail server, and these readers in its group. */
export async function openPostOffice({ count = 3 } = {}) {
  const smtp = await startSmtp()
  const app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_RATE: '50' } })
  const owner = await app.asOwner()
  const basis = 'Signed up at a reading'
  const came = await owner.post('/api/voracious-readers-subscribers', { subscribers: readers(count), basis })
  if (!came.ok) throw new Error(`nobody was brought in: ${came.status} ${await came.text()}`)
  const sendAll = async (subscribers: unknown, { holdSeconds = 0 } = {}) =>
    (await owner.post('/api/send-bulk-download-emails', { subscribers, filename }, heldFor(holdSeconds))).json()
  const deliveries = () => app.db.selectFrom('letters').selectAll().orderBy('to_email').execute()
  return { smtp, app, owner, sendAll, deliveries }
}
