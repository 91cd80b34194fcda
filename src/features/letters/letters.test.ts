import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import type { Version } from '#features/writing/contract.ts'
import { seenIn } from '#tests/support/markup.ts'
import { openWriting } from '#tests/support/written.ts'

const all = ['ada@home.example', 'ben@home.example', 'cleo@home.example']

describe('a letter she wrote', () => {
  test('goes to everybody on the newsletter, each once, and she sees what became of it', async () => {
    const { app, write, send, read, addressees, smtp } = await openWriting()
    const letter = await write({ previewLine: 'And the ebb', content: 'The *tide* is in.' })
    expect(letter).toMatchObject({ state: 'draft', version: 1 })
    const sent = await send(letter)
    expect([sent.status, (await sent.json()).state]).toEqual([200, 'under way'])
    await app.work()
    expect(addressees()).toEqual(all)
    expect(smtp.received[0]?.mail.subject).toBe('News from the quay')
    expect(smtp.received[0]?.mail.html).toContain('<em>tide</em>')
    expect(smtp.received[0]?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(await read(letter.id)).toMatchObject({ state: 'sent', mailing: { sent: 3, total: 3 } })
  })

  test('greets each reader by her first name, or by what stands after the bar', async () => {
    const { app, owner, write, send, smtp } = await openWriting({ people: ['ada'] })
    await owner.post('/api/owner/people', { email: 'nobody@home.example', list: 'newsletter', basis: 'At a reading' })
    await send(await write({ subject: 'Dear {first name|friend}', content: 'Hello {first name|dear reader}!' }))
    await app.work()
    const told = smtp.received.map(({ to, mail }) => [to[0], mail.subject, mail.text?.match(/Hello .*/)?.[0]])
    expect(told.sort()).toEqual([
      ['ada@home.example', 'Dear Ada', 'Hello Ada!'],
      ['nobody@home.example', 'Dear friend', 'Hello dear reader!'],
    ])
  })

  test('is in each of its saves as she wrote it, with the places for a name', async () => {
    const { owner, write } = await openWriting()
    const words = { subject: 'Dear {first name|friend}', content: 'Hello {first name|dear reader}!' }
    const { id, version } = await write(words)
    const later = { ...words, content: 'Bye.', audience: { list: 'readers' }, version }
    expect((await owner.put(`/api/owner/letters/${id}`, later)).status).toBe(200)
    const first = await (await owner.request(`/api/owner/versions/letter/${id}/1`)).json()
    expect(first).toMatchObject({ title: words.subject, content: words.content, format: 'prose' })
  })

  test('has each save once in its list, though it was scheduled and taken back between them', async () => {
    const { app, owner, write, send, read } = await openWriting()
    const letter = await write({ content: 'One.' })
    const { id } = letter
    expect((await send(letter, { at: '2026-02-01T09:00:00.000Z' })).status).toBe(200)
    await owner.post(`/api/owner/letters/${id}/unschedule`)
    app.passTime(60_000)
    const { subject, audience, version: now } = await read(id)
    await owner.put(`/api/owner/letters/${id}`, { subject, audience, content: 'One, two.', version: now })
    const versions: Version[] = await (await owner.request(`/api/owner/versions/letter/${id}`)).json()
    expect(versions.map(({ words }) => words)).toEqual([2, 1])
  })

  test('has one line of subject without control characters, whatever its reader is called', async () => {
    const { app, write, send, smtp } = await openWriting({ people: ['ada'] })
    await app.db.updateTable('people').set({ name: 'A\u202ed\u0007a Reed' }).execute()
    const subject = `${'Low tide and high water, and '.repeat(6)}{first name}`
    await send(await write({ subject }))
    await app.work()
    expect(smtp.received[0]?.mail.subject).toBe(`${'Low tide and high water, and '.repeat(6)}A d a`)
  })

  test('greets her also on the button of a card, where nothing else bears her name', async () => {
    const { app, owner, write, send, smtp } = await openWriting({ people: ['ada'] })
    const tide = { title: 'The Tide', slug: 'the-tide', excerpt: 'It came in.', content: 'In.', tags: [] }
    await owner.post('/api/blog', { ...tide, isPublished: true })
    await send(await write({ content: 'See.\n\n[Read it, {first name|friend}](/blog/the-tide)' }))
    await app.work()
    const html = String(smtp.received[0]?.mail.html)
    expect([html.includes('Read it, Ada'), html.includes('{')]).toEqual([true, false])
  })

  test('shows her name whole or not at all where only its beginning is shown', async () => {
    const { app, write, send, smtp } = await openWriting({ people: ['ada'] })
    await send(await write({ content: `${'Low tide. '.repeat(13)}So, {first name|dear friend of mine}, it begins.` }))
    await app.work()
    const html = String(smtp.received[0]?.mail.html)
    expect([html.includes('it begins'), html.includes('{')]).toEqual([true, false])
  })

  test('that was refused by everybody it was tried with, and stopped to be mended, is a draft again', async () => {
    const people = Array.from({ length: 60 }, (_, number) => `reader${number}`)
    const { app, owner, write, send, read, smtp, addressees } = await openWriting({ people })
    const letter = await write()
    smtp.refuse = () => ({ code: 550, words: '5.7.1 Sender not allowed' })
    const { mailing } = await (await send(letter)).json()
    await app.work()
    const { failed } = (await read(letter.id)).mailing ?? {}
    expect(failed).toBeGreaterThanOrEqual(10)
    await owner.post(`/api/owner/campaigns/${mailing.id}/stop`)
    const { state, version } = await read(letter.id)
    expect(state).toBe('draft')
    expect((await app.request(`/letters/${letter.slug}`)).status).toBe(404)
    const mended = await owner.put(`/api/owner/letters/${letter.id}`, {
      subject: 'Mended',
      content: 'The ebb.',
      version,
    })
    expect([mended.status, (await mended.json()).slug]).toEqual([200, 'mended'])
    smtp.refuse = () => undefined
    await send(await read(letter.id))
    await app.work()
    expect(addressees()).toHaveLength(60)
  })

  test('stopped while the mail server thinks it over, and then says later, is a draft again', async () => {
    const { app, owner, write, send, read, smtp } = await openWriting({ people: ['ada'] })
    const letter = await write()
    smtp.judge = async () => {
      smtp.judge = () => undefined
      const { mailing } = await read(letter.id)
      await owner.post(`/api/owner/campaigns/${mailing?.id}/stop`)
      return { code: 451, words: '4.7.1 Greylisted' }
    }
    await send(letter)
    await app.work()
    expect(await app.letters()).toMatchObject([{ state: 'stopped', error: null }])
    expect((await read(letter.id)).state).toBe('draft')
    app.passTime(86_400_000)
    await app.work()
    expect(smtp.received).toEqual([])
  })

  /** Refused by all ten it goes to, stopped and changed since. */
  async function openRefused() {
    const people = Array.from({ length: 10 }, (_, number) => `reader${number}`)
    const site = await openWriting({ people })
    const { app, owner, write, send, read, smtp } = site
    const letter = await write()
    smtp.refuse = () => ({ code: 550, words: '5.7.1 Sender not allowed' })
    const { mailing } = await (await send(letter)).json()
    await app.work()
    await owner.post(`/api/owner/campaigns/${mailing.id}/stop`)
    smtp.refuse = () => undefined
    const again = async () => {
      const refused = (await app.letters()).find(({ state }) => state === 'failed')
      const answer = await owner.post(`/api/owner/outbox/${refused?.id}/send`)
      await app.work()
      return [answer.status, (await answer.json()).message]
    }
    const { version } = await read(letter.id)
    const typed = { subject: 'Half a thought', content: 'The ebb', version }
    const changed = await owner.put(`/api/owner/letters/${letter.id}`, typed)
    return { ...site, letter, mailing, changed, again }
  }

  test('is a draft again also where nobody was left to be stopped', async () => {
    const { letter, read, changed } = await openRefused()
    expect([changed.status, (await read(letter.id)).state]).toEqual([200, 'draft'])
  })

  test('is not sent again from the outbox, nor tried again, while it is a draft or waits for its moment', async () => {
    const { app, owner, letter, mailing, send, read, again, addressees } = await openRefused()
    const draft =
      'This letter is a draft again. Send it from Letters; whoever may have it already gets a new one, or none.'
    const retry = await owner.post(`/api/owner/campaigns/${mailing.id}/retry`)
    expect([retry.status, (await retry.json()).message]).toEqual([409, draft])
    expect(await again()).toEqual([409, draft])
    const at = new Date(app.deps.now().getTime() + 3_600_000).toISOString()
    expect((await send(await read(letter.id), { at })).status).toBe(200)
    expect(await again()).toEqual([409, 'This letter waits for its moment. Until then it goes to nobody.'])
    expect([addressees(), (await read(letter.id)).state]).toEqual([[], 'scheduled'])
  })

  test('goes to nobody a second time from the outbox, once it was mended and sent', async () => {
    const { app, letter, send, read, again, addressees } = await openRefused()
    await send(await read(letter.id))
    const had = 'This reader has had it since, or another one waits to leave.'
    expect(await again()).toEqual([409, had])
    app.passTime(1_000)
    await app.work()
    expect(await again()).toEqual([409, had])
    expect([addressees().length, new Set(addressees()).size]).toEqual([10, 10])
  })

  test('is not sent twice, and cannot be changed once it has left', async () => {
    const { app, owner, write, send, addressees } = await openWriting()
    const letter = await write()
    const [one, two] = await Promise.all([send(letter), send(letter)])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    await app.work()
    expect((await send(letter)).status).toBe(409)
    await app.work()
    expect(addressees()).toEqual(all)
    const changed = await owner.put(`/api/owner/letters/${letter.id}`, {
      subject: 'Other',
      content: 'Other.',
      version: 1,
    })
    expect([changed.status, (await changed.json()).message]).toEqual([
      409,
      'This letter has been sent. Begin a new one from it.',
    ])
  })

  test('undone within the hold was never sent, and can be changed and sent again', async () => {
    const { app, owner, write, send, read, addressees } = await openWriting()
    const letter = await write()
    const held = await (await send(letter, { holdSeconds: 10 })).json()
    expect(held.mailing.state).toBe('holding')
    await owner.post(`/api/owner/campaigns/${held.mailing.id}/stop`)
    await app.work()
    expect(addressees()).toEqual([])
    expect(await read(letter.id)).toMatchObject({ state: 'draft', mailing: null })
    await send(await read(letter.id))
    await app.work()
    expect(addressees()).toEqual(all)
  })

  test('that was changed in another window since she looked is not sent', async () => {
    const { owner, write, send, app, addressees } = await openWriting()
    const letter = await write()
    await owner.put(`/api/owner/letters/${letter.id}`, { subject: 'Other', content: 'Other.', version: 1 })
    const answer = await send(letter)
    expect([answer.status, (await answer.json()).fields]).toEqual([409, { version: expect.any(String) }])
    await app.work()
    expect(addressees()).toEqual([])
  })
})

describe('before it goes', () => {
  test('an empty subject, empty words, an empty audience and a missing file are each said, and nothing leaves', async () => {
    const { app, write, send, addressees } = await openWriting()
    const words = async (letter: object) => (await (await send(await write(letter))).json()).message
    expect(await words({ subject: '' })).toBe('The letter has no subject yet.')
    expect(await words({ content: ' ' })).toBe('The letter has no words yet.')
    expect(await words({ audience: { list: 'readers' } })).toContain('Nobody fits this audience')
    expect(await words({ content: '[Get it](/get/file/gone.epub)' })).toContain('gone.epub, is not here any more')
    await app.work()
    expect(addressees()).toEqual([])
  })

  test('a link to no page of this site is a doubt: she is asked, and may mean it', async () => {
    const { owner, write, send } = await openWriting()
    const letter = await write({ content: 'See [this](/no-such-page).' })
    const view = await (await owner.request(`/api/owner/letters/${letter.id}/view`)).json()
    expect(view.checks.map(({ words }: { words: string }) => words)).toContain(
      'The link to /no-such-page leads to no page of this site.',
    )
    const asked = await send(letter, { isMeant: false })
    expect([asked.status, (await asked.json()).fields]).toEqual([409, { isMeant: expect.any(String) }])
    expect((await send(letter)).status).toBe(200)
  })

  test('what another window has typed is in no review, and not in the letter as it was sent', async () => {
    const { app, owner, write, send } = await openWriting({ people: ['ada'] })
    const letter = await write()
    const typed = { fields: { subject: 'OTHER WINDOW' }, baseVersion: letter.version, writer: 'b' }
    const { savedAt } = await (await owner.put(`/api/owner/drafts/letter/${letter.id}`, typed)).json()
    const subjectFor = async (asked: string) =>
      (await (await owner.request(`/api/owner/letters/${letter.id}/view${asked}`)).json()).subject
    expect(await subjectFor('')).toBe('News from the quay')
    expect(await subjectFor('?writer=a&over=')).toBe('News from the quay')
    expect(await subjectFor('?writer=b&over=')).toBe('OTHER WINDOW')
    expect(await subjectFor(`?writer=reloaded&over=${savedAt}`)).toBe('OTHER WINDOW')
    await send(letter)
    await app.work()
    const asSent = await (await owner.request(`/admin/letters/${letter.id}/letter`)).text()
    expect([asSent.includes('News from the quay'), asSent.includes('OTHER WINDOW')]).toEqual([true, false])
  })

  test('somebody who joined meanwhile is told of before she is written to', async () => {
    const { app, write, send, join } = await openWriting()
    const letter = await write()
    await join(['dora'])
    await app.work()
    const answer = await send(letter, { count: 3 })
    expect([answer.status, (await answer.json()).fields]).toEqual([409, { count: '4' }])
  })

  test('a test goes to the author alone, and nothing is counted', async () => {
    const { app, owner, write, read, addressees, smtp } = await openWriting()
    const letter = await write()
    await owner.post(`/api/owner/letters/${letter.id}/test`)
    await app.work()
    expect(addressees()).toEqual(['owner@home.example'])
    expect(smtp.received[0]?.mail.subject).toBe('Test: News from the quay')
    expect(await read(letter.id)).toMatchObject({ state: 'draft' })
  })

  test('a test of a letter that waits for its moment is of what she has typed, and saves none of it', async () => {
    const { app, owner, write, send, read, addressees, smtp } = await openWriting({ people: ['ada'] })
    const letter = await write()
    await send(letter, { at: new Date(app.deps.now().getTime() + 7_200_000).toISOString() })
    const { audience, version } = await read(letter.id)
    const typed = { subject: 'Half a thought', content: 'The ebb', audience, isOnWeb: false }
    expect((await owner.post(`/api/owner/letters/${letter.id}/test`, { letter: typed })).status).toBe(200)
    await app.work()
    expect(smtp.received.map(({ mail }) => mail.subject)).toEqual(['Test: Half a thought'])
    expect(await read(letter.id)).toMatchObject({ subject: 'News from the quay', state: 'scheduled', version })
    app.passTime(7_200_000)
    await app.work()
    expect([addressees(), smtp.received[1]?.mail.subject]).toEqual([
      ['ada@home.example', 'owner@home.example'],
      'News from the quay',
    ])
  })
})

describe('a letter for later', () => {
  const hour = 3_600_000

  test('goes once, also when the site was down at its moment', async () => {
    const { app, write, send, read, addressees } = await openWriting()
    const letter = await write()
    const at = new Date(app.deps.now().getTime() + 2 * hour).toISOString()
    expect(await (await send(letter, { at })).json()).toMatchObject({ state: 'scheduled', dueAt: at })
    app.passTime(hour)
    await app.work()
    expect(addressees()).toEqual([])
    app.passTime(30 * hour)
    await app.work()
    await app.work()
    expect(addressees()).toEqual(all)
    expect(await read(letter.id)).toMatchObject({ state: 'sent', dueAt: null })
  })

  test('for a moment that is past is refused; taken back it does not go', async () => {
    const { app, owner, write, send, addressees } = await openWriting()
    const letter = await write()
    const past = await send(letter, { at: new Date(app.deps.now().getTime() - hour).toISOString() })
    expect([past.status, (await past.json()).fields]).toEqual([400, { at: 'That moment is past' }])
    await send(letter, { at: new Date(app.deps.now().getTime() + hour).toISOString() })
    await owner.post(`/api/owner/letters/${letter.id}/unschedule`)
    app.passTime(2 * hour)
    await app.work()
    expect(addressees()).toEqual([])
  })

  test('whose audience has gone by then does not go, and says why', async () => {
    const { app, owner, write, send, read } = await openWriting({ people: ['ada'] })
    const letter = await write()
    await send(letter, { at: new Date(app.deps.now().getTime() + hour).toISOString() })
    const { people } = await (await owner.request('/api/owner/subscribers?q=ada')).json()
    await owner.post(`/api/owner/subscribers/${people[0].id}/stop`)
    app.passTime(2 * hour)
    await app.work()
    expect(await read(letter.id)).toMatchObject({ state: 'draft', trouble: expect.stringContaining('Nobody fits') })
  })

  test('goes a minute later when the database fails in the middle of drawing its list up', async () => {
    const { app, write, send, read, addressees } = await openWriting()
    const letter = await write()
    await send(letter, { at: new Date(app.deps.now().getTime() + hour).toISOString() })
    const mend = await failAtNewMailings(app)
    app.passTime(hour)
    await app.work()
    expect([addressees(), (await read(letter.id)).state]).toEqual([[], 'scheduled'])
    expect(app.logged.join()).not.toContain('a letter could not be sent at its time')
    await mend()
    app.passTime(60_000)
    await app.work()
    expect(addressees()).toEqual(all)
    expect(await read(letter.id)).toMatchObject({ state: 'sent', trouble: null })
  })

  test('that fails by a fault of ours goes once that is mended, and the log says which', async () => {
    const { app, write, send, addressees } = await openWriting()
    const letter = await write()
    await send(letter, { at: new Date(app.deps.now().getTime() + hour).toISOString() })
    await app.db.schema.alterTable('mailings').renameColumn('per_day', 'a_day').execute()
    onTestFinished(() => void mend().catch(() => {}))
    const mend = () => app.db.schema.alterTable('mailings').renameColumn('a_day', 'per_day').execute()
    app.passTime(hour)
    await app.work()
    const told = app.logged.filter((line) => line.includes('a letter could not be sent at its time'))
    expect(told.join()).toContain(letter.id)
    await mend()
    app.passTime(60_000)
    await app.work()
    expect(addressees()).toEqual(all)
  })
})

/** As the engines say it themselves where a file cannot be read or the line is gone; answers how to be rid of it. */
async function failAtNewMailings({ db, deps }: Awaited<ReturnType<typeof openWriting>>['app']) {
  const run = (words: string) => sql.raw(words).execute(db)
  const when = 'create trigger failing before insert on mailings'
  if (deps.engine === 'sqlite') {
    await run(`${when} begin select raise(abort, 'database disk image is malformed'); end`)
    return () => run('drop trigger failing')
  }
  await run(`create function fail() returns trigger language plpgsql as $$ begin raise sqlstate '57P01'; end $$`)
  await run(`${when} for each row execute function fail()`)
  // The next test has the same tables.
  const mend = () => run('drop function if exists fail cascade')
  onTestFinished(async () => void (await mend()))
  return mend
}

describe('the links of a letter', () => {
  test('are counted by link and letter, lead only where she wrote, and nowhere when they were changed', async () => {
    const { app, write, send, read, smtp } = await openWriting({ people: ['ada'] })
    const letter = await write({ content: 'See [my shop](https://shop.example/tide) and [the site](/books).' })
    await send(letter)
    await app.work()
    const [shop = ''] = smtp.received[0]?.mail.text?.match(/\/l\/[\w.-]+/) ?? []
    for (let time = 0; time < 2; time++) {
      const answer = await app.request(shop)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://shop.example/tide'])
    }
    expect((await app.request(`${shop}x`)).status).toBe(404)
    expect((await app.request(shop.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')))).status).toBe(404)
    expect((await read(letter.id)).links).toEqual([
      { href: 'https://shop.example/tide', clicks: 2 },
      { href: '/books', clicks: 0 },
    ])
  })
})

describe('what could go wrong', () => {
  const hour = 3_600_000

  test('a sent letter in the bin holds no other letter up, and the outbox shows what is left', async () => {
    const { app, owner, write, send, addressees } = await openWriting({ people: ['ada'], env: { SMTP_URL: '' } })
    const letter = await write()
    await send(letter)
    expect((await owner.request(`/api/owner/letters/${letter.id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await owner.request('/api/owner/outbox')).status).toBe(200)
    await app.db.updateTable('written_letters').set({ id: 'gone for good' }).execute()
    expect((await owner.request('/api/owner/outbox')).status).toBe(200)
    expect(addressees()).toEqual([])
  })

  test('a letter put down for later in one window and sent in another goes once', async () => {
    const { app, write, send, addressees } = await openWriting()
    const letter = await write()
    const at = new Date(app.deps.now().getTime() + hour).toISOString()
    const answers = await Promise.all([send(letter), send(letter, { at })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    app.passTime(2 * hour)
    await app.work()
    await app.work()
    expect(addressees()).toEqual(all)
  })

  /** Of two who acted at once: what the one was answered who did it, and the one who was told. */
  async function doneAndTold(answers: (Response | Promise<Response>)[]) {
    const two = (await Promise.all(answers)).sort((one, other) => one.status - other.status)
    expect(two.map(({ status }) => status)).toEqual([200, 409])
    return Promise.all(two.map((answer): Promise<Record<string, string>> => answer.json()))
  }

  test('a letter pressed to be sent at two nodes at once leaves from one; the other says so', async () => {
    const { app, addNode, write, send, addressees } = await openWriting()
    const other = await addNode()
    const window = await other.asOwner()
    for (let time = 1; time <= 5; time++) {
      const letter = await write({ subject: `Letter ${time}` })
      const wish = { version: letter.version, count: 3, isMeant: true }
      const [, refused] = await doneAndTold([send(letter), window.post(`/api/owner/letters/${letter.id}/send`, wish)])
      expect(refused?.message).toMatch(/^This letter (is being sent right now|was changed elsewhere|has been sent)/)
      await Promise.all([app.work(), other.work()])
      expect(addressees()).toEqual(all.flatMap((one) => Array(time).fill(one)))
    }
    expect(await app.db.selectFrom('mailings').selectAll().execute()).toHaveLength(5)
  })

  test('a letter saved in two windows at once keeps one of the two; the other is told, and overwrites nothing', async () => {
    const { addNode, owner, write, read } = await openWriting({ people: [] })
    const window = await (await addNode()).asOwner()
    const { id, version } = await write()
    const save = (who: Pick<typeof window, 'put'>, subject: string) =>
      who.put(`/api/owner/letters/${id}`, { subject, content: 'The tide.', version })
    const [kept, told] = await doneAndTold([save(owner, 'Flood'), save(window, 'Ebb')])
    expect(told?.message).toContain('changed')
    expect((await read(id)).subject).toBe(kept?.subject)
  })

  test('a letter thrown away and taken out of the bin again does not go at its old time', async () => {
    const { app, owner, write, send, read, addressees } = await openWriting()
    const letter = await write()
    await send(letter, { at: new Date(app.deps.now().getTime() + hour).toISOString() })
    await owner.request(`/api/owner/letters/${letter.id}`, { method: 'DELETE' })
    await owner.post(`/api/owner/letters/${letter.id}/restore`)
    app.passTime(2 * hour)
    await app.work()
    expect([addressees(), (await read(letter.id)).state]).toEqual([[], 'draft'])
  })

  test('a picture that is gone by its time keeps the letter from going, and says so', async () => {
    const { write, send } = await openWriting()
    const answer = await send(await write({ content: 'See.\n\n![the quay](/images/gone)' }))
    expect([answer.status, (await answer.json()).message]).toEqual([
      400,
      'A picture in it is not here any more. Put it in again, or take it out.',
    ])
  })
})

test('two readers are sent the same pictures, none that would tell which of them looks, and nothing that runs', async () => {
  const { app, owner, write, send, smtp } = await openWriting({ people: ['ada', 'ben'] })
  const tide = { title: 'The Tide', slug: 'the-tide', excerpt: 'It came in.', content: 'In.', tags: [] }
  await owner.post('/api/blog', { ...tide, isPublished: true })
  await send(await write({ content: 'Read this:\n\n[Read the post](/blog/the-tide)' }))
  await app.work()
  const letters = smtp.received.map(({ mail }) => String(mail.html))
  const fetched = letters.map((html) => [
    ...new Set(Array.from(html.matchAll(/(?:<link [^>]*href|src|background)="([^"]*)"/g), ([, address]) => address)),
  ])
  expect(fetched[0]).toEqual([expect.stringMatching(/^https:\/\/author\.example\/share\/post\//)])
  expect(fetched[1]).toEqual(fetched[0])
  for (const html of letters) expect(html).not.toMatch(/<(?:script|iframe|object)|url\(|\son\w+=/i)
})

test('a picture without a description is a doubt', async () => {
  const { owner, write } = await openWriting()
  const doubts = async (content: string) => {
    const { id } = await write({ content })
    const { checks } = await (await owner.request(`/api/owner/letters/${id}/view`)).json()
    return JSON.stringify(checks).includes('A picture has no description')
  }
  expect([await doubts('See.\n\n![](/images/quay)'), await doubts('See.\n\n![Boats](/images/quay)')]).toEqual([
    true,
    false,
  ])
})

test('a sent letter keeps its picture; should that be lost, its page and what became of it still stand', async () => {
  const { app, owner, write, send, read } = await openWriting()
  const photograph = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()
  const { url } = await (
    await owner.request('/api/owner/images', { method: 'POST', body: photograph as BodyInit })
  ).json()
  const letter = await write({ content: `The quay.\n\n![Boats](${url})`, isOnWeb: true })
  await send(letter)
  await app.work()
  const page = async () => {
    await app.deps.siteChanged()
    return (await app.request(`/letters/${letter.slug}`)).text()
  }
  for (let month = 0; month < 3; month++) {
    app.passTime(31 * 86_400_000)
    await keepHouse(app.deps)
  }
  expect([(await app.request(url)).status, (await page()).includes('Boats')]).toEqual([200, true])
  await app.db.deleteFrom('images').execute()
  expect((await app.request(url)).status).toBe(404)
  expect(await page()).toContain('The quay.')
  expect(await read(letter.id)).toMatchObject({ state: 'sent', mailing: { sent: 3, total: 3 } })
  const { mailing } = await read(letter.id)
  const room = seenIn(await (await owner.request(`/admin/letters/${letter.id}`)).text())
  expect(room).toContain('A picture in it is not here any more.')
  await app.db.updateTable('letters').set({ state: 'failed' }).where('to_email', '=', 'ada@home.example').execute()
  const retry = await owner.post(`/api/owner/campaigns/${mailing?.id}/retry`)
  expect([retry.status, (await retry.json()).message]).toEqual([
    409,
    'A picture in it is not here any more. Begin a new one from it.',
  ])
  const outcome = await owner.request(`/api/owner/campaigns/${mailing?.id}/outcome.csv`)
  expect([outcome.status, (await outcome.text()).includes('ada@home.example')]).toEqual([200, true])
})

test('a letter begins from a post, with the way to it at its end, and from an earlier letter as that was', async () => {
  const { owner, write } = await openWriting({ people: [] })
  const post = await (await owner.post('/api/blog', { title: 'Slack water', content: 'Between *two* tides.' })).json()
  const begun = await (await owner.post('/api/owner/letters/begin', { from: 'post', id: post.id })).json()
  expect(begun).toMatchObject({
    subject: 'Slack water',
    state: 'draft',
    content: 'Between *two* tides.\n\n[Read it on the site](/blog/slack-water)',
  })
  const earlier = await write({ audience: { list: 'readers' } })
  const again = await (await owner.post('/api/owner/letters/begin', { from: 'letter', id: earlier.id })).json()
  expect(again).toMatchObject({ subject: earlier.subject, audience: { list: 'readers' }, slug: 'news-from-the-quay-2' })
  expect((await owner.post('/api/owner/letters/begin', { from: 'post', id: 'unknown' })).status).toBe(404)
})

test('who leaves by a letter is counted for that letter, once, and nothing says who', async () => {
  const { app, write, send, read, smtp } = await openWriting({ people: ['ada', 'ben'] })
  const letter = await write()
  await send(letter)
  await app.work()
  const [way = ''] = smtp.received[0]?.mail.text?.match(/\/unsubscribe\/\S+/) ?? []
  for (let time = 0; time < 2; time++)
    expect((await app.request(way, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
  expect(await read(letter.id)).toMatchObject({ departures: 1 })
})
