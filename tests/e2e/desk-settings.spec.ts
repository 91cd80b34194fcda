import { expect, type Page } from '@playwright/test'
import type { Settings } from '../../src/features/settings/contract.ts'
import { openSmtp } from '../support/smtp-server.ts'
import { axeFaultsInBothThemes } from './axe.ts'
import { run } from './commands.ts'
import { button, press, tabTo } from './desk.ts'
import { askAt, test as base } from './desk-site.ts'
import { email, openDesk, password, type Site, signIn, startOwnedSite } from './owner.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

type Smtp = Awaited<ReturnType<typeof openSmtp>>

/** With a mail server on this machine that takes everything, until it is told otherwise. */
const test = base.extend<{ smtp: Smtp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  smtp: async ({}, use) => {
    const smtp = await openSmtp()
    await use(smtp)
    await smtp.stop()
  },
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

const notice = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Notifications (F8)' }).locator('li').getByText(title, { exact: true })

/** She is at her settings, on a site of her own whose environment leaves everything open. */
async function openSettings(page: Page, site: Site) {
  await signIn(page, site)
  await openDesk(page, site, '/admin/settings')
}

test('a mail server is typed, refused in words, mended, and takes a letter to herself', async ({
  page,
  borrow,
  smtp,
}) => {
  const site = await borrow(startOwnedSite())
  // A sentence beside a field comes with a 400.
  const complaints = await complaintsOf(page, /status of 400/)
  await openSettings(page, site)
  const answer = page.getByRole('region', { name: 'Mail', exact: true }).getByRole('status')

  await press(page, 'Send test letter')
  await expect(answer.filter({ hasText: 'Name a mail server first' })).toBeVisible()

  smtp.script = { auth: { code: 535, words: '5.7.8 bytes of the other side' } }
  // All in one, as her service may have told her; it is taken apart when she goes on.
  await field(page, 'Mail server').fill(`smtp://ines%40home.example:wrong@127.0.0.1:${smtp.port}`)
  await page.keyboard.press('Tab')
  await expect(field(page, 'Mail server')).toHaveValue('127.0.0.1')
  await expect(field(page, 'Port')).toHaveValue(String(smtp.port))
  await expect(field(page, 'User name')).toHaveValue('ines@home.example')
  await field(page, 'Sender').fill('letters@calder.example')
  await press(page, 'Send test letter')
  await expect(answer.filter({ hasText: 'The server refused the password.' })).toBeVisible()
  await expect(page.getByText('bytes of the other side')).toHaveCount(0)

  smtp.script = {}
  await field(page, 'Mail password').fill('the right one')
  await press(page, 'Send test letter')
  await expect(answer.filter({ hasText: `127.0.0.1 took the letter. It is on its way to ${email}` })).toBeVisible()
  expect(smtp.received).toMatchObject([{ from: 'letters@calder.example', to: [email] }])

  // Nothing was saved yet. Without her password nothing is, and nothing she typed is lost.
  await press(page, 'Save Mail Settings')
  await expect(field(page, 'Your password')).toBeFocused()
  await expect(page.getByText('Type your password, to be sure that it is you')).toBeVisible()
  await expect(field(page, 'Mail password')).toHaveValue('the right one')
  await field(page, 'Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('A password is kept; type another to replace it.')).toBeVisible()
  await expect(field(page, 'Mail password')).toHaveValue('')

  // No start is needed: the next letter of the site leaves that way.
  await page.request.post(`${site.address}/api/contact`, {
    data: { name: 'Ada', email: 'ada@home.example', message: 'Are you well, out there?' },
  })
  await expect.poll(() => smtp.received.length).toBe(2)
  expect(smtp.received[1]).toMatchObject({ from: 'letters@calder.example', to: [email] })
  expect(site.said.join('\n')).not.toContain('the right one')
  expect(complaints).toEqual([])
})

test('a server that hangs is given up after ten seconds, and the desk goes on meanwhile', { tag: '@long' }, async ({
  page,
  borrow,
  smtp,
}) => {
  const site = await borrow(startOwnedSite())
  await openSettings(page, site)
  smtp.script = { greeting: 'silence' }
  await field(page, 'Mail server').fill(`127.0.0.1:${smtp.port}`)
  await press(page, 'Send test letter')
  await expect(button(page, 'Sending...')).toBeDisabled()
  await field(page, 'Postal address').fill('PO Box 7, Halifax')
  await press(page, 'Save Letter Settings')
  await expect(notice(page, 'Saved')).toBeVisible()
  await expect(page.getByText('takes the call on port', { exact: false })).toBeVisible()
  await expect(field(page, 'Mail server')).toHaveValue('127.0.0.1')
})

test('a new site address is opened, confirmed there, and is where the site is from then on', { tag: '@long' }, async ({
  page,
  context,
  borrow,
}) => {
  const site = await borrow(startOwnedSite())
  await openSettings(page, site)
  // The same machine by another name: her cookies are not known there.
  const address = `http://127.0.0.1:${site.port}`
  await field(page, 'Site address').fill(`${address}/blog`)
  await field(page, 'Your password').fill(password)
  await press(page, 'Save Address')
  await expect(page.getByText(`Only the beginning, with nothing after the name: ${address}`)).toBeVisible()
  await field(page, 'Site address').fill(address)
  await field(page, 'Your password').fill(password)
  await press(page, 'Save Address')
  await expect(page.getByRole('heading', { name: 'One more step: open the new address' })).toBeVisible()
  expect(await axeFaultsInBothThemes(page)).toEqual([])

  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: `Open ${address}` }).click()
  const there = await opening
  const complaints = await complaintsOf(there)
  await there.reload()
  await expect(there.getByRole('heading', { name: 'You are here' })).toBeVisible()
  expect(await axeFaultsInBothThemes(there)).toEqual([])
  await there.getByRole('button', { name: 'Use This Address' }).click()
  await expect(there.getByRole('heading', { name: 'The site has moved' })).toBeVisible()
  expect(complaints).toEqual([])

  // The page she came from is one of the old address, and leads on.
  await expect(page.getByText('This page does not answer any more.')).toBeVisible()
  await expect(page.getByRole('link', { name: `Go on at ${address}` })).toBeVisible()
  expect((await page.request.get(`${site.address}/about`)).status()).toBe(421)

  await there.getByRole('link', { name: 'Sign in here' }).click()
  await field(there, 'Email').fill(email)
  await field(there, 'Password').fill(password)
  await press(there, 'Sign In')
  await expect(there).toHaveURL(`${address}/admin/settings`)
  await expect(field(there, 'Site address')).toHaveValue(address)
  await expect(there.getByText('The site’s address was changed')).toBeVisible()
  expect(await (await there.request.get(`${address}/about`)).text()).toContain(
    `<link rel="canonical" href="${address}/about"`,
  )
  // Whoever is locked out is led there, too.
  const { said } = await run({ DATA_DIR: site.dataDir }, 'owner-reset')
  expect(said).toContain(`${address}/admin/setup?token=`)
})

test('a new site address is taken back, and nothing has happened', { tag: '@long' }, async ({ page, borrow }) => {
  const site = await borrow(startOwnedSite())
  await openSettings(page, site)
  await page.getByRole('button', { name: 'Use the address of this window' }).click()
  await field(page, 'Your password').fill(password)
  await press(page, 'Save Address')
  await press(page, 'Take It Back')
  await expect(notice(page, 'The address stays as it is')).toBeVisible()
  await expect(field(page, 'Site address')).toHaveValue('')
  await openDesk(page, site, '/admin/settings')
  await expect(field(page, 'Site address')).toHaveValue('')
})

test('two windows: the later one is told, loses nothing, and decides', { tag: '@long' }, async ({
  page,
  context,
  borrow,
}) => {
  const site = await borrow(startOwnedSite())
  await openSettings(page, site)
  const other = await context.newPage()
  await openDesk(other, site, '/admin/settings')
  await field(page, 'Postal address').fill('PO Box 7, Halifax')
  await field(page, 'Sender').fill('one@calder.example')
  // In one window one part after the other is no surprise.
  await press(page, 'Save Letter Settings')
  await expect(notice(page, 'Saved')).toBeVisible()
  await press(page, 'Save Mail Settings')
  const saved = async () => (await askAt<Settings>(page, site, 'GET', '/api/owner/settings')).sender
  await expect.poll(saved).toBe('one@calder.example')

  await field(other, 'Sender').fill('two@calder.example')
  await field(other, 'Postal address').fill('Another road 1')
  await press(other, 'Save Mail Settings')
  await expect(other.getByText('Changed in another window')).toBeVisible()
  await expect(field(other, 'Sender')).toHaveValue('two@calder.example')
  await press(other, 'Save mine')
  await expect(other.getByText('Changed in another window')).toHaveCount(0)
  expect(await saved()).toBe('two@calder.example')

  await field(page, 'Sender').fill('three@calder.example')
  await press(page, 'Save Mail Settings')
  await press(page, 'Show what is saved')
  await expect(field(page, 'Sender')).toHaveValue('two@calder.example')
  await expect(field(other, 'Postal address')).toHaveValue('Another road 1')
})

test('what the server sets is shown as such and cannot be typed over', { tag: '@long' }, async ({
  page,
  borrow,
  smtp,
}) => {
  const site = await borrow(
    startOwnedSite({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'letters@author.example',
      POSTAL_ADDRESS: 'PO Box 7, Halifax',
      DOUBLE_OPT_IN: 'on',
      MAILERLITE_API_KEY: 'a-key',
      MAILERLITE_API_URL: 'http://127.0.0.1:9',
      MAILERLITE_GROUP: 'Ours',
    }),
  )
  await openSettings(page, site)
  for (const [label, value] of [
    ['Mail server', '127.0.0.1'],
    ['Sender', 'letters@author.example'],
    ['Postal address', 'PO Box 7, Halifax'],
    ['When somebody joins', 'Ask by letter first'],
    ['Key', ''],
    ['Group', 'Ours'],
  ] as const) {
    await expect(field(page, label)).toHaveValue(value)
    await expect(field(page, label)).toHaveAttribute('readonly')
    await expect(field(page, label)).toHaveAccessibleDescription(/set on the server/i)
  }
  // Nothing of it can be changed, so nothing offers to save it.
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveText(['Save Address'])
  await press(page, 'Send test letter')
  await expect(page.getByText('127.0.0.1 took the letter')).toBeVisible()
  expect(smtp.received).toHaveLength(1)
})

test('the settings are usable with the keyboard, at 320 px and in both lights', { tag: '@long' }, async ({
  page,
  borrow,
}) => {
  const site = await borrow(startOwnedSite())
  await openSettings(page, site)
  await tabTo(page, field(page, 'Mail server'))
  await page.keyboard.type('gmail')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Mail server')).toHaveValue('smtp.gmail.com')
  await expect(field(page, 'Port')).toHaveValue('587')
  await field(page, 'Encryption').selectOption({ index: 1 })
  await expect(field(page, 'Port')).toHaveValue('465')
  await tabTo(page, button(page, 'Save Mail Settings'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Type your password, to be sure that it is you')).toBeVisible()
  expect(await axeFaultsInBothThemes(page)).toEqual([])
  expect(await isSidewaysAt(page, 320)).toBe(false)
})
