import { expect, type Page } from '@playwright/test'
import { startSite } from '../../scripts/site-process.mjs'
import { axeFaultsInBothThemes } from './axe.ts'
import { enter, test } from './desk-site.ts'
import { awake, email, openDesk, password } from './owner.ts'
import { complaintsOf, isSideways } from './watch.ts'

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })

/** She has a name now, and is asked for a picture next. */
async function expectNamed(page: Page) {
  await expect(steps(page).getByText('Done: Your name')).toBeVisible()
  const next = steps(page).getByRole('link')
  await expect(next).toHaveText('Add a photograph')
  await expect(next).toHaveAttribute('href', '/admin/site')
}

test('from the setup link to a site that is hers: her name, and the first steps', { tag: '@long' }, async ({
  page,
  borrow,
}) => {
  const complaints = await complaintsOf(page, /status of 400/)
  const site = await borrow(startSite({ RATE_LIMIT: 'off', SAMPLE_CONTENT: 'off' }))
  await expect.poll(() => site.said[1]).toContain('/admin/setup?token=')
  await openDesk(page, site, site.said[1]?.match(/\/admin\/setup\?token=[\w-]{22}$/)?.[0] ?? '')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Set Up' }).click()

  await expect(page).toHaveURL(`${site.address}/admin/welcome`)
  await awake(page)
  expect(await axeFaultsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Make It Mine' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Mara O’Quill')
  await page.getByLabel('What you write').fill('Sea stories, Ghost stories')
  await page.getByRole('button', { name: 'Make It Mine' }).click()

  await expect(page).toHaveURL(`${site.address}/admin`)
  await awake(page)
  await expect(page.getByText('The desk').locator('..')).toContainText('Mara O’Quill')
  await expect(steps(page).getByRole('listitem')).toHaveCount(7)
  await expectNamed(page)
  expect(await axeFaultsInBothThemes(page)).toEqual([])
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await isSideways(page), String(width)).toBe(false)
  }
  expect(await (await page.request.get(site.address)).text()).toContain('Mara O’Quill')

  await steps(page).getByRole('button', { name: 'Hide these' }).click()
  await expect(steps(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(complaints).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the first question can be answered, or left for later', { tag: '@long' }, async ({ page, borrow }) => {
    const site = await borrow(startSite({ RATE_LIMIT: 'off', SAMPLE_CONTENT: 'off' }))
    await expect.poll(() => site.said[1]).toContain('/admin/setup?token=')
    await page.goto(site.address + (site.said[1]?.match(/\/admin\/setup\?token=[\w-]{22}$/)?.[0] ?? ''))
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Set Up' }).click()
    await expect(page).toHaveURL(`${site.address}/admin/welcome`)
    await page.getByRole('link', { name: 'Later' }).click()
    await steps(page).getByRole('link', { name: 'Say who you are' }).click()
    await page.getByLabel('Name').fill('Mara O’Quill')
    await page.getByRole('button', { name: 'Make It Mine' }).click()
    await expect(page).toHaveURL(`${site.address}/admin`)
    await expectNamed(page)
  })
})

test('help stands beside the room she is in, and is fetched when she asks for it', async ({ page, site }) => {
  await enter(page, site)
  await openDesk(page, site, '/admin/outbox')
  const button = page.getByRole('button', { name: 'Help' })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  const help = page.getByRole('region', { name: 'Help' })
  await expect(help).toContainText('Every letter the site wrote')
  await expect(help.getByRole('heading', { level: 2, name: 'Connect your mail' })).toBeVisible()
  expect(await axeFaultsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await isSideways(page)).toBe(false)
  await page.getByRole('button', { name: 'Close help' }).click()
  await expect(help).toBeHidden()
})
