import { describe, expect, test } from 'vitest'
import { suppress } from '#server/suppressions.ts'
import { openPostOffice, readers } from '#tests/support/post-office.ts'

/** Letters of which the mail server has been told whom the first is for, and nothing goes on before a word of ours. */
async function openWithLettersInHand() {
  const office = await openPostOffice({ count: 4 })
  const { app, owner, smtp } = office
  let letGo = () => {}
  const held = new Promise<undefined>((resolve) => {
    letGo = () => resolve(undefined)
  })
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
