import { expect, type Page } from '@playwright/test'
import { testAuthor as author } from '../support/author.ts'
import { advance } from '../support/library.ts'
import { axeFaults } from './axe.ts'
import { hold } from './forms.ts'
import { open, scrollTo as scrollPage } from './open.ts'
import { complaintsOf } from './watch.ts'
import { test } from './worker.ts'

const labels = ['Home', 'Books', 'Short Stories', `${advance.title} - ARC`, 'About Author', 'Blog', 'Contact']

test.describe('the main navigation', () => {
  test('has the seven links in order and two ways out in new tabs, and marks the page we are on, also after a click', async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    await open(page, '/')
    const nav = page.getByRole('navigation', { name: 'Main' })
    const names = await nav.getByRole('link').allInnerTexts()
    expect(names.slice(0, 7)).toEqual(labels)
    for (const name of ['Support My Work', 'Buy Me a Coffee']) {
      const link = nav.getByRole('link', { name: `${name} (opens in a new tab)` })
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener')
    }
    await expect(nav.locator('[aria-current=page]')).toHaveText('Home')
    await nav.getByRole('link', { name: 'About Author' }).click()
    await expect(nav.locator('[aria-current=page]')).toHaveText('About Author')

    // Clicked in a row they raise no complaint, and the last one counts.
    await page.evaluate(() => {
      for (const link of document.querySelectorAll<HTMLElement>('header nav ul:first-child a')) link.click()
    })
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page).toHaveURL('/contact')
    expect(complaints).toEqual([])
  })

  test('goes from page to page without loading a document, moves focus to the heading and tells the title', async ({
    page,
  }) => {
    await open(page, '/about')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Books' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeFocused()
    await expect(page).toHaveTitle(`Books | ${author.name}`)
    await expect(page.locator('#page-announcer')).toHaveText(`Books | ${author.name}`)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    expect(await page.locator('head title, head link[rel=canonical], head meta[name=description]').count()).toBe(3)
  })

  test('leads to the top of the page we are on without a new entry; Back leads to the same line, Forward to the top of what was new', {
    tag: '@long',
  }, async ({ page }) => {
    await open(page, '/about')
    const top = () => page.evaluate(() => scrollY)
    const press = (path: string) =>
      page.evaluate((to) => document.querySelector<HTMLElement>(`footer a[href="${to}"]`)?.click(), path)
    const scrollDown = async () => {
      await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
      await expect.poll(top).toBe(900)
    }
    await scrollDown()
    const entries = await page.evaluate(() => history.length)
    await press('/about')
    await expect.poll(top).toBe(0)
    expect(await page.evaluate(() => history.length)).toBe(entries)

    await scrollDown()
    await press('/books')
    await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeFocused()
    expect(await top()).toBe(0)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'About the Author' })).toBeFocused()
    await expect.poll(top).toBe(900)
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeFocused()
    await expect.poll(top).toBe(0)
    // Also after a reload.
    await page.reload()
    await page.goBack()
    await expect.poll(top).toBe(900)
  })

  test('leads on from a page that has lain open for an hour, and back to the line she was at', async ({ page }) => {
    await page.clock.install()
    await open(page, '/books')
    await scrollPage(page, 900)
    await page.clock.fastForward('01:00:00')
    // Where it is, above the screen: a hand would scroll there first.
    await page.locator('header nav a[href="/blog"]').first().dispatchEvent('click')
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeFocused()
    await page.clock.fastForward('01:00:00')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(900)
    await expect(page.getByRole('contentinfo').getByRole('textbox', { name: 'Email' })).toBeAttached()
  })

  test('steps aside while reading down and comes back on the way up or when focus enters it; the way to the top appears past 300 px, not at 300, and brings the focus along', async ({
    page,
  }) => {
    await open(page, '/privacy-policy')
    const button = page.getByRole('button', { name: 'Back to top' })
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
    // The button listens to the scroll event, which comes with the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(button).toBeHidden()
    await page.evaluate(() => scrollTo({ top: 301, behavior: 'instant' }))
    await expect(button).toBeVisible()
    await button.click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('main')).toBeFocused()
    await expect(button).toBeHidden()

    const header = page.getByRole('banner').first()
    await page.mouse.wheel(0, 900)
    await expect(header).not.toBeInViewport()
    await page.mouse.wheel(0, -200)
    await expect(header).toBeInViewport()
    await page.mouse.wheel(0, 900)
    await expect(header).not.toBeInViewport()
    await header.getByRole('link', { name: 'Books' }).focus()
    await expect(header).toBeInViewport()
  })
})

test('the first stop of the keyboard skips to the content', { tag: '@plain' }, async ({ page }) => {
  await open(page, '/about')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the menu of a phone opens, axe finds nothing in it, it keeps the focus inside, and gives it back on Esc', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const complaints = await complaintsOf(page)
  await open(page, '/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await menu.click()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible()
  await expect(page.locator('[aria-controls=site-menu]')).toHaveAttribute('aria-expanded', 'true')
  expect(await axeFaults(page)).toEqual([])
  for (let stop = 0; stop < 12; stop++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  expect(complaints).toEqual([])
})

test('the menu closes by its button, by a tap beside it, by following a link, and when the tablet is turned', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 844 })
  await open(page, '/')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.mouse.click(40, 400)
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await dialog.getByRole('link', { name: 'Short Stories' }).click()
  await expect(page).toHaveURL('/short-stories')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.setViewportSize({ width: 820, height: 1180 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.setViewportSize({ width: 1400, height: 820 })
  await page.getByRole('button', { name: 'Close menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page).toHaveURL('/blog')
})

test.describe('links to a place on the home page', () => {
  /** A blog with nothing in it yet leads to what there is for free. */
  async function openEmptyBlog(page: Page) {
    await page.route('**/api/blog', (route) => route.fulfill({ json: [] }))
    await open(page, '/about')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
    await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible()
  }

  test('go there from another page, scroll and move the focus', async ({ page }) => {
    await openEmptyBlog(page)
    await page.getByRole('link', { name: 'What is free meanwhile' }).click()
    await expect(page).toHaveURL('/#reader-magnets')
    const section = page.locator('#reader-magnets')
    await expect(section).toBeFocused()
    await expect(section).toBeInViewport()
    await expect
      .poll(() => section.evaluate((element) => Math.abs(element.getBoundingClientRect().top) < 200))
      .toBe(true)
  })

  test('wait 100 ms for the page, not less', async ({ page }) => {
    await openEmptyBlog(page)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('link', { name: 'What is free meanwhile' }).click()
    await expect(page).toHaveURL('/#reader-magnets')
    const section = page.locator('#reader-magnets')
    await expect(section).toBeAttached()
    await page.clock.runFor(99)
    await expect(section).not.toBeFocused()
    await page.clock.runFor(1)
    await expect(section).toBeFocused()
  })

  test('wait for a page whose code is long on the way', async ({ page }) => {
    await openEmptyBlog(page)
    const arrive = await hold(page, '**/assets/home-page-*.js')
    await page.clock.install()
    await page.getByRole('link', { name: 'What is free meanwhile' }).click()
    await page.clock.runFor(10_000)
    arrive()
    await expect(page.locator('#reader-magnets')).toBeFocused()
    await expect(page).toHaveURL('/#reader-magnets')
  })

  test('the old address of the offers still leads to them', { tag: '@plain' }, async ({ page }) => {
    await open(page, '/reader-magnets')
    await expect(page).toHaveURL('/#reader-magnets')
    await expect(page.locator('#reader-magnets')).toBeInViewport()
  })
})

test('an unknown address shows the 404 page with its hint and a way home', { tag: '@plain' }, async ({ page }) => {
  const response = await open(page, '/cellar/door')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await expect(page.getByText('/cellar/door')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
})
