import { describe, expect, test } from 'vitest'
import { suppress } from '#server/suppressions.ts'
import { confirmPath, consents, doubleOptIn, joined, leavePath, people, signUp } from '#tests/support/newsletter.ts'
import { createTestApp } from '#tests/support/test-app.ts'

describe('leaving', () => {
  test('opening the link changes nothing; the button ends it at once, and nothing brings her back', async () => {
    const app = await createTestApp({ env: { DOUBLE_OPT_IN: 'on', RATE_LIMIT: 'off' } })
    await joined(app)
    const path = await leavePath(app)
    for (let scan = 0; scan < 100; scan++) await app.request(path)
    expect(await people(app)).toMatchObject([{ state: 'active' }])
    expect((await app.postForm(path, {})).status).toBe(200)
    expect(await people(app)).toMatchObject([{ state: 'left', left_at: expect.any(String) }])
    const before = (await app.letters()).length
    await signUp(app, { email: 'READER@home.example' })
    await app.work()
    await app.postForm(await confirmPath(app), {})
    expect(await people(app)).toMatchObject([{ state: 'left' }])
    expect(await app.letters()).toHaveLength(before)
  })

  test('a mail program leaves with one click, from anywhere, without a page, however often', async () => {
    const app = await createTestApp(doubleOptIn)
    await joined(app)
    const path = await leavePath(app)
    for (let click = 0; click < 10; click++) {
      const response = await app.request(path, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'cross-site',
          origin: 'https://mail.example',
        },
      })
      expect([response.status, await response.text()]).toEqual([200, 'You have left the list.'])
    }
    const withdrawals = (await consents(app)).filter(({ act }) => act === 'withdrawn')
    expect(withdrawals).toMatchObject([{ method: 'one-click' }])
  })

  test.each([
    ['the newsletter', { email: 'reader@home.example' }, 'newsletter.welcome'],
    ['the advance copy', { email: 'reader@home.example', source: 'voss_trials_arc' }, 'newsletter.arc'],
  ])('the link out of %s, once used, says that it is done and asks nothing', async (_list, body, kind) => {
    const app = await createTestApp({ env: { DOUBLE_OPT_IN: 'off' } })
    await signUp(app, body)
    await app.work()
    const path = await leavePath(app, kind)
    expect(await (await app.request(path)).text()).toContain('Yes, let me out')
    await app.postForm(path, {})
    const html = await (await app.request(path)).text()
    expect(html).toContain('You have left already.')
    expect(html).not.toContain('Yes, let me out')
    expect(html).not.toContain('>Stay<')
  })

  test.each(['bounced', 'complained'] as const)(
    'the link of a reader who %s keeps its button until she presses it',
    async (reason) => {
      const app = await createTestApp(doubleOptIn)
      await joined(app)
      await suppress(app.db, app.deps.keyFor, 'reader@home.example', reason, app.deps.now())
      const path = await leavePath(app)
      expect(await (await app.request(path)).text()).toContain('Yes, let me out')
      for (let press = 0; press < 2; press++) await app.postForm(path, {})
      expect(await (await app.request(path)).text()).toContain('You have left already.')
      expect((await consents(app)).filter(({ act }) => act === 'withdrawn')).toHaveLength(1)
    },
  )

  test('a letter already written to her is not sent any more', async () => {
    const app = await createTestApp({ env: { DOUBLE_OPT_IN: 'off', SMTP_URL: 'smtp://127.0.0.1:9' } })
    await signUp(app, { email: 'reader@home.example' })
    const { takeSignup } = await import('./service.server.ts')
    await takeSignup(app.deps, {
      email: 'reader@home.example',
      name: null,
      source: 'signup_page',
      readerMagnetId: null,
      wantsNewsletter: true,
      page: '/',
      client: '',
    })
    await app.postForm(await leavePath(app), {})
    await app.work()
    expect(await app.letters()).toMatchObject([{ kind: 'newsletter.welcome', state: 'skipped' }])
  })
})
