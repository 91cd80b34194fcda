import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { makeEpub } from '../support/epub.ts'
import { openS3 } from '../support/s3-server.ts'
import { awake } from './owner.ts'
import { bookFile, openPostOffice } from './post-office.ts'
import { complaintsOf } from './watch.ts'
import { test } from './worker.ts'

test('with files in a bucket the owner tests the book as ever, and a reader saves it under its name', {
  tag: '@long',
}, async ({ page }) => {
  const store = await openS3()
  const office = await openPostOffice({ hasMail: false, hasProvider: false, more: store.env })
  const complaints = await complaintsOf(page)
  await office.uploadBook(400_000)
  await office.open(page, '/admin/downloads')
  await page.getByRole('button', { name: 'Test File', exact: true }).click()
  await expect(page.getByText('File Ready!').first()).toBeVisible()

  const { downloadUrl } = await office.owner('POST', '/api/generate-download-link', {
    email: 'reader@home.example',
    filename: bookFile,
  })
  await page.goto(office.address + new URL(downloadUrl).pathname.replace('/download/', '/get/'))
  await awake(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the book' }).click(),
  ])
  expect(new URL(download.url()).origin).toBe(store.url)
  expect(download.suggestedFilename()).toBe(bookFile)
  expect((await readFile(await download.path())).equals(Buffer.from(makeEpub(400_000)))).toBe(true)
  expect(complaints).toEqual([])
  await office.close()
  store.stop()
})
