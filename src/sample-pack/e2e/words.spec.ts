import { expect } from '@playwright/test'
import { expectNotice, signupCall, someone, watchCalls } from '#tests/e2e/forms.ts'
import { open } from '#tests/e2e/open.ts'
import { test } from '#tests/e2e/worker.ts'

// The words docs/spec.md fixes, to the letter.
test('the navigation names the advance copy, and the shelves hold the books in their order', async ({ page }) => {
  await open(page, '/books')
  const names = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
  expect(names.slice(0, 7)).toEqual([
    'Home',
    'Books',
    'Short Stories',
    'Voss Trials - ARC',
    'About Author',
    'Blog',
    'Contact',
  ])
  const titles = (shelf: string) =>
    page.getByRole('region', { name: shelf, exact: true }).getByRole('article').getByRole('heading')
  await expect(titles('Standalone')).toHaveText(["The Driver's Promise", 'Voss Trials', 'The Veil Lives'])
  await expect(titles('The Veil Song Chronicles')).toHaveText(['True Veil', 'Echo of the Veil', "Veil's Last Song"])
  await expect(titles('Clinic Binge Series')).toHaveText([
    'Patient 92',
    'Let the Dead Rest',
    'Rebirth',
    'Genesis',
    'Step Back',
    'Nexus of Lies',
    'Final Reckoning',
  ])
})

test('a request for the advance copy is taken at its own address, and answered in its own words', async ({ page }) => {
  const calls = watchCalls(page, '/api/newsletter/signup')
  const taken = page.waitForResponse(signupCall)
  await open(page, '/voss-trials')
  await expect(page).toHaveURL('/voss-trials')
  const email = someone()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('main').locator('[type=submit]').click()
  expect((await taken).status()).toBe(200)
  await expectNotice(page, 'Success!', "You're signed up for your Voss Trials ARC copy. Details coming soon!")
  expect(calls).toEqual([{ email, source: 'voss_trials_arc', readerMagnetId: null }])
})
