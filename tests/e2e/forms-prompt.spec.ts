import { expect, type Page } from '@playwright/test'
import { advance } from '../support/library.ts'
import {
  confirmAddresses,
  expectNotice,
  expectPending,
  hold,
  refuse,
  signupCall,
  someone,
  watchCalls,
} from './forms.ts'
import { open, scrollTo, wake } from './open.ts'
import { test } from './worker.ts'

const pill = (page: Page) => page.getByRole('button', { name: 'Hear of the next book' })
const dismiss = (page: Page) => page.getByRole('button', { name: 'Dismiss newsletter prompt' })
const flag = (page: Page) => page.evaluate(() => localStorage.getItem('newsletter-dismissed'))

async function openDialog(page: Page, path = '/books') {
  await open(page, path)
  await pill(page).click()
  const dialog = page.getByRole('dialog', { name: 'Hear of the next book' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('the prompt is there with the page, before it is awake, and never opens by itself', async ({ page }) => {
  await page.clock.install()
  await page.goto('/books')
  await expect(pill(page)).toBeVisible()
  await wake(page)
  await expect(pill(page)).toBeVisible()
  await page.clock.runFor(120_000)
  await page.mouse.move(600, 0)
  await scrollTo(page, 2_000)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('sent away by its X it stays away, on this page, the next, and the next visit', async ({ page }) => {
  await open(page, '/books')
  const box = await dismiss(page).boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await dismiss(page).click()
  await expect(pill(page)).toHaveCount(0)
  expect(await flag(page)).toBe('true')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Author' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About the Author' })).toBeVisible()
  await expect(pill(page)).toHaveCount(0)
  await open(page, '/')
  await expect(pill(page)).toHaveCount(0)
})

test('the dialog tells of an empty box and of a failure, and keeps the words; joining closes it and hides the prompt for good', async ({
  page,
}) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Join the List' }).click()
  await expectNotice(page, 'Email Required', 'Please enter your email address')
  await expect(dialog.getByText('Email Required', { exact: true })).toBeVisible()
  // On top of the dialog, not under it: it can be closed by hand.
  await dialog.getByRole('button', { name: 'Close notification' }).click()
  await expect(dialog.getByText('Email Required', { exact: true })).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Join the List' }).click()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  expect(calls).toEqual([])

  const email = someone()
  await refuse(page, signupCall, 503, { code: 'busy', message: 'The house is full.' })
  await dialog.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expectNotice(page, 'Signup Failed', 'The house is full.')
  await expect(dialog.getByText('Your address is still in the box. Try once more.')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  expect(await flag(page)).toBeNull()

  await page.unroute(signupCall)
  calls.length = 0
  const release = await hold(page, signupCall)
  const asked = page.waitForRequest(signupCall)
  const button = dialog.locator('[type=submit]')
  const width = (await button.boundingBox())?.width
  await button.click()
  await expectPending(button, 'Joining...', width)
  release()
  await expectNotice(page, 'Welcome!', "You've successfully joined the mailing list.")
  await expect(dialog).toBeHidden()
  await expect(pill(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  expect(await flag(page)).toBe('true')
  expect((await asked).headers()).toMatchObject({ 'x-source': 'newsletter_prompt', 'x-page': '/books' })
  expect(calls).toEqual([{ email }])
  await open(page, '/about')
  await expect(pill(page)).toHaveCount(0)
})

test('the dialog is opened, kept and left by keyboard alone, and where addresses are confirmed the notice says so', async ({
  page,
}) => {
  await open(page, '/books')
  await pill(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  for (let stop = 0; stop < 8; stop++) {
    await page.keyboard.press('Tab')
    const isInside = () => document.activeElement === document.body || !!document.activeElement?.closest('dialog')
    expect(await page.evaluate(isInside)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(pill(page)).toBeFocused()
  await expect(pill(page)).toBeVisible()
  expect(await flag(page)).toBeNull()

  await confirmAddresses(page)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(someone())
  await page.keyboard.press('Enter')
  const notice = await expectNotice(page, 'Welcome!', "You've successfully joined the mailing list.")
  await expect(notice).toContainText('Check your inbox and confirm your address with the letter that is there.')
})

test('the dialog closes by its button and by a press beside it, not by letting go there; a link leads out of it', {
  tag: '@long',
}, async ({ page }) => {
  const dialog = await openDialog(page)
  const close = dialog.getByRole('button', { name: 'Close', exact: true })
  const size = await close.boundingBox()
  expect([size?.width, size?.height]).toEqual([44, 44])
  await close.click()
  await expect(dialog).toBeHidden()
  await expect(pill(page)).toBeFocused()
  await pill(page).click()
  const field = await dialog.getByLabel('Email').boundingBox()
  if (!field) throw new Error('the field has no place on the screen')
  await page.mouse.move(field.x + 20, field.y + 20)
  await page.mouse.down()
  await page.mouse.move(30, 300)
  await page.mouse.up()
  await expect(dialog).toBeVisible()
  await page.mouse.click(30, 300)
  await expect(dialog).toBeHidden()

  await pill(page).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeFocused()
  await expect(dialog).toBeHidden()
  await expect(pill(page)).toBeVisible()
})

test('a dialog whose code does not come leads to the page with the same form', { tag: '@long' }, async ({ page }) => {
  await page.route(/prompt-dialog.*\.js$/, (route) => route.abort())
  await open(page, '/books')
  await pill(page).click()
  await expect(page).toHaveURL('/signup')
})

test('it stands on most pages, not where a form asks already', async ({ page }) => {
  await open(page, '/signup')
  await expect(pill(page)).toHaveCount(0)
  for (const [label, isThere] of [
    ['Books', true],
    [`${advance.title} - ARC`, false],
    ['Contact', false],
    ['Blog', true],
  ] as const) {
    const nav = page.getByRole('navigation', { name: 'Main' })
    await nav.getByRole('link', { name: label }).click()
    await expect(nav.locator('[aria-current=page]')).toHaveText(label)
    await expect(pill(page)).toHaveCount(isThere ? 1 : 0)
  }
})

test('it steps aside while she writes, while a dialog is open, where the footer asks, on a low screen and on paper', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, '/books')
  await expect(pill(page)).toBeVisible()
  const field = page.getByRole('contentinfo').getByLabel('Email')
  await field.evaluate((box) => box.focus({ preventScroll: true }))
  await expect(pill(page)).toBeHidden()
  await field.evaluate((box) => box.blur())
  await expect(pill(page)).toBeVisible()

  // Below 70rem there is a menu, and from 48rem on the prompt is there from the start.
  await page.setViewportSize({ width: 800, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(pill(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(pill(page)).toBeVisible()
  await page.locator('#footer-signup').scrollIntoViewIfNeeded()
  await expect(pill(page)).toBeHidden()
  await scrollTo(page, 1_000_000)
  await expect(pill(page)).toBeHidden()
  await scrollTo(page, 0)
  await expect(pill(page)).toBeVisible()

  await page.setViewportSize({ width: 844, height: 499 })
  await expect(pill(page)).toBeHidden()
  await page.setViewportSize({ width: 844, height: 500 })
  await expect(pill(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(pill(page)).toBeHidden()
})

/** Where it floats: on this side, and clear of the way back to the top. */
async function expectAt(page: Page, side: 'left' | 'right') {
  const top = page.getByRole('button', { name: 'Back to top' })
  await expect(top).toBeVisible()
  await expect(pill(page)).toBeVisible()
  const [ours, theirs] = [await page.locator('.prompt').boundingBox(), await top.boundingBox()]
  if (!ours || !theirs) throw new Error('one of them has no place on the screen')
  const middle = ours.x + ours.width / 2
  const width = page.viewportSize()?.width ?? 0
  expect(side === 'left' ? middle < width / 2 : middle > width / 2).toBe(true)
  const isApart = ours.x + ours.width <= theirs.x || theirs.y + theirs.height <= ours.y
  expect(isApart).toBe(true)
}

test('on a phone it waits for a screen of scrolling and keeps out of the way while she reads down; there it floats at the left, at a desk at the right', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/books')
  await expect(page.locator('.prompt')).toBeAttached()
  await expect(pill(page)).toBeHidden()
  await scrollTo(page, 700)
  await scrollTo(page, 600)
  await expect(pill(page)).toBeHidden()
  await scrollTo(page, 2_000)
  await expect(pill(page)).toBeHidden()
  await scrollTo(page, 1_900)
  await expectAt(page, 'left')
  // Whoever has reached it by keyboard does not lose it to a scroll.
  await pill(page).focus()
  await scrollTo(page, 2_200)
  await expect(page.getByRole('banner')).not.toBeInViewport()
  await expect(pill(page)).toBeVisible()
  await pill(page).blur()
  await expect(pill(page)).toBeHidden()

  await page.setViewportSize({ width: 1440, height: 844 })
  await scrollTo(page, 1_200)
  await scrollTo(page, 1_100)
  await expectAt(page, 'right')
})
