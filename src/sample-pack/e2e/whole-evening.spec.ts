import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { press } from '#tests/e2e/desk.ts'
import { test } from '#tests/e2e/desk-site.ts'
import { awake, email, openDesk, ownerAt, password, type Site } from '#tests/e2e/owner.ts'
import { complaintsOf } from '#tests/e2e/watch.ts'
import { makeEpub } from '#tests/support/epub.ts'
import { openSmtp } from '#tests/support/smtp-server.ts'
import { startSite } from '../../../scripts/site-process.mjs'
import { pack } from '../pack.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

const picture = async (name: string, background: string, width: number, height: number) => ({
  name: `${name}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

/** Who she is, and every title, name and host of the sample: as people, machines and file names spell them. */
const { books, posts, profile, stories } = pack
const titled = [...books.books, ...posts, ...stories] as { title: string; slug?: string }[]
const traces = [
  ...profile.name.split(' '),
  profile.tagline,
  'Port Ansel',
  ...titled.map(({ title }) => title),
  ...titled.flatMap(({ slug }) => slug ?? []),
  ...books.series.flatMap(({ name }) => name ?? []),
  ...['odilemarsh', 'books.example', 'amazon.example', 'goodreads.example', 'facebook.example', 'coffee.example'],
]
const traceIn = (text: string) => traces.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()))

/** Everything of the site that a stranger can reach from its first page, its map and its feed, each by its address. */
async function everythingPublic(page: Page, { address }: Site): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const waiting = ['/', '/sitemap.xml', '/feed.xml', '/feed.json', '/robots.txt', '/press', '/nowhere', '/api/site']
  waiting.push('/api/books', '/api/shelves', '/api/blog', '/api/short-stories')
  while (waiting.length > 0) {
    const path = waiting.shift() ?? ''
    if (found.has(path)) continue
    // Its name is all a picture says, and a card would be drawn for it: a second of work each.
    if (/\.(png|jpg|webp|avif|ico|woff2)$/.test(path)) {
      found.set(path, '')
      continue
    }
    const response = await page.request.get(address + path)
    const type = response.headers()['content-type'] ?? ''
    const isText = /text|json|xml|javascript|manifest/.test(type)
    const said = isText ? await response.text() : ''
    found.set(path, `${response.headers()['content-disposition'] ?? ''}\n${said}`)
    if (!/html|xml|json|manifest/.test(type)) continue
    for (const [, link = ''] of said.matchAll(/["'\s,>=(]((?:https?:\/\/|\/)[^"'\s<>,)\\]+)/g)) {
      const { origin, pathname, search } = new URL(link.replaceAll('&amp;', '&'), address)
      if (origin === address && !/^\/(admin|@)/.test(pathname)) waiting.push(pathname + search)
    }
  }
  return found
}

test('one evening, from the setup link to a site that is hers, and not a word of the sample anywhere', {
  tag: '@long',
}, async ({ page, borrow }) => {
  const complaints = await complaintsOf(page)
  const smtp = await openSmtp()
  const site = await borrow(startSite({ RATE_LIMIT: 'off' }))
  expect(traceIn(await (await page.request.get(site.address)).text()).length).toBeGreaterThan(3)

  await expect.poll(() => site.said[1]).toContain('/admin/setup?token=')
  await openDesk(page, site, site.said[1]?.match(/\/admin\/setup\?token=[\w-]{22}$/)?.[0] ?? '')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await press(page, 'Set Up')
  await expect(page).toHaveURL(`${site.address}/admin/welcome`)
  await awake(page)
  await field(page, 'Name').fill('Mara O’Quill')
  await page.getByLabel('What you write').fill('Sea stories, Ghost stories')
  await press(page, 'Make It Mine')
  await expect(page).toHaveURL(`${site.address}/admin`)

  // Her face, and where she is.
  await openDesk(page, site, '/admin/site')
  await field(page, 'Photograph').setInputFiles(await picture('me', '#7a5230', 900, 1100))
  await field(page, 'Your photograph in words').fill('Mara O’Quill at a harbour wall')
  await field(page, 'Tagline').fill('Stories for whoever waits at the harbour.')
  await field(page, 'Short bio').fill('Mara O’Quill grew up beside a lighthouse and writes about what it saw.')
  await field(page, 'Email').fill('mara@oquill.test')
  await field(page, 'Postal address').fill('2 Quay Street, Galway')
  await press(page, 'Save')
  await expect(page.getByText('Saved. Your site says it from now on.')).toBeVisible()

  // Her mail, tried before it is kept.
  await openDesk(page, site, '/admin/settings')
  await field(page, 'Mail server').fill(`smtp://mara:secret@127.0.0.1:${smtp.port}`)
  await page.keyboard.press('Tab')
  await field(page, 'Sender').fill('mara@oquill.test')
  await press(page, 'Send test letter')
  await expect(page.getByText(`127.0.0.1 took the letter. It is on its way to ${email}`)).toBeVisible()
  await field(page, 'Your password').fill(password)
  await press(page, 'Save Mail Settings')
  await expect(page.getByText('A password is kept; type another to replace it.')).toBeVisible()

  // What was there to show her how it looks.
  const sample = page.getByRole('region', { name: 'The sample' })
  await sample.getByRole('button', { name: 'Remove the Sample' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the Sample' }).click()
  await expect(sample.getByText('You removed the sample on')).toBeVisible()

  // Two series, three covers of her own and one that is drawn for her.
  for (const [title, series, number, colour] of [
    ['Low Water', 'The Harbour Books', '1', '#204060'],
    ['Slack Tide', 'The Harbour Books', '2', '#602040'],
    ['The Lamp Room', 'Light Stories', '1', '#406020'],
    ['A Longer Night', 'Light Stories', '2', null],
  ] as const) {
    await openDesk(page, site, '/admin/books/new')
    await field(page, 'Title').fill(title)
    await field(page, 'Series').fill(series)
    await field(page, 'Number in series').fill(number)
    await field(page, 'Caption').fill(`What ${title} is about, in a line.`)
    await field(page, 'Description').fill(`All that can be told of ${title} without spoiling it.`)
    await field(page, 'Publication date').fill('2022-06-06')
    await field(page, 'Shop link').fill(`https://www.kobo.com/${number}`)
    if (colour) await field(page, 'Cover').setInputFiles(await picture(title, colour, 500, 800))
    else await press(page, 'Draw one for me')
    if (colour) await expect(page.getByText('Uploading')).toHaveCount(0)
    await press(page, 'Save Book')
    await expect(page.getByRole('heading', { name: title, level: 3 })).toBeVisible()
  }
  await field(page, 'Advance copy').selectOption('A Longer Night')
  await expect(page.getByText('“A Longer Night” is your advance copy from now on.')).toBeVisible()
  await field(page, 'Free book').selectOption('Low Water')
  await expect(page.getByText(/“Low Water” is .*free book from now on/)).toBeVisible()

  // Her own words on five pages.
  for (const [set, label, words] of [
    ['about', 'Who you are (left empty, your short bio stands here)', 'She was born *at sea*, in a calm.'],
    ['home', 'Under “Support Your Author”', 'A letter does more than a coffee.'],
    ['signup', 'Under the heading', 'A letter from the harbour, now and then.'],
    ['contact', 'When you answer', 'When the ferry is in.'],
    ['everywhere', 'Under your name, at the foot of every page', 'Written within sight of the water.'],
  ] as const) {
    await openDesk(page, site, `/admin/pages/${set}`)
    await field(page, label).fill(words)
    await press(page, 'Save')
    await expect(page.getByText(/Saved\. The page says it from now on\./)).toBeVisible()
  }
  expect(complaints).toEqual([])

  // A post, a story, a book to give away: what readers of such a site are written to about.
  const owner = await ownerAt(site)
  await owner('POST', '/api/blog', { title: 'Ashore', content: 'Land at last.', isPublished: true })
  await owner('POST', '/api/short-stories', {
    title: 'The Bell Buoy',
    genre: 'Supernatural Drama',
    description: 'It rings when nobody is there.',
    content: 'It rang once.',
    isPublished: true,
  })
  await owner('PUT', '/api/files/low-water.epub', makeEpub(20_000, { title: 'Low Water', author: 'Mara O’Quill' }))
  await openDesk(page, site, '/admin')
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0)

  const send = (path: string, data: object) => page.request.post(site.address + path, { data })
  await send('/api/newsletter/signup', { email: 'ada@home.example', source: 'signup_page' })
  await send('/api/newsletter/signup', { email: 'bea@home.example', source: 'voss_trials_arc' })
  await send('/api/contact', { name: 'Cleo', email: 'cleo@home.example', message: 'Are you well, out there?' })
  await owner('POST', '/api/voracious-readers-subscribers', { subscribers: ['dora@home.example'], basis: 'She asked' })
  await owner('POST', '/api/send-download-email', { email: 'dora@home.example', filename: 'low-water.epub' })
  const hasLetter = (to: string) => smtp.received.some((letter) => letter.to.includes(to))
  for (const to of ['ada', 'bea', 'dora']) await expect.poll(() => hasLetter(`${to}@home.example`)).toBe(true)
  await expect.poll(() => smtp.received.filter(({ to }) => to.includes(email)).length).toBeGreaterThan(1)
  for (const { mail, raw } of smtp.received) {
    const letter = [mail.subject, mail.text, mail.html, mail.from?.text, raw].join('\n')
    expect(traceIn(letter), mail.subject).toEqual([])
    expect(letter, mail.subject).toContain('O’Quill')
  }

  const said = await everythingPublic(page, site)
  for (const path of ['/books/low-water', '/books/a-longer-night', '/arc/a-longer-night', '/blog/ashore', '/about']) {
    expect(said.get(path), path).toContain('Mara O’Quill')
  }
  // docs/spec.md fixes this address: it leads to whichever book she offers, and only scripts know of it.
  const bare = (path: string, text: string) => (path.endsWith('.js') ? text.replaceAll('/voss-trials', '') : text)
  const left = [...said].map(([path, text]) => [path, traceIn(path + bare(path, text))] as const)
  expect(left.filter(([, found]) => found.length > 0)).toEqual([])
  expect(said.get('/')).toContain('A letter does more than a coffee.')
  expect(said.get('/about')).toContain('She was born <em>at sea</em>, in a calm.')
  for (const path of ['/', '/about', '/contact']) expect(said.get(path)).toContain('Written within sight of the water.')
  await smtp.stop()
})
