import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { settleAfterRestore } from '#app/backup.server.ts'
import { keepHouse, promptChoresOf } from '#app/housekeeping.server.ts'
import { makeEpub } from '#tests/support/epub.ts'
import { seenIn } from '#tests/support/markup.ts'
import { filename, upload } from '#tests/support/shop.ts'
import { openWriting } from '#tests/support/written.ts'

const bring = { content: `Here it is.\n\n[Get your copy](/get/file/${filename})` }

type Writing = Awaited<ReturnType<typeof openWriting>>

async function openWithFile(env: object = {}) {
  const site = await openWriting({ people: ['ada', 'ben'], env })
  await upload(await site.app.asOwner(), makeEpub())
  const say = async (answer: Promise<Response> | Response) => {
    const { status } = await answer
    return [status, (await (await answer).json()).message]
  }
  const remove = () => say(site.owner.request(`/api/owner/files/${filename}`, { method: 'DELETE' }))
  const room = async () => seenIn(await (await site.owner.request('/admin/letters')).text())
  return { ...site, say, remove, room }
}

test('letters in the outbox hold the file they bring; taken back they are a draft again, and the file may go', async () => {
  const { owner, write, send, read, remove, room, say } = await openWithFile({ SMTP_URL: '' })
  const letter = await write(bring)
  const { mailing } = await (await send(letter)).json()
  expect(await room()).toContain('In the outbox')
  expect(await remove()).toEqual([
    409,
    '“News from the quay” brings this file, and lies in your outbox. Send it from there first, or take it back.',
  ])
  expect((await owner.post(`/api/owner/campaigns/${mailing.id}/take-back`)).status).toBe(200)
  expect(await read(letter.id)).toMatchObject({ state: 'draft', mailing: null })
  expect((await (await owner.request('/api/owner/outbox')).json()).kept.count).toBe(0)
  expect((await remove())[0]).toBe(200)
  expect(await say(owner.post(`/api/owner/campaigns/${mailing.id}/take-back`))).toEqual([
    409,
    'That cannot be done any more: it is over, or was stopped.',
  ])
  expect((await send(await write({ content: 'Without it.' }))).status).toBe(200)
})

test('what was kept of a letter that goes by itself, before a restore, goes to nobody; she may send it to them', async () => {
  const { app, owner, write, send, read } = await openWriting({
    people: [],
    env: { SMTP_URL: '', DOUBLE_OPT_IN: 'off' },
  })
  const { id } = await write()
  await owner.put(`/api/owner/letters/${id}/welcome`, { days: 0 })
  await app.post('/api/newsletter/signup', { email: 'ada@home.example', source: 'footer' })
  await app.work()
  app.passTime(3_600_000)
  await keepHouse(app.deps, promptChoresOf(app.deps))
  const states = async () =>
    (await app.letters()).filter(({ kind }) => kind === 'letters.written').map(({ state }) => state)
  expect(await states()).toEqual(['kept'])
  await settleAfterRestore(app.db, app.deps.now())
  expect([(await read(id)).state, await states()]).toEqual(['draft', ['stopped']])
  expect((await send(await read(id))).status).toBe(200)
  expect((await states()).sort()).toEqual(['kept', 'stopped'])
})

test('a letter that failed is not tried again once the file it brings is gone', async () => {
  const { app, owner, write, send, read, remove, say, smtp, addressees } = await openWithFile()
  smtp.refuse = () => ({ code: 550, words: '5.7.1 Not today' })
  const letter = await write(bring)
  await send(letter)
  await app.work()
  smtp.refuse = () => undefined
  const { mailing } = await read(letter.id)
  const { deliveries } = await (await owner.request(`/api/owner/campaigns/${mailing?.id}/deliveries`)).json()
  expect([mailing?.failed, (await remove())[0]]).toEqual([2, 200])
  const gone = `The file it brings, ${filename}, is not here any more. Upload it again under Files, or take it out of the letter.`
  expect(await say(owner.post(`/api/owner/campaigns/${mailing?.id}/retry`))).toEqual([409, gone])
  expect(await say(owner.post(`/api/owner/outbox/${deliveries[0].id}/send`))).toEqual([409, gone])
  await app.work()
  expect(addressees()).toEqual([])
})

/** As if somebody had removed the file in the moment in which this table is written to. */
async function removeAt({ db, deps }: Writing['app'], event: 'insert' | 'update', table: string) {
  const run = (words: string) => sql.raw(words).execute(db)
  const when = `create trigger gone after ${event} on ${table}`
  if (deps.engine === 'sqlite') return run(`${when} begin delete from book_files; end`)
  await run(`create function remove_it() returns trigger language plpgsql as
    'begin delete from book_files; return null; end'`)
  // The next test has the same tables.
  onTestFinished(async () => void (await run('drop function remove_it cascade')))
  return run(`${when} execute function remove_it()`)
}

test.each([
  ['now', 'insert', 'mailings'],
  ['later', 'update', 'written_letters'],
  ['by itself', 'update', 'written_letters'],
] as const)(
  'a letter does not go %s whose file was removed after she was asked, and says so',
  async (when, event, table) => {
    const { app, owner, write, send, read, say, addressees } = await openWithFile()
    const letter = await write(bring)
    await removeAt(app, event, table)
    const at = new Date(app.deps.now().getTime() + 3_600_000).toISOString()
    const welcome = () => owner.put(`/api/owner/letters/${letter.id}/welcome`, { days: 0 })
    const answer = when === 'by itself' ? welcome() : send(letter, when === 'later' ? { at } : {})
    expect(await say(answer)).toEqual([400, expect.stringContaining(`${filename}, is not here any more.`)])
    app.passTime(7_200_000)
    await app.work()
    expect([addressees(), (await read(letter.id)).state]).toEqual([[], 'draft'])
  },
)

test('what was stopped and who was left out is said, and that it was stopped', async () => {
  const people = Array.from({ length: 12 }, (_, number) => `reader${String(number).padStart(2, '0')}`)
  const { app, owner, write, send } = await openWriting({ people })
  const room = async () => seenIn(await (await owner.request('/admin/letters')).text())
  const { mailing } = await (await send(await write(), { perDay: 10 })).json()
  await app.work()
  await owner.post(`/api/owner/campaigns/${mailing.id}/pause`)
  expect(await room()).toMatch(/Paused.*sent to 10 · 2 to go/)
  await owner.post(`/api/owner/campaigns/${mailing.id}/stop`)
  expect(await room()).toMatch(/Stopped.*sent to 10 · 2 not sent/)
})

/** As if there had been no mail server until now. */
async function keep({ db }: Writing['app'], email: string) {
  await db.updateTable('letters').set({ state: 'kept' }).where('to_email', '=', email).execute()
}

test('what is kept is said also where others of it have left', async () => {
  const { app, owner, write, send } = await openWriting({ people: ['ada', 'ben'] })
  await send(await write())
  await keep(app, 'ben@home.example')
  await app.work()
  const room = seenIn(await (await owner.request('/admin/letters')).text())
  expect(room).toContain('sent to 1 · 1 kept in the outbox')
})

test('sent with all that was kept, a letter with a hole stays, and why is said once', async () => {
  const { app, owner, write, send, addressees, smtp } = await openWriting({ people: ['ada', 'ben'] })
  const photograph = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()
  const picture = await owner.request('/api/owner/images', { method: 'POST', body: photograph as BodyInit })
  const { url } = await picture.json()
  await send(await write({ subject: 'Boats', content: `The quay.\n\n![Boats](${url})` }))
  await send(await write({ subject: 'Whole' }))
  for (const email of ['ada@home.example', 'ben@home.example']) await keep(app, email)
  await app.db.deleteFrom('images').execute()
  const answer = await owner.post('/api/owner/outbox/send-kept', { which: 'all' })
  expect(await answer.json()).toEqual({
    message:
      '2 letters are on their way. 2 letters stay here: A picture in it is not here any more. Begin a new one from it.',
    queued: 2,
    held: 2,
  })
  await app.work()
  expect([addressees(), smtp.received.map(({ mail }) => mail.subject)]).toEqual([
    ['ada@home.example', 'ben@home.example'],
    ['Whole', 'Whole'],
  ])
  expect((await (await owner.request('/api/owner/outbox')).json()).counts.kept).toBe(2)
})
