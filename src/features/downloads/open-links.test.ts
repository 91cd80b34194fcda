import { expect, test } from 'vitest'
import { createSmtpMailer } from '#server/mailer.ts'
import { plenty } from '#tests/support/long-run.ts'
import { filename, hour, openShop as openBookShop } from '#tests/support/shop.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import type { OpenLink, OpenLinkPage } from './contract.ts'

const address = '/api/owner/download-links'

async function openShop() {
  const { app, owner, fetchAs: fetchPath } = await openBookShop()
  const hand = async (subscribers: string[]) =>
    (await owner.post('/api/bulk-generate-download-links', { subscribers, filename })).json()
  const share = async (hoursToExpire = 72) =>
    (await owner.post('/api/generate-shared-download-link', { filename, hoursToExpire })).json()
  const list = async (asked = ''): Promise<OpenLinkPage> => (await owner.request(address + asked)).json()
  const open = async (asked = '') => (await list(asked)).links.map(({ email }) => email)
  const close = ({ id }: Pick<OpenLink, 'id'>) => owner.delete(`${address}/${id}`)
  const fetchAs = (url: string, client: string) => fetchPath(new URL(url).pathname, client)
  return { app, owner, hand, share, list, open, close, fetchAs }
}

test('what is true before anything is pressed: how many readers there are, and how many of their links are open', async () => {
  const { app, owner } = await openShop()
  const state = async () => (await owner.request('/api/owner/download-links/state')).json()
  expect(await state()).toEqual({ readers: 0, handedLinks: 0 })
  const subscribers = ['ada@home.example', 'ben@home.example']
  await owner.post('/api/voracious-readers-subscribers', { subscribers, basis: 'A reading' })
  await owner.post('/api/bulk-generate-download-links', { subscribers, filename })
  await owner.post('/api/generate-shared-download-link', { filename, hoursToExpire: 72 })
  expect(await state()).toEqual({ readers: 2, handedLinks: 2 })
  app.passTime(25 * hour)
  const later = await app.asOwner()
  expect(await (await later.request('/api/owner/download-links/state')).json()).toEqual({ readers: 2, handedLinks: 0 })
})

test('links made by hand are listed, the newest first, with how often each was fetched and when it closes', async () => {
  const { app, hand, share, list, fetchAs } = await openShop()
  await hand(['ada@home.example', 'Ben@home.example'])
  app.passTime(hour)
  const { downloadUrl } = await share()
  await fetchAs(downloadUrl, '10.0.0.1')
  await fetchAs(downloadUrl, '10.0.0.2')
  const { links, next } = await list()
  expect(next).toBeNull()
  expect(links).toEqual([
    {
      id: expect.any(String),
      email: null,
      downloads: 2,
      mostDownloads: 5_000,
      expiresAt: '2026-01-18T13:00:00.000Z',
      downloadUrl,
    },
    expect.objectContaining({ email: 'ada@home.example', downloads: 0, mostDownloads: 10 }),
    expect.objectContaining({ email: 'ben@home.example', expiresAt: '2026-01-16T12:00:00.000Z' }),
  ])
  expect((await list('?kind=shared')).links.map(({ email }) => email)).toEqual([null])
  expect((await fetchAs(links[2]?.downloadUrl ?? '', '10.0.0.1')).status).toBe(200)
})

test('coming back another time, she is told where the links from before are to be copied', async () => {
  const { owner, hand } = await openShop()
  const page = async () => (await owner.request('/admin/downloads')).text()
  const before = 'The links from before are below, each with its own button.'
  expect(await page()).toContain('Make the links first.')
  expect(await page()).not.toContain(before)
  await hand(['ada@home.example', 'ben@home.example'])
  expect(await page()).toContain(before)
  expect(await page()).not.toContain('Make the links first.')
})

test('a link in a letter, of a campaign or to one reader, is not among them, and neither is the file test’s', async () => {
  const { app, owner, open } = await openShop()
  const readers = ['ada@home.example', 'cyd@home.example']
  await owner.post('/api/voracious-readers-subscribers', { subscribers: readers, basis: 'A reading' })
  await owner.post('/api/send-bulk-download-emails', { subscribers: ['ada@home.example'], filename })
  app.passTime(60_000)
  await app.work()
  for (const email of ['cyd@home.example', 'stranger@home.example']) {
    await owner.post('/api/send-download-email', { email, filename })
  }
  await owner.post('/api/generate-download-link', { email: 'Owner@home.example', filename })
  expect(await app.db.selectFrom('download_links').select('id').execute()).toHaveLength(4)
  expect(await open()).toEqual([])
  await owner.post('/api/generate-download-link', { email: 'ben@home.example', filename })
  expect(await open()).toEqual(['ben@home.example'])
})

test('a link that has closed by itself, is used up, or was closed by the author is open no more', async () => {
  const { app, hand, share, open, list, close, fetchAs } = await openShop()
  await share(1)
  app.passTime(1)
  await hand(['used@home.example', 'closed@home.example', 'open@home.example'])
  app.passTime(1)
  await share(24)
  const [shared, used, closed] = (await list()).links
  for (let reader = 0; reader < 10; reader++) await fetchAs(used?.downloadUrl ?? '', `10.0.0.${reader}`)
  for (const link of [closed, shared]) expect((await close(link as OpenLink)).status).toBe(200)
  expect(await open()).toEqual(['open@home.example', null])
  app.passTime(hour)
  expect(await open()).toEqual(['open@home.example'])
  for (const link of [closed, shared]) expect((await fetchAs(link?.downloadUrl ?? '', '10.0.0.1')).status).toBe(410)
  // Closing it twice is closing it once; what never was there is said so.
  expect((await close(closed as OpenLink)).status).toBe(200)
  expect((await close({ id: '019bc186-de00-7adc-a95d-bb1916802495' })).status).toBe(404)
})

test('the longest shared link is listed until its last millisecond', async () => {
  const { app, share } = await openShop()
  await share(168)
  app.passTime(168 * hour - 1)
  // Her session has not lasted as long.
  const owner = await app.asOwner()
  const ask = async () => ((await (await owner.request(address)).json()) as OpenLinkPage).links.length
  expect(await ask()).toBe(1)
  app.passTime(1)
  expect(await ask()).toBe(0)
})

test('thousands are handed over page by page, each once, in the order of the readers', async () => {
  const { hand, list } = await openShop()
  const readers = Array.from({ length: plenty(10_000, 1_000) }, (_, number) => `reader${number}@home.example`)
  await hand(readers)
  const seen: (string | null)[] = []
  const first = await list()
  expect(first.links).toHaveLength(200)
  for (let page = first; ; page = await list(`?after=${page.next}`)) {
    seen.push(...page.links.map(({ email }) => email))
    if (!page.next) break
  }
  expect(seen).toEqual(readers)
})

test('one among many is found by part of her address, whatever signs are in it', async () => {
  const { hand, share, open } = await openShop()
  await share()
  await hand(['a_b@home.example', 'axb@home.example', '100%@home.example', 'back\\slash@home.example'])
  expect(await open('?address=A_B')).toEqual(['a_b@home.example'])
  expect(await open('?address=%25')).toEqual(['100%@home.example'])
  expect(await open('?address=nobody')).toEqual([])
  expect(await open('?address=%5C')).toEqual([])
})

test('a page that is none is refused, and nobody else sees the list', async () => {
  const { app, owner } = await openShop()
  expect((await owner.request(`${address}?after=' or 1=1`)).status).toBe(400)
  expect((await app.request(address)).status).toBe(401)
})

test('a closed link leads its reader to where she can ask for a fresh one', async () => {
  const { app, hand, list, fetchAs } = await openShop()
  app.deps.mailer = createSmtpMailer((await startSmtp()).url, 50)
  await hand(['used@home.example', 'late@home.example'])
  const [used, late] = (await list()).links.map(({ downloadUrl }) => downloadUrl)
  const wayOn = (url = '') => `href="${new URL(url).pathname.replace('/download/', '/get/')}"`
  for (let reader = 0; reader < 10; reader++) await fetchAs(used ?? '', `10.0.0.${reader}`)
  const tooOften = await fetchAs(used ?? '', '10.0.0.10')
  expect([tooOften.status, await tooOften.text()]).toEqual([410, expect.stringContaining(wayOn(used))])
  app.passTime(24 * hour)
  const tooLate = await fetchAs(late ?? '', '10.0.0.1')
  const page = await tooLate.text()
  expect([tooLate.status, page]).toEqual([410, expect.stringContaining(wayOn(late))])
  expect(page).toContain('This one is closed</h1>')
  const [, path = ''] = page.match(/href="(\/get\/[^"]+)"/) ?? []
  expect(await (await app.request(path)).text()).toContain('Send me a fresh link')
})

test('what she says of a closed link is words and nothing else', async () => {
  const { app, owner, hand, list, fetchAs } = await openShop()
  app.deps.mailer = createSmtpMailer((await startSmtp()).url, 50)
  const { fields, version } = await (await owner.request('/api/owner/pages/gift')).json()
  const values = Object.fromEntries(fields.map(({ name, value }: { name: string; value: string }) => [name, value]))
  const ask = 'Ask & see: <img src=x onerror=alert(1)>'
  expect((await owner.put('/api/owner/pages/gift', { values: { ...values, ask }, version })).status).toBe(200)
  await hand(['late@home.example'])
  const [late] = (await list()).links
  app.passTime(24 * hour)
  const page = await (await fetchAs(late?.downloadUrl ?? '', '10.0.0.1')).text()
  expect(page).toContain('Ask &amp; see: &lt;img src=x')
  expect(page).not.toContain('<img')
})

test('an answer without the book keeps its address to itself as the book does', async () => {
  const { app, hand, list, fetchAs } = await openShop()
  await hand(['ada@home.example'])
  const [late] = (await list()).links
  app.passTime(24 * hour)
  for (const [url, status] of [
    [late?.downloadUrl ?? '', 410],
    ['https://author.example/download/nonsense', 404],
  ] as const) {
    const answer = await fetchAs(url, '10.0.0.1')
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
      status,
      { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' },
    ])
  }
})

test('a link the author closed, and one that was shared, lead to nothing but the author', async () => {
  const { app, hand, share, list, close, fetchAs } = await openShop()
  await hand(['ada@home.example'])
  const [closed] = (await list()).links
  await close(closed as OpenLink)
  const { downloadUrl } = await share(1)
  app.passTime(hour)
  for (const url of [closed?.downloadUrl, downloadUrl]) {
    const page = await (await fetchAs(url, '10.0.0.1')).text()
    expect(page).not.toContain('/get/')
    expect(page).toContain('href="/contact"')
  }
})
