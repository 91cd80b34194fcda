import { expect, type Page, test } from '@playwright/test'
import { expectNotice, expectPending, hold, refuse, signupCall, someone, watchCalls } from './forms.ts'
import { open } from './open.ts'

const footer = (page: Page) => page.getByRole('contentinfo')

test('the footer asks on every page that has no form of its own', async ({ page }) => {
  for (const [path, count] of [
    ['/books', 1],
    ['/', 1],
    ['/no-such-page', 1],
    ['/signup', 0],
    ['/voss-trials', 0],
    ['/contact', 0],
  ] as const) {
    await page.goto(path)
    await expect(footer(page).getByLabel('Email')).toHaveCount(count)
  }
})

test('an empty box raises the notice and takes the focus', async ({ page }) => {
  await open(page, '/books')
  await footer(page).getByRole('button', { name: 'Join' }).click()
  await expectNotice(page, 'Email Required', 'Please enter your email address')
  await expect(footer(page).getByLabel('Email')).toBeFocused()
  await expect(footer(page).getByLabel('Email')).toHaveAccessibleDescription('This box needs an email address.')
})

test('a failure is told in place, and the address stays', async ({ page }) => {
  await refuse(page, signupCall, 500, 'no')
  await open(page, '/books')
  await footer(page).getByLabel('Email').fill('reader@mail.example')
  await footer(page).getByRole('button', { name: 'Join' }).click()
  await expectNotice(page, 'Signup Failed', 'Signup failed')
  await expect(footer(page).getByText('Your address is still in the box. Try once more.')).toBeVisible()
  await expect(footer(page).getByLabel('Email')).toHaveValue('reader@mail.example')
})

test('joining from the footer says so in its place and sends the prompt away', async ({ page }) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  const release = await hold(page, signupCall)
  await open(page, '/books')
  const email = someone()
  await footer(page).getByLabel('Email').fill(email)
  const button = footer(page).locator('[type=submit]')
  const width = (await button.boundingBox())?.width
  await button.click()
  await expectPending(button, 'Joining...', width)
  release()
  await expectNotice(page, 'Welcome!', "You've successfully joined the mailing list.")
  await expect(footer(page).getByText("You're In!")).toBeVisible()
  await expect(footer(page).getByLabel('Email')).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("You're In!")
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect(page.getByRole('button', { name: 'Dismiss newsletter prompt' })).toHaveCount(0)
  expect(calls).toEqual([{ email, source: 'footer', page: '/books' }])
})

test('the field and its button stand on one line, as high as each other', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/books')
    const field = await footer(page).getByLabel('Email').boundingBox()
    const button = await footer(page).locator('[type=submit]').boundingBox()
    expect([field?.y, field?.height]).toEqual([button?.y, 48])
  }
})

test('its words of consent name who asks, where to find her, and the way out', async ({ page }) => {
  await page.goto('/books')
  await expect(footer(page).getByText(/By joining you ask .+ You can withdraw your consent at any time/)).toBeVisible()
  await expect(footer(page).locator('form').getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the footer posts to the signup page', async ({ page }) => {
    await page.goto('/books')
    await footer(page).getByLabel('Email').fill(someone())
    await footer(page).getByRole('button', { name: 'Join' }).click()
    await expect(page).toHaveURL('/signup')
    await expect(page.getByRole('heading', { level: 1, name: "You're In!" })).toBeVisible()
  })
})
