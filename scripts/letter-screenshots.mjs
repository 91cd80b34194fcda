// `npm run screenshots`, third part: every letter at phone and desk width, from the templates that write them.
import { chromiumLaunch } from './chromium.mjs'
import { placeFor } from './pictures.mjs'
import { ensureDependencies } from './prepare.mjs'

await ensureDependencies()
const { chromium } = await import('@playwright/test')
const { default: sharp } = await import('sharp')
const { createServer } = await import('vite')

const vite = await createServer({ appType: 'custom', logLevel: 'error', server: { middlewareMode: true, hmr: false } })
const newsletter = await vite.ssrLoadModule('/src/features/newsletter/emails.server.tsx')
const contact = await vite.ssrLoadModule('/src/features/contact/emails.server.tsx')
const campaigns = await vite.ssrLoadModule('/src/features/campaigns/emails.server.tsx')
const analytics = await vite.ssrLoadModule('/src/features/analytics/emails.server.tsx')
const { readEnv } = await vite.ssrLoadModule('/src/server/env.ts')

const env = readEnv({ SITE_URL: 'https://author.example' })
const token = '019bc186-de00-7adc-a95d-bb1916802495.lR3Zp1vX0c9YkQ7w2nB4sT6uE8aG5hJ3mD1fK0oP9zI'
const leave = `${env.siteUrl}/unsubscribe/${token}`
const letters = {
  confirm: newsletter.confirmLetter(env, token),
  welcome: newsletter.welcomeLetter(env, leave),
  arc: newsletter.arcLetter(env, leave, 'after'),
  book: campaigns.freeBookLetter(env, { getUrl: `${env.siteUrl}/get/${token}`, unsubscribeUrl: leave }),
  week: analytics.weeklyLetter(
    {
      from: '2025-11-03',
      now: { views: 812, visitors: 341 },
      before: { views: 640, visitors: 287 },
      signups: { now: 11, before: 6 },
      downloads: { now: 4, before: 9 },
      mostRead: { title: 'The Night Ferry', views: 164 },
      cameFrom: 'goodreads.example',
    },
    `${env.siteUrl}/analytics`,
    env.postalAddress,
  ),
  notice: contact.noticeLetter(env.postalAddress, {
    name: 'Ruth Anselm',
    email: 'ruth.anselm@home.example',
    message:
      'Hello,\n\nI finished The Cellar Door at two in the morning and then sat on the stairs until it was light. My husband says the house has always made that sound.\n\nDid you ever find out who had the other key?\n\nRuth',
  }),
}

const browser = await chromium.launch(chromiumLaunch)
for (const width of [390, 700]) {
  const page = await browser.newPage({ viewport: { width, height: 600 } })
  for (const [name, { html }] of Object.entries(letters)) {
    await page.setContent(html)
    const png = await page.screenshot({ fullPage: true })
    await sharp(png)
      .webp({ quality: 60, effort: 6 })
      .toFile(placeFor(`letter-${name}-${width}.webp`))
    console.log(`letter-${name}-${width}.webp`)
  }
  await page.close()
}
await browser.close()
await vite.close()
