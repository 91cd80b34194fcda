import { describe, expect, test, vi } from 'vitest'
import { startMailerLite } from '#tests/support/mailerlite.ts'
import { openSettingsRoom } from '#tests/support/settings.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import type { Script } from '#tests/support/smtp-server.ts'

const canary = 'bytes of the other side'

describe('a test letter', () => {
  test('goes to herself, through what stands on her screen, saved or not', async () => {
    const smtp = await startSmtp()
    const { app, save, sendTest } = await openSettingsRoom()
    const typed = { mailServer: `127.0.0.1:${smtp.port}`, sender: 'letters@odile.example' }
    expect(await sendTest(typed)).toEqual({
      isTaken: true,
      outcome: 'taken',
      field: null,
      message: expect.stringContaining('127.0.0.1 took the letter. It is on its way to owner@home.example'),
    })
    expect(smtp.received).toMatchObject([
      { from: 'letters@odile.example', to: ['owner@home.example'], mail: { subject: 'A test letter from your site' } },
    ])
    expect([app.env.smtpUrl, await app.letters()]).toEqual([null, []])
    await save(typed)
    expect(await sendTest()).toMatchObject({ isTaken: true })
    expect(smtp.received).toHaveLength(2)
  })

  test('goes to the address she has named for letters to her, where there is one', async () => {
    const smtp = await startSmtp()
    const { sendTest } = await openSettingsRoom({ OWNER_EMAIL: 'inbox@odile.example', SMTP_URL: smtp.url })
    await sendTest()
    expect(smtp.received.map(({ to }) => to)).toEqual([['inbox@odile.example']])
  })

  test('tries what the environment names, and nothing else, where that names a server', async () => {
    const smtp = await startSmtp()
    const { owner, sendTest } = await openSettingsRoom({ SMTP_URL: smtp.url.replace('//', '//odile:a%20word@') })
    expect(await sendTest()).toMatchObject({ isTaken: true })
    const tried = await owner.post('/api/owner/settings/test-mail', { mailServer: 'mail.elsewhere.example' })
    expect(await tried.json()).toMatchObject({ fields: { mailServer: expect.stringContaining('set on the server') } })
  })

  test('takes no body at all for what is saved', async () => {
    const smtp = await startSmtp()
    const { app } = await openSettingsRoom({ SMTP_URL: smtp.url })
    const owner = await app.asOwner()
    expect(await (await owner.post('/api/owner/settings/test-mail')).json()).toMatchObject({ isTaken: true })
  })

  test('without a server there is a sentence', async () => {
    const { owner } = await openSettingsRoom()
    const tried = await owner.post('/api/owner/settings/test-mail', {})
    expect([tried.status, (await tried.json()).fields]).toEqual([400, { mailServer: 'Name a mail server first' }])
  })

  const login = { mailUser: 'odile', mailPassword: 'a word' }
  const refusals: [string, Script, object, string | null, string][] = [
    ['password', { auth: { code: 535, words: canary } }, login, 'mailPassword', 'The server refused the password.'],
    ['wants a password', { sender: { code: 530, words: canary } }, {}, 'mailUser', 'wants a user name'],
    ['sender', { sender: { code: 553, words: canary } }, {}, 'sender', 'refused the sender letters@odile.example'],
    ['recipient', { recipient: { code: 550, words: canary } }, {}, null, 'refused the letter’s address, owner@home'],
    ['letter', { letter: { code: 554, words: canary } }, {}, null, 'read the letter and refused it'],
    ['broke off', { greeting: 'hang up' }, {}, null, 'hung up in the middle'],
  ]

  test.each(refusals)('%s: each has its own sentence, and none holds a byte of the other side', async (...row) => {
    const [outcome, script, more, field, words] = row
    const smtp = await startSmtp()
    smtp.script = script
    const { app, sendTest } = await openSettingsRoom()
    const typed = { mailServer: `127.0.0.1:${smtp.port}`, sender: 'letters@odile.example', ...more }
    const result = await sendTest(typed)
    expect(result).toMatchObject({ isTaken: false, outcome, field })
    expect(result.message).toContain(words)
    expect(JSON.stringify([result, app.logged])).not.toContain(canary)
  })

  test('a name nobody has, a place where nothing answers, a neighbour of the machine: three sentences', async () => {
    const smtp = await startSmtp()
    await smtp.stop()
    const { owner, sendTest } = await openSettingsRoom()
    const typed = (mailServer: string) => sendTest({ mailServer })
    expect((await typed('no-such-name.invalid')).message).toContain('no server of the name no-such-name.invalid')
    expect((await typed(`127.0.0.1:${smtp.port}`)).message).toContain(
      `Nothing answers at 127.0.0.1 on port ${smtp.port}`,
    )
    const tried = await owner.post('/api/owner/settings/test-mail', { mailServer: '10.0.0.5' })
    expect((await tried.json()).fields.mailServer).toContain('private network')
  })

  test('the wrong kind of encryption, and a certificate that proves nothing', async () => {
    const plain = await startSmtp()
    // It has the certificate that everybody has, and says so: for once that is what we want.
    vi.mocked(console.error).mockImplementationOnce(() => {})
    const selfSigned = await startSmtp({ isTls: true })
    vi.mocked(console.error).mockClear()
    const { sendTest } = await openSettingsRoom()
    const wrongKind = await sendTest({ mailServer: `127.0.0.1:${plain.port}`, mailSecurity: 'tls' })
    expect(wrongKind).toMatchObject({ outcome: 'no encryption', field: 'mailSecurity' })
    const unproved = await sendTest({ mailServer: `127.0.0.1:${selfSigned.port}` })
    expect(unproved).toMatchObject({
      outcome: 'certificate',
      message: expect.stringContaining('certificate is not valid'),
    })
  })

  test('is not sent again and again', async () => {
    const smtp = await startSmtp()
    const { owner } = await openSettingsRoom({ RATE_LIMIT: 'on', SMTP_URL: smtp.url })
    const statuses: number[] = []
    for (let turn = 0; turn < 22; turn++) statuses.push((await owner.post('/api/owner/settings/test-mail', {})).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.slice(-2)).toEqual([429, 429])
    expect(smtp.received).toHaveLength(20)
  })
})

describe('a key for the mailing provider', () => {
  test.each([
    [400, 'The mailing provider refused (400).'],
    [401, 'The mailing provider does not know this key. Look at it in Settings.'],
    [422, 'The mailing provider refused (422).'],
    [503, 'The mailing provider has trouble of its own (503). Please try again later.'],
  ])('that is answered with %d is told in words of ours, without a byte of the other side', async (status, words) => {
    const provider = await startMailerLite()
    const { owner } = await openSettingsRoom({ MAILERLITE_API_URL: provider.url })
    provider.misbehave = () => Response.json({ message: 'root:x:0:0:/root' }, { status })
    const tried = await (await owner.post('/api/owner/settings/test-provider', { providerKey: 'a-key' })).json()
    expect(tried).toMatchObject({ isTaken: false, field: 'providerKey', message: words })
  })

  test('is tried before it is kept, and the answer is in words', async () => {
    const provider = await startMailerLite()
    const { app, owner, save } = await openSettingsRoom({ MAILERLITE_API_URL: provider.url })
    const tryKey = async (fields: object) => (await owner.post('/api/owner/settings/test-provider', fields)).json()
    expect(await tryKey({})).toMatchObject({ fields: { providerKey: 'Type a key first' } })
    expect(await tryKey({ providerKey: 'a-key' })).toMatchObject({
      isTaken: true,
      message: expect.stringContaining('no group named “Voracious Readers” yet'),
    })
    expect(app.env.mailerLite).toBeNull()
    await save({ providerKey: 'a-key', providerGroup: 'My Readers' })
    await owner.post('/api/mailerlite/add-subscriber', { email: 'ada@home.example' })
    expect(provider.groups.map(({ name }) => name)).toEqual(['My Readers'])
    expect(await tryKey({})).toMatchObject({ message: expect.stringContaining('has a group named “My Readers”') })
    expect(await tryKey({ providerKey: 'another' })).toMatchObject({
      isTaken: false,
      field: 'providerKey',
      message: expect.stringContaining('does not know this key'),
    })
  })
})
