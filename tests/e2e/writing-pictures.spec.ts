import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { p } from '#tests/support/prose-tree.ts'
import { axeFaults } from './axe.ts'
import { button, editor, field, onDisk } from './desk.ts'
import { enter, test } from './desk-site.ts'
import { hold } from './forms.ts'
import { complaintsOf } from './watch.ts'
import { beginPost, bringByHand, line, openPost, publish, reopen, save, text, tool } from './writing-table.ts'

let complaints: string[]

test.beforeEach(async ({ page, site }) => {
  await enter(page, site)
  complaints = await complaintsOf(page, /^Failed to load resource/)
})
test.afterEach(() => expect(complaints).toEqual([]))

const photograph = (width = 1200) =>
  sharp({ create: { width, height: 800, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()

const fileOf = async (name: string) => ({ name, type: 'image/jpeg', bytes: [...(await photograph())] })
const pictures = (page: Page) => text(page).locator('figure')
const uploads = '**/api/owner/images'

async function choosePicture(page: Page, name: string, bytes: Buffer | string) {
  const chooser = page.waitForEvent('filechooser')
  await tool(page, 'Picture').click()
  await (await chooser).setFiles(onDisk(name, bytes))
}

test('a picture comes by its button, with its progress, its description and its caption, and she writes on meanwhile', async ({
  page,
  site,
}) => {
  await beginPost(page, site)
  await page.keyboard.type('Before.')
  await page.keyboard.press('Enter')
  const release = await hold(page, uploads)
  await choosePicture(page, 'door.jpg', await photograph())
  await expect(text(page).getByText(/^(Sending the picture: \d+ %|Making its sizes…)$/)).toBeVisible()
  // In a box of plain text it would find no place.
  await button(page, 'Plain text, once the picture has come').click({ force: true })
  await text(page).locator('p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' More.')
  release()
  await expect(button(page, 'Write in plain text')).toBeEnabled()
  await expect(pictures(page)).toHaveCount(1)
  await expect(text(page).getByText(/^(Sending|Making)/)).toHaveCount(0)
  await page.keyboard.type(' And more.')
  await pictures(page).getByLabel('Description').fill('A "door" of salt [white]')
  await pictures(page).getByLabel('Caption').fill('Ours, in *March*')
  expect(await axeFaults(page)).toEqual([])
  await pictures(page).getByRole('button', { name: 'Use as cover' }).click()
  await text(page).locator('p').last().click()
  await page.keyboard.type('After.')
  const { body, slug, coverImage } = await publish(page)
  const src = expect.stringMatching(/^\/images\/[\w-]+$/)
  const words = { alt: 'A "door" of salt [white]', caption: 'Ours, in *March*' }
  expect(body).toEqual([
    p('Before. More. And more.'),
    { type: 'figure', src, ...words, width: 1200, height: 800 },
    p('After.'),
  ])
  expect(coverImage).toMatch(/\/images\/[\w-]+$/)
  await page.goto(`${site.address}/blog/${slug}`)
  const shown = page.locator('.prose figure')
  await expect(shown.getByRole('img')).toHaveAttribute('alt', words.alt)
  await expect(shown.getByRole('img')).toHaveAttribute('srcset', /480w.*960w.*1200w/)
  await expect(shown.locator('figcaption')).toHaveText(words.caption)
})

test('pictures come by a paste or a drop, also beside a line that only names them, and go again', {
  tag: '@long',
}, async ({ page, site }) => {
  await openPost(page, site, { content: 'One.\n\nTwo.' })
  await page.keyboard.press('Control+Home')
  await bringByHand(page, 'paste', { file: await fileOf('pasted.jpg') })
  await expect(pictures(page)).toHaveCount(1)
  await bringByHand(page, 'drop', { file: await fileOf('dropped.jpg') })
  await expect(pictures(page)).toHaveCount(2)
  await expect(text(page).locator(':scope > *')).toHaveText(['One.', /Description/, 'Two.', /Description/, ''])
  const html = '<meta charset="utf-8"><img src="https://elsewhere.example/door.jpg" alt="">'
  await page.keyboard.press('Control+End')
  await bringByHand(page, 'paste', { html, file: await fileOf('copied.jpg') })
  await expect(pictures(page)).toHaveCount(3)
  await pictures(page).first().getByRole('button', { name: 'Remove picture' }).click()
  await expect(pictures(page)).toHaveCount(2)
  await expect(text(page)).toBeFocused()
  const { body } = await save(page)
  expect(body.map(({ type }) => type)).toEqual(['p', 'p', 'figure', 'figure'])
})

test('below a picture there is a line to go on in, and no letter takes the place of one', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await openPost(page, site, { content: 'Before.\n\n***' })
  await text(page).press('Control+End')
  await choosePicture(page, 'door.jpg', await photograph(40))
  await expect(pictures(page)).toHaveCount(1)
  const { title } = await save(page)
  await reopen(page, title)
  await text(page).press('Control+End')
  await page.keyboard.type('After.')
  await pictures(page).locator('img').click()
  await page.keyboard.type('Below.')
  await pictures(page).locator('img').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' The end.')
  const { body } = await save(page)
  expect(body).toEqual([
    p('Before.'),
    { type: 'break' },
    expect.objectContaining({ type: 'figure' }),
    p('Below.'),
    p('After. The end.'),
  ])
})

test('what is too large, or no picture, is told in a sentence, and nothing of hers is lost', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await beginPost(page, site)
  await page.keyboard.type('Before.')
  await choosePicture(page, 'huge.jpg', Buffer.alloc(15 * 1024 * 1024 + 1))
  await expect(line(page)).toHaveText('A picture may have at most 15 MB.')
  await choosePicture(page, 'notes.jpg', 'These are words.')
  await expect(line(page)).toHaveText(/^Not uploaded\. .+\.$/)
  await expect(line(page)).not.toContainText('15 MB')
  await bringByHand(page, 'drop', { file: { name: 'notes.pdf', type: 'application/pdf', bytes: [1, 2, 3] } })
  await expect(line(page)).toHaveText(/^Only \.docx, \.md and \.txt can be imported\./)
  await page.route(uploads, (route) => route.fulfill({ status: 413, body: '<h1>413 Request Entity Too Large</h1>' }))
  await choosePicture(page, 'door.jpg', await photograph(40))
  await expect(line(page)).toHaveText(/^Not uploaded\. Something that stands before the site .+\.$/)
  await page.unroute(uploads)
  await page.route(uploads, (route) => route.abort())
  await choosePicture(page, 'door.jpg', await photograph(40))
  await expect(line(page)).toHaveText(/^Not uploaded\. .+\.$/)
  await expect(text(page)).toHaveText('Before.')
  await expect(field(page, 'Title')).toHaveValue('The Salt Door')
  await expect(editor(page)).toBeVisible()
})
