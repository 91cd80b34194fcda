import { expect, type Page } from '@playwright/test'
import { advance } from '../support/library.ts'
import { widths } from '../support/long-run.ts'
import { axeFaultsInBothThemes } from './axe.ts'
import { contactCall, hold, refuse, signupCall, someone } from './forms.ts'
import { open, scrollTo } from './open.ts'
import { test } from './worker.ts'

const stillInTheBox = 'Your address is still in the box. Try once more.'

async function expectNoFaults(page: Page) {
  expect(await axeFaultsInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}

/** Every form, by the states it can be in, and how a reader gets from one to the next. */
const forms: Record<string, (page: Page) => Promise<void>> = {
  'a signup without an address, on its way, refused, and gone through': async (page) => {
    await open(page, '/signup')
    await page.getByRole('button', { name: 'Join the List' }).click()
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await expectNoFaults(page)
    await refuse(page, signupCall, 429, { message: 'Wait ten minutes.' })
    const release = await hold(page, signupCall)
    await page.getByLabel('Email').fill(someone())
    await page.keyboard.press('Enter')
    await expect(page.getByText('Joining...')).toBeVisible()
    await expectNoFaults(page)
    release()
    await expect(page.getByText(stillInTheBox)).toBeVisible()
    await expectNoFaults(page)
    await page.unroute(signupCall)
    await page.getByRole('button', { name: 'Join the List' }).click()
    await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
    await expectNoFaults(page)
  },
  'the open dialog of the prompt, with a fault and a notice': async (page) => {
    await open(page, '/about')
    await scrollTo(page, 1_100)
    await scrollTo(page, 1_000)
    await page.getByRole('button', { name: 'Hear of the next book' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Join the List' }).click()
    await expect(page.getByRole('dialog').getByText('Email Required', { exact: true })).toBeVisible()
    await expectNoFaults(page)
  },
  'the footer with a refusal': async (page) => {
    await refuse(page, signupCall, 500, 'no')
    await open(page, '/about')
    await page.getByRole('contentinfo').getByLabel('Email').fill(someone())
    await page.keyboard.press('Enter')
    await expect(page.getByText(stillInTheBox)).toBeVisible()
    await expectNoFaults(page)
  },
  'an ARC request refused, and gone through': async (page) => {
    await page.route(signupCall, (route) => route.abort())
    await open(page, advance.path)
    await page.getByLabel('Email').fill(someone())
    await page.keyboard.press('Enter')
    await expect(page.getByText(stillInTheBox)).toBeVisible()
    await expectNoFaults(page)
    await page.unroute(signupCall)
    await page.getByLabel('Email').press('Enter')
    await expect(page.getByText('There is a chair for you in the wheelhouse.')).toBeVisible()
    await expectNoFaults(page)
  },
  'a message with three faults and too many words, refused, and sent': async (page) => {
    await open(page, '/contact')
    await page.getByLabel('Message').fill('x'.repeat(5_001))
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText('Message must be at most 5000 characters')).toBeVisible()
    await expectNoFaults(page)
    await refuse(page, contactCall, 500, 'no')
    await page.getByLabel('Name').fill('Anna')
    await page.getByLabel('Email').fill('anna@mail.example')
    await page.getByLabel('Message').fill('The door in chapter nine was open.')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText('Nothing was lost. It’s still here.')).toBeVisible()
    await expectNoFaults(page)
    await page.unroute(contactCall)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
    await expectNoFaults(page)
  },
  'the page that confirms, and a link that opens nothing': async (page) => {
    await open(page, '/confirm/some-token')
    await expectNoFaults(page)
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(page.getByText('Copy it whole from the letter.')).toBeVisible()
    await expectNoFaults(page)
  },
  'the page that lets go': async (page) => {
    await open(page, '/unsubscribe/some-token')
    await expectNoFaults(page)
  },
}

for (const [form, walk] of Object.entries(forms)) {
  for (const width of widths) {
    test(`axe finds nothing in ${form} at ${width} px, by night and by day`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await walk(page)
    })
  }
}
