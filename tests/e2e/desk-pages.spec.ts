import { expect, type Page } from '@playwright/test'
import { askAt, enter, test } from './desk-site.ts'
import { openDesk, reloadDesk, type Site } from './owner.ts'
import { emptyTables } from './rows.ts'

const about = '/admin/pages/about'
const bio = (page: Page) => page.getByLabel('Who you are (left empty, your short bio stands here)', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const isPublic = (page: Page) => expect(page.getByText('Everything here is public.')).toBeVisible()
const draft = (page: Page, site: Site, place: string) =>
  askAt<{ fields: object } | null>(page, site, 'GET', `/api/owner/drafts/${place}`)

async function open(page: Page, site: Site, path: string) {
  emptyTables(site, ['page_words', 'page_words_versions', 'working_copies'])
  await enter(page, site)
  await openDesk(page, site, path)
}

test('words gone on with after a reload are saved as they stand, and nothing older comes back', async ({
  page,
  site,
}) => {
  await open(page, site, about)
  await bio(page).pressSequentially('Born ')
  await expect.poll(() => draft(page, site, 'page/about')).toMatchObject({ fields: { bio: 'Born ' } })
  await reloadDesk(page)
  await expect(bio(page)).toHaveValue('Born ')
  await bio(page).press('End')
  await bio(page).pressSequentially('{nmae} {name}')
  await expect(page.getByText('{nmae} means nothing here: readers see it as it stands.')).toBeVisible()
  await bio(page).fill('Born ')
  await expect(page.getByText('means nothing here')).toHaveCount(0)
  await bio(page).press('End')
  await bio(page).pressSequentially('at sea.')
  await expect(bio(page)).toHaveValue('Born at sea.')
  await expect.poll(() => draft(page, site, 'page/about')).toMatchObject({ fields: { bio: 'Born at sea.' } })
  await save(page)
  await isPublic(page)
  await expect.poll(() => draft(page, site, 'page/about')).toBeNull()

  await page.getByRole('link', { name: 'All pages and letters' }).click()
  await expect(page.getByText(/^Yours, saved/)).toHaveCount(1)
  await page.getByRole('link', { name: 'About Author', exact: true }).click()
  await expect(bio(page)).toHaveValue('Born at sea.')
  await isPublic(page)
  await reloadDesk(page)
  await expect(bio(page)).toHaveValue('Born at sea.')
  await isPublic(page)
  // What stands is nothing to bring back.
  await askAt(page, site, 'PUT', '/api/owner/pages/about', { values: { bio: 'Born ashore.' }, version: 1 })
  await reloadDesk(page)
  await expect(bio(page)).toHaveValue('Born ashore.')
  await expect(page.getByRole('button', { name: 'Bring back' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expect(bio(page)).toHaveValue('Born at sea.')
})

test('a long field keeps the focus from its first key, and shows what is brought back, undone or discarded', {
  tag: '@long',
}, async ({ page, site }) => {
  await open(page, site, about)
  await bio(page).pressSequentially('One.')
  await expect(bio(page)).toBeFocused()
  await expect(bio(page)).toHaveValue('One.')
  await save(page)
  await isPublic(page)
  await bio(page).fill('Two.')
  await save(page)
  await isPublic(page)

  await page.getByRole('button', { name: 'Bring back' }).last().click()
  await expect(bio(page)).toHaveValue('One.')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(bio(page)).toHaveValue('Two.')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await expect(undo).toBeFocused()
  await undo.click()
  await expect(bio(page)).toHaveValue('One.')
  await page.getByRole('button', { name: /^Back to the original\s?: Who you are/ }).click()
  await expect(bio(page)).toHaveValue('')
  await expect(bio(page)).toBeFocused()
})

test('the short bio of My Site holds what was typed before a reload, and what is discarded is gone', {
  tag: '@long',
}, async ({ page, site }) => {
  await open(page, site, '/admin/site')
  const short = page.getByLabel('Short bio', { exact: true })
  const before = await short.inputValue()
  await short.fill('')
  await short.pressSequentially('She writes.')
  await expect(short).toBeFocused()
  await expect.poll(() => draft(page, site, 'site/profile')).toMatchObject({ fields: { shortBio: 'She writes.' } })
  await reloadDesk(page)
  await expect(short).toHaveValue('She writes.')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(short).toHaveValue(before)
  await isPublic(page)
  await reloadDesk(page)
  await expect(short).toHaveValue(before)
  expect(await draft(page, site, 'site/profile')).toBeNull()
})

test('what is typed before the words of another time have come stays beside them', async ({ page, site }) => {
  await open(page, site, '/admin/site')
  const short = page.getByLabel('Short bio', { exact: true })
  await short.fill('She writes.')
  await expect.poll(() => draft(page, site, 'site/profile')).toMatchObject({ fields: { shortBio: 'She writes.' } })
  let mayCome = () => {}
  const waiting = new Promise<void>((resolve) => {
    mayCome = resolve
  })
  await page.route('**/api/owner/drafts/site/profile', async (route) => {
    if (route.request().method() === 'GET') await waiting
    await route.fallback()
  })
  await reloadDesk(page)
  await short.fill('Typed in the same field')
  await page.getByLabel('Tagline', { exact: true }).fill('Typed early')
  mayCome()
  await expect(short).toHaveValue('She writes.')
  await expect(page.getByLabel('Tagline', { exact: true })).toHaveValue('Typed early')
  // What they came in place of can be had again, and she is not torn from where she types.
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await expect(undo).toBeVisible()
  await expect(page.getByLabel('Tagline', { exact: true })).toBeFocused()
  await undo.click()
  await expect(short).toHaveValue('Typed in the same field')
  await short.fill('She writes.')
  const both = { fields: { shortBio: 'She writes.', tagline: 'Typed early' } }
  await expect.poll(() => draft(page, site, 'site/profile')).toMatchObject(both)
})

test('what is typed after a save outlives its undo, and is not public', async ({ page, site }) => {
  await open(page, site, about)
  const written = async () => {
    const { fields } = await askAt<{ fields: { name: string; value: string }[] }>(
      page,
      site,
      'GET',
      '/api/owner/pages/about',
    )
    return fields.find(({ name }) => name === 'bio')?.value
  }
  const heading = page.getByLabel('Heading', { exact: true })
  await heading.fill('Who writes here')
  await bio(page).fill('One.')
  await save(page)
  await isPublic(page)
  await bio(page).fill('One. And two, which took an hour.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(written).toBe('')
  // Where she has not gone on, her next Save must not bring back what she has undone.
  await expect(heading).toHaveValue('About the Author')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(bio(page)).toHaveValue('One. And two, which took an hour.')
  const kept = { fields: { bio: 'One. And two, which took an hour.' } }
  await expect.poll(() => draft(page, site, 'page/about')).toMatchObject(kept)
  await reloadDesk(page)
  await expect(bio(page)).toHaveValue('One. And two, which took an hour.')
  await save(page)
  await isPublic(page)
})

test('a save that is refused is read aloud', async ({ page, site }) => {
  await open(page, site, about)
  // There before it speaks: what comes with its words is read by few.
  const alert = page.locator('[data-foot]').getByRole('alert')
  await expect(alert).toHaveText('')
  await page.route('**/api/owner/pages/about', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { message: 'Not now, please.' } })
      : route.continue(),
  )
  await bio(page).fill('One.')
  await save(page)
  await expect(alert).toContainText('Not saved. Not now, please.')
})
