import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { widths } from '../support/long-run.ts'
import { axeFaultsInBothThemes } from './axe.ts'
import { enter, test } from './desk-site.ts'
import { hold } from './hold.ts'
import { openDesk, ownerAt, startOwnedSite } from './owner.ts'
import { complaintsOf, isSidewaysAt, layoutShift } from './watch.ts'

const photograph = () =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background: '#e8e4dc' } })
    .jpeg()
    .toBuffer()

const saved = (page: Page) => page.getByText('Saved. Your site says it from now on.').first()

test('she renames a page, puts it first, turns Blog off, and readers find what she saw beside the form', async ({
  page,
  browser,
  borrow,
}) => {
  const site = await borrow(startOwnedSite())
  await page.setViewportSize({ width: 1440, height: 900 })
  const complaints = await complaintsOf(page)
  await enter(page, site)
  await openDesk(page, site, '/admin/site')
  await page.getByLabel('Name in the menu: About Author').fill('Who I Am')
  const up = page.getByRole('button', { name: 'Move About Author up' })
  for (const place of ['4', '3', '2', '1']) {
    await up.press('Enter')
    await expect(page.getByText(`About Author is now ${place} of 10.`)).toBeAttached()
    await expect(up).toBeFocused()
  }
  await page.getByLabel('Where it is: Blog').selectOption('Off')
  const challenge = page.getByRole('group', { name: 'The House Hippo Challenge' })
  await expect(challenge).toHaveCount(0)
  await page.getByLabel('Where it is: The House Hippo Challenge').selectOption('Open, but not in the menu')
  await expect(challenge).toBeVisible()
  await page.getByLabel('Where it is: The House Hippo Challenge').selectOption('Off')
  await expect(page.getByText(/Nobody can open it or any post; .* Nothing in it is lost/)).toBeVisible()

  await page.getByRole('button', { name: 'Desk', exact: true }).click()
  const frame = page.frameLocator('iframe[title="Your page as it will be"]')
  const framed = frame.getByRole('navigation', { name: 'Main' }).first().getByRole('link')
  await expect(framed.first()).toHaveText('Who I Am')
  await expect(framed.filter({ hasText: 'Blog' })).toHaveCount(0)

  const stranger = await (await browser.newContext()).newPage()
  expect((await stranger.goto(`${site.address}/blog`))?.status()).toBe(200)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(saved(page)).toBeVisible()
  expect((await stranger.goto(`${site.address}/blog`))?.status()).toBe(404)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await stranger.goto(site.address)
  const links = stranger.getByRole('navigation', { name: 'Main' }).first().getByRole('link')
  await expect(links.first()).toHaveText('Who I Am')
  await expect(stranger.locator('a[href^="/blog"]')).toHaveCount(0)
  await links.first().click()
  await expect(stranger).toHaveURL(`${site.address}/about`)

  await page.getByLabel('Where it is: Blog').selectOption('In the menu')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Everything here is public.')).toBeVisible()
  expect((await stranger.goto(`${site.address}/blog`))?.status()).toBe(200)
  expect(complaints).toEqual([])
})

test('two pages of one name are refused at the name, and nothing is changed', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await enter(page, site)
  await openDesk(page, site, '/admin/site')
  const name = page.getByLabel('Name in the menu: Blog')
  await name.fill('Books')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Two pages cannot both be called “Books”').first()).toBeVisible()
  await expect(name).toBeFocused()
  expect(await isSidewaysAt(page, 320)).toBe(false)
})

test('a photograph that is taken away leaves the focus to its field', { tag: '@long' }, async ({ page, site }) => {
  await enter(page, site)
  await openDesk(page, site, '/admin/site')
  const file = page.getByLabel('Photograph', { exact: true })
  const letGo = await hold(page, '**/api/owner/images*')
  await file.focus()
  await file.setInputFiles({ name: 'water.jpg', mimeType: 'image/jpeg', buffer: await photograph() })
  await expect(page.getByText(/^Uploading/)).toBeVisible()
  await expect(file).toBeFocused()
  letGo()
  await page.getByRole('button', { name: /^Take it away\s?: Photograph/ }).click()
  await expect(file).toBeFocused()
})

test('a front of her own can be read in both lights, and holds still', { tag: '@long' }, async ({ page, borrow }) => {
  const site = await borrow(startOwnedSite())
  const owner = await ownerAt(site)
  const { url } = await owner('POST', '/api/owner/images', await photograph())
  await owner('POST', '/api/owner/books', {
    title: 'Slack Tide',
    publicationDate: '2022-06-06',
    cover: { kind: 'image', url },
  })
  await enter(page, site)
  for (const [front, seen] of [
    ['The cover of my newest book', '.front-cover'],
    ['My photograph', '.front-photograph img'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openDesk(page, site, '/admin/site')
    if (front === 'My photograph') {
      await page
        .getByLabel('Photograph', { exact: true })
        .setInputFiles({ name: 'water.jpg', mimeType: 'image/jpeg', buffer: await photograph() })
      await page.getByLabel('Your photograph in words').fill('By the water')
    }
    await page.getByLabel('Front picture').selectOption(front)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(saved(page)).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(site.address, { waitUntil: 'networkidle' })
      await expect(page.locator(seen)).toBeVisible()
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      expect(await axeFaultsInBothThemes(page, { isByDayToo: true })).toEqual([])
      expect(await isSidewaysAt(page, 320)).toBe(false)
    }
  }
})
