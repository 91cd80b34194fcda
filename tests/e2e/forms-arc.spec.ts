import { expect, test } from '@playwright/test'
import { author } from '#lib/author.ts'
import { expectNotice, expectPending, hold, refuse, signupCall, someone, watchCalls } from './forms.ts'
import { open } from './open.ts'

const send = { name: 'Join the ARC List' }
const done = "You're signed up for your Voss Trials ARC copy. Details coming soon!"
const failed = 'There was an error signing you up. Please try again.'

test('an empty box raises the notice of this page', async ({ page }) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  await open(page, '/voss-trials')
  await page.getByRole('button', send).click()
  await expectNotice(page, 'Email Required', 'Please enter your email address to receive your ARC copy.')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  expect(calls).toEqual([])
})

test('a request becomes a green notice that takes the focus, and the payload asks for one book only', async ({
  page,
}) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  const release = await hold(page, signupCall)
  await open(page, '/voss-trials')
  const email = someone()
  await page.getByLabel('Email').fill(email)
  const button = page.getByRole('main').locator('[type=submit]')
  const width = (await button.boundingBox())?.width
  await button.click()
  await expectPending(button, 'Signing Up...', width)
  release()
  await expectNotice(page, 'Success!', done)
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: done })
  await expect(notice).toBeFocused()
  await expect(notice).toContainText('The jury thanks you.')
  await expect(notice).toHaveClass(/text-success/)
  await expect(page.getByLabel('Email')).toHaveCount(0)
  expect(calls).toEqual([{ email, source: 'voss_trials_arc', readerMagnetId: null }])
})

test('the newsletter is a separate box, unticked, and goes along only when ticked', async ({ page }) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  await open(page, '/voss-trials')
  const box = page.getByRole('checkbox', { name: 'Also send me the monthly letter. I can leave at any time.' })
  await expect(box).not.toBeChecked()
  await box.check()
  const email = someone()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill('Anna')
  await page.getByRole('button', send).click()
  await expect(page.getByRole('main').getByText(done)).toBeVisible()
  expect(calls).toEqual([{ email, name: 'Anna', source: 'voss_trials_arc', readerMagnetId: null, newsletter: true }])
})

test('whatever the reason, the notice of a failure has the same words', async ({ page }) => {
  await refuse(page, signupCall, 429, { code: 'too_many', message: 'Wait ten minutes.' })
  await open(page, '/voss-trials')
  await page.getByLabel('Email').fill('reader@mail.example')
  await page.getByRole('button', send).click()
  await expectNotice(page, 'Signup Failed', failed)
  const main = page.getByRole('main')
  await expect(main.getByText('Wait ten minutes.')).toBeVisible()
  await expect(main.getByText('Your address is still in the box. Try once more.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('reader@mail.example')
  await expect(page.getByRole('button', send)).toBeEnabled()
})

test('without a network too', async ({ page }) => {
  await page.route(signupCall, (route) => route.abort())
  await open(page, '/voss-trials')
  await page.getByLabel('Email').fill('reader@mail.example')
  await page.keyboard.press('Enter')
  await expectNotice(page, 'Signup Failed', failed)
  await expect(page.getByRole('main').getByText('It did not go through.')).toBeVisible()
  await expect(page.getByRole('main').getByText(failed)).toHaveCount(0)
})

test('the form says who asks and why, what a review is, and that the file is not for sharing', async ({ page }) => {
  // The narrowest screen on which the cover stands beside it.
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/voss-trials')
  for (const words of [
    /asks for your address to send you one advance reader copy/,
    /It does not put you on the newsletter\./,
    /A review is optional\./,
    /please say that the copy was free/,
    /Please don’t share, post or sell it\./,
  ]) {
    await expect(page.getByText(words)).toBeVisible()
  }
  expect((await page.getByLabel('Email').boundingBox())?.width).toBeGreaterThan(320)
  // An address that is broken inside stands in two rectangles.
  const pieces = await page.getByText(author.email).evaluate((element, email) => {
    const text = [...element.childNodes].find((node) => node.textContent?.includes(email)) ?? element
    const from = text.textContent?.indexOf(email) ?? 0
    const range = document.createRange()
    range.setStart(text, from)
    range.setEnd(text, from + email.length)
    return range.getClientRects().length
  }, author.email)
  expect(pieces).toBe(1)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a request becomes the same notice', async ({ page }) => {
    await page.goto('/voss-trials')
    await page.getByLabel('Email').fill(someone())
    await page.getByRole('button', send).click()
    await expect(page).toHaveURL('/voss-trials')
    await expect(page.getByRole('status').filter({ hasText: done })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveCount(0)
  })

  test('a refused request keeps every word and the tick', async ({ page }) => {
    await page.goto('/voss-trials')
    await page.getByLabel('Email').fill('reader@home')
    await page.getByLabel('Name').fill('Anna')
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', send).click()
    await expect(page.getByLabel('Email')).toHaveValue('reader@home')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(page.getByLabel('Name')).toHaveValue('Anna')
    await expect(page.getByRole('checkbox', { name: /monthly letter/ })).toBeChecked()
  })
})
