import { expect, test } from 'vitest'
import { keptSite } from '#app/backup.server.ts'
import { everythingIn } from '#tests/support/browser.ts'
import { openNode, openSettingsRoom } from '#tests/support/settings.ts'
import { startSmtp } from '#tests/support/smtp.ts'

const password = 'canary-of-the-mail-server'
const key = 'canary-of-the-provider'
const lost = { SECRET_KEY: 'another key, of forty characters, for tests', SECRET_KEY_OLD: 'lost' }
const secrets = { mailServer: 'localhost:1', mailUser: 'odile', mailPassword: password, providerKey: key }

test('a secret is on no page, in no answer, in no log line and in no row, but sealed', async () => {
  const { app, owner, read, save, sendTest } = await openSettingsRoom()
  const answers = [JSON.stringify(await save(secrets)), JSON.stringify(await read())]
  expect(app.env).toMatchObject({ smtpUrl: expect.stringContaining(password), mailerLite: { apiKey: key } })
  answers.push(JSON.stringify(await sendTest()))
  // A letter that cannot leave says why, and so do the log and the outbox.
  await app.post('/api/contact', { name: 'Ada', email: 'ada@home.example', message: 'Are you well, out there?' })
  await app.work()
  const rooms = app.app.table.filter(({ method, access }) => method === 'GET' && access === 'owner')
  for (const { path } of rooms) answers.push(await (await owner.get(path.replace(/:\w+|\*/g, 'x'))).text())
  for (const path of ['/', '/contact', '/api/site', '/healthz']) answers.push(await (await app.request(path)).text())
  const places = { answers: answers.join('\n'), log: app.logged.join('\n'), rows: await everythingIn(app) }
  for (const [place, text] of Object.entries(places)) {
    for (const secret of [password, encodeURIComponent(password), Buffer.from(password).toString('base64'), key])
      expect(text.includes(secret), `${place} holds ${secret}`).toBe(false)
  }
  expect(places.answers.includes('A password is kept')).toBe(true)
  const [row] = await app.db.selectFrom('settings').selectAll().execute()
  expect(row?.mail_password?.length).toBeGreaterThan(40)
})

test('the same secret is sealed differently each time, and is of no use in another’s place', async () => {
  const { app, save } = await openSettingsRoom()
  const sealed = async () => (await app.db.selectFrom('settings').selectAll().execute())[0]
  await save({ ...secrets, providerKey: password })
  const first = await sealed()
  expect(first?.mail_password).not.toBe(first?.provider_key)
  await app.db
    .updateTable('settings')
    .set({ mail_password: first?.provider_key ?? null })
    .execute()
  expect((await openNode(app)).env.smtpUrl).toBeNull()
})

test('with another root key a secret is not read: it is said, and typed once more it holds again', async () => {
  const smtp = await startSmtp()
  const { app, save } = await openSettingsRoom()
  await save({ ...secrets, mailServer: `127.0.0.1:${smtp.port}` })
  const moved = await openNode(app, { ...lost })
  expect([moved.env.smtpUrl, moved.env.mailerLite, moved.deps.mailer]).toEqual([null, null, null])
  expect(moved.logged.join('\n')).toContain('cannot be read')
  const owner = await moved.asOwner()
  const settings = await (await owner.request('/api/owner/settings')).json()
  expect(settings).toMatchObject({ mailPassword: 'unreadable', providerKey: 'unreadable', mailServer: '127.0.0.1' })
  const tried = await owner.post('/api/owner/settings/test-mail', {})
  expect(await tried.json()).toMatchObject({ fields: { mailPassword: expect.stringContaining('cannot be read') } })
  const again = await owner.post('/api/owner/settings/test-mail', { mailPassword: password })
  expect(await again.json()).toMatchObject({ isTaken: true })
})

test('the password that is kept is told to no other server, and to no other name', async () => {
  const smtp = await startSmtp()
  const { app, put, save, owner } = await openSettingsRoom()
  await save({ ...secrets, mailServer: `127.0.0.1:${smtp.port}` })
  for (const other of [{ mailServer: 'localhost', mailUser: 'odile' }, { mailUser: 'somebody' }]) {
    const tried = await owner.post('/api/owner/settings/test-mail', { mailPort: smtp.port, ...other })
    expect(await tried.json()).toMatchObject({ fields: { mailPassword: expect.any(String) } })
    expect((await put({ ...other, password: 'a long walk to the well' })).status).toBe(400)
  }
  expect(smtp.connections).toBe(0)
  expect(app.env.smtpUrl).toContain('odile:')
})

test('a backup holds it sealed', async () => {
  const { app, save } = await openSettingsRoom()
  await save(secrets)
  const site = await keptSite(app.env, { ...app.deps, close: async () => {}, check: async () => {} })
  expect(JSON.stringify(site.settings)).not.toContain('canary')
  expect(await everythingIn(app)).not.toContain('canary')
})

test('nobody without her session learns anything of the settings', async () => {
  const { app, save } = await openSettingsRoom()
  await save({ ...secrets, sender: 'canary@odile.example', siteAddress: 'https://canary.example' })
  for (const { method, path } of app.app.table.filter((route) => route.path.startsWith('/api/owner/settings'))) {
    const response = await app.request(path, {
      method,
      headers: { origin: app.env.siteUrl, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    })
    expect([response.status, (await response.text()).includes('canary')], `${method} ${path}`).toEqual([401, false])
  }
  const page = await app.request('/admin/settings')
  expect([page.status, await page.text()]).toEqual([303, ''])
})
