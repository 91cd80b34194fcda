import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findSuppression } from '#server/suppressions.ts'
import { startImap } from '#tests/support/imap.ts'
import { recorded } from '#tests/support/mail-services.ts'
import { people } from '#tests/support/newsletter.ts'
import { openSettingsRoom } from '#tests/support/settings.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { startMailboxRounds } from './mailbox.server.ts'

const ada = 'ada@home.example'

/** A site that reads a mailbox; Ada is on its list and has her welcome. */
async function open() {
  const [smtp, imap] = [await startSmtp(), await startImap()]
  const app = await createTestApp({ env: { SMTP_URL: smtp.url, DOUBLE_OPT_IN: 'off', BOUNCE_IMAP_URL: imap.url } })
  await app.post('/api/newsletter/signup', { email: ada, name: 'Ada', source: 'home' })
  await app.work()
  const [welcome] = await app.letters()
  const owner = await app.asOwner()
  return {
    app,
    imap,
    owner,
    look: async () => (await owner.post('/api/owner/mail-events/look')).json(),
    report: (file: string, letter = welcome?.id) =>
      imap.deliver(recorded(file, { reader: ada, ...(letter ? { letter } : {}) })),
    welcome: async () => (await app.letters())[0],
    reason: async (email = ada) => (await findSuppression(app.db, app.deps.keyFor, email))?.reason ?? null,
  }
}

describe('a report in the mailbox', () => {
  test('that nobody is there: nothing goes there again, the letter says why, and the report is marked as seen', async () => {
    const { imap, look, report, reason, welcome } = await open()
    report('postfix-bounce.eml')
    expect(await look()).toMatchObject({ isTaken: true, message: expect.stringContaining('One report') })
    expect([await reason(), imap.unseen()]).toEqual(['bounced', 0])
    expect(await welcome()).toMatchObject({
      state: 'bounced',
      error: expect.stringContaining('550 5.1.1 <ada@home.example>: Recipient address rejected: User unknown'),
    })
  })

  test('that a mailbox is full: noted, and nobody is written off', async () => {
    const { look, report, reason, welcome } = await open()
    report('exchange-full.eml')
    await look()
    expect([await reason(), await welcome()]).toMatchObject([
      null,
      { state: 'sent', error: expect.stringContaining('mailbox full') },
    ])
  })

  test('that it was called junk, without a word about whom: the letter tells', async () => {
    const { app, imap, look, report, reason, welcome } = await open()
    report('complaint.eml')
    await look()
    expect([await reason(), (await welcome())?.state, imap.unseen()]).toEqual(['complained', 'complained', 0])
    expect(await people(app)).toMatchObject([{ state: 'left' }])
  })

  test('that it was no junk after all, or only passed on, says nothing', async () => {
    const { imap, look, report, reason } = await open()
    report('complaint.eml')
    report('postfix-bounce.eml')
    for (const message of imap.messages)
      message.text = message.text
        .replace('Feedback-Type: abuse', 'Feedback-Type: not-spam')
        .replace('Action: failed', 'Action: relayed')
    await look()
    expect(await reason()).toBeNull()
  })

  test('is read once, and the next look finds nothing new', async () => {
    const { imap, look, report } = await open()
    report('postfix-bounce.eml')
    await look()
    expect(await look()).toMatchObject({ isTaken: true, message: expect.stringContaining('No letter of yours') })
    expect(imap.heard.filter((command) => command.startsWith('UID FETCH'))).toHaveLength(1)
  })
})

describe('what is no report about a letter of ours', () => {
  test('stays as it was: a reader’s own words are never opened, and nothing is deleted', async () => {
    const { imap, look } = await open()
    imap.deliver('From: bea@home.example\nSubject: Your book\nContent-Type: text/plain\n\nI loved it.\n')
    expect(await look()).toMatchObject({ isTaken: true })
    expect([imap.unseen(), imap.messages.length]).toEqual([1, 1])
    expect(imap.heard.join('\n')).not.toMatch(/FETCH|STORE|EXPUNGE|DELETED/)
  })

  test('a forged one names anybody it likes, and writes nobody off', async () => {
    const { imap, look, report, reason, welcome } = await open()
    report('postfix-bounce.eml', '01990000-0000-7000-8000-000000000000')
    report('complaint.eml', 'no-id-at-all')
    await look()
    expect([await reason(), (await welcome())?.state, imap.unseen()]).toEqual([null, 'sent', 2])
  })

  test('one about her own letter, sent by a reader in another’s name, is about the reader', async () => {
    const { imap, look, report, reason } = await open()
    report('postfix-bounce.eml')
    for (const message of imap.messages) message.text = message.text.replaceAll(ada, 'victim@home.example')
    await look()
    expect([await reason('victim@home.example'), await reason()]).toEqual([null, 'bounced'])
  })

  test.each([
    ['cut off in the middle', (text: string) => text.slice(0, 900)],
    ['without a boundary', (text: string) => text.replace(/boundary=.*/, '')],
    ['with nothing inside', () => 'Content-Type: multipart/report; boundary=x\r\n\r\n--x--'],
  ])('one that is %s is left alone', async (_what, spoil) => {
    const { imap, look, report } = await open()
    report('postfix-bounce.eml')
    for (const message of imap.messages) message.text = spoil(message.text)
    expect(await look()).toMatchObject({ isTaken: true })
    expect(imap.unseen()).toBe(1)
  })
})

describe('a mailbox that cannot be read', () => {
  test.each([
    ['refuses the password', { password: 'another' }, 'password', /app password/],
    ['hangs up', { script: { hangUpAt: 'UID SEARCH' } }, 'broke off', /hung up/],
    ['is something else', { script: { greeting: '220 mail ESMTP\r\n' } }, 'no mailbox server', /keeps no mailboxes/],
  ] as const)(
    'because it %s is told in words, without a byte of the other side',
    async (_what, change, outcome, words) => {
      const { app, imap, owner, look } = await open()
      Object.assign(imap, change)
      const said = await look()
      expect(said).toMatchObject({ isTaken: false, outcome, message: expect.stringMatching(words) })
      const { look: last } = await (await owner.request('/api/owner/mail-events/look')).json()
      expect(last).toMatchObject({ outcome, at: app.deps.now().toISOString() })
      expect(JSON.stringify(said) + app.logged.join('\n')).not.toMatch(/bytes of the other side|quoted/)
    },
  )
})

test('a line that is not encrypted is never told a password, unless it does not leave this machine', async () => {
  const imap = await startImap()
  const app = await createTestApp({ env: { BOUNCE_IMAP_URL: imap.url.replace('imap:', 'imaps:') } })
  const owner = await app.asOwner()
  const look = await owner.post('/api/owner/mail-events/look')
  expect(await look.json()).toMatchObject({ isTaken: false, outcome: 'no encryption' })
  expect(imap.heard.join()).not.toContain('LOGIN')
})

test('every five minutes one of the nodes looks by itself, until it is told to leave', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { app, imap, report, reason } = await open()
  const node = await createTestApp({ env: { BOUNCE_IMAP_URL: imap.url }, beside: app })
  const leave = [app, node].map(({ deps }) => startMailboxRounds(deps))
  report('postfix-bounce.eml')
  vi.advanceTimersByTime(300_000)
  await expect.poll(reason).toBe('bounced')
  await expect.poll(() => imap.heard.includes('LOGOUT')).toBe(true)
  for (const stop of leave) stop()
  vi.advanceTimersByTime(600_000)
  expect(imap.heard.filter((command) => command.startsWith('LOGIN'))).toHaveLength(1)
})

test('when she asks she is answered in seven seconds, before a site that stops would cut her off; a round has a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const ends = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => ends.mockRestore())
  const { app, imap, look } = await open()
  ends.mockClear()
  await look()
  expect(ends.mock.calls[0]).toEqual([7_000])
  onTestFinished(startMailboxRounds(app.deps))
  vi.advanceTimersByTime(300_000)
  await expect.poll(() => imap.heard.filter((command) => command === 'LOGOUT')).toHaveLength(2)
  expect(ends.mock.calls).toContainEqual([60_000])
})

test('one that falls silent in the middle: what was heard by then is told, and the next look reads on', async () => {
  const end = new AbortController()
  const ends = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(end.signal)
  onTestFinished(() => ends.mockRestore())
  const { imap, look, report, reason } = await open()
  report('postfix-bounce.eml')
  report('exchange-full.eml')
  imap.script.silentAt = 'UID FETCH 2'
  const said = look()
  await expect.poll(() => imap.heard.some((command) => command.startsWith('UID FETCH 2'))).toBe(true)
  end.abort()
  expect(await said).toMatchObject({
    isTaken: true,
    message: expect.stringMatching(/the rest is read with one of the next looks\. One report/),
  })
  expect([await reason(), imap.unseen()]).toEqual(['bounced', 1])
})

describe('typed at the desk', () => {
  test('it is read with what she typed, which is shown no more', async () => {
    const imap = await startImap()
    const { app, owner, save, put, read } = await openSettingsRoom()
    const mailbox = { bounceServer: `127.0.0.1:${imap.port}`, bounceUser: imap.user, bouncePassword: imap.password }
    expect((await put(mailbox)).status).toBe(400)
    const saved = await save(mailbox)
    expect(saved).toMatchObject({
      bounceServer: `127.0.0.1:${imap.port}`,
      bounceUser: imap.user,
      bouncePassword: 'kept',
    })
    expect(await (await owner.post('/api/owner/mail-events/look', {})).json()).toMatchObject({ isTaken: true })
    const rows = JSON.stringify(await app.db.selectFrom('settings').selectAll().execute())
    expect(rows + JSON.stringify(await read()) + app.logged.join()).not.toContain('quoted')
    // Saved again as it is shown, it is the same; for another server or name it has to be typed.
    expect((await save({ ...mailbox, bouncePassword: '' })).version).toBe(saved.version)
    for (const other of [{ bounceServer: 'localhost' }, { bounceUser: 'somebody' }])
      expect(await (await put({ ...other, password: 'a long walk to the well' })).json()).toMatchObject({
        fields: { bouncePassword: expect.any(String) },
      })
    expect((await save({ bounceServer: '' })).bouncePassword).toBe('none')
    expect((await owner.post('/api/owner/mail-events/look', {})).status).toBe(409)
  })

  test.each(['10.0.0.7', '[fd00::1]', '169.254.169.254', 'https://mail.example.com', 'me@example.com', 'imaps://a b'])(
    '%s is no server she may name',
    async (bounceServer) => {
      const { put } = await openSettingsRoom()
      const response = await put({
        bounceServer,
        bounceUser: 'x',
        bouncePassword: 'y',
        password: 'a long walk to the well',
      })
      expect([response.status, (await response.json()).fields]).toMatchObject([
        400,
        { bounceServer: expect.any(String) },
      ])
    },
  )
})
