import { describe, expect, test } from 'vitest'
import { aMessage } from '#tests/support/contact.ts'
import { openPostOffice, readers } from '#tests/support/post-office.ts'
import { filename } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'

describe('a mail server in trouble', () => {
  const minute = 60_000

  test('that is away loses nothing, is knocked at once in half a minute, and gets every letter later', async () => {
    const { smtp, app, sendAll, deliveries } = await openPostOffice({ count: 20 })
    await smtp.stop()
    const { campaignId, pending } = await sendAll(readers(20))
    expect(pending).toBe(20)
    for (let look = 0; look < 20; look++) {
      await app.work()
      app.passTime(5_000)
    }
    // A hundred seconds: four knocks, one letter each.
    expect((await deliveries()).reduce((sum, { attempts }) => sum + attempts, 0)).toBeLessThanOrEqual(4)
    const owner = await app.asOwner()
    const { trouble } = await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()
    expect(trouble).toContain('does not answer')
    await smtp.start()
    app.passTime(minute)
    await app.work()
    expect(smtp.received).toHaveLength(20)
    expect(await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()).toMatchObject({
      state: 'done',
      sent: 20,
      trouble: null,
    })
  })

  test('that the author has mended is knocked at once when she resumes, not half a minute later', async () => {
    const { smtp, app, owner, sendAll } = await openPostOffice({ count: 1 })
    await smtp.stop()
    const { campaignId } = await sendAll(readers(1))
    await smtp.start()
    await app.work()
    expect(smtp.received).toHaveLength(0)
    await owner.post(`/api/owner/campaigns/${campaignId}/pause`, {})
    await owner.post(`/api/owner/campaigns/${campaignId}/resume`, {})
    await app.work()
    expect(smtp.received).toHaveLength(1)
  })

  test('that hangs up after the dot leaves one letter uncertain, and it is never sent again by itself', async () => {
    const { smtp, app, owner, sendAll, deliveries } = await openPostOffice({ count: 3 })
    smtp.script = { hangUp: 'after the dot' }
    const { campaignId } = await sendAll(readers(3))
    expect((await deliveries()).filter(({ state }) => state === 'unknown')).toHaveLength(1)
    smtp.script = {}
    app.passTime(minute)
    await app.work()
    expect(smtp.received).toHaveLength(2)
    const campaign = await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()
    expect(campaign).toMatchObject({ state: 'done', sent: 2, unknown: 1 })
    const problems = await owner.request(`/api/owner/campaigns/${campaignId}/deliveries?state=unknown`)
    const [uncertain] = (await problems.json()).deliveries
    expect((await owner.post(`/api/owner/deliveries/${uncertain.id}/decision`, { decision: 'again' })).status).toBe(200)
    await app.work()
    expect(smtp.received).toHaveLength(3)
    expect((await owner.post(`/api/owner/deliveries/${uncertain.id}/decision`, { decision: 'sent' })).status).toBe(409)
  })

  test('that hangs up after the dot leaves one letter uncertain, not one of each kind', async () => {
    const { smtp, app, sendAll, deliveries } = await openPostOffice({ count: 3 })
    smtp.script = { hangUp: 'after the dot' }
    await app.post('/api/contact', aMessage)
    await sendAll(readers(3))
    await app.work()
    expect((await deliveries()).filter(({ state }) => state === 'unknown')).toHaveLength(1)
  })

  test('may have taken a letter the author counts as sent, and that it was she who did stands beside it', async () => {
    const { smtp, owner, sendAll, deliveries } = await openPostOffice({ count: 1 })
    smtp.script = { hangUp: 'after the dot' }
    await sendAll(readers(1))
    const [{ id } = { id: '' }] = await deliveries()
    await owner.post(`/api/owner/deliveries/${id}/decision`, { decision: 'sent' })
    expect(await deliveries()).toMatchObject([{ state: 'sent', error: 'counted as sent by hand' }])
  })

  test('that refuses one address in twenty goes on, and the dead address is never written to again', async () => {
    const { smtp, app, owner, sendAll } = await openPostOffice({ count: 60 })
    smtp.refuse = (address) => (/reader[0-2]@/.test(address) ? { code: 550, words: '5.1.1 No such user' } : undefined)
    const result = await sendAll(readers(60))
    expect(result).toMatchObject({ sent: 57, failed: 3, total: 60 })
    expect(result.errors[0]).toMatch(/^reader\d@home\.example: .*No such user/)
    smtp.refuse = () => undefined
    await owner.post(`/api/owner/campaigns/${result.campaignId}/retry`)
    await app.work()
    expect(await (await owner.request(`/api/owner/campaigns/${result.campaignId}`)).json()).toMatchObject({
      state: 'done',
      sent: 57,
      failed: 3,
    })
    expect(smtp.received).toHaveLength(57)
  })

  test('that refuses every second address pauses the campaign before sixty letters are tried', async () => {
    const { smtp, owner, sendAll } = await openPostOffice({ count: 200 })
    smtp.refuse = (address) => (/[02468]@/.test(address) ? { code: 550, words: '5.1.1 No such user' } : undefined)
    const { campaignId } = await sendAll(readers(200))
    expect(smtp.asked.length).toBeLessThan(70)
    const { state, trouble } = await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()
    expect([state, trouble]).toEqual(['paused', expect.stringContaining('one letter in ten')])
  })

  test('that refuses everybody pauses the campaign after a handful', async () => {
    const { smtp, owner, sendAll } = await openPostOffice({ count: 100 })
    smtp.refuse = () => ({ code: 550, words: '5.7.1 Your sender address is not welcome' })
    const { campaignId } = await sendAll(readers(100))
    expect(smtp.asked.length).toBeLessThan(25)
    const { state, trouble } = await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()
    expect([state, trouble]).toEqual(['paused', expect.stringContaining('every letter so far')])
  })

  test('that says "later" to some gets those later', async () => {
    const { smtp, app, sendAll } = await openPostOffice({ count: 20 })
    smtp.refuse = (address) => (/reader1\d?@/.test(address) ? { code: 451, words: '4.7.1 Greylisted' } : undefined)
    const { sent, pending } = await sendAll(readers(20))
    expect([sent, pending]).toEqual([9, 11])
    smtp.refuse = () => undefined
    app.passTime(2 * minute)
    await app.work()
    expect(smtp.received).toHaveLength(20)
  })

  test('that refuses our password pauses the campaign and says what to look at', async () => {
    const smtp = await startSmtp()
    smtp.script = { auth: { code: 535, words: 'Authentication failed' } }
    const url = new URL(smtp.url)
    url.username = 'me'
    url.password = 'wrong'
    const app = await createTestApp({ env: { SMTP_URL: url.href } })
    const owner = await app.asOwner()
    await owner.post('/api/voracious-readers-subscribers', { subscribers: readers(30), basis: 'A reading' })
    const response = await owner.post('/api/send-bulk-download-emails', { subscribers: readers(30), filename })
    const { campaignId } = await response.json()
    for (let knock = 0; knock < 12; knock++) {
      app.passTime(31_000)
      await app.work()
    }
    const { state, trouble } = await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()
    expect([state, trouble]).toEqual(['paused', expect.stringContaining('Settings')])
    expect(smtp.received).toEqual([])
  })
})
