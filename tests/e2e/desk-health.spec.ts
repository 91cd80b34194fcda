import { expect } from '@playwright/test'
import { axeFaultsInBothThemes } from './axe.ts'
import { enter, test } from './desk-site.ts'
import { openDesk } from './owner.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

test.use({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })

test('on a phone the lines come in by themselves, lead to what is not well, and each is looked at again by key', async ({
  page,
  site,
}) => {
  await enter(page, site)
  const complaints = await complaintsOf(page)
  await openDesk(page, site, '/admin/health')
  // The site of the tests is told of a proxy, and there is none.
  const proxy = page.locator('#proxy')
  await expect(proxy).toContainText('anybody can claim to come from anywhere')
  await expect(page.getByText('Not looked at yet.')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'needs you.' })).toBeVisible()
  const uneasy = page.getByRole('list', { name: 'What it is about' })
  await uneasy.getByRole('link', { name: 'Proxy' }).click()
  await expect(proxy).toBeInViewport()
  const again = page.getByRole('button', { name: 'Try again: Disk' })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Disk: Well.' })).toBeAttached()
  await expect(again).toBeFocused()
  expect(await axeFaultsInBothThemes(page, { isByDayToo: true })).toEqual([])
  for (const width of [320, 390, 1440]) expect(await isSidewaysAt(page, width)).toBe(false)
  await page.locator('#mail').getByRole('link', { name: 'To Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect(complaints).toEqual([])
})
