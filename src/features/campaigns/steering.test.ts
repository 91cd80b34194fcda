import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { connectionsFor } from '#server/mailer.ts'
import { reclaimLetters } from '#server/post-ledger.ts'
import { heldFor } from '#tests/support/hold.ts'
import { readers } from '#tests/support/post-office.ts'
import { filename } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'

/** A campaign to so many readers, and the owner who steers it. */
async function openCampaign({ count = 3, rate = 50 } = {}) {
  const smtp = await startSmtp()
  const app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_RATE: String(rate) } })
  const owner = await app.asOwner()
  await owner.post('/api/voracious-readers-subscribers', { subscribers: readers(count), basis: 'A reading' })
  const send = async ({ holdSeconds = 0 } = {}) => {
    const wish = { subscribers: readers(count), filename }
    return (await owner.post('/api/send-bulk-download-emails', wish, heldFor(holdSeconds))).json()
  }
  // A session of its own for each call: weeks may have passed.
  const latest = async () => (await (await (await app.asOwner()).request('/api/owner/campaigns')).json()).latest
  const steer = async (action: string) => {
    const { id } = await latest()
    return (await app.asOwner()).post(`/api/owner/campaigns/${id}/${action}`)
  }
  const uncertain = async () => {
    const { id } = await latest()
    const answer = await owner.request(`/api/owner/campaigns/${id}/deliveries?state=unknown`)
    return (await answer.json()).deliveries[0].id
  }
  return { smtp, app, owner, send, latest, steer, uncertain }
}

describe('a campaign that is', () => {
  for (const action of ['pause', 'stop']) {
    test(`told to ${action} does so from the answer on, whatever it has in hand`, async () => {
      const { smtp, send, steer } = await openCampaign({ count: 100, rate: 50 })
      const sending = send()
      while (smtp.received.length < 5) await wait(20)
      await steer(action)
      const before = smtp.received.length
      await sending
      // Only what the mail server already held but for the dot: a letter for each connection.
      expect(smtp.received.length - before).toBeLessThanOrEqual(connectionsFor(50))
    })
  }

  test('slow hears a stop before it takes the next letter', async () => {
    const { smtp, send, steer } = await openCampaign({ count: 10, rate: 1 })
    // While the mail server has the second and has not said so: at this rate no other passes the gate meanwhile.
    smtp.onTaken = async () => {
      if (smtp.received.length === 2) await steer('stop')
    }
    await send()
    expect(smtp.received).toHaveLength(2)
  })

  test('stopped, and told to try the failed ones again, writes to nobody it had not written to', async () => {
    const { smtp, app, send, latest, steer } = await openCampaign({ count: 60 })
    smtp.refuse = (address) => (/reader[0-9]@/.test(address) ? { code: 550, words: '5.7.1 Not today' } : undefined)
    await send()
    expect(await latest()).toMatchObject({ state: 'paused' })
    await steer('stop')
    const { sent, failed } = await latest()
    smtp.refuse = () => undefined
    await steer('retry')
    await app.work()
    expect(await latest()).toMatchObject({ state: 'done', sent: sent + failed, stopped: 60 - sent - failed, failed: 0 })
    expect(smtp.received).toHaveLength(sent + failed)
  })

  test('stopped with a letter in hand does not send it when the failed ones are tried again', async () => {
    const { smtp, app, send, latest, steer } = await openCampaign({ count: 3 })
    smtp.refuse = (address) => (/reader0@/.test(address) ? { code: 550, words: '5.7.1 Not today' } : undefined)
    await send()
    smtp.refuse = () => undefined
    await app.db.updateTable('mailings').set({ state: 'stopped' }).execute()
    await app.db
      .updateTable('letters')
      .set({ state: 'leased', node: 'a node that died', lease_until: app.deps.now().toISOString(), settled_at: null })
      .where('to_email', '=', 'reader1@home.example')
      .execute()
    app.passTime(60_000)
    await steer('retry')
    await app.work()
    expect(await latest()).toMatchObject({ state: 'done', sent: 2, stopped: 1, failed: 0 })
    expect(smtp.received.flatMap(({ to }) => to).filter((address) => address === 'reader1@home.example')).toHaveLength(
      1,
    )
  })

  test('paused stays paused when an uncertain letter is to go out once more', async () => {
    const { smtp, app, owner, send, latest, steer, uncertain } = await openCampaign({ count: 3 })
    smtp.script = { hangUp: 'after the dot' }
    await send()
    await steer('pause')
    smtp.script = {}
    app.passTime(60_000)
    await owner.post(`/api/owner/deliveries/${await uncertain()}/decision`, { decision: 'again' })
    await app.work()
    expect(await latest()).toMatchObject({ state: 'paused', sent: 0, unknown: 0, pending: 3 })
    await steer('resume')
    await app.work()
    expect(await latest()).toMatchObject({ state: 'done', sent: 3 })
  })
})

describe('a letter that was only put off', () => {
  const greylisted = () => ({ code: 451, words: '4.7.1 Greylisted' })
  const hour = 3_600_000

  test('says what is true when it leaves: the address she has moved to meanwhile', async () => {
    const { smtp, app, owner, send } = await openCampaign({ count: 2 })
    smtp.refuse = (address) => (/reader1@/.test(address) ? greylisted() : undefined)
    await send()
    const { profile, version } = await (await owner.request('/api/owner/site')).json()
    await owner.put('/api/owner/site', { ...profile, version, postalAddress: '2 Quay Street' })
    smtp.refuse = () => undefined
    app.passTime(hour)
    await app.work()
    expect(smtp.received.map(({ to, mail }) => [to[0], mail.text?.includes('2 Quay Street')])).toEqual([
      ['reader0@home.example', false],
      ['reader1@home.example', true],
    ])
  })

  test('goes out when a campaign paused over a weekend is resumed', async () => {
    const { smtp, app, send, latest, steer } = await openCampaign({ count: 2 })
    smtp.refuse = greylisted
    await send()
    await steer('pause')
    smtp.refuse = () => undefined
    app.passTime(60 * hour)
    await steer('resume')
    await app.work()
    expect(await latest()).toMatchObject({ state: 'done', sent: 2, failed: 0 })
  })

  test('goes out in the end when an old campaign is told to try the failed ones again', async () => {
    const { smtp, app, send, latest, steer } = await openCampaign({ count: 1 })
    smtp.refuse = () => ({ code: 550, words: '5.7.1 Not today' })
    await send()
    app.passTime(48 * hour)
    smtp.refuse = greylisted
    await steer('retry')
    await app.work()
    smtp.refuse = () => undefined
    app.passTime(10 * 60_000)
    await app.work()
    expect(await latest()).toMatchObject({ state: 'done', sent: 1, failed: 0 })
  })

  test('has a day of its own once a server is back that was away for longer', async () => {
    const { smtp, app, send, latest } = await openCampaign({ count: 2 })
    await smtp.stop()
    await send()
    app.passTime(25 * hour)
    await smtp.start()
    smtp.refuse = (address) => (/reader1@/.test(address) ? greylisted() : undefined)
    for (const [passed, state] of [
      [0, { state: 'sending', sent: 1, pending: 1, failed: 0 }],
      [23, { state: 'sending', sent: 1, pending: 1, failed: 0 }],
      [2, { state: 'done', sent: 1, pending: 0, failed: 1 }],
    ] as const) {
      app.passTime(passed * hour)
      await app.work()
      expect(await latest()).toMatchObject(state)
    }
  })

  test('because the house was closed with it in hand goes out when it opens a day later', async () => {
    const { app, send, latest } = await openCampaign({ count: 1 })
    await send({ holdSeconds: 10 })
    await app.db.updateTable('letters').set({ state: 'leased', node: 'the last', attempts: 1 }).execute()
    app.passTime(25 * hour)
    await reclaimLetters(app.deps)
    await app.work()
    expect(await latest()).toMatchObject({ state: 'done', sent: 1, failed: 0 })
  })
})

test('the hold is counted down by the clock of the house, not of the browser', async () => {
  const { app, send, latest } = await openCampaign()
  await send({ holdSeconds: 10 })
  expect(await latest()).toMatchObject({ state: 'holding', startsIn: 10 })
  app.passTime(7_500)
  expect(await latest()).toMatchObject({ state: 'holding', startsIn: 3 })
  app.passTime(3_000)
  await app.work()
  expect(await latest()).toMatchObject({ state: 'done', startsIn: null })
})

test('what was taken back within the hold is not what was sent last', async () => {
  const { app, owner, send, steer } = await openCampaign()
  const overview = async () => (await owner.request('/api/owner/campaigns')).json()
  expect(await overview()).toEqual({ latest: null, others: [], lastSentAt: null, waiting: 0, readers: 3 })
  await send()
  const { lastSentAt } = await overview()
  expect(lastSentAt).toBe(app.deps.now().toISOString())
  app.passTime(60_000)
  await send({ holdSeconds: 10 })
  await steer('stop')
  expect(await overview()).toMatchObject({ latest: { state: 'stopped', sent: 0 }, lastSentAt })
})

test('one letter that waits hides nothing of the others: the list, the file and each reader’s result are there', async () => {
  const { smtp, app, owner, send, latest, steer } = await openCampaign({ count: 3 })
  smtp.refuse = (address) => (/reader2@/.test(address) ? { code: 451, words: '4.7.1 Greylisted' } : undefined)
  const { campaignId } = await send()
  const sentAt = app.deps.now().toISOString()
  app.passTime(1_000)
  expect(await latest()).toMatchObject({ state: 'sending', sent: 2, pending: 1 })
  const words = async () => {
    const csv = await (await owner.request(`/api/owner/campaigns/${campaignId}/outcome.csv`)).text()
    return csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1])
  }
  const results = async () => (await owner.request('/api/owner/campaigns/results')).json()
  const sent = { state: 'sent', at: sentAt, error: null }
  expect(await words()).toEqual(['sent', 'sent', 'waiting'])
  expect(await results()).toEqual([
    { email: 'reader0@home.example', ...sent },
    { email: 'reader1@home.example', ...sent },
    { email: 'reader2@home.example', state: 'waiting', at: null, error: expect.stringContaining('Greylisted') },
  ])
  await steer('stop')
  expect(await words()).toEqual(['sent', 'sent', 'not sent'])
  expect((await results()).map(({ email }: { email: string }) => email)).toEqual([
    'reader0@home.example',
    'reader1@home.example',
  ])
  // When it was sent last is when the last letter left, whatever was done with the campaign since.
  expect(await (await owner.request('/api/owner/campaigns')).json()).toMatchObject({ lastSentAt: sentAt })
  smtp.refuse = () => undefined
  await owner.post('/api/send-download-email', { email: 'reader2@home.example', filename })
  expect((await results()).at(-1)).toMatchObject({ email: 'reader2@home.example', state: 'waiting' })
  await app.work()
  expect((await results()).at(-1)).toMatchObject({ email: 'reader2@home.example', state: 'sent' })
})

test('the letter is shown as it will arrive, in a frame where nothing runs', async () => {
  const { owner, app } = await openCampaign()
  const letter = await (await owner.request('/api/owner/book-letter')).json()
  expect(letter).toMatchObject({
    subject: 'Your copy of Lanterns',
    mail: { isConnected: true, host: '127.0.0.1' },
  })
  expect(letter.text).toContain('Lanterns')
  const page = await owner.request('/admin/send-emails/letter')
  expect(page.headers.get('content-security-policy')).toMatch(/^sandbox; .*frame-ancestors 'self'/)
  expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(await page.text()).toContain('<base target="_blank"/>')
  expect((await app.request('/admin/send-emails/letter')).status).toBe(401)
})

describe('two hands at once', () => {
  test('open one of two old campaigns again, and the other hears that it has to wait', async () => {
    const { smtp, app, send, owner } = await openCampaign({ count: 1 })
    smtp.refuse = () => ({ code: 550, words: '5.7.1 Not today' })
    const ids: string[] = []
    for (let time = 0; time < 4; time++) ids.push((await send()).campaignId)
    const answers = await Promise.all(ids.map((id) => owner.post(`/api/owner/campaigns/${id}/retry`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    await app.work()
  })

  test('never leave a letter behind in a campaign that ends while it is put back', async () => {
    const { app, send, owner, latest } = await openCampaign({ count: 1, rate: 1_000 })
    await send()
    const { id } = await latest()
    for (let time = 0; time < 20; time++) {
      await app.db.updateTable('mailings').set({ state: 'sending', finished_at: null }).execute()
      await app.db.updateTable('letters').set({ state: 'failed' }).execute()
      await Promise.all([app.work(), owner.post(`/api/owner/campaigns/${id}/retry`), app.work()])
      const { state, pending } = await latest()
      expect([state, pending]).not.toEqual(['done', 1])
    }
  })
})

test('a campaign whose mail server was taken away says so, and goes on when there is one again', async () => {
  const { app, send, latest } = await openCampaign({ count: 2 })
  await send({ holdSeconds: 10 })
  const { mailer } = app.deps
  app.deps.mailer = null
  app.passTime(11_000)
  await app.work()
  expect(await latest()).toMatchObject({ state: 'sending', trouble: expect.stringContaining('Settings') })
  app.deps.mailer = mailer
  await app.work()
  expect(await latest()).toMatchObject({ state: 'done', sent: 2, trouble: null })
})

test('what nobody asks for by a button is refused and never a stumble', async () => {
  const { owner, send } = await openCampaign({ count: 1 })
  const { campaignId } = await send()
  const ask = async (path: string) => (await owner.request(`/api/owner/campaigns/${path}`)).status
  expect(await ask(`${campaignId}/deliveries?state=constructor`)).toBe(200)
  expect(await ask(`${campaignId}/deliveries?after=%00`)).toBe(400)
  for (const id of ['%0a', '%00', '019bc186-de00-7adc-a95d-bb1916802495', 'constructor']) {
    for (const rest of ['', '/deliveries', '/outcome.csv'])
      expect([id, rest, await ask(id + rest)]).toEqual([id, rest, 404])
  }
})

test('what the owner does for many at once is written down', async () => {
  const { app, owner, send, steer } = await openCampaign({ count: 1 })
  const { campaignId } = await send({ holdSeconds: 10 })
  await steer('stop')
  await (await owner.request(`/api/owner/campaigns/${campaignId}/outcome.csv`)).text()
  await owner.post('/api/generate-download-link', { email: 'reader0@home.example', filename })
  const [link] = await app.db.selectFrom('download_links').select('id').execute()
  await owner.delete(`/api/owner/download-links/${link?.id}`)
  const events = await app.db.selectFrom('owner_events').select('what').orderBy('id').execute()
  expect(events.map(({ what }) => what).sort()).toEqual([
    'campaigns.exported',
    'campaigns.started',
    'campaigns.undone',
    'downloads.revoked',
    'readers.imported',
  ])
})
