import { expect, test } from 'vitest'
import { saveProfile } from '#features/profile/service.server.ts'
import { testAuthor } from '#tests/support/author.ts'
import { startDns } from '#tests/support/dns.ts'
import { makeEpub } from '#tests/support/epub.ts'
import { filename, upload } from '#tests/support/shop.ts'
import { openWriting } from '#tests/support/written.ts'
import type { Check, OwnerLetter } from './contract.ts'

type Writing = Awaited<ReturnType<typeof openWriting>>

async function checksOf({ owner }: Writing, { id }: OwnerLetter): Promise<Check[]> {
  return (await (await owner.request(`/api/owner/letters/${id}/view`)).json()).checks
}

test('a place for words that were never put in is a doubt, and her reader’s name is none', async () => {
  const writing = await openWriting({ people: [] })
  const marks = ['{{name}}', '{ First_Name }', '*|FNAME|*', '%RECIPIENT%', 'Lorem ipsum']
  const letter = await writing.write({
    subject: `Dear ${marks[0]}, dear {first name}`,
    previewLine: `For ${marks[1]}`,
    content: `Dear {first name|reader}, ${marks.slice(2).join(' and ').replaceAll('*', '\\*')} and 100% {sic`,
  })
  const words = (await checksOf(writing, letter)).filter(({ isNote }) => !isNote).map(({ words }) => words)
  expect(words).toEqual(
    marks.map(
      (mark) => `“${mark}” arrives just as it stands there. Your reader’s first name is “{first name|reader}”.`,
    ),
  )
})

test('of a domain that does not vouch for her letters she is asked twice, and told where it is mended', async () => {
  const dns = await startDns({ 'author.example': ['v=spf1 -all'] })
  const writing = await openWriting({ env: { DNS_SERVER: dns.address, MAIL_FROM: 'letters@author.example' } })
  const letter = await writing.write({ content: 'See [this](/no-such-page).' })
  const asked = (await checksOf(writing, letter)).map(({ words: _, ...how }) => how)
  expect(asked).toEqual([
    { isStop: false, isNote: false, isAskedTwice: false, room: null },
    { isStop: false, isNote: false, isAskedTwice: true, room: 'settings' },
  ])
})

test('where nobody answers whether her domain vouches for her letters, she is told so and asked nothing', async () => {
  const dns = await startDns({ 'author.example': 'broken', '_dmarc.author.example': 'broken' })
  const writing = await openWriting({ env: { DNS_SERVER: dns.address, MAIL_FROM: 'letters@author.example' } })
  const letter = await writing.write()
  const unknown = 'Whether author.example vouches for your letters is not known: no answer came. Settings asks again.'
  expect(await checksOf(writing, letter)).toEqual([
    { words: unknown, isStop: false, isNote: true, isAskedTwice: false, room: 'settings' },
  ])
  expect((await writing.send(letter, { isMeant: false })).status).toBe(200)
})

test('where she can be reached by post alone she is told what the law wants besides, and may send', async () => {
  const writing = await openWriting()
  await saveProfile(writing.app.deps, { ...testAuthor, email: '', website: '' }, 1)
  const letter = await writing.write()
  expect((await checksOf(writing, letter)).filter(({ room }) => room === 'site')).toMatchObject([
    { words: expect.stringContaining('an e-mail address or a website'), isStop: false, isNote: true },
  ])
  await saveProfile(writing.app.deps, { ...testAuthor, email: '' }, 2)
  expect((await checksOf(writing, letter)).filter(({ room }) => room === 'site')).toEqual([])
})

test('a link to a letter leads somewhere only where that letter stands on the web', async () => {
  const writing = await openWriting({ people: ['ada'] })
  const { app, write, send } = writing
  const earlier = await write({ subject: 'On the web', isOnWeb: true })
  const hidden = await write({ subject: 'Hidden' })
  for (const one of [earlier, hidden]) await send(one)
  await app.work()
  const content = `[One](/letters/${earlier.slug}), [two](/letters/${hidden.slug}), [three](/letters/nowhere), [own](/letters/own)`
  const doubts = async (isOnWeb: boolean, subject: string) => {
    const words = (await checksOf(writing, await write({ subject, content, isOnWeb }))).map(({ words }) => words)
    return words.filter((one) => one.startsWith('The link')).map((one) => one.split(' ')[3])
  }
  expect(await doubts(true, 'Own')).toEqual(['/letters/hidden', '/letters/nowhere'])
  expect(await doubts(false, 'Another')).toEqual(['/letters/hidden', '/letters/nowhere', '/letters/own'])
})

test('a letter is as large as it leaves, with the links of each reader in it', async () => {
  const writing = await openWriting({ people: ['ada'] })
  const { app, owner, write, send, smtp } = writing
  await upload(await app.asOwner(), makeEpub())
  const links = Array.from({ length: 40 }, (_, number) => `[here](https://there.example/${number})`)
  const letter = await write({ content: `${links.join(' ')}\n\n[Get it](/get/file/${filename})` })
  const { bytes } = await (await owner.request(`/api/owner/letters/${letter.id}/view`)).json()
  await send(letter)
  await app.work()
  expect(bytes).toBe(Buffer.byteLength(String(smtp.received[0]?.mail.html).trim()))
})

test('a letter of more than 100 kB stays, and so does every letter while no postal address is known', async () => {
  const { app, owner, write, send, addressees } = await openWriting({ env: { POSTAL_ADDRESS: '' } })
  const words = async (content: string) => {
    const letter = await write({ content })
    const answer = await send(letter)
    return [answer.status, (await answer.json()).message]
  }
  expect(await words('Low tide. '.repeat(10_000))).toEqual([
    400,
    expect.stringMatching(/^The letter is 1\d\d kB, and mail programs cut off what is over 100\./),
  ])
  await saveProfile(app.deps, { ...testAuthor, postalAddress: '' }, 1)
  expect(await words('Low tide.')).toEqual([
    400,
    'The law asks for your postal address at the foot of every letter. Put it in, in Settings.',
  ])
  const { id } = await write()
  expect((await owner.put(`/api/owner/letters/${id}/welcome`, { days: 0 })).status).toBe(400)
  await app.work()
  expect(addressees()).toEqual([])
})
