import { expect, type Page } from '@playwright/test'
import { makeEpub } from '../support/epub.ts'
import { heldFor } from '../support/hold.ts'
import { isLongRun } from '../support/long-run.ts'
import { makePdf } from '../support/pdf.ts'
import { axeFaults } from './axe.ts'
import { button, onDisk } from './desk.ts'
import { expectNotice } from './forms.ts'
import { bookFile, type PostOffice, someReaders, test } from './post-office.ts'
import { complaintsOf, isSideways } from './watch.ts'

test.use({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })

const path = '/admin/files'
const place = 'Add a file (EPUB or PDF)'
const list = (page: Page) => page.getByRole('list', { name: 'Files' })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** A PDF that was put there already. */
async function putPdf(office: PostOffice, name = 'salt-roads.pdf', called: string | null = 'Salt Roads') {
  await office.owner('PUT', `/api/files/${name}`, makePdf())
  await office.owner('PUT', `/api/owner/files/${name}`, { title: called, cover: null })
}

test('a file is added, gets a title, a cover and words, and is what readers find', async ({ page, office }) => {
  const complaints = await complaintsOf(page)
  await office.open(page, path)
  await expect(page.getByText('No file is here yet.')).toBeVisible()
  await expect(list(page).getByText('Not uploaded yet')).toBeVisible()
  await page.getByLabel(place).setInputFiles(onDisk('Salt Roads (final).pdf', makePdf(1_240_000)))
  await expectNotice(page, 'Book Uploaded', 'salt-roads-final.pdf, 1.2 MB')
  await expect(page).toHaveURL(/\/admin\/files\/salt-roads-final\.pdf$/)
  await expect(title(page)).toHaveText('salt-roads-final.pdf')
  await expect(page.getByText('this file has no title yet')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Salt Roads')
  await page.getByLabel('Cover', { exact: true }).selectOption({ label: 'That of Lanterns' })
  await button(page, 'Save').click()
  await expectNotice(page, 'Saved', 'Its page and its letters say so from now on.')
  await expect(title(page)).toHaveText('Salt Roads')
  await expect(page.getByText('this file has no title yet')).toHaveCount(0)

  await page.getByRole('link', { name: 'Change the words of its page' }).click()
  await expect(title(page)).toHaveText('Where “Salt Roads” is fetched')
  await page.getByLabel('The button', { exact: true }).fill('Take it along')
  await expect(page.frameLocator('iframe').getByRole('link', { name: 'Take it along' })).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText('The page says it from now on.').first()).toBeVisible()

  const wish = { email: 'reader@home.example', filename: 'salt-roads-final.pdf' }
  const { downloadUrl } = await office.owner('POST', '/api/generate-download-link', wish)
  await page.goto(office.address + new URL(downloadUrl).pathname.replace('/download/', '/get/'))
  await expect(title(page)).toHaveText('Salt Roads')
  await expect(page.getByText('PDF, 1.2 MB.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Take it along' }).click()
  expect((await download).suggestedFilename()).toBe('salt-roads-final.pdf')

  await office.open(page, path)
  const row = list(page).getByRole('listitem').filter({ hasText: 'Salt Roads' })
  await expect(row).toContainText('PDF · 1.2 MB · put here')
  await expect(row).toContainText('1 link open · fetched once')
  expect(complaints).toEqual([])
})

test('what cannot be taken is refused with a reason, and nothing is there', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await office.owner('PUT', '/api/files/taken.pdf', makePdf())
  await office.open(page, path)
  const refused: [string, Uint8Array | string, string][] = [
    ['book.docx', 'words', 'This is neither an EPUB nor a PDF.'],
    ['book.pdf', makeEpub(3_000), 'This is an EPUB, though its name says PDF.'],
    ['book.epub', makePdf(), 'This is a PDF, though its name says EPUB.'],
    ['book.pdf', '', 'The file is empty.'],
    ['book.pdf', makePdf().slice(0, 500), 'This PDF is cut short: its end is missing.'],
    ['Taken.pdf', makePdf(), 'A file called taken.pdf is here already.'],
  ]
  for (const [name, bytes, words] of refused) {
    await page.getByLabel(place).setInputFiles(onDisk(name, bytes))
    await expect(page.locator('main').getByText(words)).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
  }
  expect(await office.owner('GET', '/api/owner/files')).toMatchObject([{ name: 'taken.pdf' }])
})

test('the file of a letter can be chosen, and two letters with two files do not meet', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const complaints = await complaintsOf(page)
  await office.bringReaders(someReaders(3))
  await office.uploadBook()
  await office.open(page, '/admin/send-emails')
  const choice = page.getByLabel('Which file the letter brings')
  await expect(choice).toHaveCount(0)
  await putPdf(office)
  const everybody = { subscribers: someReaders(3), filename: bookFile }
  await office.owner('POST', '/api/send-bulk-download-emails', everybody, heldFor(60))
  await office.open(page, '/admin/send-emails')
  await expect(choice).toHaveValue(bookFile)
  await expect(button(page, 'Undo')).toBeVisible()
  await choice.selectOption({ label: 'Salt Roads (PDF)' })
  await expect(page).toHaveURL(/\?file=salt-roads\.pdf$/)
  await expect(page.getByRole('region', { name: 'Going out at the same time' })).toContainText('Lanterns')
  await expect(page.frameLocator('iframe').getByText('Salt Roads').last()).toBeVisible()
  await page.route('**/api/send-bulk-download-emails', (route) =>
    route.continue({ headers: { ...route.request().headers(), ...heldFor(1) } }),
  )
  await button(page, 'Load Subscribers').click()
  await button(page, 'Send All Emails').click()
  await expect(page.getByRole('dialog').getByText('Your copy of Salt Roads')).toBeVisible()
  await button(page, 'Send to 3 readers').click()
  await expect(page.getByText('Done · 3 of 3 sent')).toBeVisible()
  expect(office.smtp.received.map(({ mail }) => mail.subject)).toEqual(Array(3).fill('Your copy of Salt Roads'))
  expect(await axeFaults(page)).toEqual([])

  await page.getByRole('region', { name: 'Going out at the same time' }).getByRole('link', { name: 'Lanterns' }).click()
  await button(page, 'Undo').click()
  await expect(page.getByText('Taken back · nobody was written to')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Earlier campaigns' })).toContainText('Salt Roads')
  expect(complaints).toEqual([])
})

test('links are made for the file that is chosen, and made twice they are the same', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await office.bringReaders(someReaders(2))
  await putPdf(office)
  await office.open(page, path)
  await page.getByRole('link', { name: 'Make links to Salt Roads' }).click()
  await expect(page.getByLabel('Which file')).toHaveValue('salt-roads.pdf')
  await expect(page.getByLabel('Replace the book (PDF)')).toBeVisible()
  await button(page, 'Load Subscribers').click()
  await expect(page.getByText('2 readers, loaded')).toBeVisible()
  for (let time = 0; time < 2; time++) {
    await button(page, 'Generate Links').click()
    await expectNotice(page, 'Links Generated', '2 links made')
    await button(page, 'Close notification').click()
  }
  await expect(page.getByText('2 links open.')).toBeVisible()
  await page.getByLabel('Which file').selectOption({ label: 'Lanterns' })
  await expect(page.getByText('None leads to the book at the moment.')).toBeVisible()
})

test('a file is removed after a question, but not while letters bring it', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await office.bringReaders(someReaders(2))
  await putPdf(office)
  const wish = { subscribers: someReaders(2), filename: 'salt-roads.pdf' }
  const { campaignId } = await office.owner('POST', '/api/send-bulk-download-emails', wish, heldFor(60))
  await office.open(page, `${path}/salt-roads.pdf`)
  const remove = async () => {
    await button(page, 'Remove this file').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove this file' }).click()
  }
  await remove()
  await expect(page.getByRole('dialog').getByText('Letters that bring this file are on their way.')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await button(page, 'Keep it').click()
  await office.owner('POST', `/api/owner/campaigns/${campaignId}/stop`)
  await remove()
  await expectNotice(page, 'File Removed', 'Salt Roads')
  await expect(page).toHaveURL(/\/admin\/files$/)
  await expect(list(page).getByText('Salt Roads')).toHaveCount(0)
  await page.goto(`${office.address}${path}/salt-roads.pdf`)
  await expect(page.getByText('There is no such file.')).toBeVisible()
})

for (const width of isLongRun ? [320, 390, 1440] : [320]) {
  test(`at ${width} px axe finds nothing, and nothing has to be pushed sideways`, { tag: '@long' }, async ({
    page,
    office,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await office.uploadBook()
    const long = 'A Long and Winding Account of Everything That Happened on the Salt Roads, Volume'
    for (let number = 1; number < 12; number++) await putPdf(office, `file-${number}.pdf`, `${long} ${number}`)
    await putPdf(office, `${'donau'.repeat(18)}.pdf`, 'Donau'.repeat(30))
    const rooms = [path, `${path}/${'donau'.repeat(18)}.pdf`, `/admin/send-emails?file=file-1.pdf`]
    for (const room of [...rooms, '/admin/downloads?file=file-1.pdf']) {
      await office.open(page, room)
      expect([room, await isSideways(page), await axeFaults(page)]).toEqual([room, false, []])
    }
    const { downloadUrl } = await office.owner('POST', '/api/generate-shared-download-link', {
      filename: `${'donau'.repeat(18)}.pdf`,
    })
    await page.goto(office.address + new URL(downloadUrl).pathname.replace('/download/', '/get/'))
    expect([await isSideways(page), await axeFaults(page)]).toEqual([false, []])
  })
}
