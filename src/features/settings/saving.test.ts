import { describe, expect, test } from 'vitest'
import { everythingIn, ownerPassword } from '#tests/support/browser.ts'
import { faultsOf, openNode, openSettingsRoom } from '#tests/support/settings.ts'

const server = { mailServer: 'mail.example.com', mailUser: 'odile', mailPassword: 'the sea, the sea' }

describe('what is left open', () => {
  test('is as usual, and is shown so', async () => {
    const { read } = await openSettingsRoom()
    expect(await read()).toEqual({
      version: 0,
      siteAddress: '',
      mailServer: '',
      mailPort: null,
      mailSecurity: 'starttls',
      mailUser: '',
      mailPassword: 'none',
      sender: '',
      bounceServer: '',
      bounceUser: '',
      bouncePassword: 'none',
      mailEventsSecret: 'none',
      mailgunKey: 'none',
      sesTopic: '',
      dkimKey: 'none',
      postalAddress: '',
      doubleOptIn: 'usual',
      providerKey: 'none',
      providerGroup: '',
      fixed: [],
      usual: {
        siteAddress: 'http://localhost:3000',
        sender: expect.stringContaining('@'),
        postalAddress: expect.any(String),
        isDoubleOptIn: false,
        providerGroup: 'Voracious Readers',
      },
      pending: null,
      ownAddress: 'owner@home.example',
    })
  })

  test('is filled by what she types, at once and for everybody who asks', async () => {
    const { app, save } = await openSettingsRoom()
    const before = app.env.mailFrom
    const saved = await save({
      ...server,
      sender: 'letters@odile.example',
      postalAddress: 'PO Box 7, Halifax',
      doubleOptIn: 'off',
      providerKey: 'a key of hers',
      providerGroup: 'My Readers',
    })
    expect(saved).toMatchObject({ version: 1, mailServer: 'mail.example.com', mailPort: 587, mailUser: 'odile' })
    expect(app.env).toMatchObject({
      smtpUrl: 'smtp://odile:the%20sea%2C%20the%20sea@mail.example.com:587',
      mailFrom: 'letters@odile.example',
      postalAddress: 'PO Box 7, Halifax',
      isDoubleOptIn: false,
      mailerLite: { apiKey: 'a key of hers', apiUrl: 'http://127.0.0.1:9' },
      providerGroup: 'My Readers',
    })
    await save({ sender: '', doubleOptIn: 'usual', providerKey: '', providerGroup: '' })
    expect(app.env).toMatchObject({
      mailFrom: before,
      isDoubleOptIn: true,
      mailerLite: null,
      providerGroup: 'Voracious Readers',
    })
  })

  test('what is not named stays as it was', async () => {
    const { app, save } = await openSettingsRoom()
    await save({ ...server, sender: 'letters@odile.example' })
    await save({ postalAddress: 'PO Box 7, Halifax' })
    expect(app.env).toMatchObject({ mailFrom: 'letters@odile.example', smtpUrl: expect.stringContaining('odile:') })
  })

  test('the next letter has the new sender and the new address at its foot', async () => {
    const { app, save } = await openSettingsRoom()
    await save({ postalAddress: 'PO Box 7, Halifax' })
    await app.post('/api/contact', { name: 'Ada', email: 'ada@home.example', message: 'Are you well, out there?' })
    expect((await app.letters()).map(({ text }) => text)).toEqual([expect.stringContaining('PO Box 7, Halifax')])
  })

  test('whoever starts the site again finds it as she left it', async () => {
    const { app, save } = await openSettingsRoom()
    await save({ ...server, doubleOptIn: 'off' })
    const later = await openNode(app)
    expect(later.env).toMatchObject({ smtpUrl: app.env.smtpUrl, isDoubleOptIn: false })
    expect(later.deps.mailer).not.toBeNull()
  })
})

const given = {
  SITE_URL: 'https://author.example',
  SMTP_URL: 'smtp://secretname:secretword@mail.author.example:2525',
  MAIL_FROM: 'letters@author.example',
  POSTAL_ADDRESS: 'PO Box 1, Port Ansel',
  DOUBLE_OPT_IN: 'off',
  MAILERLITE_API_KEY: 'a-secret-key',
  MAILERLITE_GROUP: 'Ours',
}

describe('what the environment sets', () => {
  test('is shown as set on the server, without its secrets', async () => {
    const { read } = await openSettingsRoom(given)
    const settings = await read()
    expect(settings).toMatchObject({
      siteAddress: 'https://author.example',
      mailServer: 'mail.author.example',
      mailPort: 2525,
      mailUser: '',
      mailPassword: 'kept',
      sender: 'letters@author.example',
      postalAddress: 'PO Box 1, Port Ansel',
      doubleOptIn: 'off',
      providerKey: 'kept',
      providerGroup: 'Ours',
    })
    expect(settings.fixed).toHaveLength(7)
    expect(JSON.stringify(settings)).not.toContain('secret')
  })

  test.each([
    ['siteAddress', 'https://elsewhere.example'],
    ['mailServer', 'mail.elsewhere.example'],
    ['mailPort', '25'],
    ['mailSecurity', 'tls'],
    ['mailUser', 'somebody'],
    ['mailPassword', 'a word'],
    ['sender', 'me@elsewhere.example'],
    ['postalAddress', 'Another road 1'],
    ['doubleOptIn', 'on'],
    ['providerKey', 'another'],
    ['providerGroup', 'Theirs'],
  ])('%s cannot be changed here, and it is said why', async (name, value) => {
    const { app, put } = await openSettingsRoom(given)
    const before = await everythingIn(app)
    const { status, fields } = await faultsOf(await put({ [name]: value, password: ownerPassword }))
    expect([status, Object.keys(fields)]).toEqual([400, [name]])
    expect(fields[name]).toContain('set on the server')
    expect(await everythingIn(app)).toBe(before)
  })

  test('is stronger than what she typed before it was set there', async () => {
    const { app, save } = await openSettingsRoom()
    await save({ ...server, sender: 'mine@odile.example', postalAddress: 'PO Box 7', providerKey: 'mine' })
    const later = await openNode(app, given)
    expect(later.env).toMatchObject({
      siteUrl: given.SITE_URL,
      smtpUrl: given.SMTP_URL,
      mailFrom: given.MAIL_FROM,
      postalAddress: given.POSTAL_ADDRESS,
      isDoubleOptIn: false,
      mailerLite: { apiKey: 'a-secret-key' },
      providerGroup: 'Ours',
    })
  })
})

describe('what is wrong', () => {
  test.each([
    [{ siteAddress: 'your name' }, 'siteAddress', 'no address'],
    [{ siteAddress: 'https://odile.example/blog' }, 'siteAddress', 'nothing after the name'],
    [{ mailServer: 'me@gmail.com' }, 'mailServer', 'e-mail address'],
    [{ mailServer: '192.168.1.20' }, 'mailServer', 'private network'],
    [{ mailServer: '169.254.169.254' }, 'mailServer', 'private network'],
    [{ mailServer: '0xa9.254.43518' }, 'mailServer', 'private network'],
    [{ mailServer: '[fd00::1]' }, 'mailServer', 'private network'],
    [{ ...server, mailPort: 'many' }, 'mailPort', 'from 1 to 65535'],
    [{ ...server, mailPort: 65_536 }, 'mailPort', 'from 1 to 65535'],
    [{ ...server, mailSecurity: 'none' }, 'mailSecurity', 'encrypted'],
    [{ ...server, mailUser: 'a\r\nQUIT' }, 'mailUser', 'typed again'],
    [{ ...server, mailPassword: 'a\u0000b' }, 'mailPassword', 'typed again'],
    [{ mailServer: 'mail.example.com', mailUser: 'odile' }, 'mailPassword', 'password that belongs'],
    [{ sender: 'Odile <me@odile.example>' }, 'sender', 'valid email'],
    [{ sender: 'me@odile.example\nBcc: all@home.example' }, 'sender', expect.any(String)],
    [{ postalAddress: 'PO' }, 'postalAddress', 'too short'],
    [{ postalAddress: 'a'.repeat(301) }, 'postalAddress', '300'],
    [{ doubleOptIn: 'perhaps' }, 'doubleOptIn', 'one of the three'],
    [{ providerKey: 'k'.repeat(501) }, 'providerKey', '500'],
    [{ providerGroup: 'g'.repeat(101) }, 'providerGroup', '100'],
    [{ version: -1 }, 'version', expect.any(String)],
  ])('%j: its field says it, and nothing is kept', async (fields, name, words) => {
    const { app, put } = await openSettingsRoom()
    const before = await everythingIn(app)
    const faults = await faultsOf(await put({ ...fields, password: ownerPassword }))
    expect(faults.status).toBe(400)
    expect(Object.keys(faults.fields)).toEqual([name])
    expect(faults.fields[name]).toEqual(typeof words === 'string' ? expect.stringContaining(words) : words)
    expect(await everythingIn(app)).toBe(before)
  })

  test('several fields are told at once', async () => {
    const { put } = await openSettingsRoom()
    const { fields } = await faultsOf(await put({ siteAddress: 'a b', sender: 'me', mailPort: 'x' }))
    expect(Object.keys(fields).sort()).toEqual(['mailPort', 'sender', 'siteAddress'])
  })
})

describe('her password', () => {
  test.each([
    ['the site address', { siteAddress: 'https://odile.example' }],
    ['the mail server', { mailServer: 'mail.example.com' }],
    ['the key', { providerKey: 'a key' }],
  ])('is asked for when %s changes', async (_what, fields) => {
    const { app, put } = await openSettingsRoom()
    expect(await faultsOf(await put(fields))).toMatchObject({
      status: 400,
      fields: { password: expect.stringContaining('your password') },
    })
    expect(await faultsOf(await put({ ...fields, password: 'not this one at all' }))).toMatchObject({
      status: 400,
      fields: { password: 'That is not your current password.' },
    })
    expect(await app.db.selectFrom('settings').selectAll().execute()).toEqual([])
    expect((await put({ ...fields, password: ownerPassword })).status).toBe(200)
  })

  test('is not asked for by the rest, nor for taking something back to what it is', async () => {
    const { put, save } = await openSettingsRoom()
    await save(server)
    const fields = { sender: 'me@odile.example', postalAddress: 'PO Box 7', doubleOptIn: 'on', providerGroup: 'Mine' }
    expect((await put(fields)).status).toBe(200)
    expect((await put({ ...server })).status).toBe(200)
  })

  test('whoever guesses it here is slowed down as at the door', async () => {
    const { put } = await openSettingsRoom({ RATE_LIMIT: 'on' })
    const guess = () => put({ providerKey: 'a key', password: 'a guess of somebody else' })
    const answers: number[] = []
    for (let turn = 0; turn < 7; turn++) answers.push((await guess()).status)
    expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429])
  })
})

test('what was done is written down among the things done in her name', async () => {
  const { owner, save } = await openSettingsRoom()
  await save({ ...server, providerKey: 'a key', sender: 'me@odile.example' })
  await save({ siteAddress: 'https://odile.example' })
  const { events } = await (await owner.get('/api/owner/security')).json()
  expect(events.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining([
      'The mail server was changed',
      'The key of the mailing provider was changed',
      'The settings of the site were changed',
      'A new site address was typed, to be confirmed there',
    ]),
  )
})

describe('two windows', () => {
  test('the later one is told, and what the earlier one saved stays', async () => {
    const { app, save, put } = await openSettingsRoom()
    const { version } = await save({ sender: 'one@odile.example' })
    await save({ sender: 'two@odile.example', version })
    const late = await faultsOf(await put({ sender: 'three@odile.example', version }))
    expect(late).toEqual({ status: 409, fields: { version: '2026-01-15T12:00:00.000Z' } })
    expect(app.env.mailFrom).toBe('two@odile.example')
    // She says that hers is meant: without a version it builds on whatever is there.
    await save({ sender: 'three@odile.example' })
    expect(app.env.mailFrom).toBe('three@odile.example')
  })

  test.each([0, 1])('of many saves of version %i at the same instant one is kept', async (version) => {
    const { app, put, save } = await openSettingsRoom()
    if (version === 1) await save({ sender: 'first@odile.example' })
    const saves = ['a', 'b', 'c', 'd'].map((name) => put({ sender: `${name}@odile.example`, version }))
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
    expect((await app.db.selectFrom('settings').selectAll().execute()).map((row) => row.version)).toEqual([version + 1])
  })
})
