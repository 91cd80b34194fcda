import { expect, type Page } from '@playwright/test'
import { expectNotice, expectPending, hold, refuse, signupCall, someone, watchCalls } from './forms.ts'
import { open } from './open.ts'
import { test } from './worker.ts'

const footer = (page: Page) => page.getByRole('contentinfo')

test('the field and its button stand on one line, and the words of consent name who asks, where to find her, and the way out', {
  tag: '@plain',
}, async ({ page }) => {
  await page.goto('/books')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const field = await footer(page).getByLabel('Email').boundingBox()
    const button = await footer(page).locator('[type=submit]').boundingBox()
    expect([field?.y, field?.height]).toEqual([button?.y, 48])
  }
  await expect(footer(page).getByText(/By joining you ask .+ You can withdraw your consent at any time/)).toBeVisible()
  await expect(footer(page).locator('form').getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
})

test('an empty box and a failure are told in place; joining says so there too, and sends the prompt away', async ({
  page,
}) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  await open(page, '/books')
  const field = footer(page).getByLabel('Email')
  const button = footer(page).locator('[type=submit]')
  await footer(page).getByRole('button', { name: 'Join' }).click()
  await expectNotice(page, 'Email Required', 'Please enter your email address')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('This box needs an email address.')
  expect(calls).toEqual([])

  const email = someone()
  await refuse(page, signupCall, 500, 'no')
  await field.fill(email)
  await button.click()
  await expectNotice(page, 'Signup Failed', 'Signup failed')
  await expect(footer(page).getByText('Your address is still in the box. Try once more.')).toBeVisible()
  await expect(field).toHaveValue(email)

  await page.unroute(signupCall)
  calls.length = 0
  const release = await hold(page, signupCall)
  const asked = page.waitForRequest(signupCall)
  const width = (await button.boundingBox())?.width
  await button.click()
  await expectPending(button, 'Joining...', width)
  release()
  await expectNotice(page, 'Welcome!', "You've successfully joined the mailing list.")
  await expect(footer(page).getByText("You're In!")).toBeVisible()
  await expect(field).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("You're In!")
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect(page.getByRole('button', { name: 'Dismiss newsletter prompt' })).toHaveCount(0)
  expect((await asked).headers()).toMatchObject({ 'x-source': 'footer', 'x-page': '/books' })
  expect(calls).toEqual([{ email }])
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
