import { expect, type Page } from '@playwright/test'
import { contactCall, expectNotice, expectPending, hold, refuse, watchCalls } from './forms.ts'
import { open } from './open.ts'
import { test } from './worker.ts'

const send = { name: 'Send Message' }
const letter = { name: 'Anna Keel', email: 'anna@mail.example', message: 'The door in chapter nine was open.' }
const nameFault = 'Name must be at least 2 characters'
const emailFault = 'Please enter a valid email address'
const messageFault = 'Message must be at least 10 characters'

async function write(page: Page) {
  await page.getByLabel('Name').fill(letter.name)
  await page.getByLabel('Email').fill(letter.email)
  await page.getByLabel('Message').fill(letter.message)
}

async function expectLetter(page: Page) {
  await expect(page.getByLabel('Name')).toHaveValue(letter.name)
  await expect(page.getByLabel('Email')).toHaveValue(letter.email)
  await expect(page.getByLabel('Message')).toHaveValue(letter.message)
}

test('nothing is said before the first submit, everything on it, and each mend at once, by rules that come with the first touch', async ({
  page,
}) => {
  const calls = watchCalls(page, '/api/contact')
  const rules: string[] = []
  page.on('request', (request) => /\/checks-.*\.js$/.test(request.url()) && rules.push(request.url()))
  await open(page, '/contact')
  await page.waitForLoadState('networkidle')
  expect(rules).toEqual([])
  await page.getByLabel('Name').focus()
  await expect.poll(() => rules.length).toBe(1)
  await page.getByLabel('Name').fill('A')
  await page.getByLabel('Email').fill('anna')
  await page.getByLabel('Message').fill('Short.')
  await page.getByLabel('Message').blur()
  for (const fault of [nameFault, emailFault, messageFault]) await expect(page.getByText(fault)).toHaveCount(0)

  await page.getByRole('button', send).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(nameFault)
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(emailFault)
  await expect(page.getByLabel('Message')).toHaveAccessibleDescription(messageFault)
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '3 things to fix.' })).toBeAttached()
  expect(calls).toEqual([])

  await page.getByLabel('Name').fill('An')
  await expect(page.getByText(nameFault)).toHaveCount(0)
  await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid')
  await expect(page.getByRole('status').filter({ hasText: '2 things to fix.' })).toBeAttached()
  await page.getByLabel('Email').fill(letter.email)
  await expect(page.getByText(emailFault)).toHaveCount(0)
  await page.getByLabel('Message').fill('Nine char')
  await expect(page.getByText(messageFault)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 thing to fix.' })).toBeAttached()
  await page.getByLabel('Message').fill('Ten chars.')
  await expect(page.getByText(messageFault)).toHaveCount(0)
  await page.getByLabel('Name').fill('A')
  await expect(page.getByText(nameFault)).toBeVisible()
})

test('the first bad field takes the focus, wherever it is, and the room for words is counted from four fifths on', async ({
  page,
}) => {
  await open(page, '/contact')
  const message = page.getByLabel('Message')
  await page.getByLabel('Name').fill(letter.name)
  await page.getByLabel('Email').fill(letter.email)
  await page.getByRole('button', send).click()
  await expect(message).toBeFocused()
  await expect(message).toHaveAttribute('aria-invalid', 'true')
  await message.fill('x'.repeat(3_999))
  await expect(page.getByText('3,999 of 5,000 characters')).toHaveCount(0)
  await message.fill('x'.repeat(4_000))
  await expect(message).toHaveAccessibleDescription('4,000 of 5,000 characters')
  await message.fill('x'.repeat(5_001))
  await page.getByRole('button', send).click()
  await expect(message).toHaveAccessibleDescription('Message must be at most 5000 characters 5,001 of 5,000 characters')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('a whole letter is written and sent by keyboard; the button tells of it, and the sent message replaces the page', async ({
  page,
}) => {
  const calls = watchCalls(page, '/api/contact')
  const release = await hold(page, contactCall)
  await open(page, '/contact')
  const button = page.getByRole('main').locator('[type=submit]')
  const width = (await button.boundingBox())?.width
  await page.getByLabel('Name').focus()
  await page.keyboard.type(letter.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(letter.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(letter.message)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', send)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectPending(button, 'Sending...', width)
  await expectLetter(page)
  release()
  await expectNotice(page, 'Message sent!', "Thank you for reaching out. We'll get back to you soon.")
  const heading = page.getByRole('heading', { level: 1, name: 'Message Sent' })
  await expect(heading).toBeFocused()
  await expect(page.getByLabel('Message')).toHaveCount(0)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  await expect(main.getByRole('link', { name: 'Read Short Stories' })).toHaveAttribute('href', '/short-stories')
  expect(calls).toEqual([letter])
  await page.keyboard.press('Tab')
  await expect(main.getByRole('link', { name: 'Back to Home' })).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('a failure of any kind keeps every word on the page', async ({ page }) => {
  await open(page, '/contact')
  await write(page)
  for (const [answer, words] of [
    [{ status: 429, json: { code: 'too_many', message: 'Write again in an hour.' } }, 'Write again in an hour.'],
    [{ status: 502, body: '<h1>Bad Gateway</h1>' }, 'Failed to send message'],
    ['no network', 'Failed to send message. Please try again.'],
  ] as const) {
    await page.route(contactCall, (route) => (answer === 'no network' ? route.abort() : route.fulfill(answer)))
    await page.getByRole('button', send).click()
    await expectNotice(page, 'Error', words)
    await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible()
    await expect(page.getByText('Nothing was lost. It’s still here.')).toBeVisible()
    await expectLetter(page)
    await expect(page.getByRole('button', send)).toBeEnabled()
    await expect(page.getByRole('button', send)).toBeFocused()
  }
  // Fields the server names are marked, the first of them focused.
  const fields = { email: 'That mailbox is full.', message: 'Not that word.' }
  await refuse(page, contactCall, 400, { code: 'invalid', message: 'That mailbox is full.', fields })
  await page.getByRole('button', send).click()
  await expectNotice(page, 'Error', 'That mailbox is full.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('That mailbox is full.')
  await expect(page.getByLabel('Message')).toHaveAccessibleDescription('Not that word.')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('a message begun survives a reload and a walk around the house; the trap goes along only when filled', async ({
  page,
}) => {
  const calls = watchCalls(page, '/api/contact')
  await open(page, '/contact')
  await write(page)
  await open(page, '/contact')
  await expectLetter(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Books' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible()
  await page.goBack()
  await expectLetter(page)
  await page.locator('main [name=company_url]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example'
  })
  await page.getByRole('button', send).click()
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
  expect(calls).toEqual([{ ...letter, company_url: 'https://spam.example' }])
  expect(await page.evaluate(() => sessionStorage.getItem('contact-draft'))).toBeNull()
})

test('rules that do not come are a failure like any other', async ({ page }) => {
  await page.route(/\/checks-.*\.js$/, (route) => route.abort())
  await open(page, '/contact')
  await write(page)
  await page.getByRole('button', send).click()
  await expectNotice(page, 'Error', 'Failed to send message. Please try again.')
  await expectLetter(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a refused message keeps every word, with the reason under its field; sent, the same screen follows', async ({
    page,
  }) => {
    await page.goto('/contact')
    await write(page)
    await page.getByLabel('Email').fill('anna@home')
    await page.getByRole('button', send).click()
    await expect(page.getByLabel('Name')).toHaveValue(letter.name)
    await expect(page.getByLabel('Email')).toHaveValue('anna@home')
    await expect(page.getByLabel('Message')).toHaveValue(letter.message)
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(emailFault)
    await expect(page.getByText('Nothing was lost. It’s still here.')).toBeVisible()
    await page.getByLabel('Email').fill(letter.email)
    await page.getByRole('button', send).click()
    await expect(page).toHaveURL('/contact')
    await expect(page.getByRole('heading', { level: 1, name: 'Message Sent' })).toBeVisible()
  })
})
