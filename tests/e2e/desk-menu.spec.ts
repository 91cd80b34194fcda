import { expect, type Locator, type Page, test } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { button, tabTo } from './desk.ts'
import { openDesk, type Site, signIn, startOwnedSite } from './owner.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

const rooms = 'Posts|Stories|Downloads|Send emails|Messages|Subscribers|Outbox|Analytics|Settings'.split('|')

const paths = [
  '/admin',
  ...['stories', 'downloads', 'send-emails', 'messages', 'subscribers', 'outbox', 'settings'].map(
    (name) => `/admin/${name}`,
  ),
  '/analytics',
]

let site: Site
let complaints: string[]
test.describe.configure({ mode: 'default' })
test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, reducedMotion: 'reduce' })
test.beforeAll(async () => {
  site = await startOwnedSite({ SAMPLE_CONTENT: 'on' })
})
test.afterAll(() => site.stop())
test.beforeEach(async ({ page }) => {
  await signIn(page, site)
  // One address here is asked for because there is nothing.
  complaints = await complaintsOf(page, /status of 404/)
})
test.afterEach(() => expect(complaints).toEqual([]))

const menu = (page: Page) => page.locator('header summary')
const room = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name, exact: true })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** From each room to the next, by the menu. */
async function walk(page: Page) {
  for (const name of rooms) {
    await menu(page).tap()
    await expect(room(page, name)).toBeInViewport({ ratio: 1 })
    await room(page, name).tap()
    await expect(menu(page)).toContainText(name)
    await expect(menu(page)).toBeInViewport({ ratio: 1 })
    await expect(room(page, name)).toBeHidden()
    await expect(title(page)).toBeVisible()
  }
}

test('on a phone every room is two touches away, and the menu says which one she is in', async ({ page }) => {
  await openDesk(page, site, '/admin')
  await walk(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the same, and the way to the site and out', async ({ page }) => {
    await page.goto(`${site.address}/admin`)
    await walk(page)
    await menu(page).tap()
    await expect(page.getByRole('link', { name: 'View site' })).toBeVisible()
    await button(page, 'Sign Out').tap()
    await expect(page).toHaveURL(`${site.address}/admin/sign-in`)
    await expect(menu(page)).toHaveCount(0)
  })
})

test('the keyboard opens the menu, goes through it, and Escape shuts it where it began', async ({ page }) => {
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
})

test('the room she is in shuts the menu, and the way back does', async ({ page }) => {
  await openDesk(page, site, '/admin/messages')
  await menu(page).tap()
  await room(page, 'Messages').tap()
  await expect(room(page, 'Messages')).toBeHidden()
  await menu(page).tap()
  await room(page, 'Outbox').tap()
  await expect(menu(page)).toContainText('Outbox')
  await menu(page).tap()
  await page.goBack()
  await expect(menu(page)).toContainText('Messages')
  await expect(room(page, 'Messages')).toBeHidden()
})

test('open at any width it has no fault that axe can find, and pushes nothing sideways', async ({ page }) => {
  await openDesk(page, site, '/admin/subscribers')
  await menu(page).tap()
  for (const width of [320, 390, 800]) {
    expect([width, await isSidewaysAt(page, width)]).toEqual([width, false])
    expect(await axeFaults(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(menu(page)).toBeHidden()
  for (const name of rooms) await expect(room(page, name)).toBeVisible()

  // Where the system takes the colours away, still only the room and the list she is in are marked.
  await page.emulateMedia({ forcedColors: 'active' })
  const edge = (place: Locator, side: string) =>
    place.evaluate((element, name) => getComputedStyle(element).getPropertyValue(`border-${name}-color`), side)
  expect(await edge(room(page, 'Posts'), 'left')).not.toBe(await edge(room(page, 'Subscribers'), 'left'))
  await page.goto(`${site.address}/admin`)
  const shelf = (name: RegExp) => page.getByRole('group', { name: 'Show' }).getByRole('button', { name })
  expect(await edge(shelf(/^Draft/), 'bottom')).not.toBe(await edge(shelf(/^All/), 'bottom'))
})

test('what a notice said can be read again after it has gone, in every room', async ({ page }) => {
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

test('in the dark every room is dark, and has no fault that axe can find', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  for (const path of [...paths, '/admin/bin', '/admin/nonsense']) {
    await page.goto(site.address + path)
    expect([path, await ground(), await axeFaults(page)]).toEqual([path, 'rgb(14, 15, 19)', []])
  }
  await openDesk(page, site, '/admin')
  await button(page, 'Remove all samples').tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await button(page, 'Keep them').tap()
  await button(page, 'New Post').tap()
  await button(page, 'Create Post').tap()
  await expect(page.getByText('2 things to fix.')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})
