import { expect, type Page } from '@playwright/test'
import { openDns } from '../support/dns-server.ts'
import { openImap } from '../support/imap-server.ts'
import { axeFaultsInBothThemes } from './axe.ts'
import { button, press, tabTo } from './desk.ts'
import { test as base } from './desk-site.ts'
import { openDesk, password, type Site, signIn, startOwnedSite } from './owner.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

type Servers = { dns: Awaited<ReturnType<typeof openDns>>; imap: Awaited<ReturnType<typeof openImap>> }

/** With a name server and a mailbox on this machine. */
const test = base.extend<Servers>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  dns: async ({}, use) => {
    const dns = await openDns()
    await use(dns)
    dns.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  imap: async ({}, use) => {
    const imap = await openImap()
    await use(imap)
    imap.stop()
  },
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const widths = [320, 390, 1440]

async function openSettings(page: Page, site: Site) {
  await signIn(page, site)
  await openDesk(page, site, '/admin/settings')
}

test('what the world is told of her domain is shown, a key is made, and what to paste makes it good', {
  tag: '@long',
}, async ({ page, borrow, dns }) => {
  const sender = { MAIL_FROM: 'letters@calder.example', SMTP_URL: 'smtp://smtp.postmarkapp.com:587' }
  const site = await borrow(startOwnedSite({ ...sender, DNS_SERVER: dns.address }))
  dns.texts['calder.example'] = ['v=spf1 include:spf.mtasv.net ~all']
  dns.texts['_dmarc.calder.example'] = 'broken'
  const complaints = await complaintsOf(page)
  await openSettings(page, site)
  const arrive = section(page, 'Will my letters arrive?')
  const row = (name: string) => arrive.getByRole('listitem').filter({ hasText: name })
  await expect(row('SPF')).toContainText('Good')
  await expect(row('DMARC')).toContainText('Not known')
  await expect(row('DKIM')).toContainText('Not known')

  // By keyboard alone.
  await tabTo(page, button(page, 'Make a Key'))
  await page.keyboard.press('Enter')
  await tabTo(page, field(page, 'Your password'))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(row('DKIM')).toContainText('nobody can check the signature yet')
  const [name = '', content = ''] = await row('DKIM').locator('code').allTextContents()
  expect([name, content]).toEqual([
    expect.stringMatching(/^site\d{8}\._domainkey\.calder\.example$/),
    expect.stringMatching(/^v=DKIM1; k=rsa; p=\S{300,}$/),
  ])
  for (const width of widths) expect([width, await isSidewaysAt(page, width)]).toEqual([width, false])
  expect(await axeFaultsInBothThemes(page)).toEqual([])

  dns.texts[name] = [content]
  dns.texts['_dmarc.calder.example'] = ['v=DMARC1; p=none']
  await press(page, 'Look Again')
  await expect(row('DKIM')).toContainText('Good')
  await expect(row('DMARC')).toContainText('Good')
  expect(site.said.join('\n')).not.toContain('PRIVATE KEY')
  expect(complaints).toEqual([])
})

test('a mailbox is typed, refused in words, mended, and looked into', { tag: '@long' }, async ({
  page,
  borrow,
  imap,
  dns,
}) => {
  const site = await borrow(startOwnedSite({ DNS_SERVER: dns.address }))
  const complaints = await complaintsOf(page, /status of 400/)
  await openSettings(page, site)
  const returns = section(page, 'Letters that come back')
  const answer = returns.getByRole('status')
  await field(page, 'Mailbox server').fill(`127.0.0.1:${imap.port}`)
  await field(page, 'Mailbox user name').fill(imap.user)
  await field(page, 'Mailbox password').fill('wrong')
  await field(page, 'Your password').fill(password)
  await press(page, 'Save Return Settings')
  await press(page, 'Look Into the Mailbox')
  await expect(answer.filter({ hasText: 'The server refused the password.' })).toBeVisible()
  await expect(page.getByText('bytes of the other side')).toHaveCount(0)
  await field(page, 'Mailbox password').fill(imap.password)
  await field(page, 'Your password').fill(password)
  await press(page, 'Save Return Settings')
  await expect(field(page, 'Mailbox password')).toHaveValue('')
  await press(page, 'Look Into the Mailbox')
  await expect(answer.filter({ hasText: 'The mailbox is open.' })).toBeVisible()
  for (const width of widths) expect([width, await isSidewaysAt(page, width)]).toEqual([width, false])
  expect(await axeFaultsInBothThemes(page)).toEqual([])

  // A service that tells by itself: its address to paste, and one secret.
  await field(page, 'Who tells the site').selectOption('Postmark')
  await expect(field(page, 'Address to paste there')).toHaveValue(/\/api\/mail-events\/postmark$/)
  await expect(returns.getByText('A service can only reach a site that is on the web')).toBeVisible()
  await field(page, 'Secret').fill('too short')
  await field(page, 'Your password').fill(password)
  await press(page, 'Save Return Settings')
  await expect(page.getByText('Use at least 16 characters')).toBeVisible()
  await field(page, 'Secret').fill('a secret of sixteen letters')
  await press(page, 'Save Return Settings')
  await expect(returns.getByText('A secret is kept; type another to replace it.')).toBeVisible()
  const told = await page.request.post(`${site.address}/api/mail-events/postmark`, {
    headers: { authorization: `Basic ${Buffer.from('author:a secret of sixteen letters').toString('base64')}` },
    data: { RecordType: 'Delivery' },
  })
  expect(told.status()).toBe(200)
  expect(await axeFaultsInBothThemes(page)).toEqual([])
  expect(complaints).toEqual([])
})
