import { expect, type Page } from '@playwright/test'
import type { BackupState, DownloadWish } from '../../src/features/backups/contract.ts'
import { allIsWell, newest } from '../support/backups.ts'
import { axeFaultsInBothThemes } from './axe.ts'
import { run } from './commands.ts'
import { tabTo } from './desk.ts'
import { enter, test } from './desk-site.ts'
import { expectNotice } from './forms.ts'
import { openDesk, password, type Site } from './owner.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

const next = { name: '2025-11-16-1405', madeAt: '2025-11-16T14:05:00.000Z', bytes: 12_600_000 }
const facts = { rows: 18_240, files: 214, missing: 0 }
const trouble = { at: '2025-11-16T03:00:00.000Z', words: 'ENOSPC: no space left on device' }
const fault = { at: '2025-11-10T04:00:00.000Z', fault: 'posts: 3 rows differ' }

const fine: BackupState = {
  ...allIsWell,
  kept: Array.from({ length: 23 }, (_, day) => ({
    name: `kept-${day}`,
    madeAt: new Date(Date.parse(newest.madeAt) - day * 86_400_000).toISOString(),
    bytes: newest.bytes - day * 150_000,
  })),
}
const noneYet: BackupState = { ...fine, last: null, tried: null, kept: [] }

/** What the server would say on days a test cannot wait for: the state, which a test may change, and who asked for a file. */
async function answerFor(page: Page, state: BackupState) {
  const server = { state, wishes: [] as DownloadWish[] }
  await page.route('**/api/owner/backups**', (route) => {
    const request = route.request()
    if (request.url().endsWith('/ticket')) {
      const wish: DownloadWish = request.postDataJSON()
      server.wishes.push(wish)
      if (wish.password === password) return route.fulfill({ json: { url: '/api/owner/backups/file' } })
      const words = 'That is not your current password.'
      return route.fulfill({ status: 400, json: { message: words, fields: { password: words } } })
    }
    if (request.url().endsWith('/file')) {
      return route.fulfill({ body: 'sealed', headers: { 'content-disposition': 'attachment; filename="site.backup"' } })
    }
    if (request.method() === 'POST') {
      server.state = { ...server.state, running: 0 }
      return route.fulfill({ status: 202, json: server.state })
    }
    return route.fulfill({ json: server.state })
  })
  return server
}

async function openSettings(page: Page, site: Site) {
  await enter(page, site)
  await openDesk(page, site, '/admin/settings')
}

const section = (page: Page) => page.getByRole('region', { name: 'Backups' })
const button = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Download this backup?' })

/** She comes back to the window: what stands there is asked for again. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

test('each state says what happened, what is safe and what to do, and is asked for again when she comes back', async ({
  page,
  site,
}) => {
  const server = await answerFor(page, noneYet)
  await openSettings(page, site)
  const alert = section(page).getByRole('alert')
  await expect(section(page).getByText('None has been made yet. The first is made tonight, or now.')).toBeVisible()
  await expect(alert).toBeEmpty()

  server.state = fine
  await lookAgain(page)
  await expect(
    section(page).getByText('12.4 MB: everything you and your readers have written, and 214 files.'),
  ).toBeVisible()
  await expect(
    section(page).getByText('One was brought back and compared on November 10, 2025: every row and file the same.'),
  ).toBeVisible()
  await expect(section(page).getByText('a machine can be lost as a whole')).toBeVisible()
  await expect(section(page).getByText('7 days, 4 weeks and 12 months')).toBeVisible()
  await expect(alert).toBeEmpty()

  server.state = { ...fine, isOverdue: true, tried: null, last: { ...newest, ...facts, missing: 2 } }
  await lookAgain(page)
  await expect(alert).toContainText('No backup has been made for more than two days.')
  await expect(alert).toContainText('Your site is not affected, and the earlier backups stay.')
  await expect(section(page).getByText('Not tried yet: one a week is brought back')).toBeVisible()
  await expect(section(page).getByText('2 files were not where they should be, and are not in it.')).toBeVisible()

  server.state = { ...fine, trouble }
  await lookAgain(page)
  await expect(alert).toContainText('The last backup could not be made.')
  await expect(alert).toContainText('show these words to whoever looks after the server')
  await expect(alert.getByText(trouble.words)).toBeVisible()
  await expect(button(page, 'Try again now')).toBeVisible()

  server.state = { ...fine, tried: fault, place: 'store', isSealed: true }
  await lookAgain(page)
  await expect(alert).toContainText('A backup did not come back as it was.')
  await expect(alert.getByText(fault.fault)).toBeVisible()
  await expect(section(page).getByText('They lie in your store, sealed with your passphrase.')).toBeVisible()
})

test('backups that do not open leave the other settings as they are, and can be tried again', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await page.route('**/api/owner/backups', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }))
  await openSettings(page, site)
  await expect(section(page).getByRole('alert')).toContainText('Those that were made are still there.')
  await expect(page.getByRole('heading', { name: 'Signed-in devices' })).toBeVisible()
  await answerFor(page, fine)
  await button(page, 'Try again').press('Enter')
  await expect(button(page, 'Back up now')).toBeFocused()
})

test('one is made while she looks: how far it is, how it ended, and the focus stays', { tag: '@long' }, async ({
  page,
  site,
}) => {
  const server = await answerFor(page, noneYet)
  await openSettings(page, site)
  await button(page, 'Back up now').press('Enter')
  const busy = button(page, 'Backing up...')
  await expect(busy).toBeFocused()
  await expect(busy).toHaveAttribute('aria-disabled', 'true')
  const progress = section(page).getByRole('progressbar', { name: 'How much of the backup is made' })
  for (const [running, percent, aloud] of [
    [0.34, '34 %', '30'],
    [0.38, '38 %', '30'],
    [0.97, '97 %', '90'],
  ] as const) {
    server.state = { ...server.state, running }
    await expect(section(page).getByText(percent)).toBeVisible()
    await expect(progress).toHaveJSProperty('value', running)
    await expect(section(page).getByText(`Backing up: ${aloud} percent`)).toHaveRole('status')
  }
  server.state = { ...fine, last: { ...next, ...facts }, kept: [next, ...fine.kept] }
  await expectNotice(page, 'Backed up', '12.6 MB')
  await expect(progress).toHaveCount(0)
  await expect(button(page, 'Back up now')).toBeFocused()

  await button(page, 'Back up now').press('Enter')
  await expect(progress).toBeVisible()
  server.state = { ...server.state, running: null, trouble }
  await expectNotice(page, 'Not backed up', 'The earlier backups stay.')
  await button(page, 'Try again now').press('Enter')
  await expect(progress).toBeVisible()
  await expect(button(page, 'Try again now')).toBeFocused()
  // The warning goes, and the button in it; the one that stays takes the focus.
  server.state = { ...fine, last: { ...next, ...facts, name: 'newer still' } }
  await expect(button(page, 'Back up now')).toBeFocused()
})

test('she makes one and takes it along: a wrong password keeps the dialog and its words, the right one brings a file that opens with her passphrase', async ({
  page,
  site,
}, info) => {
  const passphrase = 'the heron stands in the reeds'
  await openSettings(page, site)
  await button(page, 'Back up now').click()
  const download = section(page).getByRole('listitem').first().getByRole('button', { name: 'Download' })
  await download.click()
  await expect(dialog(page)).toContainText('A backup holds the key to your readers’ data.')
  await dialog(page).getByLabel('Your password').fill('the wrong door entirely')
  await dialog(page).getByLabel('Passphrase for this copy').fill(passphrase)
  await dialog(page).getByRole('button', { name: 'Download', exact: true }).click()
  await expect(dialog(page).getByText('That is not your current password.')).toBeVisible()
  await expect(dialog(page).getByLabel('Your password')).toBeFocused()
  await expect(dialog(page).getByLabel('Passphrase for this copy')).toHaveValue(passphrase)

  await dialog(page).getByLabel('Your password').fill(password)
  const begun = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download', exact: true }).click()
  const file = info.outputPath('site.fpbackup')
  await (await begun).saveAs(file)
  await expect(dialog(page)).toHaveCount(0)
  await expect(download).toBeFocused()
  // Where a machine takes its time over the file, the notice has come and gone meanwhile.
  await page.getByText('Recent notices').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'The download has begun' })).toContainText(
    'Keep it somewhere else than on this machine.',
  )
  const env = { DATA_DIR: info.outputPath('data'), BACKUP_PASSPHRASE: passphrase }
  expect(await run(env, 'verify', file)).toMatchObject({ code: 0 })
  expect(await run({ ...env, BACKUP_PASSPHRASE: '' }, 'verify', file)).toMatchObject({ code: 1 })
})

test('the keyboard leads to every backup and out of the dialog; a sealed one asks for no passphrase', {
  tag: '@long',
}, async ({ page, site }) => {
  const server = await answerFor(page, { ...fine, isSealed: true })
  await openSettings(page, site)
  await expect(section(page).getByRole('listitem')).toHaveCount(5)
  await tabTo(page, button(page, 'Show all 23'))
  await page.keyboard.press('Enter')
  await expect(section(page).getByRole('listitem')).toHaveCount(23)
  await expect(section(page).getByRole('heading', { name: 'Kept backups' })).toBeFocused()
  const last = section(page).getByRole('listitem').last().getByRole('button')
  await expect(last).toHaveAccessibleDescription(/^October 2\d, 2025, \d\d:00 9\.1 MB$/)
  await tabTo(page, last)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Your password')).toBeFocused()
  await expect(dialog(page).getByLabel('Passphrase for this copy')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(last).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type(password)
  const begun = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await begun
  expect(server.wishes).toEqual([{ password }])
})

test('at 320 px, dark and light: no fault that axe can find, nothing sideways, no complaint', { tag: '@long' }, async ({
  page,
  site,
}) => {
  const complaints = await complaintsOf(page, /status of 400/)
  const words = `${'x'.repeat(300)} ${trouble.words}`
  const server = await answerFor(page, { ...fine, isOverdue: true, trouble: { ...trouble, words }, tried: fault })
  await page.setViewportSize({ width: 320, height: 700 })
  await openSettings(page, site)
  const check = async (what: string) => {
    expect(await axeFaultsInBothThemes(page), what).toEqual([])
    expect(await isSidewaysAt(page, 320), what).toBe(false)
  }
  await expect(section(page).getByRole('alert')).toContainText('two days')
  await check('warnings')
  server.state = { ...server.state, running: 0.5 }
  await lookAgain(page)
  await expect(section(page).getByText('50 %')).toBeVisible()
  await check('under way')
  server.state = fine
  await expect(section(page).getByRole('progressbar')).toHaveCount(0)
  await section(page).getByRole('button', { name: 'Download' }).first().click()
  await dialog(page).getByRole('button', { name: 'Download', exact: true }).click()
  await expect(dialog(page).getByText('That is not your current password.')).toBeVisible()
  await check('the dialog with a fault')
  expect(complaints).toEqual([])
})
