import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { postPage, storyPage } from '../support/library.ts'
import { isLongRun, plenty } from '../support/long-run.ts'
import { someone, watchCalls } from './forms.ts'
import { hold } from './hold.ts'
import { wake } from './open.ts'
import { test } from './worker.ts'

type Press = {
  what: string
  path: string
  width?: number
  /** it is done without scripts too */
  isPlain?: boolean
  /** the same hand at another button */
  isLong?: boolean
  press: (page: Page) => Promise<void>
  /** how it is seen that it was done, once and not twice */
  isDone: (page: Page) => Promise<void>
}

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const key = (name: string) => (page: Page) => page.keyboard.press(name)
const look = (words: RegExp) => (page: Page) => expect(page.locator('html')).toHaveAttribute('data-reading', words)
const dialog = (name: string | RegExp) => (page: Page) => expect(page.getByRole('dialog', { name })).toBeVisible()
const at = (heading: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()

const presses: readonly Press[] = [
  { what: 'the prompt', path: '/books', press: click('Hear of the next book'), isDone: dialog(/./) },
  {
    what: 'a form with nothing in it',
    path: '/signup',
    press: click('Join the List'),
    isDone: (page) => expect(page.getByText('Email Required', { exact: true })).toBeVisible(),
  },
  {
    what: 'a film',
    path: '/house-hippo-challenge',
    press: (page) =>
      page
        .getByRole('link', { name: /^Play: / })
        .first()
        .click(),
    isDone: (page) => expect(page.locator('iframe')).toHaveCount(1),
  },
  {
    what: 'the way to send the prompt away',
    path: '/books',
    isLong: true,
    press: click('Dismiss newsletter prompt'),
    isDone: (page) => expect(page.getByRole('button', { name: 'Hear of the next book' })).toHaveCount(0),
  },
  {
    what: 'a light',
    path: '/about',
    press: (page) => page.getByText('Paper', { exact: true }).click(),
    isDone: async (page) => {
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'paper')
      await expect(page.getByRole('radio', { name: 'Paper' })).toBeChecked()
    },
  },
  { what: 'larger letters', path: storyPage, isLong: true, press: click(/Larger text/), isDone: look(/\bs22\b/) },
  { what: 'a reading key', path: storyPage, press: key('-'), isDone: look(/\bs18\b/) },
  { what: 'Esc in a story', path: storyPage, isLong: true, press: key('Escape'), isDone: at('Short Stories') },
  { what: 'Close in a story', path: storyPage, isPlain: true, press: click('Close'), isDone: at('Short Stories') },
  {
    what: 'the look of stories',
    path: storyPage,
    isLong: true,
    press: click('Theme, width and spacing'),
    isDone: (page) => expect(page.getByRole('radio', { name: 'Sepia' })).toBeVisible(),
  },
  {
    what: 'a link to copy',
    path: postPage,
    press: click('Copy link'),
    isDone: (page) => expect(page.getByRole('button', { name: 'Copied' })).toBeVisible(),
  },
  {
    what: 'the menu of a phone',
    path: '/',
    width: 390,
    isPlain: true,
    press: click('Menu'),
    // The browser opens it before there is any code of ours, and it stays open when that comes.
    isDone: async (page) => {
      await wake(page)
      await dialog('Menu')(page)
    },
  },
  {
    what: 'a link',
    path: '/',
    isPlain: true,
    press: (page) => page.getByRole('main').getByRole('link', { name: 'Browse Books' }).click(),
    isDone: at('Books'),
  },
]

/**
 * A press that waits for its code goes without it after four seconds, which a busy machine may need: here it waits for as
 * long as that takes. That it does not wait for ever has a test of its own below.
 */
async function waitForCode(page: Page) {
  await page.addInitScript(() => {
    const { setTimeout } = window
    const patient = (act: () => void, pause?: number) => setTimeout(act, pause === 4_000 ? 3_600_000 : pause)
    Object.assign(window, { setTimeout: patient })
  })
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

for (const { what, path, width = 1280, isPlain, isLong, press, isDone } of presses) {
  const tag = isPlain ? '@plain' : isLong ? '@long' : []
  test(`a press that wakes the page is not lost: ${what}`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await waitForCode(page)
    // Its code is on the way for as long as she presses.
    const letGo = await hold(page, '**/assets/*.js')
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await press(page)
    letGo()
    await isDone(page)
  })
}

test('no press at any moment is lost or done twice', async ({ page }) => {
  // Two hundred of them, and each on a bad line: longer than any test may take.
  if (isLongRun) test.setTimeout(0)
  await waitForCode(page)
  for (let round = 0; round < plenty(200, 5); round++) {
    // By chance where there is time to look for the unlucky one; the step's name tells which it was.
    const [which, moment] = isLongRun ? [randomInt(presses.length), randomInt(400)] : [round * 7, round * 37]
    const { what, path, width = 1280, press, isDone } = presses[which % presses.length] ?? fail()
    await test.step(`${what}, ${moment} ms after the page is there`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path, { waitUntil: 'commit' })
      await page.getByRole('contentinfo').waitFor({ state: 'attached' })
      await page.evaluate((wait) => new Promise((resolve) => setTimeout(resolve, wait)), moment)
      await press(page)
      await isDone(page)
      await page.evaluate(() => localStorage.clear())
    })
  }
})

function fail(): never {
  throw new Error('there is no such press')
}

test('a form sent before the page is awake is sent once, by its code', async ({ page }) => {
  await waitForCode(page)
  const letGo = await hold(page, '**/assets/*.js')
  const calls = watchCalls(page, '/api/newsletter/signup')
  await page.goto('/signup', { waitUntil: 'domcontentloaded' })
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: 'Email' }).fill(someone())
  await main.getByRole('button', { name: 'Join the List' }).click()
  await page.keyboard.press('Enter')
  letGo()
  await expect(main.getByText("You're In!")).toBeVisible()
  expect(calls).toHaveLength(1)
  expect(new URL(page.url()).pathname).toBe('/signup')
})

test('a form waits for its code where the tracker is blocked', async ({ page }) => {
  await waitForCode(page)
  const letGo = await hold(page, '**/assets/*.js')
  await page.route('**/assets/entry-tracker-*.js', (route) => route.abort())
  const blocked = page.waitForEvent('requestfailed')
  const calls = watchCalls(page, '/api/newsletter/signup')
  await page.goto('/signup', { waitUntil: 'domcontentloaded' })
  await blocked
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: 'Email' }).fill(someone())
  await main.getByRole('button', { name: 'Join the List' }).click()
  letGo()
  await expect(main.getByText("You're In!")).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('a form whose code does not come is sent without it', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/signup', { waitUntil: 'domcontentloaded' })
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: 'Email' }).fill(someone())
  const sent = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST')
  await main.getByRole('button', { name: 'Join the List' }).click()
  await sent
  await expect(main.getByText("You're In!")).toBeVisible()
})

test('what was chosen before is shown before the page is awake', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'paper')
    localStorage.setItem('still', 'yes')
    localStorage.setItem('newsletter-dismissed', 'true')
  })
  await page.goto('/books')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'paper')
  await expect(page.getByRole('radio', { name: 'Paper' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Still the curtains' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Hear of the next book' })).toBeHidden()
  await expect(page.locator('html')).not.toHaveAttribute('data-awake')
})

test('a page wakes by itself where what she left, or chose in its address, is to be shown', async ({ page }) => {
  await page.goto('/short-stories?genre=supernatural-suspense')
  await expect(page.locator('html')).toHaveAttribute('data-awake')
  await page.evaluate(() => sessionStorage.setItem('contact-draft', JSON.stringify({ message: 'Half a letter' })))
  await page.goto('/contact')
  await expect(page.getByLabel('Message')).toHaveValue('Half a letter')
})

test('a light that is none, kept by whatever was here before, breaks nothing', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'a] b'))
  const faults: Error[] = []
  page.on('pageerror', (fault) => faults.push(fault))
  await page.goto('/books')
  await expect(page.getByRole('radio', { name: 'Match device' })).toBeChecked()
  expect(faults).toEqual([])
})
