import { describe, expect, test } from 'vitest'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const filename = 'true-veil-blues.epub'
const readers = (count: number) => Array.from({ length: count }, (_, number) => `reader${number}@home.example`)

/** A site with a mail server, and these readers in its group. */
async function openPostOffice({ count = 3 } = {}) {
  const smtp = await startSmtp()
  const app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_RATE: '50' } })
  const owner = await app.asOwner()
  await owner.post('/api/voracious-readers-subscribers', {
    subscribers: readers(count),
    basis: 'Signed up at a reading',
  })
  const sendAll = async (subscribers: unknown, more = {}) =>
    (await owner.post('/api/send-bulk-download-emails', { subscribers, filename, ...more })).json()
  const deliveries = () => app.db.selectFrom('deliveries').selectAll().orderBy('email').execute()
  return { smtp, app, owner, sendAll, deliveries }
}

describe('a campaign', () => {
  test('brings each reader one letter with her own link and her own way out', async () => {
    const { smtp, sendAll } = await openPostOffice({ count: 40 })
    expect(await sendAll(readers(40))).toMatchObject({
      success: true,
      sent: 40,
      failed: 0,
      total: 40,
      errors: [],
      pending: 0,
    })
    expect(smtp.received.map(({ to }) => to).sort()).toEqual(
      readers(40)
        .map((email) => [email])
        .sort(),
    )
    const links = new Set(smtp.received.map(({ mail }) => mail.text?.match(/https:\S+\/get\/\S+/)?.[0]))
    expect(links.size).toBe(40)
    for (const { raw } of smtp.received) {
      expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    }
  })

  test('writes to nobody who is not a reader of hers, and says who that was', async () => {
    const { smtp, sendAll } = await openPostOffice()
    const result = await sendAll(['reader0@home.example', 'READER0@home.example ', 'stranger@home.example', 'nonsense'])
    expect(result).toMatchObject({ success: false, sent: 1, failed: 2, total: 3 })
    expect(result.errors).toEqual(['stranger@home.example: not one of your readers', 'nonsense: not an e-mail address'])
    expect(smtp.received).toHaveLength(1)
  })

  test('is one, however often the button is pressed', async () => {
    const { smtp, owner } = await openPostOffice({ count: 20 })
    const press = () =>
      owner.post('/api/send-bulk-download-emails', { subscribers: readers(20), filename, holdSeconds: 0 })
    const answers = await Promise.all([press(), press(), press()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(smtp.received).toHaveLength(20)
  })

  test('held back sends nothing, and taken back never does', async () => {
    const { smtp, app, owner, sendAll } = await openPostOffice()
    const { campaignId, pending } = await sendAll(readers(3), { holdSeconds: 10 })
    expect(pending).toBe(3)
    await app.work()
    expect((await (await owner.post(`/api/owner/campaigns/${campaignId}/stop`)).json()).state).toBe('stopped')
    app.passTime(11_000)
    await app.work()
    expect(smtp.received).toEqual([])
  })
})
