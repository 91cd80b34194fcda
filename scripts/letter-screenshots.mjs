// `npm run screenshots`, third part: letters as a mail server gets them from the built site, at the width of a phone and of a
// mail program. One has everything in it that a letter may have, and is shown as programs do that make every letter dark.
import { writeFileSync } from 'node:fs'
import { chromiumLaunch } from './chromium.mjs'
import { placeFor } from './pictures.mjs'
import { ensureBuild, ensureDependencies } from './prepare.mjs'
import { startSite } from './site-process.mjs'

await ensureDependencies()
await ensureBuild()
const { chromium } = await import('@playwright/test')
const { default: sharp } = await import('sharp')
const { createServer } = await import('vite')

const vite = await createServer({ appType: 'custom', logLevel: 'error', server: { middlewareMode: true, hmr: false } })
const { openSmtp } = await vite.ssrLoadModule('/tests/support/smtp-server.ts')
const { makeEpub } = await vite.ssrLoadModule('/tests/support/epub.ts')
const { fullLetter } = await vite.ssrLoadModule('/tests/support/full-letter.ts')

const owner = { OWNER_EMAIL: 'owner@home.example', OWNER_PASSWORD: 'only for taking pictures of letters' }
const filename = 'true-veil-blues.epub'
const reader = { name: 'Ruth Anselm', email: 'ruth.anselm@home.example' }
const smtp = await openSmtp()
const port = '4198'
const site = await startSite({
  ...owner,
  ...{ PORT: port, SITE_URL: `http://localhost:${port}`, SMTP_URL: smtp.url, RATE_LIMIT: 'off' },
  POSTAL_ADDRESS: '12 Quay Street, Halifax NS',
})
let cookie = ''
let written = ''

async function ask(method, path, data, type = 'application/json') {
  const body = data && (type === 'application/json' ? JSON.stringify(data) : data)
  const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin', cookie }
  const answer = await fetch(site.address + path, { method, headers, body })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  cookie ||= answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  return answer.json()
}

/** The next letter that arrives, once `act` is done. */
async function letterAfter(act) {
  const before = smtp.received.length
  await act()
  while (smtp.received.length === before) await new Promise((resolve) => setTimeout(resolve, 50))
  return smtp.received[before].mail
}

const works = { book: 'the-drivers-promise', story: 'the-wallpaper-hour', post: 'seven-files-in-order', file: filename }

await ask('POST', '/api/auth/sign-in', { email: owner.OWNER_EMAIL, password: owner.OWNER_PASSWORD })
await ask('PUT', `/api/files/${filename}`, Buffer.from(makeEpub()), 'application/epub+zip')
await ask('POST', '/api/voracious-readers-subscribers', { subscribers: [reader.email], basis: 'Asked at a reading' })
const mails = {
  welcome: await letterAfter(() => ask('POST', '/api/newsletter/signup', reader)),
  arc: await letterAfter(() => ask('POST', '/api/newsletter/signup', { ...reader, source: 'voss_trials_arc' })),
  book: await letterAfter(() =>
    ask('POST', '/api/send-bulk-download-emails', { subscribers: [reader.email], filename }),
  ),
  everything: await letterAfter(writeEverything),
}

async function writeEverything() {
  const photograph = await sharp({ create: { width: 1200, height: 700, channels: 3, background: '#31424a' } })
    .composite([
      { input: Buffer.from('<svg width="1200" height="700"><circle cx="820" cy="260" r="120" fill="#e7c27a"/></svg>') },
    ])
    .jpeg()
    .toBuffer()
  const { url } = await ask('POST', '/api/owner/images', photograph, 'image/jpeg')
  const input = { subject: 'The Driver’s Promise', previewLine: 'It is finished, and you may have it first.' }
  const { id } = await ask('POST', '/api/owner/letters', {
    ...input,
    content: fullLetter({ picture: url, ...works }),
    isOnWeb: true,
  })
  written = id
  await ask('POST', `/api/owner/letters/${id}/test`)
}

const browser = await chromium.launch(chromiumLaunch)
for (const width of [390, 700]) {
  const context = await browser.newContext({ viewport: { width, height: 600 }, extraHTTPHeaders: { cookie } })
  const page = await context.newPage()
  const keep = async (name) => {
    const png = await page.screenshot({ fullPage: true })
    await sharp(png)
      .webp({ quality: 60, effort: 6 })
      .toFile(placeFor(`letter-${name}-${width}.webp`))
  }
  for (const [name, { html }] of Object.entries(mails)) {
    await page.setContent(html, { waitUntil: 'networkidle' })
    await keep(name)
    console.log(`letter-${name}-${width}.webp, ${(html.length / 1_000).toFixed(0)} kB`)
  }
  await page.goto(`${site.address}/admin/letters/${written}/letter?look=dark`, { waitUntil: 'networkidle' })
  await keep('everything-dark')
  await context.close()
}
for (const [name, { text }] of Object.entries(mails)) writeFileSync(placeFor(`letter-${name}.txt`), text)
await browser.close()
await vite.close()
await site.stop()
await smtp.stop()
