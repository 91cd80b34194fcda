import { expect, test } from 'vitest'
import { connectionsFor } from '#server/mailer.ts'
import { openNode, openSettingsRoom } from '#tests/support/settings.ts'
import { filename } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'

type Room = Awaited<ReturnType<typeof openSettingsRoom>>
type Smtp = Awaited<ReturnType<typeof startSmtp>>

const at = ({ port }: Smtp) => ({ mailServer: `127.0.0.1:${port}` })

/** A reader writes: that makes a letter to the owner. */
async function write({ app }: Pick<Room, 'app'>, message: string) {
  app.passTime(1)
  await app.post('/api/contact', { name: 'Ada', email: 'ada@home.example', message: `${message}, and nothing else.` })
  await app.work()
}

test('letters are kept, leave as soon as a mail server is named, and are kept again without one', async () => {
  const smtp = await startSmtp()
  const room = await openSettingsRoom()
  await write(room, 'Before there was a server')
  await room.save(at(smtp))
  await write(room, 'With a server')
  await room.save({ mailServer: '' })
  await write(room, 'After it went')
  expect((await room.app.letters()).map(({ state }) => state)).toEqual(['kept', 'sent', 'kept'])
  expect(smtp.received).toHaveLength(1)
})

test('a signup is confirmed by letter from the moment there is a way for it', async () => {
  const smtp = await startSmtp()
  const { app, save } = await openSettingsRoom()
  const join = async (email: string) => (await app.post('/api/newsletter/signup', { email })).json()
  expect(await join('ada@home.example')).toMatchObject({ confirm: false })
  await save(at(smtp))
  expect(await join('bea@home.example')).toMatchObject({ confirm: true })
  await save({ doubleOptIn: 'off' })
  expect(await join('cleo@home.example')).toMatchObject({ confirm: false })
})

test('what was learnt of one mail server says nothing about the next', async () => {
  const [away, there] = [await startSmtp(), await startSmtp()]
  await away.stop()
  const room = await openSettingsRoom()
  await room.save(at(away))
  await write(room, 'To a server that is away')
  await room.save(at(there))
  await write(room, 'To the one after it')
  expect((await room.app.letters()).map(({ state }) => state)).toEqual(['queued', 'sent'])
  room.app.passTime(30_000)
  await room.app.work()
  expect((await room.app.letters()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect(there.received).toHaveLength(2)
})

test('a campaign goes on by the new server, and nobody gets two letters or none', async () => {
  const [first, second] = [await startSmtp(), await startSmtp()]
  const room = await openSettingsRoom({ MAIL_RATE: '200' })
  const { app, owner, save } = room
  await save(at(first))
  const subscribers = Array.from({ length: 120 }, (_, number) => `reader${number}@home.example`)
  await owner.post('/api/voracious-readers-subscribers', { subscribers, basis: 'Asked at a reading' })
  // It takes a few, then puts everybody off while she names another in its place, and would take all of them again.
  let saving: Promise<unknown> | undefined
  let isSaved = false
  first.refuse = () => {
    if (first.asked.length > 5) saving ??= save(at(second)).then(() => (isSaved = true))
    return saving && !isSaved ? { code: 451, words: '4.3.2 Later' } : undefined
  }
  await owner.post('/api/send-bulk-download-emails', { subscribers, filename })
  await saving
  app.passTime(6 * 3_600_000)
  await app.work()
  const [one = [], two = []] = [first, second].map(({ received }) => received.flatMap(({ to }) => to))
  expect([...one, ...two].sort()).toEqual([...subscribers].sort())
  // What was in a hand at that moment is brought where it was going.
  expect(one.length).toBeLessThanOrEqual(5 + 2 * connectionsFor(200))
})

test('another node sends by the new server as soon as it has looked', async () => {
  const [first, second] = [await startSmtp(), await startSmtp()]
  const room = await openSettingsRoom()
  await room.save({ ...at(first), mailUser: 'odile', mailPassword: 'a word' })
  const app = await openNode(room.app)
  await write({ app }, 'One')
  await room.save({ ...at(second), sender: 'letters@odile.example' })
  await app.lookForNews()
  await write({ app }, 'Two')
  expect([first, second].map(({ received }) => received.length)).toEqual([1, 1])
  expect(second.received[0]?.from).toBe('letters@odile.example')
})

test('a server that hangs while it is tried holds nothing else up', async () => {
  const smtp = await startSmtp()
  smtp.script = { greeting: 'silence' }
  const { app, read, save, sendTest } = await openSettingsRoom()
  const trial = sendTest(at(smtp))
  await expect.poll(() => smtp.connections).toBe(1)
  expect((await app.request('/about')).status).toBe(200)
  await save({ sender: 'letters@odile.example' })
  expect(await read()).toMatchObject({ sender: 'letters@odile.example' })
  await smtp.stop()
  expect(await trial).toMatchObject({ isTaken: false, outcome: 'broke off' })
})
