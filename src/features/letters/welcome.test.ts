import { describe, expect, test } from 'vitest'
import { keepHouse, promptChoresOf } from '#app/housekeeping.server.ts'
import { seenIn } from '#tests/support/markup.ts'
import { confirmPath } from '#tests/support/newsletter.ts'
import { openWriting } from '#tests/support/written.ts'

describe('a letter that goes by itself', () => {
  const day = 86_400_000

  /** Three letters, at once, after three days and after ten, for a site that anybody may join. */
  async function openWelcome() {
    const site = await openWriting({ people: [], env: { DOUBLE_OPT_IN: 'off' } })
    for (const days of [0, 3, 10]) {
      const { id } = await site.write({ subject: `Day ${days}` })
      expect((await site.owner.put(`/api/owner/letters/${id}/welcome`, { days })).status).toBe(200)
    }
    const join = (name: string) =>
      site.app.post('/api/newsletter/signup', { email: `${name}@home.example`, source: 'footer' })
    const comeRound = () => keepHouse(site.app.deps, promptChoresOf(site.app.deps))
    const passDays = async (count: number) => {
      for (let passed = 0; passed < count; passed++) {
        site.app.passTime(day)
        await site.app.work()
        await comeRound()
        await comeRound()
        await site.app.work()
      }
    }
    const subjectsFor = (name: string) =>
      site.smtp.received
        .filter(({ to }) => to[0] === `${name}@home.example`)
        .map(({ mail }) => mail.subject)
        .filter((subject) => subject?.startsWith('Day'))
    return { ...site, join, comeRound, passDays, subjectsFor }
  }

  test('reaches whoever joins, each once and in its turn, and stops when she leaves', async () => {
    const { app, owner, join, passDays, subjectsFor } = await openWelcome()
    await join('ada')
    await join('ben')
    await app.work()
    await passDays(4)
    expect(subjectsFor('ada')).toEqual(['Day 0', 'Day 3'])
    const { people } = await (await owner.request('/api/owner/subscribers?q=ben')).json()
    await owner.post(`/api/owner/subscribers/${people[0].id}/stop`)
    await passDays(26)
    expect([subjectsFor('ada'), subjectsFor('ben')]).toEqual([
      ['Day 0', 'Day 3', 'Day 10'],
      ['Day 0', 'Day 3'],
    ])
  })

  test('reaches her who was brought in unconfirmed, and then asks herself and confirms', async () => {
    const { app, owner, join, passDays, subjectsFor } = await openWelcome()
    const csv = 'Email,Status\neve@home.example,Unconfirmed\n'
    await owner.post('/api/owner/people/import', { csv, list: 'newsletter', basis: 'A list of old' })
    await app.work()
    await join('eve')
    await app.work()
    const path = await confirmPath(app)
    expect((await app.postForm(path, {})).status).toBe(200)
    await passDays(4)
    expect(subjectsFor('eve')).toEqual(['Day 0', 'Day 3'])
  })

  test('after no day at all reaches her with the next round, which comes every minute', async () => {
    const { app, join, comeRound, subjectsFor } = await openWelcome()
    await join('ada')
    await app.work()
    app.passTime(60_000)
    await comeRound()
    await app.work()
    expect(subjectsFor('ada')).toEqual(['Day 0'])
  })

  test('that was refused and is tried once more has a day for it, though the mail server is away at first', async () => {
    const { app, owner, join, comeRound, passDays, smtp, subjectsFor } = await openWelcome()
    smtp.refuse = (address) => (/ada@/.test(address) ? { code: 550, words: '5.7.1 Not today' } : undefined)
    await join('ada')
    await app.work()
    await passDays(2)
    const [{ mailing }] = (await (await owner.request('/api/owner/letters')).json()).filter(
      ({ subject }: { subject: string }) => subject === 'Day 0',
    )
    await smtp.stop()
    expect((await owner.post(`/api/owner/campaigns/${mailing.id}/retry`)).status).toBe(200)
    await app.work()
    await smtp.start()
    for (const refusal of [{ code: 451, words: '4.7.1 Greylisted' }, undefined]) {
      smtp.refuse = () => refusal
      app.passTime(3_600_000)
      await app.work()
      await comeRound()
    }
    expect(subjectsFor('ada')).toEqual(['Day 0'])
  })

  test('that fell due with the others while the site was down comes with its days between, each once', async () => {
    const { app, join, passDays, subjectsFor } = await openWelcome()
    await join('ada')
    await app.work()
    app.passTime(20 * day)
    const got = []
    for (let passed = 0; passed < 14; passed++) {
      await passDays(1)
      got.push(subjectsFor('ada').length)
    }
    expect(subjectsFor('ada')).toEqual(['Day 0', 'Day 3', 'Day 10'])
    expect(got).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3])
  })

  test('that had to be mended first comes late, and not on the day of another', async () => {
    const { app, owner, join, passDays, subjectsFor } = await openWelcome()
    const [{ id }] = (await (await owner.request('/api/owner/letters')).json()).filter(
      ({ subject }: { subject: string }) => subject === 'Day 3',
    )
    const write = async (content: string) => {
      const { version } = await (await owner.request(`/api/owner/letters/${id}`)).json()
      await owner.put(`/api/owner/letters/${id}`, { subject: 'Day 3', content, version })
    }
    await write('See.\n\n![the quay](/images/gone)')
    await join('ada')
    await app.work()
    await passDays(11)
    expect(subjectsFor('ada')).toEqual(['Day 0', 'Day 10'])
    await write('The quay.')
    await passDays(6)
    expect(subjectsFor('ada')).toEqual(['Day 0', 'Day 10'])
    await passDays(1)
    expect(subjectsFor('ada')).toEqual(['Day 0', 'Day 10', 'Day 3'])
  })

  test('is not for whoever was here before, nor for those the author brought along; the sixth is refused', async () => {
    const { app, owner, join, passDays, subjectsFor, write } = await openWelcome()
    await owner.post('/api/owner/people', { email: 'brought@home.example', list: 'newsletter', basis: 'At a reading' })
    await join('ada')
    await app.work()
    await passDays(1)
    const late = await write({ subject: 'Day late' })
    await owner.put(`/api/owner/letters/${late.id}/welcome`, { days: 0 })
    await passDays(12)
    expect(subjectsFor('ada')).not.toContain('Day late')
    expect(subjectsFor('brought')).toEqual([])
    const statuses = []
    for (const days of [1, 2]) {
      const { id } = await write({ subject: 'More' })
      statuses.push((await owner.put(`/api/owner/letters/${id}/welcome`, { days })).status)
    }
    expect(statuses).toEqual([200, 409])
  })

  test('a welcome that is turned off stops what waits, and its letter can still be sent, to those who had it not', async () => {
    const { app, owner, write, send, read, smtp } = await openWriting({ people: [], env: { DOUBLE_OPT_IN: 'off' } })
    const { id } = await write()
    await owner.put(`/api/owner/letters/${id}/welcome`, { days: 0 })
    expect((await send(await read(id))).status).toBe(409)
    await app.post('/api/newsletter/signup', { email: 'ada@home.example', source: 'footer' })
    await app.work()
    app.passTime(3_600_000)
    await keepHouse(app.deps, promptChoresOf(app.deps))
    await app.work()
    await owner.request(`/api/owner/letters/${id}/welcome`, { method: 'DELETE' })
    expect(seenIn(await (await owner.request('/admin/letters')).text())).toContain(
      'Went by itself to 1, and is turned off',
    )
    await app.post('/api/newsletter/signup', { email: 'ben@home.example', source: 'footer' })
    await app.work()
    const turnedOff = await read(id)
    const meant = await owner.post(`/api/owner/letters/audience?letter=${id}`, turnedOff.audience)
    expect(await meant.json()).toEqual({ count: 1, names: ['ben@home.example'] })
    // Turned off in the very moment it left, or uncertain since then.
    for (const state of ['sending', 'unknown', 'sent'] as const) {
      await app.db.updateTable('letters').set({ state }).where('to_email', '=', 'ada@home.example').execute()
      const asked = await owner.post(`/api/owner/letters/audience?letter=${id}`, turnedOff.audience)
      expect([state, (await asked.json()).count]).toEqual([state, 1])
    }
    await send(turnedOff, { at: new Date(app.deps.now().getTime() + day).toISOString() })
    const { letters } = await (await owner.request('/api/owner/letters/choices')).json()
    expect(letters).toMatchObject([{ id }])
    await owner.post(`/api/owner/letters/${id}/unschedule`)
    app.passTime(10 * day)
    await send(await read(id))
    await app.work()
    expect((await read(id)).sentAt).toBe(app.deps.now().toISOString())
    // Whatever it brought is counted for all who have it.
    expect(seenIn(await (await owner.request('/admin/letters')).text())).toContain('sent to 2')
    const got = smtp.received.filter(({ mail }) => mail.subject === 'News from the quay').flatMap(({ to }) => to)
    expect(got.sort()).toEqual(['ada@home.example', 'ben@home.example'])
  })

  test('that is turned off while the mail server thinks it over, and then says later, goes to nobody as a draft', async () => {
    const { app, owner, join, comeRound, read, smtp } = await openWelcome()
    const [{ id }] = (await (await owner.request('/api/owner/letters')).json()).filter(
      ({ subject }: { subject: string }) => subject === 'Day 0',
    )
    await join('ada')
    await app.work()
    smtp.judge = async () => {
      smtp.judge = () => undefined
      await owner.request(`/api/owner/letters/${id}/welcome`, { method: 'DELETE' })
      return { code: 451, words: '4.7.1 Greylisted' }
    }
    app.passTime(60_000)
    await comeRound()
    await app.work()
    const { version } = await read(id)
    await owner.put(`/api/owner/letters/${id}`, { subject: 'Half a thought', content: 'The ebb', version })
    app.passTime(day)
    await app.work()
    expect(smtp.received.map(({ mail }) => mail.subject)).not.toContain('Half a thought')
    expect((await app.letters()).filter(({ about }) => about === id)).toMatchObject([
      { state: 'stopped', error: null, dispatched_at: null, settled_at: expect.any(String) },
    ])
  })

  test('that is turned off stands on the web as long as it did, for whoever has it', async () => {
    const { app, owner, write, passDays, smtp } = await openWelcome()
    const { id, slug } = await write({ subject: 'On the web', isOnWeb: true })
    await owner.put(`/api/owner/letters/${id}/welcome`, { days: 0 })
    const page = async () => (await app.request(`/letters/${slug}`)).status
    expect(await page()).toBe(404)
    await app.post('/api/newsletter/signup', { email: 'ada@home.example', source: 'footer' })
    await app.work()
    await passDays(2)
    expect(smtp.received.map(({ mail }) => mail.text).join()).toContain(`/letters/${slug}`)
    expect(await page()).toBe(200)
    await owner.request(`/api/owner/letters/${id}/welcome`, { method: 'DELETE' })
    expect(await page()).toBe(200)
    expect(await (await app.request('/letters.xml')).text()).toContain('On the web')
    const room = async () => seenIn(await (await owner.request(`/admin/letters/${id}`)).text())
    expect(await room()).toContain('Saved. It stands so on your site.')
    await owner.put(`/api/owner/letters/${id}/web`, { isOnWeb: false })
    expect(await room()).toContain('Saved. Nothing leaves before you send it.')
  })

  test('for one form reaches whoever came to the list by it, also when she asked for an advance copy before', async () => {
    const { app, owner, write, smtp } = await openWriting({ people: [], env: { DOUBLE_OPT_IN: 'off' } })
    const join = async (email: string, source: string) => {
      await app.post('/api/newsletter/signup', { email, source })
      await app.work()
      app.passTime(3_600_000)
    }
    await join('ada@home.example', 'voss_trials_arc')
    const { id } = await write()
    await owner.put(`/api/owner/letters/${id}/welcome`, { days: 0, source: 'footer' })
    await join('ada@home.example', 'footer')
    await join('ben@home.example', 'home')
    await keepHouse(app.deps, promptChoresOf(app.deps))
    await app.work()
    const got = smtp.received.filter(({ mail }) => mail.subject === 'News from the quay').flatMap(({ to }) => to)
    expect(got).toEqual(['ada@home.example'])
  })

  test('that another window has changed since she looked does not begin to go; she is told', async () => {
    const { owner, write, read } = await openWriting({ people: [] })
    const { id, version } = await write()
    await owner.put(`/api/owner/letters/${id}`, { subject: 'Other', content: 'Other.', version })
    const answer = await owner.put(`/api/owner/letters/${id}/welcome`, { days: 0, version })
    expect([answer.status, (await answer.json()).fields]).toEqual([409, { version: expect.any(String) }])
    expect(await read(id)).toMatchObject({ state: 'draft', welcome: null })
  })

  test('its room says what became of it so far, reader by reader, with the ways to act on it', async () => {
    const { app, owner, join, passDays, smtp } = await openWelcome()
    smtp.refuse = (address) => (/ben@/.test(address) ? { code: 550, words: '5.7.1 Not today' } : undefined)
    await join('ada')
    await join('ben')
    await app.work()
    await passDays(1)
    const [{ id }] = (await (await owner.request('/api/owner/letters')).json()).filter(
      ({ subject }: { subject: string }) => subject === 'Day 0',
    )
    const room = seenIn(await (await owner.request(`/admin/letters/${id}`)).text())
    for (const words of ['What became of it so far', 'Retry failed', 'Download CSV', 'Failed1']) {
      expect(room, words).toContain(words)
    }
  })

  test('says what keeps it from whoever joins; turned off once more after it was sent, it stays sent', async () => {
    const { app, owner, write, send, read } = await openWriting({ people: ['ada'] })
    const { id, version } = await write({ subject: 'Welcome' })
    const welcome = `/api/owner/letters/${id}/welcome`
    await owner.put(welcome, { days: 0 })
    const room = async () => seenIn(await (await owner.request('/admin/letters')).text())
    expect(await room()).toContain('Nobody has got it yet')
    const content = 'See.\n\n![the quay](/images/gone)'
    await owner.put(`/api/owner/letters/${id}`, { subject: 'Welcome', content, version: version + 1 })
    await keepHouse(app.deps, promptChoresOf(app.deps))
    expect(await room()).toContain('Nobody gets it until this is mended: A picture in it is not here any more.')
    await owner.request(welcome, { method: 'DELETE' })
    const mended = await owner.put(`/api/owner/letters/${id}`, {
      subject: 'Welcome',
      content: 'See.',
      version: version + 3,
    })
    await send(await mended.json())
    await app.work()
    expect((await owner.request(welcome, { method: 'DELETE' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'sent', mailing: { sent: 1 } })
  })
})
