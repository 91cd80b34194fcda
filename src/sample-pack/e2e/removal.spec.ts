import { expect } from '@playwright/test'
import { test } from '#tests/e2e/desk-site.ts'
import { openDesk, signIn, startOwnedSite } from '#tests/e2e/owner.ts'
import { complaintsOf } from '#tests/e2e/watch.ts'

test('the sample is what a new site begins with; it goes at a word of hers, and can be brought back', async ({
  page,
  borrow,
}) => {
  const complaints = await complaintsOf(page)
  const site = await borrow(startOwnedSite({ SAMPLE_CONTENT: 'on' }))
  const about = async () => (await page.request.get(`${site.address}/about`)).text()
  const posts = async () => (await page.request.get(`${site.address}/api/blog`)).json()
  await signIn(page, site)
  await openDesk(page, site, '/admin/settings#samples')
  const part = page.getByRole('region', { name: 'The sample' })
  await expect(part.getByRole('listitem')).toContainText([/texts on your pages/, /^3 posts$/, /^5 stories$/])
  const before = await part.getByRole('listitem').allInnerTexts()
  await part.getByRole('button', { name: 'Remove the Sample' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(
    'Posts, stories and books go to the bin. For 30 days you can bring all of it back.',
  )
  await question.getByRole('button', { name: 'Keep it' }).click()
  expect(await about()).toContain('Lake Erie')
  await part.getByRole('button', { name: 'Remove the Sample' }).click()
  await question.getByRole('button', { name: 'Remove the Sample' }).click()
  await expect(part.getByText('You removed the sample on')).toBeVisible()
  expect(await about()).not.toMatch(/Lake Erie|Odile/)
  expect(await posts()).toEqual([])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(part.getByRole('listitem')).toHaveText(before)
  expect(await posts()).toHaveLength(3)
  expect(complaints).toEqual([])
})
