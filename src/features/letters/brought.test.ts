import { expect, test } from 'vitest'
import { keepHouse, promptChoresOf } from '#app/housekeeping.server.ts'
import { newId } from '#server/ids.ts'
import { makeEpub } from '#tests/support/epub.ts'
import { seenIn } from '#tests/support/markup.ts'
import { numbersOf, readerAt } from '#tests/support/numbers.ts'
import { filename, upload } from '#tests/support/shop.ts'
import { openWriting } from '#tests/support/written.ts'

const oneDay = 86_400_000

/** A letter that has left, and its links as a reader has them. */
async function openSent(content: string) {
  const writing = await openWriting({ people: ['ada'], env: { TRUST_PROXY: '1' } })
  const { app, write, send, read, smtp } = writing
  await upload(await app.asOwner(), makeEpub())
  const letter = await write({ content })
  await send(letter)
  await app.work()
  const { text = '' } = smtp.received[0]?.mail ?? {}
  const link = (pattern: RegExp) => text.match(pattern)?.[0] ?? ''
  const links = text.match(/\/l\/[\w.-]+/g) ?? []
  /** where a link of the letter leads */
  const follow = async (number: number, init = {}) => {
    const answer = await app.request(links[number] ?? '', init)
    return answer.headers.get('location') ?? ''
  }
  /** presses a link to a shop on this page */
  const buyAt = async (page: string, more: { book?: string; isAuthor?: boolean } = {}) => {
    const { book = 'low-water', ...said } = more
    const reader = readerAt(app, '192.0.2.1', { referer: page })
    await reader.does('purchase_link', { book, shop: 'Kobo' }, said)
    await app.deps.counter.flush()
  }
  return { ...writing, link, links, follow, buyAt, now: () => read(letter.id) }
}

test('a letter has brought to a shop who followed its link there, and who went there from the page it led to', async () => {
  const { follow, buyAt, now, smtp } = await openSent(
    'At [Kobo](https://kobo.example/another), or see [the book](/books/low-water?from=here) and [a bridge](https://bridge.example/).',
  )
  await follow(0)
  const page = await follow(1)
  await follow(2)
  expect(page).toMatch(/^https:\/\/author\.example\/books\/low-water\?from=here&letter=/)
  await buyAt(page)
  await buyAt(page)
  // Somebody who came by another way.
  await buyAt('https://author.example/books/low-water')
  expect(await now()).toMatchObject({ followed: 3, shopClicks: 3, departures: 0 })
  expect(smtp.received).toHaveLength(1)
})

test('the page a letter led to is the one that is held for everybody', async () => {
  const { app, follow } = await openSent('See [the book](/books/low-water).')
  const marked = await app.request(await follow(0))
  expect([marked.status, await marked.text()]).toEqual([200, await (await app.request('/books/low-water')).text()])
})

test('nobody can make up what a letter brought, and her own presses bring nothing', async () => {
  const { app, links, follow, buyAt, now, link } = await openSent('See [the book](/books/low-water).')
  const page = await follow(0, { method: 'HEAD' })
  const idOf = (token: string) => token.split(/[/=]/).at(-1)?.split('.')[0] ?? ''
  const marks = [idOf(links[0] ?? ''), idOf(link(/\?letter=\S+/)), newId(app.deps.now()), 'none', '%00', '']
  for (const mark of marks) await buyAt(`https://author.example/books/low-water?letter=${mark}`)
  await buyAt('no address')
  await buyAt(page, { book: 'no-such-book' })
  await buyAt(page, { isAuthor: true })
  expect(await now()).toMatchObject({ followed: 0, shopClicks: 0, departures: 0 })
  // Nor does it cost anybody else her place in the numbers.
  expect(await numbersOf(app)).toMatchObject({ events: [{ name: 'purchase_link', count: 8 }], apart: { dropped: 0 } })
})

test('her numbers show each letter of these days with what it brought, and among her letters it is said in words', async () => {
  const { app, owner, follow, buyAt, link } = await openSent(
    `See [the book](/books/low-water).\n\n[Get your copy](/get/file/${filename})`,
  )
  await buyAt(await follow(0))
  await app.request(link(/\/get\/\S+/).replace('/get/', '/download/'))
  await app.request(link(/\/unsubscribe\/\S+/), { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  const shown = async (days: number) =>
    (await numbersOf(app, days)).letters.map(({ subject, mailing, followed, downloads, shopClicks, departures }) => ({
      ...{ subject, sent: mailing?.sent, followed, downloads, shopClicks, departures },
    }))
  const news = { subject: 'News from the quay', sent: 1, followed: 1, downloads: 1, shopClicks: 1, departures: 1 }
  expect(await shown(1)).toEqual([news])
  const words = 'sent to 1 · 1 link followed · 1 fetched the file · 1 went to a shop · 1 left'
  const seen = async (page: string) => seenIn(await (await owner.request(page)).text())
  expect(await seen('/admin/letters')).toContain(words)
  expect(await seen('/analytics')).toMatch(/What each letter brought.*News from the quay/)
  app.passTime(7 * oneDay)
  expect([await shown(7), await shown(30)]).toEqual([[], [news]])
})

test('a letter that goes by itself is shown in every span, and one that is not sent in none', async () => {
  const { app, owner, write } = await openWriting({ people: ['ada'] })
  await write({ subject: 'A draft' })
  const { id } = await write({ subject: 'Welcome' })
  await owner.put(`/api/owner/letters/${id}/welcome`, { days: 0, source: null })
  app.passTime(60 * oneDay)
  const { letters } = await numbersOf(app, 1)
  expect(letters.map(({ subject, sentAt }) => [subject, sentAt])).toEqual([['Welcome', null]])
})

test('what a welcome brought stands beside all who got it, also once it is turned off or sent to others', async () => {
  const { app, owner, join, write, send, read, smtp } = await openWriting({ people: [], env: { DOUBLE_OPT_IN: 'off' } })
  await upload(await app.asOwner(), makeEpub())
  const { id } = await write({ content: `[The quay](https://quay.example/)\n\n[Get it](/get/file/${filename})` })
  await owner.put(`/api/owner/letters/${id}/welcome`, { days: 0 })
  await app.post('/api/newsletter/signup', { email: 'ada@home.example', source: 'footer' })
  await app.work()
  app.passTime(60_000)
  await keepHouse(app.deps, promptChoresOf(app.deps))
  await app.work()
  const { text = '' } = smtp.received.find(({ mail }) => mail.subject === 'News from the quay')?.mail ?? {}
  await app.request(text.match(/\/l\/[\w.-]+/)?.[0] ?? '')
  await app.request(text.match(/\/get\/\S+/)?.[0].replace('/get/', '/download/') ?? '')
  const room = async () => seenIn(await (await owner.request('/admin/letters')).text())
  const shown = async () =>
    (await numbersOf(app, 1)).letters.map(({ wentTo, followed, downloads }) => ({ wentTo, followed, downloads }))
  expect(await room()).toContain('sent to 1 · 1 link followed · 1 fetched the file')
  await owner.request(`/api/owner/letters/${id}/welcome`, { method: 'DELETE' })
  expect(await room()).toContain('Went by itself to 1, and is turned off · 1 link followed · 1 fetched the file')
  expect(await shown()).toEqual([{ wentTo: 1, followed: 1, downloads: 1 }])
  await join(['ben'])
  await app.work()
  await send(await read(id))
  await app.work()
  expect(await room()).toContain('sent to 2 · 1 link followed · 1 fetched the file')
  expect(await shown()).toEqual([{ wentTo: 2, followed: 1, downloads: 1 }])
})
