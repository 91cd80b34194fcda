import { expect, type Locator, type Page } from '@playwright/test'
import { isLongRun } from '../support/long-run.ts'
import { axeFaults } from './axe.ts'
import { button, tabTo } from './desk.ts'
import { askAt, enter, test } from './desk-site.ts'
import { openDesk } from './owner.ts'
import { withDatabase } from './rows.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

const rooms = 'Posts|Stories|Downloads|Send emails|Messages|People|Outbox|Analytics|Settings|Health'.split('|')

let complaints: string[]
test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, reducedMotion: 'reduce' })
test.beforeEach(async ({ page, site }) => {
  await enter(page, site)
  // One address here is asked for because there is nothing.
  complaints = await complaintsOf(page, /status of 404/)
})
test.afterEach(() => expect(complaints).toEqual([]))

const menu = (page: Page) => page.locator('header summary')
const room = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name, exact: true })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** From each room to the next, by the menu; in each of them she looks around. */
async function walk(page: Page, look: (name: string) => Promise<void>) {
  for (const name of rooms) {
    await menu(page).tap()
    await expect(room(page, name)).toBeInViewport({ ratio: 1 })
    await room(page, name).tap()
    await expect(menu(page)).toContainText(name)
    await expect(menu(page)).toBeInViewport({ ratio: 1 })
    await expect(room(page, name)).toBeHidden()
    await expect(title(page)).toBeVisible()
    await look(name)
  }
}

test('on a phone every room is two touches away; in the dark each is dark, and has no fault that axe can find', async ({
  page,
  site,
}) => {
  const words = { content: 'It was only shut.', isPublished: true }
  await askAt(page, site, 'POST', '/api/blog', {
    ...words,
    title: 'Open',
    isFeatured: true,
    category: 'Notes',
    tags: ['keys'],
  })
  await askAt(page, site, 'POST', '/api/blog', { ...words, title: 'Later', publishedDate: '2037-01-01' })
  await askAt(page, site, 'POST', '/api/blog', { ...words, title: 'Not yet', isPublished: false })
  await askAt(page, site, 'POST', '/api/short-stories', { ...words, title: 'The Borrowed Dish', featured: true })
  withDatabase(site, (db) => db.exec('update posts set is_sample = 1; update short_stories set is_sample = 1'))
  await page.emulateMedia({ colorScheme: 'dark' })
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const look = async (name: string) =>
    expect([name, await ground(), await axeFaults(page)]).toEqual([name, 'rgb(14, 15, 19)', []])

  await openDesk(page, site, '/admin')
  await button(page, 'Remove all samples').tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('the question about the samples')
  await button(page, 'Keep them').tap()
  await button(page, 'New Post').tap()
  await button(page, 'Create Post').tap()
  await expect(page.getByText('2 things to fix.')).toBeVisible()
  await look('the form with faults')
  await button(page, 'Cancel').tap()
  await walk(page, async (name) => {
    // What it shows has come.
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await look(name)
  })
  for (const path of ['/admin/bin', '/admin/nonsense']) {
    await page.goto(site.address + path)
    await look(path)
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the same, and the way to the site and out', { tag: '@long' }, async ({ page, site }) => {
    await page.goto(`${site.address}/admin`)
    await walk(page, async () => {})
    await menu(page).tap()
    await expect(page.getByRole('link', { name: 'View site' })).toBeVisible()
    await button(page, 'Sign Out').tap()
    await expect(page).toHaveURL(`${site.address}/admin/sign-in`)
    await expect(menu(page)).toHaveCount(0)
  })
})

test('the keyboard goes through the menu, and Escape shuts it where it began; the room she is in does, and the way back', {
  tag: '@long',
}, async ({ page, site }) => {
  await openDesk(page, site, '/admin/outbox')
  await tabTo(page, menu(page))
  await page.keyboard.press('Enter')
  await expect(room(page, 'Outbox')).toHaveAttribute('aria-current', 'page')
  await tabTo(page, room(page, 'Settings'))
  await page.keyboard.press('Escape')
  await expect(room(page, 'Settings')).toBeHidden()
  await expect(menu(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, room(page, 'Settings'))
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Settings')
  await expect(title(page)).toBeFocused()

  await menu(page).tap()
  await room(page, 'Settings').tap()
  await expect(room(page, 'Settings')).toBeHidden()
  await menu(page).tap()
  await page.goBack()
  await expect(menu(page)).toContainText('Outbox')
  await expect(room(page, 'Outbox')).toBeHidden()
})

test('open at any width it has no fault that axe can find, and pushes nothing sideways', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await askAt(page, site, 'POST', '/api/blog', { title: 'Something to list', content: 'It was only shut.' })
  await openDesk(page, site, '/admin/subscribers')
  await menu(page).tap()
  for (const width of [800, 390, 320]) {
    expect([width, await isSidewaysAt(page, width)]).toEqual([width, false])
    if (isLongRun || width === 320) expect(await axeFaults(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(menu(page)).toBeHidden()
  for (const name of rooms) await expect(room(page, name)).toBeVisible()

  // Where the system takes the colours away, still only the room and the list she is in are marked.
  await page.emulateMedia({ forcedColors: 'active' })
  const edge = (place: Locator, side: string) =>
    place.evaluate((element, name) => getComputedStyle(element).getPropertyValue(`border-${name}-color`), side)
  expect(await edge(room(page, 'Posts'), 'left')).not.toBe(await edge(room(page, 'People'), 'left'))
  await page.goto(`${site.address}/admin`)
  const shelf = (name: RegExp) => page.getByRole('group', { name: 'Show' }).getByRole('button', { name })
  expect(await edge(shelf(/^Draft/), 'bottom')).not.toBe(await edge(shelf(/^All/), 'bottom'))
})

test('what a notice said can be read again after it has gone, in every room', async ({ page, site }) => {
  await openDesk(page, site, '/admin/send-emails')
  await expect(page.getByText('Recent notices')).toHaveCount(0)
  await button(page, 'Send All Emails').tap()
  await button(page, 'Close notification').tap()
  await menu(page).tap()
  await room(page, 'Messages').tap()
  await expect(title(page)).toHaveText('Messages')
  await page.getByText('Recent notices').tap()
  await expect(page.getByRole('listitem').filter({ hasText: 'No Subscribers' })).toHaveText(
    'No Subscribers just nowPlease load subscribers first',
  )
  expect(await axeFaults(page)).toEqual([])
})
