import { describe, expect, test } from 'vitest'
import { isSuppressed } from '#server/suppressions.ts'
import { dump, emails, openPeople } from '#tests/support/people.ts'
import type { Erasure } from './contract.ts'

describe('erasing', () => {
  test('leaves nothing of her anywhere but a hash, and nobody can bring her back', async () => {
    const { app, owner, list, join, askForArc } = await openPeople({ SMTP_URL: 'smtp://127.0.0.1:1' })
    await join('ada@home.example', { name: 'Ada Canary' })
    await askForArc('Ada@Home.example', { name: 'Ada Canary' })
    await app.post('/api/contact', { name: 'Ada Canary', email: 'ADA@home.example', message: 'A message of mine.' })
    await app.post('/api/contact', { name: 'Ben', email: 'ben@home.example', message: 'A message of Ben.' })
    await join('ben@home.example')
    // A signup that nobody has looked at yet; letters wait for a mail server, too.
    await app.post('/api/newsletter/signup', { email: 'Ada@HOME.example', name: 'Ada Canary' })
    expect(await app.db.selectFrom('jobs').select('kind').execute()).toHaveLength(1)

    const ada = (await list('?q=ada')).people[0]
    const answer: Erasure = await (await owner.delete(`/api/owner/subscribers/${ada?.id}`)).json()
    expect(answer).toEqual({
      message: 'Erased for good.',
      erased: {
        listEntries: 1,
        arcRequests: 1,
        consents: 2,
        messages: 1,
        syncs: 0,
        letters: 3,
        jobs: 1,
        groupEntries: 0,
        links: 0,
      },
    })
    expect(await dump(app)).not.toMatch(/ada@|canary/i)
    expect(await isSuppressed(app.db, app.deps.keyFor, 'ada@home.example')).toBe(true)
    expect(await app.db.selectFrom('suppressions').select('reason').execute()).toEqual([{ reason: 'erased' }])
    expect(await app.db.selectFrom('owner_events').select('what').execute()).toEqual([{ what: 'subscribers.erased' }])

    // Ben is still all there.
    expect(emails(await list())).toEqual(['ben@home.example'])
    expect(await app.db.selectFrom('contact_messages').select('email').execute()).toEqual([
      { email: 'ben@home.example' },
    ])
    expect(await app.letters()).toHaveLength(2)

    await join('ada@home.example')
    await askForArc('ada@home.example')
    expect(emails(await list())).toEqual(['ben@home.example'])
    expect((await owner.request(`/api/owner/subscribers/${ada?.id}`)).status).toBe(404)
    expect((await owner.delete(`/api/owner/subscribers/${ada?.id}`)).status).toBe(404)
  })

  test('whoever only asked for the advance copy is erased by that request', async () => {
    const { app, owner, list, askForArc } = await openPeople()
    await askForArc('ben@home.example')
    const [ben] = (await list()).people
    expect(await (await owner.delete(`/api/owner/subscribers/${ben?.id}`)).json()).toMatchObject({
      erased: { listEntries: 0, arcRequests: 1, consents: 1, letters: 1 },
    })
    expect(await dump(app)).not.toContain('ben@')
  })

  test('a voracious reader goes from the group, from campaigns and from every link, and the counts stay', async () => {
    const { app, owner, list } = await openPeople()
    const filename = 'lanterns.epub'
    const readers = ['ada@home.example', 'ben@home.example']
    await owner.post('/api/voracious-readers-subscribers', { subscribers: readers, basis: 'Signed up at a reading' })
    await owner.post('/api/send-bulk-download-emails', { subscribers: readers, filename })
    await app.work()
    const { downloadUrl } = await (
      await owner.post('/api/generate-download-link', { email: readers[0], filename })
    ).json()
    const [ada] = (await list('?q=ada&state=reader')).people
    expect(await (await owner.request(`/api/owner/subscribers/${ada?.id}`)).json()).toMatchObject({
      source: 'group_import',
      consents: [{ what: 'Became one of your voracious readers', how: 'Signed up at a reading' }],
      traces: { groupEntries: 1, letters: 1, links: 2 },
    })
    expect((await owner.delete(`/api/owner/subscribers/${ada?.id}`)).status).toBe(200)
    expect(await dump(app)).not.toContain('ada@')
    expect((await app.letters()).map(({ state }) => state)).toEqual(['skipped', 'kept'])
    expect((await app.request(new URL(downloadUrl).pathname)).status).toBe(404)
    expect(emails(await list())).toEqual(['ben@home.example'])
    const again = await owner.post('/api/voracious-readers-subscribers', { subscribers: readers, basis: 'Once more' })
    expect(await again.json()).toMatchObject({ added: 0, count: 1 })
  })

  test.each([
    ['a campaign', '/api/send-bulk-download-emails', { subscribers: ['ada@home.example'] }],
    ['a letter to her alone', '/api/send-download-email', { email: 'ada@home.example' }],
  ])('whoever left by %s leaves no address behind, not even in what she withdrew', async (_what, call, wish) => {
    const { app, owner, list, leave } = await openPeople()
    const brought = { subscribers: ['ada@home.example'], basis: 'Signed up at a reading' }
    await owner.post('/api/voracious-readers-subscribers', brought)
    await owner.post(call, { ...wish, filename: 'lanterns.epub' })
    await leave('ada@home.example')
    expect(await app.db.selectFrom('consents').select('act').execute()).toEqual([{ act: 'withdrawn' }])
    const [ada] = (await list('?q=ada')).people
    expect(await (await owner.delete(`/api/owner/subscribers/${ada?.id}`)).json()).toMatchObject({
      erased: { consents: 1 },
    })
    expect(await dump(app)).not.toContain('ada@')
  })

  test('the author on her own list keeps what others wrote to her', async () => {
    const { app, owner, list, join } = await openPeople()
    await join('owner@author.example')
    await app.post('/api/contact', { name: 'Ben', email: 'ben@home.example', message: 'A message of Ben.' })
    await owner.delete(`/api/owner/subscribers/${(await list()).people[0]?.id}`)
    expect((await app.letters()).map(({ kind }) => kind)).toEqual(['contact.notice'])
  })

  test('happens whole or not at all', async () => {
    const { app, owner, list, join } = await openPeople()
    await join('ada@home.example')
    const [ada] = (await list()).people
    await app.db.schema.dropTable('jobs').execute()
    const broken = await owner.delete(`/api/owner/subscribers/${ada?.id}`)
    expect(broken.status).toBe(500)
    expect(await app.db.selectFrom('people').select('email').execute()).toEqual([{ email: 'ada@home.example' }])
    expect(await app.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })
})
