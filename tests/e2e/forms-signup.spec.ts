import { expect, test } from '@playwright/test'
import { expectNotice, expectPending, hold, refuse, signupCall, someone, watchCalls } from './forms.ts'
import { open } from './open.ts'

const join = { name: 'Join the List' }
const confirmLine = 'Check your inbox and confirm; the door only opens from the inside.'

test('an empty box raises the notice, is marked, takes the focus, and sends nothing', async ({ page }) => {
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
})

test('what is no address is told in place and not sent', async ({ page }) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  await open(page, '/signup')
  await page.getByLabel('Email').fill('reader at home')
  await page.getByRole('button', join).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(page.getByLabel('Email')).toHaveValue('reader at home')
  expect(calls).toEqual([])
})

test('while it is sent the button says so and keeps its width; the words stay', async ({ page }) => {
  const release = await hold(page, signupCall)
  await open(page, '/signup')
  const button = page.locator('main').getByRole('button')
  const width = (await button.boundingBox())?.width
  const email = someone()
  await page.getByLabel('Email').fill(email)
  await button.click()
  await expectPending(button, 'Joining...', width)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  release()
  await expect(page.getByRole('heading', { level: 1, name: "You're In!" })).toBeVisible()
})

test('a refusal is told in the words of the server, twice, and costs nothing', async ({ page }) => {
  await refuse(page, signupCall, 429, { code: 'too_many', message: 'Wait ten minutes, then try again.' })
  await open(page, '/signup')
  await page.getByLabel('Email').fill('reader@mail.example')
  await page.getByLabel('Name').fill('Anna')
  const button = page.getByRole('button', join)
  await button.focus()
  await page.keyboard.press('Enter')
  await expectNotice(page, 'Signup Failed', 'Wait ten minutes, then try again.')
  const main = page.getByRole('main')
  await expect(main.getByText('Wait ten minutes, then try again.')).toBeVisible()
  await expect(main.getByText('Your address is still in the box. Try once more.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('reader@mail.example')
  await expect(page.getByLabel('Name')).toHaveValue('Anna')
  await expect(button).toBeFocused()
})

test('a field the server names is marked and takes the focus', async ({ page }) => {
  await refuse(page, signupCall, 400, { code: 'invalid', message: 'Not this one.', fields: { email: 'Not this one.' } })
  await open(page, '/signup')
  await page.getByLabel('Email').fill('reader@mail.example')
  await page.getByRole('button', join).click()
  await expectNotice(page, 'Signup Failed', 'Not this one.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Not this one.')
  await expect(page.getByLabel('Email')).toBeFocused()
})

for (const [what, answer] of [
  ['a server without words', 'no words'],
  ['no network', 'abort'],
] as const) {
  test(`${what} leaves the default words`, async ({ page }) => {
    await page.route(signupCall, (route) =>
      answer === 'abort' ? route.abort() : route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
    )
    await open(page, '/signup')
    await page.getByLabel('Email').fill('reader@mail.example')
    await page.getByRole('button', join).click()
    await expectNotice(page, 'Signup Failed', 'Signup failed')
    await expect(page.getByRole('main').getByText(/signup failed/i)).toHaveCount(0)
    await expect(page.getByRole('main').getByText('It did not go through.')).toBeVisible()
    await expect(page.getByText('Your address is still in the box. Try once more.')).toBeVisible()
  })
}

test('the wire carries the address, the name only when there is one, and where it was asked', async ({ page }) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  const [first, second] = [someone(), someone()]
  await open(page, '/signup')
  await page.getByLabel('Email').fill(` ${first} `)
  await page.getByRole('button', join).click()
  await page.getByRole('button', { name: 'Sign Up Another Email' }).click()
  await page.getByLabel('Email').fill(second)
  await page.getByLabel('Name').fill('Anna')
  await page.getByRole('button', join).click()
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  expect(calls).toEqual([
    { email: first, source: 'signup_page', page: '/signup' },
    { email: second, name: 'Anna', source: 'signup_page', page: '/signup' },
  ])
})

test('the trap is out of sight, out of reach, and goes along only when filled', async ({ page }) => {
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

test('joining by keyboard ends on a heading that is read, and leads back to an empty form', async ({ page }) => {
  await open(page, '/signup')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(someone())
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', join)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectNotice(page, 'Welcome!', "You've successfully joined the mailing list.")
  await expect(page.getByRole('heading', { level: 1, name: "You're In!" })).toBeFocused()
  await expect(page.getByText(confirmLine)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Sign Up Another Email' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test('where addresses are confirmed, one line says so', async ({ page }) => {
  await page.route(signupCall, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), confirm: true } })
  })
  await open(page, '/signup')
  await page.getByLabel('Email').fill(someone())
  await page.getByRole('button', join).click()
  await expect(page.getByRole('main').getByText(confirmLine)).toBeVisible()
})

test('a reader who joined on the page is not asked again by the prompt', async ({ page }) => {
  await open(page, '/signup')
  await page.getByLabel('Email').fill(someone())
  await page.getByRole('button', join).click()
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Books' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get the next one early' })).toHaveCount(0)
})

test('code that does not come leaves the form to the browser', async ({ page }) => {
  await page.route(/send-signup.*\.js$/, (route) => route.abort())
  await open(page, '/signup')
  await page.getByLabel('Email').fill(someone())
  await page.getByRole('button', join).click()
  await expect(page.getByRole('heading', { level: 1, name: "You're In!" })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the browser asks for the address itself', async ({ page }) => {
    await page.goto('/signup')
    await expect(page.locator('main form')).not.toHaveAttribute('novalidate')
    await page.getByRole('button', join).click()
    await expect(page.getByRole('heading', { level: 1, name: 'One letter a month' })).toBeVisible()
    expect(await page.getByLabel('Email').evaluate((field: HTMLInputElement) => field.matches(':invalid'))).toBe(true)
  })

  test('joining shows the same screen, and leads back to the form', async ({ page }) => {
    await page.goto('/signup')
    await page.getByLabel('Email').fill(someone())
    await page.getByLabel('Name').fill('Anna')
    await page.getByRole('button', join).click()
    await expect(page.getByRole('heading', { level: 1, name: "You're In!" })).toBeVisible()
    await page.getByRole('button', { name: 'Sign Up Another Email' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('')
  })

  test('a refused address stays in its box, with the reason under it', async ({ page }) => {
    await page.goto('/signup')
    await page.getByLabel('Email').fill('reader@home')
    await page.getByLabel('Name').fill('Anna')
    await page.getByRole('button', join).click()
    await expect(page.getByLabel('Email')).toHaveValue('reader@home')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(page.getByLabel('Name')).toHaveValue('Anna')
  })
})
