import { expect, test } from 'vitest'
import { letterKinds } from '#app/letters.server.ts'
import { findKind, type LetterKind } from '#server/letter-kinds.ts'
import { createSmtpMailer } from '#server/mailer.ts'
import { openOutbox } from '#tests/support/outbox.ts'
import { startSmtp } from '#tests/support/smtp.ts'

const kinds = Object.keys(letterKinds) as LetterKind[]
const old = 'http://localhost:3000'

/** A letter of this kind that was kept while the site was tried at home. */
async function keepOne(kind: string) {
  const house = await openOutbox()
  await house.app.post('/api/newsletter/signup', { email: 'ada@home.example' })
  await house.app.work()
  const words = `${old}/unsubscribe/x`
  await house.app.db.updateTable('letters').set({ kind, text: words, html: words, headers: '{}' }).execute()
  house.app.deps.mailer = createSmtpMailer((await startSmtp()).url, 50)
  return house
}

test.each(kinds)('%s is moved with the site where it holds keys of ours, and has words of its own', async (kind) => {
  const { app, owner } = await keepOne(kind)
  const [letter] = await app.letters()
  await owner.post(`/api/owner/outbox/${letter?.id}/send`)
  const origin = letterKinds[kind].hasOwnLinks ? app.env.siteUrl : old
  expect((await app.letters())[0]?.text).toBe(`${origin}/unsubscribe/x`)
  expect(letterKinds[kind].words).not.toBe(kind)
})

test.each(kinds)('%s goes with whom it belongs to when that person is erased', async (kind) => {
  const { app, owner } = await keepOne(kind)
  const { people } = await (await owner.request('/api/owner/subscribers')).json()
  await owner.delete(`/api/owner/subscribers/${people[0].id}`)
  expect(await app.letters()).toHaveLength(letterKinds[kind].belongsTo === 'writer' ? 1 : 0)
})

test.each(['newsletter.later', 'campaigns.bookish', 'constructor'])(
  'a kind that is declared nowhere (%s) is not taken for another by how it begins',
  async (kind) => {
    const { app, owner, outbox } = await keepOne(kind)
    const [letter] = await app.letters()
    await owner.post(`/api/owner/outbox/${letter?.id}/send`)
    expect((await app.letters())[0]?.text).toBe(`${old}/unsubscribe/x`)
    expect(findKind(letterKinds, kind)).toBeNull()
    expect((await outbox()).letters).toMatchObject([{ kind }])
  },
)
