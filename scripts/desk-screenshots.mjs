// `npm run screenshots`, second part: every room of the owner's desk at phone and desk width; the
// free book and the numbers in each of their states. Mail goes to a server of this script, on this machine.
import { chromiumLaunch } from './chromium.mjs'
import { placeFor } from './pictures.mjs'
import { ensureBuild, ensureDependencies } from './prepare.mjs'
import { seedNumbers } from './sample-numbers.mjs'
import { startSite } from './site-process.mjs'

await ensureDependencies()
await ensureBuild()
const { chromium } = await import('@playwright/test')
const { default: sharp } = await import('sharp')
const { createServer } = await import('vite')

const vite = await createServer({ appType: 'custom', logLevel: 'error', server: { middlewareMode: true, hmr: false } })
const { openSmtp } = await vite.ssrLoadModule('/tests/support/smtp-server.ts')
const { openMailerLite } = await vite.ssrLoadModule('/tests/support/mailerlite-server.ts')
const { makeEpub } = await vite.ssrLoadModule('/tests/support/epub.ts')

const owner = { OWNER_EMAIL: 'owner@home.example', OWNER_PASSWORD: 'only for taking pictures of the desk' }
const widths = [390, 1440]
const browser = await chromium.launch(chromiumLaunch)

await bareDesk()
await freeBook()
await letters()

await browser.close()
await vite.close()

/** With what the first start has put there, and nothing connected. */
async function bareDesk() {
  const site = await startSite(owner)
  for (const width of widths) {
    const { page, keep, visit, close } = await openDesk(site, width)
    const rooms = [
      '',
      'stories',
      'bin',
      'downloads',
      'send-emails',
      'messages',
      'subscribers',
      'outbox',
      'settings',
      'health',
    ]
    const names = { '': 'posts', downloads: 'downloads-empty', 'send-emails': 'send-emails-empty' }
    for (const room of rooms) {
      await visit(`/admin/${room}`.replace(/\/$/, ''))
      await keep(names[room] ?? room)
    }
    await visit('/analytics')
    await keep('analytics-empty')
    await visit('/admin')
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await page.getByRole('dialog').getByLabel('Title', { exact: true }).waitFor()
    await keep('editor', { isWhole: false })
    await close()
  }
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(new Date())
  seedNumbers(site.dataDir, today)
  for (const width of widths) {
    const { keep, visit, close } = await openDesk(site, width)
    await visit('/analytics?days=30')
    await keep('analytics-full')
    await keep('analytics', { isWhole: false })
    await close()
  }
  await site.stop()
}

/** A campaign, from ready to done with failures. */
async function freeBook() {
  const smtp = await openSmtp()
  const provider = await openMailerLite()
  smtp.refuse = (address) =>
    /reader00[0-2]7@/.test(address) ? { code: 550, words: '5.1.1 The mailbox does not exist' } : undefined
  const site = await startSite({
    ...owner,
    SMTP_URL: smtp.url,
    MAIL_RATE: '25',
    MAILERLITE_API_KEY: 'a key for pictures',
    MAILERLITE_API_URL: provider.url,
  })
  const { page, keepAll, ask, visit, press, close } = await openDesk(site, 1440)
  const subscribers = Array.from(
    { length: 240 },
    (_, number) => `reader${String(number).padStart(4, '0')}@home.example`,
  )
  await ask('POST', '/api/voracious-readers-subscribers', { subscribers, basis: 'They signed up at a reading' })
  await ask('PUT', '/api/files/true-veil-blues.epub', Buffer.from(makeEpub(1_240_000)))

  await visit('/admin/downloads')
  for (const button of ['Test File', 'Load Subscribers', 'Generate Links']) await press(button)
  await page.getByText('240 links').first().waitFor()
  await keepAll('downloads-ready')

  await visit('/admin/send-emails')
  for (const button of ['Load Subscribers', 'Generate Shared Link']) await press(button)
  await page.getByLabel('The shared link', { exact: true }).waitFor()
  await keepAll('send-emails-ready')
  await press('Send All Emails')
  await keepAll('send-emails-review', { isWhole: false })
  await press('Send to 240 readers')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await keepAll('send-emails-hold', { isWhole: false, from: '#send' })
  await page.getByText(/[3-9]\d of 240 sent/).waitFor()
  await press('Pause')
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await keepAll('send-emails-sending', { isWhole: false, from: '#send' })
  await press('Resume')
  await page.getByText('Done ·').waitFor({ timeout: 120_000 })
  await keepAll('send-emails-done')
  await close()
  await site.stop()
  await smtp.stop()
  provider.stop()
}

/** Letters: in a list, being written with whom it is for, before it goes, and what became of one. */
async function letters() {
  const smtp = await openSmtp()
  smtp.refuse = (address) =>
    /reader00[0-2]7@/.test(address) ? { code: 550, words: '5.1.1 The mailbox does not exist' } : undefined
  const site = await startSite({ ...owner, SMTP_URL: smtp.url, MAIL_RATE: '50', POSTAL_ADDRESS: '1 Quay, Halifax' })
  const { page, keepAll, ask, visit, press, close } = await openDesk(site, 1440)
  const rows = Array.from(
    { length: 40 },
    (_, number) => `reader${String(number).padStart(4, '0')}@home.example,Active,${number % 2 ? 'launch team' : ''}`,
  )
  const csv = ['Email,Status,Tags', ...rows].join('\n')
  await ask('POST', '/api/owner/people/import', { csv, list: 'newsletter', basis: 'They signed up at a reading' })
  await page.waitForTimeout(2_000)
  const content = 'Dear {first name|reader},\n\nThe *tide* is in, and [so is the book](https://quay.example/book).'
  await ask('POST', '/api/owner/letters', { subject: 'A welcome aboard', previewLine: 'And the ebb', content })
  await ask('POST', '/api/owner/letters', { subject: 'News from the quay', previewLine: 'And the ebb', content })

  await visit('/admin/letters')
  await page.getByRole('link', { name: 'News from the quay' }).click()
  await page.getByText('Only some of them').click()
  await page.getByText('It goes to 40 people').waitFor()
  await keepAll('letter-editor')
  await press('Review and Send')
  await page.getByRole('dialog').getByText('and 37 others').waitFor()
  await keepAll('letter-review', { isWhole: false })
  const doubts = page.getByRole('dialog').getByLabel('Send it all the same')
  if (await doubts.isVisible()) await doubts.check()
  await press('Send to 40 people')
  // Of a domain that does not vouch for her letters she is asked twice.
  const again = page.getByRole('dialog').getByRole('alert')
  await again
    .or(page.getByRole('button', { name: 'Undo' }))
    .first()
    .waitFor()
  if (await again.isVisible()) await press('Send to 40 people')
  await page.getByText('3 did not arrive').waitFor({ timeout: 120_000 })
  await keepAll('letter-results')
  await visit('/admin/letters')
  await keepAll('letters')
  await close()
  await site.stop()
  await smtp.stop()
}

async function openDesk(site, width) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${site.address}/admin/sign-in`, { waitUntil: 'networkidle' })
  const keep = async (name, { isWhole = true, from = 'html' } = {}) => {
    const view = page.viewportSize()
    await page.locator(from).evaluate((top) => top.scrollIntoView())
    // A window as tall as the page: a picture of more than the window shows frames empty.
    const whole = await page.evaluate(() => document.documentElement.scrollHeight)
    if (isWhole) await page.setViewportSize({ width: view.width, height: whole })
    await page.waitForTimeout(300)
    const png = await page.screenshot()
    await page.setViewportSize(view)
    const file = `desk-${name}-${view.width}.webp`
    await sharp(png).webp({ quality: 48, effort: 6 }).toFile(placeFor(file))
    console.log(file)
  }
  await keep('entrance')
  const login = { email: owner.OWNER_EMAIL, password: owner.OWNER_PASSWORD }
  await context.request.post(`${site.address}/api/auth/sign-in`, { data: login })
  return {
    page,
    keep,
    /** the same state at both widths */
    async keepAll(name, options) {
      const notice = page.getByRole('button', { name: 'Close notification' })
      if (await notice.isVisible()) await notice.click()
      for (const wide of widths) {
        await page.setViewportSize({ width: wide, height: 900 })
        await keep(name, options)
      }
    },
    visit: (path) => page.goto(site.address + path, { waitUntil: 'networkidle' }),
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    async ask(method, path, data) {
      const answer = await context.request.fetch(site.address + path, {
        method,
        data,
        headers: { 'sec-fetch-site': 'same-origin' },
      })
      if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    },
    close: () => context.close(),
  }
}
