import { expect } from '@playwright/test'
import { testAuthor as author } from '../support/author.ts'
import { advance } from '../support/library.ts'
import { closeNotice, expectNotice, expectPending, hold, refuse, signupCall, someone, watchCalls } from './forms.ts'
import { open } from './open.ts'
import { test } from './worker.ts'

const send = { name: 'Get My ARC Copy' }
const done = `You're signed up for your ${advance.title} ARC copy. Details coming soon!`
const failed = 'There was an error signing you up. Please try again.'

test('an empty box, then a failure of any kind, raises the notice of this page; nothing is sent or lost', async ({
  page,
}) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  await open(page, advance.path)
  const email = page.getByLabel('Email')
  const main = page.getByRole('main')
  await page.getByRole('button', send).click()
  await expectNotice(page, 'Email Required', 'Please enter your email address to receive your ARC copy.')
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  expect(calls).toEqual([])

  await refuse(page, signupCall, 429, { code: 'too_many', message: 'Wait ten minutes.' })
  await email.fill('reader@mail.example')
  await page.getByRole('button', send).click()
  await expectNotice(page, 'Signup Failed', failed)
  await expect(main.getByText('Wait ten minutes.')).toBeVisible()
  await expect(main.getByText('Your address is still in the box. Try once more.')).toBeVisible()
  await expect(email).toHaveValue('reader@mail.example')
  await expect(page.getByRole('button', send)).toBeEnabled()

  await closeNotice(page)
  await page.route(signupCall, (route) => route.abort())
  await email.press('Enter')
  await expectNotice(page, 'Signup Failed', failed)
  await expect(main.getByText('It did not go through.')).toBeVisible()
  await expect(main.getByText(failed)).toHaveCount(0)
})

test('a request becomes a green notice that takes the focus, and the payload asks for one book only', async ({
  page,
}) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  const release = await hold(page, signupCall)
  const asked = page.waitForRequest(signupCall)
  await open(page, advance.path)
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
  await expect(notice).toContainText('There is a chair for you in the wheelhouse.')
  await expect(notice).toHaveClass(/text-success/)
  await expect(page.getByLabel('Email')).toHaveCount(0)
  expect((await asked).headers()).toMatchObject({ 'x-page': advance.path })
  expect(calls).toEqual([{ email, source: 'voss_trials_arc', readerMagnetId: null }])
})

test('the form says who asks and why, what a review is, and that the file is not for sharing; the newsletter is a box of its own, unticked', async ({
  page,
}) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  // The narrowest screen on which the cover stands beside it.
  await page.setViewportSize({ width: 768, height: 900 })
  await open(page, advance.path)
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

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a refused request keeps every word and the tick; one that is taken becomes the same notice', async ({
    page,
  }) => {
    // Whatever she offers, this is where it was asked for first.
    await page.goto('/voss-trials')
    await expect(page).toHaveURL(advance.path)
    await page.getByLabel('Email').fill('reader@home')
    await page.getByLabel('Name').fill('Anna')
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', send).click()
    await expect(page.getByLabel('Email')).toHaveValue('reader@home')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(page.getByLabel('Name')).toHaveValue('Anna')
    await expect(page.getByRole('checkbox', { name: /monthly letter/ })).toBeChecked()
    await page.getByLabel('Email').fill(someone())
    await page.getByRole('button', send).click()
    await expect(page).toHaveURL(advance.path)
    await expect(page.getByRole('status').filter({ hasText: done })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveCount(0)
  })
})
