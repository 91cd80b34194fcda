import { describe, expect, test } from 'vitest'
import { day, halfMinute, hour, jobs, openWithMail, states } from '#tests/support/letters.ts'
import { signUp } from '#tests/support/newsletter.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { writeLetter } from './letters.ts'
import { createPostOffice } from './post-office.ts'

describe('never twice', () => {
  test('a line cut after the dot leaves the letter uncertain, and it is not sent again', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    smtp.script = { hangUp: 'after the dot' }
    await signUp(app, { email: 'reader@home.example' })
    await app.work()
    expect(await app.letters()).toMatchObject([{ state: 'unknown', dispatched_at: expect.any(String) }])
    smtp.script = {}
    for (let days = 0; days < 3; days++) {
      app.passTime(day)
      await app.work()
    }
    expect([smtp.asked, smtp.received]).toEqual([['reader@home.example'], []])
    expect(await states(app)).toEqual(['unknown'])
  })

  test('a server that always cuts there makes one letter uncertain in half a minute, not all of them', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    smtp.script = { hangUp: 'after the dot' }
    for (let reader = 0; reader < 20; reader++) await signUp(app, { email: `reader${reader}@home.example` })
    await app.work()
    expect((await states(app)).filter((state) => state === 'unknown')).toHaveLength(1)
    smtp.script = {}
    app.passTime(halfMinute)
    await app.work()
    expect((await states(app)).filter((state) => state === 'sent')).toHaveLength(19)
  })

  test('a line cut before the dot costs a second try, and one letter arrives', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    smtp.script = { hangUp: 'midway' }
    await writeLetter(app.db, app.deps, {
      kind: 'newsletter.welcome',
      to: { name: '', address: 'reader@home.example' },
      subject: 'A long one',
      html: '<p>A long one</p>',
      text: 'All work and no play.\n'.repeat(400_000),
    })
    await app.work()
    expect(await app.letters()).toMatchObject([{ state: 'queued', dispatched_at: null }])
    expect(smtp.received).toEqual([])
    smtp.script = {}
    app.passTime(halfMinute)
    await app.work()
    app.passTime(day)
    await app.work()
    expect([await states(app), smtp.received.length]).toEqual([['sent'], 1])
  })

  test('a server that thinks it over after the dot and says no is asked again', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    smtp.script = { letter: { code: 452, words: '4.3.1 Disk full' } }
    await signUp(app, { email: 'reader@home.example' })
    await app.work()
    expect(await app.letters()).toMatchObject([{ state: 'queued', dispatched_at: null }])
    smtp.script = {}
    app.passTime(2 * 60_000)
    await app.work()
    expect([await states(app), smtp.received.length]).toEqual([['sent'], 1])
  })

  test('a process that died in the moment of sending leaves the letter uncertain', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    await signUp(app, { email: 'reader@home.example' })
    await smtp.stop()
    await app.work()
    const at = app.deps.now().toISOString()
    const dispatched = { state: 'sending' as const, dispatched_at: at, lease_until: at }
    await app.db.updateTable('letters').set(dispatched).execute()
    await smtp.start()
    app.passTime(hour)
    await app.work()
    expect([await states(app), await jobs(app), smtp.asked]).toEqual([['unknown'], [], []])
  })

  test('two processes that both find a letter send it once', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    await signUp(app, { email: 'reader@home.example' })
    await smtp.stop()
    await app.work()
    await smtp.start()
    app.passTime(halfMinute)
    await Promise.all([createPostOffice(app.deps), createPostOffice(app.deps)].map((office) => office.runDue()))
    expect(smtp.received).toHaveLength(1)
    expect(await states(app)).toEqual(['sent'])
  })
})
