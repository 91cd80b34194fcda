import { expect, type Page, test } from '@playwright/test'
import { widths } from '../support/long-run.ts'
import { axeFaultsInBothThemes } from './axe.ts'
import { contactCall, refuse, signupCall, someone } from './forms.ts'
import { open, scrollTo } from './open.ts'

/** Every state a form can be in, and how a reader gets there. */
const states: Record<string, (page: Page) => Promise<void>> = {
  'a signup without an address': async (page) => {
    await open(page, '/signup')
    await page.getByRole('button', { name: 'Join the List' }).click()
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  },
  'a signup on its way': async (page) => {
    await page.route(signupCall, () => {})
    await open(page, '/signup')
    await page.getByLabel('Email').fill(someone())
    await page.keyboard.press('Enter')
    await expect(page.getByText('Joining...')).toBeVisible()
  },
  'a refused signup': async (page) => {
    await refuse(page, signupCall, 429, { message: 'Wait ten minutes.' })
    await open(page, '/signup')
    await page.getByLabel('Email').fill(someone())
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your address is still in the box. Try once more.')).toBeVisible()
  },
  'a signup that went through': async (page) => {
    await open(page, '/signup')
    await page.getByLabel('Email').fill(someone())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  },
  'the open dialog of the prompt, with a fault and a notice': async (page) => {
    await open(page, '/about')
    await scrollTo(page, 1_100)
    await scrollTo(page, 1_000)
    await page.getByRole('button', { name: 'Get the next one early' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Join the List' }).click()
    await expect(page.getByRole('dialog').getByText('Email Required', { exact: true })).toBeVisible()
  },
  'the footer with a refusal': async (page) => {
    await refuse(page, signupCall, 500, 'no')
    await open(page, '/about')
    await page.getByRole('contentinfo').getByLabel('Email').fill(someone())
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your address is still in the box. Try once more.')).toBeVisible()
  },
  'a refused ARC request': async (page) => {
    await page.route(signupCall, (route) => route.abort())
    await open(page, '/voss-trials')
    await page.getByLabel('Email').fill(someone())
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your address is still in the box. Try once more.')).toBeVisible()
  },
  'an ARC request that went through': async (page) => {
    await open(page, '/voss-trials')
    await page.getByLabel('Email').fill(someone())
    await page.keyboard.press('Enter')
    await expect(page.getByText('The jury thanks you.')).toBeVisible()
  },
  'a message with three faults and too many words': async (page) => {
    await open(page, '/contact')
    await page.getByLabel('Message').fill('x'.repeat(5_001))
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText('Message must be at most 5000 characters')).toBeVisible()
  },
  'a message that was refused': async (page) => {
    await refuse(page, contactCall, 500, 'no')
    await sendMessage(page)
    await expect(page.getByText('Nothing was lost. It’s still here.')).toBeVisible()
  },
  'a message that was sent': async (page) => {
    await sendMessage(page)
    await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
  },
  'the page that confirms': (page) => openOnly(page, '/confirm/some-token'),
  'the page that lets go': (page) => openOnly(page, '/unsubscribe/some-token'),
  'a link that opens nothing': async (page) => {
    await open(page, '/confirm/some-token')
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(page.getByText('Copy it whole from the letter.')).toBeVisible()
  },
}

async function openOnly(page: Page, path: string) {
  await open(page, path)
}

async function sendMessage(page: Page) {
  await open(page, '/contact')
  await page.getByLabel('Name').fill('Anna')
  await page.getByLabel('Email').fill('anna@mail.example')
  await page.getByLabel('Message').fill('The door in chapter nine was open.')
  await page.getByRole('button', { name: 'Send Message' }).click()
}

for (const [state, reach] of Object.entries(states)) {
  for (const width of widths) {
    test(`axe finds nothing in ${state} at ${width} px, by night and by day`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await reach(page)
      expect(await axeFaultsInBothThemes(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
  }
}
