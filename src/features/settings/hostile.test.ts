import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evasions } from '#tests/support/evasions.ts'
import { runs } from '#tests/support/long-run.ts'
import { elementsOf } from '#tests/support/markup.ts'
import { openSettingsRoom } from '#tests/support/settings.ts'

/** Something to be seen in every field, and no sign that a field of one line does not take. */
const words = fc
  .array(fc.oneof(fc.constantFrom(...evasions), fc.string({ unit: 'grapheme', maxLength: 12 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) =>
    `a street ${parts.join(' ')}`
      .replace(/[\p{Cc}\p{Cs}]/gu, '')
      .slice(0, 100)
      .trim(),
  )
  .map((text) => text.replace(/[\ud800-\udbff]$/, ''))

test('no words in any of these fields change what a letter or a page of the desk is made of', async () => {
  const { app, owner, save } = await openSettingsRoom()
  await save({ mailServer: 'localhost:1', mailUser: 'somebody', mailPassword: 'a word' })

  async function made(text: string) {
    await save({ postalAddress: text, providerGroup: text, mailUser: text, mailPassword: text })
    // What was done is listed there, too, and grows.
    for (const table of ['letters', 'contact_messages', 'owner_events'] as const)
      await app.db.deleteFrom(table).execute()
    await app.post('/api/contact', { name: 'Ada', email: 'ada@home.example', message: 'Are you well, out there?' })
    const [letter] = await app.letters()
    expect(letter?.text.includes(text)).toBe(true)
    const pages = ['/admin/settings', '/admin/send-emails', '/admin/outbox']
    const html = await Promise.all(pages.map(async (path) => (await owner.get(path)).text()))
    for (const page of html) {
      for (const [, json = ''] of page.matchAll(/<script[^>]*json"[^>]*>([^<]*)<\/script>/g)) JSON.parse(json)
    }
    return [letter?.html.replace('<!doctype', '<!DOCTYPE') ?? '', ...html].map((page) => elementsOf(page).length)
  }

  const expected = await made('a street and a town')
  await fc.assert(
    fc.asyncProperty(words, async (text) => {
      expect(await made(text)).toEqual(expected)
    }),
    { numRuns: runs.journey, examples: [['a street </p></style></script><b onclick="x">and a town</b>']] },
  )
})

test('whatever is typed as an address gets a sentence or is an address: nothing fails', async () => {
  const { put } = await openSettingsRoom()
  const anything = fc.oneof(fc.string(), fc.constantFrom(...evasions), fc.webUrl(), fc.domain(), fc.ipV4(), fc.ipV6())
  await fc.assert(
    fc.asyncProperty(
      anything,
      fc.constantFrom('siteAddress', 'mailServer', 'sender', 'mailPort'),
      async (text, name) => {
        expect([200, 400]).toContain((await put({ [name]: text })).status)
      },
    ),
    { numRuns: runs.journey },
  )
})
