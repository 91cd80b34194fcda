import { describe, expect, test } from 'vitest'
import { suppress } from '#server/suppressions.ts'
import { openPostOffice, readers } from '#tests/support/post-office.ts'
import type { Refusal } from '#tests/support/smtp-server.ts'

/** An answer of the mail server that waits for a word of ours. */
function createHold() {
  let letGo: (answer?: Refusal) => void = () => {}
  const held = new Promise<Refusal | undefined>((resolve) => {
    letGo = resolve
  })
  return { held, letGo }
}

/** Letters of which the mail server has been told whom the first is for, and nothing goes on before a word of ours. */
async function openWithLettersInHand() {
  const office = await openPostOffice({ count: 4 })
  const { app, owner, smtp } = office
  const { held, letGo } = createHold()
  smtp.refuse = () => held
  const untilAsked = () => expect.poll(() => smtp.asked).toHaveLength(1)
  const idOf = async (email: string) => {
    const { people } = await (await owner.request(`/api/owner/subscribers?q=${email}`)).json()
    return people[0].id as string
  }
  const bounce = (email: string) => suppress(app.db, app.deps.keyFor, email, 'bounced', app.deps.now())
  return { ...office, letGo, untilAsked, idOf, bounce }
}

describe('somebody whose letter is in hand, and who', () => {
  test('leaves, is erased or has a dead mailbox by now gets none, and why is written down', async () => {
    const { owner, smtp, sendAll, deliveries, letGo, untilAsked, idOf, bounce } = await openWithLettersInHand()
    const [leaves = '', erased = '', bounces = '', stays = ''] = readers(4)
    const sending = sendAll(readers(4))
    await untilAsked()
    await owner.post(`/api/owner/subscribers/${await idOf(leaves)}/stop`)
    await owner.delete(`/api/owner/subscribers/${await idOf(erased)}`)
    await bounce(bounces)
    letGo()
    await sending
    expect(smtp.received.flatMap(({ to }) => to)).toEqual([stays])
    const told = (await deliveries()).map(({ to_email, state, error }) => [to_email, state, error])
    expect(told).toEqual([
      [expect.stringContaining('erased'), 'skipped', null],
      [leaves, 'skipped', 'has left and gets no more letters'],
      [bounces, 'skipped', 'has a mailbox that does not exist any more'],
      [stays, 'sent', null],
    ])
  })

  test('is told of something by itself gets none either, but the author gets what is for her', async () => {
    const { app, smtp, letGo, untilAsked, bounce } = await openWithLettersInHand()
    await app.post('/api/newsletter/signup', { email: 'mara@home.example', source: 'footer' })
    await app.post('/api/contact', { name: 'Ada', email: 'ada@home.example', message: 'Dear author, hello.' })
    const working = app.work()
    await untilAsked()
    for (const email of ['mara@home.example', 'owner@home.example']) await bounce(email)
    letGo()
    await working
    expect(smtp.received.flatMap(({ to }) => to)).toEqual(['owner@home.example'])
  })
})

test('a conversation that outlived its lease has no say over the one begun since', async () => {
  const { app, smtp, sendAll, deliveries } = await openPostOffice({ count: 40 })
  const [first, second, others] = [createHold(), createHold(), createHold()]
  // The first to be asked for finds out whether the server is there.
  const slow = () => smtp.asked[1]
  const trials = () => smtp.asked.filter((email) => email === slow()).length
  smtp.refuse = (email) => {
    if (smtp.asked.length === 1) return undefined
    if (email !== slow()) return others.held
    return trials() === 1 ? first.held : second.held
  }
  const sending = sendAll(readers(40))
  await expect.poll(trials).toBe(1)
  app.passTime(61_000)
  others.letGo()
  await expect.poll(trials).toBe(2)
  first.letGo({ code: 451, words: '4.3.0 Too slow' })
  second.letGo()
  await sending
  expect(smtp.received.filter(({ to: [email] }) => email === slow())).toHaveLength(1)
  const told = (await deliveries()).find(({ to_email }) => to_email === slow())
  expect(told).toMatchObject({ state: 'sent', attempts: 2, error: null })
})
