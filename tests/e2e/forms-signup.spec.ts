import { expect } from '@playwright/test'
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
import { open } from './open.ts'
import { test } from './worker.ts'

const join = { name: 'Join the List' }
const confirmLine = 'Check your inbox and confirm your address with the letter that is there.'

test('an empty box and what is no address are told in place, take the focus, and are not sent', async ({ page }) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  await open(page, '/signup')
  await page.getByRole('button', join).click()
  await expectNotice(page, 'Email Required', 'Please enter your email address')
  const email = page.getByLabel('Email')
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription('This box needs an email address.')
  expect(calls).toEqual([])
  await email.fill('a')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await email.fill('reader at home')
  await page.getByRole('button', join).click()
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(email).toHaveValue('reader at home')
  expect(calls).toEqual([])
})

test('a refusal is told in the words of the server, twice, or in ours, and costs nothing', async ({ page }) => {
  await open(page, '/signup')
  await page.getByLabel('Email').fill('reader@mail.example')
  await page.getByLabel('Name').fill('Anna')
  const button = page.getByRole('button', join)
  const main = page.getByRole('main')
  const expectKept = async () => {
    await expect(main.getByText('Your address is still in the box. Try once more.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('reader@mail.example')
    await expect(page.getByLabel('Name')).toHaveValue('Anna')
  }
  const expectOurWords = async () => {
    await expectNotice(page, 'Signup Failed', 'Signup failed')
    await expect(main.getByText(/signup failed/i)).toHaveCount(0)
    await expect(main.getByText('It did not go through.')).toBeVisible()
    await expectKept()
  }

  await refuse(page, signupCall, 502, '<h1>Bad Gateway</h1>')
  await button.click()
  await expectOurWords()

  await refuse(page, signupCall, 429, { code: 'too_many', message: 'Wait ten minutes, then try again.' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expectNotice(page, 'Signup Failed', 'Wait ten minutes, then try again.')
  await expect(main.getByText('Wait ten minutes, then try again.')).toBeVisible()
  await expectKept()
  await expect(button).toBeFocused()

  await page.route(signupCall, (route) => route.abort())
  await button.click()
  await expectOurWords()

  // A field the server names is marked and takes the focus.
  await refuse(page, signupCall, 400, { code: 'invalid', message: 'Not this one.', fields: { email: 'Not this one.' } })
  await button.click()
  await expectNotice(page, 'Signup Failed', 'Not this one.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Not this one.')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('joining by keyboard: the button says so and keeps its width, a heading is read, and it leads back to an empty form', async ({
  page,
}) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  const [first, second] = [someone(), someone()]
  const release = await hold(page, signupCall)
  await open(page, '/signup')
  const button = page.locator('main').getByRole('button')
  const width = (await button.boundingBox())?.width
  await page.getByLabel('Email').focus()
  await page.keyboard.type(first)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', join)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectPending(button, 'Joining...', width)
  await expect(page.getByLabel('Email')).toHaveValue(first)
  release()
  await expectNotice(page, 'Welcome!', "You've successfully joined the mailing list.")
  await expect(page.getByRole('heading', { level: 1, name: "You're In!" })).toBeFocused()
  await expect(page.getByText(confirmLine)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Sign Up Another Email' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('')

  // Where addresses are confirmed, one line says so.
  await confirmAddresses(page)
  await page.getByLabel('Email').fill(` ${second} `)
  await page.getByLabel('Name').fill('Anna')
  const asked = page.waitForRequest(signupCall)
  await page.getByRole('button', join).click()
  await expect(page.getByRole('main').getByText(confirmLine)).toBeVisible()
  // Which version of the words beside the button she has seen goes along, and where it was asked.
  expect((await asked).headers()).toMatchObject({
    'x-wording': expect.stringMatching(/^[0-9a-f]{64}$/),
    'x-source': 'signup_page',
    'x-page': '/signup',
  })
  // The body carries the address, and the name only when there is one.
  expect(calls).toEqual([{ email: first }, { email: second, name: 'Anna' }])
  // Whoever joined on the page is not asked again by the prompt.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Books' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hear of the next book' })).toHaveCount(0)
})

test('the trap is out of sight, out of reach, and goes along only when filled', { tag: '@long' }, async ({ page }) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  await open(page, '/signup')
  const trap = page.locator('[name=company_url]')
  await expect(trap).not.toBeInViewport()
  await expect(trap).toHaveAttribute('tabindex', '-1')
  await expect(trap).toHaveAttribute('autocomplete', 'off')
  await expect(page.getByRole('textbox', { name: 'Company website' })).toHaveCount(0)
  await trap.evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example'
  })
  await page.getByLabel('Email').fill('robot@mail.example')
  await page.getByRole('button', join).click()
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  expect(calls).toMatchObject([{ company_url: 'https://spam.example' }])
})

test('code that does not come leaves the form to the browser', { tag: '@long' }, async ({ page }) => {
  await page.route(/send-signup.*\.js$/, (route) => route.abort())
  await open(page, '/signup')
  await page.getByLabel('Email').fill(someone())
  await page.getByRole('button', join).click()
  await expect(page.getByRole('heading', { level: 1, name: "You're In!" })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the browser asks for the address itself, a refused one stays with its reason, and joining shows the same screen', async ({
    page,
  }) => {
    await page.goto('/signup')
    await expect(page.locator('main form')).not.toHaveAttribute('novalidate')
    await page.getByRole('button', join).click()
    await expect(page.getByRole('heading', { level: 1, name: 'The newsletter' })).toBeVisible()
    expect(await page.getByLabel('Email').evaluate((field: HTMLInputElement) => field.matches(':invalid'))).toBe(true)

    await page.getByLabel('Email').fill('reader@home')
    await page.getByLabel('Name').fill('Anna')
    await page.getByRole('button', join).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(page.getByLabel('Email')).toHaveValue('reader@home')
    await expect(page.getByLabel('Name')).toHaveValue('Anna')

    await page.getByLabel('Email').fill(someone())
    await page.getByRole('button', join).click()
    await expect(page.getByRole('heading', { level: 1, name: "You're In!" })).toBeVisible()
    await page.getByRole('button', { name: 'Sign Up Another Email' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('')
  })
})
