import { expect, type Locator, type Page } from '@playwright/test'
import { makeEpub } from '../support/epub.ts'
import { isLongRun, plenty } from '../support/long-run.ts'
import { axeFaults } from './axe.ts'
import { button, onDisk, tabTo } from './desk.ts'
import { expectNotice, refuse } from './forms.ts'
import { bookFile, someReaders, test } from './post-office.ts'
import { complaintsOf, isSideways } from './watch.ts'

test.use({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })

const path = '/admin/downloads'
const step = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const epub = (size: number, name = 'my-book.epub') => onDisk(name, makeEpub(size))

test('each step says how far it is, and what it waits for', async ({ page, office }) => {
  const complaints = await complaintsOf(page)
  await office.open(page, path)
  await expect(step(page, 'The book').getByText('To do', { exact: true })).toBeVisible()
  await expect(step(page, 'A link for each reader').getByText('Later', { exact: true })).toBeVisible()
  await expect(step(page, 'A link for each reader').getByText('Load your readers first.')).toBeVisible()
  await expect(step(page, 'A link for each reader').getByText(/^Readers cannot open these links/)).toBeVisible()
  await expect(button(page, 'Copy All Links')).toBeDisabled()
  await expect(step(page, 'Copy the links').getByText('Make the links first.')).toBeVisible()
  await button(page, 'Generate Links').click()
  await expectNotice(page, 'No Subscribers', 'Please load subscribers first')

  await button(page, 'Load Subscribers').click()
  await expect(step(page, 'Your readers').getByText('0 readers, loaded just now')).toBeVisible()
  await expect(step(page, 'Your readers').getByText('Problem', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Addresses')).toBeVisible()
  expect(complaints).toEqual([])
})

test('from a book to a link for each reader, all in one go', async ({ page, office, context }) => {
  const complaints = await complaintsOf(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: office.address })
  const pasted = () => page.evaluate(() => navigator.clipboard.readText())
  await office.bringReaders(someReaders(30))
  await office.open(page, path)
  await page.getByLabel('Book file (EPUB)').setInputFiles(epub(1_240_000))
  await expectNotice(page, 'Book Uploaded', `${bookFile}, 1.2 MB`)
  await expect(step(page, 'The book').getByText(/1\.2 MB, uploaded/)).toBeVisible()
  await expect(step(page, 'The book').getByText('Lanterns by Ines Calder')).toBeVisible()
  await button(page, 'Test File').click()
  await expectNotice(page, 'File Ready!', 'Readers can download the book.')
  await expect(step(page, 'The book').getByText('Done', { exact: true })).toBeVisible()

  await button(page, 'Load Subscribers').click()
  await expect(page.getByText('30 readers, loaded just now')).toBeVisible()
  await button(page, 'Generate Links').click()
  await expectNotice(page, 'Links Generated', '30 links made')
  const table = page.getByRole('table', { name: 'Download links' })
  await expect(table).toHaveAttribute('aria-rowcount', '31')
  await expect(table.getByRole('row').nth(1)).toContainText('in 24 hours')

  await button(page, 'Copy the link for reader0000@home.example').click()
  await expect.poll(pasted).toMatch(/^http:\/\/localhost:\d+\/download\/\S+$/)
  await button(page, 'Copy All Links').click()
  await expectNotice(page, 'Links Copied', '30 lines on the clipboard')
  const lines = (await pasted()).split('\n')
  expect(lines).toHaveLength(30)
  expect(lines[29]).toMatch(/^reader0029@home\.example\thttp:\S+\/download\/\S+$/)
  await button(page, 'Copy Email Template').click()
  await expect.poll(pasted).toContain('[LINK]')
  await expect(step(page, 'Copy the letter').getByText('Done', { exact: true })).toBeVisible()
  expect(complaints).toEqual([])

  await office.open(page, path)
  for (const title of ['The book', 'Your readers', 'A link for each reader']) {
    await expect(step(page, title).getByText('Done', { exact: true })).toBeVisible()
  }
  await expect(page.getByText('30 links from before are still open, below.')).toBeVisible()
})

test('the file test tells a missing book, a broken system and a broken line apart', async ({ page, office }) => {
  await office.bringReaders(someReaders(2))
  await office.open(page, path)
  await button(page, 'Test File').click()
  await expectNotice(page, 'File Not Found', 'The epub file needs to be uploaded to object storage')
  await expect(step(page, 'The book').getByText('Problem', { exact: true })).toBeVisible()
  await button(page, 'Load Subscribers').click()
  await expect(page.getByText('2 readers, loaded')).toBeVisible()
  await button(page, 'Generate Links').click()
  await expectNotice(page, 'File Not Ready', 'Please upload the epub file first')
  await expect(page.getByText('The book is not there. Upload it, then test it again.')).toBeVisible()

  await page.route('**/download/*', (route) => route.fulfill({ status: 500, body: '' }))
  await button(page, 'Test File').click()
  await expectNotice(page, 'Setup Issue', "There's an issue with the download system")
  await refuse(page, '**/api/generate-download-link', 500, { code: 'unexpected', message: 'No.', requestId: 'r' })
  await button(page, 'Test File').click()
  await expectNotice(page, 'Setup Issue', "There's an issue with the download system")
  await page.unrouteAll()
  await refuse(page, '**/api/generate-download-link', 401, { code: 'unauthorized', message: 'Please sign in first.' })
  await button(page, 'Test File').click()
  const notice = await expectNotice(page, 'Error', 'Failed to test file availability')
  await expect(notice.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.unrouteAll()
  await page.route('**/api/generate-download-link', (route) => route.abort())
  await button(page, 'Test File').click()
  await expectNotice(page, 'Error', 'Failed to test file availability')
  await page.unrouteAll()
  // The link is asked for as it was answered, whole, and where it names no address, of this site.
  const downloadUrl = '/download/elsewhere?signed=1'
  await page.route('**/api/generate-download-link', (route) => route.fulfill({ json: { downloadUrl } }))
  const isTheLink = ({ pathname, search }: URL) => pathname + search === downloadUrl
  await page.route(isTheLink, (route) => route.fulfill({ status: route.request().method() === 'HEAD' ? 200 : 405 }))
  await button(page, 'Test File').click()
  await expectNotice(page, 'File Ready!', 'Readers can download the book.')
  await page.unrouteAll()
  await page.getByLabel('Book file (EPUB)').setInputFiles(epub(5_000))
  await expect(page.getByText('5 kB, uploaded')).toBeVisible()
  await button(page, 'Generate Links').click()
  await expectNotice(page, 'Links Generated', '2 links made')
})

test('signed out, neither the test nor the upload finds fault with the book, and each shows the way in', {
  tag: '@long',
}, async ({ page, office }) => {
  await office.uploadBook(5_000)
  await office.open(page, path)
  const book = step(page, 'The book')
  const signedOut = book.getByText('You were signed out. Sign in in another tab, then try again.')
  const signIn = book.getByRole('link', { name: 'Sign in' })
  const refusal = { code: 'unauthorized', message: 'Please sign in first.' }
  await refuse(page, '**/api/generate-download-link', 401, refusal)
  await button(page, 'Test File').click()
  await expectNotice(page, 'Error', 'Failed to test file availability')
  await expect(signedOut).toBeVisible()
  await expect(signIn).toHaveAttribute('href', '/admin/sign-in')
  await expect(book.getByText('Done', { exact: true })).toBeVisible()

  await page.unrouteAll()
  await button(page, 'Test File').click()
  await expect(book.getByText('A reader’s link leads to the book.')).toBeVisible()
  await expect(signedOut).toHaveCount(0)

  await refuse(page, '**/api/files/*', 401, refusal)
  await page.getByLabel('Replace the book (EPUB)').setInputFiles(epub(6_000))
  const notice = await expectNotice(
    page,
    'Upload Failed',
    'You were signed out. Sign in in another tab, then try again.',
  )
  await expect(notice.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(signedOut).toBeVisible()
  await expect(signIn).toHaveAttribute('href', '/admin/sign-in')
  await expect(book.getByText('Done', { exact: true })).toBeVisible()
})

test('an upload shows how far it is, and can be stopped without harm to the book before', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await office.uploadBook(300_000)
  await office.open(page, path)
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_500_000 }
  await line.send('Network.emulateNetworkConditions', slow)
  await page.getByLabel('Replace the book (EPUB)').setInputFiles(epub(12_000_000))
  const bar = page.getByRole('progressbar', { name: 'Uploading my-book.epub' })
  const done = () => bar.evaluate((element: HTMLProgressElement) => element.value / element.max)
  await expect.poll(done).toBeGreaterThan(0.1)
  const early = await done()
  await expect.poll(done).toBeGreaterThan(early)
  expect(await axeFaults(page)).toEqual([])
  await button(page, 'Cancel upload').click()
  await expect(page.getByText('Stopped. The book that was there before is still there.')).toBeVisible()
  expect(await office.owner('GET', '/api/owner/files')).toMatchObject([{ size: 300_000 }])
})

test('what is no EPUB is refused with a reason, by its name or by its bytes; a book can be dropped onto its place', {
  tag: '@long',
}, async ({ page, office }) => {
  await office.open(page, path)
  const input = page.getByLabel('Book file (EPUB)')
  await input.setInputFiles(onDisk('book.pdf', '%PDF'))
  await expectNotice(
    page,
    'Upload Failed',
    'This is not an EPUB. Export the book as EPUB from your writing program and choose that file.',
  )
  for (const size of [2_000, 6_000_000]) {
    await input.setInputFiles(onDisk('my-book.epub', Buffer.alloc(size, 'not a book ')))
    const words = 'This is not an EPUB. Export the book as EPUB from your writing program and try again.'
    await expectNotice(page, 'Upload Failed', words)
    await expect(step(page, 'The book').getByText(words)).toBeVisible()
  }
  expect(await office.owner('GET', '/api/owner/files')).toEqual([])

  const data = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'dropped.epub', { type: 'application/epub+zip' }))
      return transfer
    },
    [...makeEpub(3_000)],
  )
  const place = page.getByText('Drop the EPUB here, or choose it.')
  await place.dispatchEvent('dragover', { dataTransfer: data })
  await place.dispatchEvent('drop', { dataTransfer: data })
  await expectNotice(page, 'Book Uploaded', `${bookFile}, 3 kB`)
})

test('readers are brought in by pasting or by a file, and whoever is left out is named', async ({ page, office }) => {
  await office.bringReaders(['ada@home.example'])
  await office.open(page, path)
  await page.getByText('Bring readers in').click()
  await button(page, 'Add readers').click()
  await expect(page.getByText('Paste at least one address')).toBeVisible()
  await expect(page.getByText('Say how these people agreed to hear from you')).toBeVisible()
  await page.getByLabel('Addresses').fill('Ada <ada@home.example>\nben@home.example\nBen, who has none')
  const found = '2 addresses found, 2 to bring in. 1 line is not an address.'
  await expect(page.getByText(found)).toBeVisible()
  await page.getByLabel('How did they agree?').fill('They signed up at a reading')
  await page.getByText('Bring readers in').click()
  await expect(page.getByLabel('Addresses')).toHaveCount(0)
  await page.getByText('Bring readers in').click()
  await expect(page.getByText(found)).toBeVisible()
  await button(page, 'Add readers').click()
  await expectNotice(page, 'Readers Added', '1 reader added')
  const leftOut = page.getByRole('table', { name: 'Left out' })
  await expect(leftOut.getByRole('row', { name: 'Ben, who has none' })).toContainText('This is not an e-mail address')
  await expect(leftOut.getByRole('row', { name: 'ada@home.example' })).toContainText('Already in the group')
  await expect(page.getByText('2 readers, loaded just now')).toBeVisible()

  const table = `Email,Status\n${someReaders(44)
    .map((email, index) => `${email},${['Unsubscribed', 'Bounced', 'Junk', 'Unconfirmed'][index] ?? 'Active'}`)
    .join('\n')}`
  await page
    .getByLabel('From a file')
    .setInputFiles({ name: 'l.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await expect(page.getByText('44 addresses found, 40 to bring in.')).toBeVisible()
  const byStatus = 'Left out by what your list says: 1 unsubscribed, 1 bounced, 1 complained, 1 not confirmed'
  await expect(page.getByText(byStatus)).toBeVisible()
  await button(page, 'Add readers').click()
  await expectNotice(page, 'Readers Added', '40 readers added')
  await expect(page.getByText('40 readers added, 4 left out:')).toBeVisible()
  await expect(page.getByText('3 of them are on the list of addresses this site never writes to')).toBeVisible()
  const first = leftOut.getByRole('row', { name: 'reader0000@home.example' })
  await expect(first).toContainText('“Unsubscribed” in your list: this site never writes there')
  await expect(page.getByText('42 readers, loaded just now')).toBeVisible()
})

test('what fails says so in its own words, and the cause stays where it was tried', async ({ page, office }) => {
  const broken = { code: 'unexpected', message: 'The shelf fell down.', requestId: 'abc-123' }
  await office.bringReaders(someReaders(3))
  await office.open(page, path)
  await refuse(page, '**/api/voracious-readers-subscribers', 500, broken)
  await button(page, 'Load Subscribers').click()
  const notice = await expectNotice(page, 'Error', 'Failed to load subscribers')
  await expect(notice.getByText('The shelf fell down.')).toBeVisible()
  await expect(step(page, 'Your readers').getByText('The shelf fell down. Nobody is lost.')).toBeVisible()
  await expect(step(page, 'Your readers').getByText('abc-123')).toBeVisible()
  await page.unrouteAll()
  await button(page, 'Load Subscribers').click()
  await expect(page.getByText('3 readers, loaded just now')).toBeVisible()
  await refuse(page, '**/api/bulk-generate-download-links', 500, broken)
  await button(page, 'Generate Links').click()
  await expectNotice(page, 'Error', 'Failed to generate download links')
  await page.unrouteAll()
  await button(page, 'Generate Links').click()
  await expectNotice(page, 'Links Generated', '3 links made')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  for (const name of ['Copy All Links', 'Copy Email Template', 'Copy the link for reader0001@home.example']) {
    await button(page, name).click()
    await expectNotice(page, 'Error', 'Failed to copy to clipboard')
    await button(page, 'Close notification').click()
  }
})

test('readers without a link carry an error and its text, and can be looked at alone', async ({ page, office }) => {
  await office.bringReaders(someReaders(50))
  await office.open(page, path)
  await button(page, 'Load Subscribers').click()
  await expect(page.getByText('50 readers, loaded')).toBeVisible()
  // Whoever leaves after the list was loaded gets no link any more.
  await page.route('**/api/bulk-generate-download-links', async (route) => {
    const { subscribers, filename } = route.request().postDataJSON()
    await route.continue({ postData: { subscribers: [...subscribers, 'no address'], filename } })
  })
  await button(page, 'Generate Links').click()
  await expect(page.getByText('50 links, 1 problem.')).toBeVisible()
  await page.getByLabel('Show problems only').check()
  const table = page.getByRole('table', { name: 'Download links' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByText('Error', { exact: true })).toBeVisible()
  await expect(table.getByText('This is not an e-mail address')).toBeVisible()
  await expect(page.getByText('1 problem of 51 readers.')).toBeVisible()
})

test('many links stay light: few rows are there, and every one can be reached', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const readers = someReaders(plenty(10_000, 500))
  await office.bringReaders(readers)
  await office.open(page, path)
  await button(page, 'Load Subscribers').click()
  await expect(page.getByText(`${readers.length.toLocaleString('en-CA')} readers, loaded`)).toBeVisible()
  await button(page, 'Generate Links').click()
  const table = page.getByRole('table', { name: 'Download links' })
  await expect(table).toBeVisible()
  await expect(table).toHaveAttribute('aria-rowcount', String(readers.length + 1))
  const box = page.getByRole('region', { name: 'Download links' })
  await box.evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await expect(table.getByText(String(readers.at(-1)))).toBeVisible()
  expect(await table.getByRole('row').count()).toBeLessThan(60)
})

const openLinks = (page: Page) => page.getByRole('table', { name: 'Links that are open' })

test('links that are open are found again another day, copied, and closed for good', { tag: '@long' }, async ({
  page,
  office,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: office.address })
  await office.uploadBook()
  await office.bringReaders(someReaders(3))
  await office.open(page, path)
  await expect(page.getByText('None leads to the book at the moment. Make one for each reader above')).toBeVisible()
  await button(page, 'Load Subscribers').click()
  await expect(page.getByText('3 readers, loaded just now')).toBeVisible()
  await button(page, 'Generate Links').click()
  await expect(page.getByText('3 links open.')).toBeVisible()
  await office.owner('POST', '/api/generate-shared-download-link', { filename: bookFile })

  await office.open(page, path)
  await expect(openLinks(page).getByRole('row')).toHaveCount(5)
  const ada = openLinks(page).getByRole('row', { name: 'reader0001@home.example' })
  await button(page, 'Copy the open link for reader0001@home.example').click()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  const link = office.address + new URL(url).pathname
  expect((await page.request.get(link)).status()).toBe(200)
  await office.open(page, path)
  await expect(ada).toContainText('1 of 10 downloads')
  await expect(openLinks(page).getByRole('row', { name: 'Shared link' })).toContainText('0 of 5,000 downloads')

  await button(page, 'Close link for reader0001@home.example').click()
  await button(page, 'Keep it open').click()
  expect((await page.request.get(link)).status()).toBe(200)
  await button(page, 'Close link for reader0001@home.example').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close link' }).click()
  await expectNotice(page, 'Link Closed', 'reader0001@home.example: it opens nothing any more')
  await expect(ada).toHaveCount(0)
  await expect(page.getByText('3 links open.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Links you have handed out' })).toBeFocused()
  expect((await page.request.get(link)).status()).toBe(410)
})

test('a link closed just after it was made is no longer one to copy', { tag: '@long' }, async ({ page, office }) => {
  await office.bringReaders(someReaders(2))
  await office.open(page, path)
  await button(page, 'Load Subscribers').click()
  await expect(page.getByText('2 readers, loaded just now')).toBeVisible()
  await button(page, 'Generate Links').click()
  await button(page, 'Close link for reader0000@home.example').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close link' }).click()
  const made = page.getByRole('table', { name: 'Download links' })
  await expect(made.getByRole('row', { name: 'reader0000@home.example' })).toContainText('You have closed this link')
  await expect(page.getByText('1 link, 1 problem.')).toBeVisible()
})

test('of many open links the first pages come by and by, and anybody’s is found', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const subscribers = someReaders(plenty(10_000, 500))
  const late = String(subscribers.at(-24))
  await office.owner('POST', '/api/bulk-generate-download-links', { subscribers, filename: bookFile })
  await office.open(page, path)
  await expect(page.getByText('200 links shown.')).toBeVisible()
  await button(page, 'Show more').click()
  await expect(page.getByText('400 links shown.')).toBeVisible()
  await page.getByLabel('Find an address').fill(late.replace('reader', 'Reader').replace('@home.example', ''))
  await expect(page.getByText('1 link open.')).toBeVisible()
  await button(page, `Close link for ${late}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close link' }).click()
  await expect(page.getByText('No link that still leads to the book is for such an address.')).toBeVisible()
  await page.getByLabel('Find an address').fill('')
  await expect(page.getByText(/^[24]00 links shown\.$/)).toBeVisible()
})

test('open links that do not load, or do not close, say why and can be tried again', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const broken = { code: 'unexpected', message: 'The shelf fell down.', requestId: 'abc-123' }
  await office.owner('POST', '/api/generate-shared-download-link', { filename: bookFile })
  await refuse(page, '**/api/owner/download-links*', 500, broken)
  await office.open(page, path)
  await expect(page.getByText('The shelf fell down. No link was changed.')).toBeVisible()
  await page.unrouteAll()
  await button(page, 'Try again').click()
  await expect(openLinks(page).getByRole('row')).toHaveCount(2)
  await refuse(page, '**/api/owner/download-links/*', 500, broken)
  await button(page, 'Close link for everybody').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close link' }).click()
  await expect(
    page.getByRole('dialog').getByText('The shelf fell down. It may have been done all the same.'),
  ).toBeVisible()
  await page.unrouteAll()
  await refuse(page, '**/api/owner/download-links/*', 409, broken)
  await page.getByRole('dialog').getByRole('button', { name: 'Close link' }).click()
  await expect(page.getByRole('dialog').getByText('The shelf fell down. Nothing was changed.')).toBeVisible()
})

test('a shared link is closed where it was made', { tag: '@long' }, async ({ page, office }) => {
  await office.open(page, '/admin/send-emails')
  const list = page.getByRole('list', { name: 'Open shared links' })
  await expect(page.getByText('No shared link is open.')).toBeVisible()
  for (const count of [1, 2]) {
    await button(page, 'Generate Shared Link').click()
    await expect(list.getByRole('listitem')).toHaveCount(count)
  }
  const newest = list.getByRole('listitem').first()
  await expect(newest).toContainText('0 of 5,000 downloads')
  expect(await axeFaults(page)).toEqual([])
  await newest.getByRole('button', { name: 'Close link for everybody' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close link' }).click()
  await expectNotice(page, 'Link Closed', 'The shared link: it opens nothing any more')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  // The one that was shown as just made is the one that was closed.
  await expect(page.getByLabel('The shared link', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Still open' })).toBeFocused()
})

test('on the first screen of a small phone her link has its button, open or closed', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await office.uploadBook()
  const wish = { email: 'reader@home.example', filename: bookFile }
  const { downloadUrl } = await office.owner('POST', '/api/generate-download-link', wish)
  await page.setViewportSize({ width: 360, height: 640 })
  const gift = office.address + new URL(downloadUrl).pathname.replace('/download/', '/get/')
  await page.goto(gift)
  await expect(page.getByRole('link', { name: 'Download the book' })).toBeInViewport({ ratio: 1 })
  await office.place.ask("update download_links set expires_at = '2020-01-01T00:00:00.000Z' returning id")
  await page.goto(gift)
  await expect(button(page, 'Send me a fresh link')).toBeInViewport({ ratio: 1 })
})

test('a reader whose link has closed is led to a fresh one, without scripts too', { tag: '@long' }, async ({
  browser,
  office,
}) => {
  const email = 'late@home.example'
  const { downloadUrl } = await office.owner('POST', '/api/generate-download-link', { email, filename: bookFile })
  await office.place.ask("update download_links set expires_at = '2020-01-01T00:00:00.000Z' returning id")
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const answer = await page.goto(office.address + new URL(downloadUrl).pathname)
  expect(answer?.status()).toBe(410)
  await page.getByRole('link', { name: 'Ask for a fresh link' }).click()
  await button(page, 'Send me a fresh link').click()
  await expect(page.getByText('A fresh link goes to the address this one was sent to.')).toBeVisible()
  await expect.poll(() => office.smtp.received.map(({ to }) => to)).toEqual([[email]])
  await context.close()
})

test('the name a book had on her computer is shown, and the field for it is not cut on a phone', {
  tag: '@long',
}, async ({ page, office }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await office.open(page, path)
  await page.getByLabel('Book file (EPUB)').setInputFiles(epub(5_000, 'Blues — “final” <b>3 & co.epub'))
  await expect(step(page, 'The book').getByText('On your computer it was called')).toContainText(
    'Blues — “final” <b>3 & co.epub',
  )
  await office.open(page, path)
  await expect(step(page, 'The book').getByText('Blues — “final” <b>3 & co.epub')).toBeVisible()
  expect(await isSideways(page)).toBe(false)
})

test('a spreadsheet is not read as text, and what was pasted before stays', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await office.open(page, path)
  await page.getByText('Bring readers in').click()
  await page.getByLabel('Addresses').fill('ada@home.example')
  const workbook = { name: 'readers.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04a@b.example') }
  await page.getByLabel('From a file').setInputFiles(workbook)
  await expect(page.getByText('save the table as CSV (UTF-8) and choose that file')).toBeVisible()
  await expect(page.getByLabel('Addresses')).toHaveValue('ada@home.example')
  const text = { name: 'l.csv', mimeType: 'text/csv', buffer: Buffer.from('E-mail;Name\r\npk@home.example;P. K.\r\n') }
  await page.getByLabel('From a file').setInputFiles(text)
  await expect(page.getByText('save the table as CSV')).toHaveCount(0)
  await expect(page.getByLabel('Addresses')).toHaveValue('ada@home.example\npk@home.example')
})

test('everything can be done with the keyboard', { tag: '@long' }, async ({ page, office }) => {
  await office.bringReaders(someReaders(3))
  await office.uploadBook()
  await office.open(page, path)
  await tabTo(page, button(page, 'Test File'))
  await page.keyboard.press('Enter')
  await expectNotice(page, 'File Ready!', 'Readers can download the book.')
  await expect(button(page, 'Test File')).toBeFocused()
  await tabTo(page, button(page, 'Load Subscribers'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 readers, loaded just now')).toBeVisible()
  await expect(button(page, 'Load Subscribers')).toBeFocused()
  await tabTo(page, button(page, 'Generate Links'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 links.')).toBeVisible()
  await tabTo(page, button(page, 'Copy All Links'))
  await tabTo(page, button(page, 'Copy the link for reader0002@home.example'))
})

for (const width of isLongRun ? [320, 390, 1440] : [320]) {
  test(`at ${width} px axe finds nothing, and nothing has to be pushed sideways`, { tag: '@long' }, async ({
    page,
    office,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await office.bringReaders([...someReaders(40), `${'long'.repeat(15)}@${'host'.repeat(12)}.home.example`])
    await office.open(page, path)
    expect(await axeFaults(page)).toEqual([])
    await button(page, 'Load Subscribers').click()
    await page.getByText('Bring readers in').click()
    await page.getByText('Read it first').click()
    await page.getByLabel('Addresses').fill('nonsense\nreader0000@home.example')
    await page.getByLabel('How did they agree?').fill('At a reading')
    await button(page, 'Add readers').click()
    await expect(page.getByText('0 readers added, 2 left out:')).toBeVisible()
    await button(page, 'Generate Links').click()
    await expect(page.getByRole('table', { name: 'Download links' })).toBeVisible()
    await expect(openLinks(page)).toBeVisible()
    expect(await isSideways(page)).toBe(false)
    expect(await axeFaults(page)).toEqual([])
  })
}
