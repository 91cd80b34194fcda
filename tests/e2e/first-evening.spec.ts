import { expect, type Page } from '@playwright/test'
import { startSite } from '../../scripts/site-process.mjs'
import { axeFaultsInBothThemes } from './axe.ts'
import { enter, test } from './desk-site.ts'
import { awake, email, openDesk, password } from './owner.ts'
import { complaintsOf, isSideways } from './watch.ts'

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })

test('from the setup link to a site that is hers: her name, the first steps, and nothing left of the sample', async ({
  page,
  borrow,
}) => {
  const complaints = await complaintsOf(page, /status of 400/)
  const site = await borrow(startSite({ RATE_LIMIT: 'off' }))
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
  await expect(steps(page).getByRole('listitem')).toHaveCount(5)
  await expect(steps(page).getByText('Done: Your name')).toBeVisible()
  await expect(steps(page).getByRole('link')).toHaveText(['Write them'])
  expect(await axeFaultsInBothThemes(page)).toEqual([])
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await isSideways(page), String(width)).toBe(false)
  }
  const front = await (await page.request.get(site.address)).text()
  expect(front).toContain('Mara O’Quill')
  expect(front).not.toContain('Odile')

  await openDesk(page, site, '/admin/settings#samples')
  const part = page.getByRole('region', { name: 'The sample' })
  await expect(part.getByRole('listitem')).toContainText([/texts on your pages/, /^3 posts$/, /^5 stories$/])
  await part.getByRole('button', { name: 'Remove the Sample' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('For 30 days you can bring all of it back.')
  await question.getByRole('button', { name: 'Keep it' }).click()
  expect(await (await page.request.get(`${site.address}/about`)).text()).toContain('Lake Erie')
  await part.getByRole('button', { name: 'Remove the Sample' }).click()
  await question.getByRole('button', { name: 'Remove the Sample' }).click()
  await expect(part.getByText('You removed the sample on')).toBeVisible()
  expect(await (await page.request.get(`${site.address}/about`)).text()).not.toMatch(/Lake Erie|Odile/)
  expect(await (await page.request.get(`${site.address}/api/blog`)).json()).toEqual([])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(part.getByRole('listitem')).toHaveCount(3)
  expect(await (await page.request.get(`${site.address}/api/blog`)).json()).toHaveLength(3)

  await openDesk(page, site, '/admin')
  await steps(page).getByRole('button', { name: 'Hide these' }).click()
  await expect(steps(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(complaints).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the first question can be answered, or left for later', async ({ page, borrow }) => {
    const site = await borrow(startSite({ RATE_LIMIT: 'off' }))
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
    await expect(steps(page).getByRole('link')).toHaveText(['Write them'])
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
