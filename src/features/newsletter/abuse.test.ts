import { describe, expect, test } from 'vitest'
import { doubleOptIn, joined, leavePath, people, signUp } from '#tests/support/newsletter.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const day = 86_400_000

describe('nobody can learn who is on the list', () => {
  test('new, pending, confirmed, gone and honeypot answers are the same bytes', async () => {
    const app = await createTestApp({ env: { DOUBLE_OPT_IN: 'on', RATE_LIMIT: 'off' } })
    await joined(app, 'confirmed@home.example')
    await joined(app, 'gone@home.example')
    await app.postForm(await leavePath(app), {})
    await signUp(app, { email: 'pending@home.example' })
    await app.work()
    const seen = new Set<string>()
    for (const body of [
      { email: 'new@home.example' },
      { email: 'pending@home.example' },
      { email: 'confirmed@home.example' },
      { email: 'gone@home.example' },
      { email: 'bot@home.example', company_url: 'http://spam.example' },
    ]) {
      const response = await signUp(app, body)
      seen.add(JSON.stringify([response.status, [...response.headers], await response.text()]))
    }
    expect(seen.size).toBe(1)
    // What the trap has caught costs what a signup costs: what it is shows only in the worker's hands.
    const waiting = await app.db.selectFrom('jobs').select('kind').execute()
    expect(waiting.map(({ kind }) => kind)).toEqual(Array(5).fill('newsletter.signup'))
    await app.work()
    expect((await people(app)).map(({ email }) => email)).not.toContain('bot@home.example')
  })
})

describe('abuse', () => {
  test('one victim, however spelled, gets one letter a day and three a month', async () => {
    const app = await createTestApp({ env: { DOUBLE_OPT_IN: 'on', TRUST_PROXY: '1' } })
    for (let today = 0; today < 10; today++) {
      for (const [index, email] of [
        'victim@home.example',
        'VICTIM@home.example',
        ' Victim@Home.Example',
        'vic.tim+books@home.example',
      ].entries()) {
        await app.post('/api/newsletter/signup', { email }, { 'x-forwarded-for': `10.0.${today}.${index}` })
      }
      await app.work()
      app.passTime(day)
      if (today === 0) expect(await app.letters()).toHaveLength(1)
    }
    expect(await app.letters()).toHaveLength(3)
  })

  test('a flood sends two hundred letters an hour, thirty to one house, and loses nobody', async () => {
    const app = await createTestApp({
      env: { DOUBLE_OPT_IN: 'on', TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:9' },
    })
    const arrive = (index: number, house: string) =>
      app.post(
        '/api/newsletter/signup',
        { email: `reader${index}@${house}` },
        { 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` },
      )
    for (let index = 0; index < 40; index++) await arrive(index, 'office.example')
    for (let index = 40; index < 260; index++) await arrive(index, 'gmail.com')
    await app.work()
    const letters = await app.letters()
    expect(letters).toHaveLength(200)
    expect(letters.filter(({ to_email }) => to_email.endsWith('@office.example'))).toHaveLength(30)
    app.passTime(3_601_000)
    await app.work()
    expect(await people(app)).toHaveLength(260)
    expect(await app.letters()).toHaveLength(260)
  })

  test('a house is one house however its name is spelled, for advance copies too', async () => {
    const app = await createTestApp({ env: { TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:9' } })
    for (let index = 0; index < 40; index++) {
      const house = index % 2 ? 'office.example' : 'OFFICE.example'
      const wish = { email: `reader${index}@${house}`, source: 'voss_trials_arc' }
      await app.post('/api/newsletter/signup', wish, { 'x-forwarded-for': `10.2.0.${index}` })
    }
    await app.work()
    const { letters } = await (await (await app.asOwner()).request('/api/owner/outbox')).json()
    expect(letters).toHaveLength(30)
  })

  test('a client is told to wait after five signups, also when they come at the same instant', async () => {
    const app = await createTestApp(doubleOptIn)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => signUp(app, { email: `bot${index}@home.example` })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused?.json()).toMatchObject({ code: 'too_many', message: expect.stringContaining('wait') })
    app.passTime(601_000)
    expect((await signUp(app, { email: 'again@home.example' })).status).toBe(200)
  })

  test('a form on another site cannot sign anybody up', async () => {
    const app = await createTestApp(doubleOptIn)
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]
    for (const headers of foreign) {
      expect((await app.post('/api/newsletter/signup', { email: 'a@home.example' }, headers)).status).toBe(403)
    }
    expect(
      (await app.post('/api/newsletter/signup', { email: 'a@home.example' }, { origin: 'https://author.example' }))
        .status,
    ).toBe(200)
  })
})
