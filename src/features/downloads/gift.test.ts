import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { createSmtpMailer } from '#server/mailer.ts'
import { suppress } from '#server/suppressions.ts'
import { filename, hour, type Owner, openShop } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'

describe('the page a letter leads to', () => {
  test('uses nothing up, however often a mail program opens it', async () => {
    const { app, makeLink, links } = await openShop()
    const page = (await makeLink()).path.replace('/download/', '/get/')
    for (let scan = 0; scan < 30; scan++) {
      const response = await app.request(page)
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    }
    expect(await links()).toMatchObject([{ downloads: 0 }])
    expect(await (await app.request(page)).text()).toContain('Download the book')
  })

  test('sends a fresh link to the address the first was made for, three times a day', async () => {
    const { app, makeLink } = await openShop()
    app.deps.mailer = createSmtpMailer((await startSmtp()).url, 50)
    const page = (await makeLink()).path.replace('/download/', '/get/')
    app.passTime(25 * hour)
    expect(await (await app.request(page)).text()).toContain('This link closed')
    for (let time = 0; time < 3; time++) {
      const response = await app.postForm(page, {})
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.stringContaining('A fresh link goes to the address'),
      ])
    }
    expect((await app.postForm(page, {})).status).toBe(429)
    expect((await app.letters()).map(({ to_email, kind }) => [to_email, kind])).toEqual(
      Array.from({ length: 3 }, () => ['reader@home.example', 'campaigns.book']),
    )
  })

  test('sends as many as are asked for where nobody is told to wait', async () => {
    const { app, makeLink } = await openShop({ env: { RATE_LIMIT: 'off' } })
    app.deps.mailer = createSmtpMailer((await startSmtp()).url, 50)
    const page = (await makeLink()).path.replace('/download/', '/get/')
    for (let time = 0; time < 5; time++) expect((await app.postForm(page, {})).status).toBe(200)
  })

  test('tells whoever has left that no fresh link will come', async () => {
    const { app, makeLink } = await openShop()
    app.deps.mailer = createSmtpMailer((await startSmtp()).url, 50)
    const page = (await makeLink()).path.replace('/download/', '/get/')
    await suppress(app.db, app.deps.keyFor, 'reader@home.example', 'left', app.deps.now())
    app.passTime(25 * hour)
    const answer = await app.postForm(page, {})
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('wants no more letters')])
    expect(await app.letters()).toEqual([])
  })

  test('promises no fresh link where no mail server could bring it, and leads to the author instead', async () => {
    const { app, makeLink } = await openShop()
    const page = (await makeLink()).path.replace('/download/', '/get/')
    app.passTime(25 * hour)
    const html = await (await app.request(page)).text()
    expect([html.includes('Send me a fresh link'), html.includes('Write to the author')]).toEqual([false, true])
    expect((await app.postForm(page, {})).status).toBe(409)
    expect(await app.letters()).toEqual([])
  })

  test('sends none in the place of a link the author has closed', async () => {
    const { app, owner, makeLink, links } = await openShop()
    const page = (await makeLink()).path.replace('/download/', '/api/gifts/')
    await owner.delete(`/api/owner/download-links/${(await links())[0]?.id}`)
    expect((await app.post(`${page}/fresh`, {})).status).toBe(410)
    expect(await app.letters()).toEqual([])
  })
})

describe('a letter to one reader', () => {
  const write = (owner: Owner) => owner.post('/api/send-download-email', { email: 'reader@home.example', filename })

  test('is written with its link or not at all', async () => {
    const { app, owner, links } = await openShop()
    app.deps.mailer = createSmtpMailer((await startSmtp()).url, 50)
    await app.db.schema.alterTable('letters').renameColumn('stream', 'river').execute()
    expect((await write(owner)).status).toBe(500)
    expect(await app.letters()).toEqual([])
    expect(await links()).toEqual([])
  })

  test.each(['a stranger', 'a member'])('to %s has a way out that works for ever, and counts once', async (who) => {
    const { app, owner } = await openShop()
    const brought = { subscribers: ['reader@home.example'], basis: 'A reading' }
    if (who === 'a member') await owner.post('/api/voracious-readers-subscribers', brought)
    await write(owner)
    const [letter] = await app.letters()
    const [wayOut = ''] = letter?.text.match(/\/unsubscribe\/\S+/) ?? []
    app.passTime(1_000 * 24 * hour)
    await keepHouse(app.deps)
    for (let time = 0; time < 10; time++) expect((await app.postForm(wayOut, {})).status).toBe(200)
    expect(await app.db.selectFrom('consents').select(['email', 'act']).execute()).toEqual([
      { email: 'reader@home.example', act: 'withdrawn' },
    ])
    expect(await app.db.selectFrom('suppressions').select('reason').execute()).toEqual([{ reason: 'left' }])
  })
})
