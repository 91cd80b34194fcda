// `npm run screenshots`, first part: every page at phone and desk width, to be looked at.
import { chromiumLaunch } from './chromium.mjs'
import { placeFor } from './pictures.mjs'
import { ensureBuild, ensureDependencies } from './prepare.mjs'
import { startSite } from './site-process.mjs'

await ensureDependencies()
await ensureBuild()
const { chromium } = await import('@playwright/test')
const { default: sharp } = await import('sharp')

const pages = [
  ['home', '/'],
  ['books', '/books'],
  ['short-stories', '/short-stories'],
  ['voss-trials', '/voss-trials'],
  ['about', '/about'],
  ['blog', '/blog'],
  ['post', '/blog/seven-files-in-order'],
  ['contact', '/contact'],
  ['signup', '/signup'],
  ['terms-of-service', '/terms-of-service'],
  ['privacy-policy', '/privacy-policy'],
  ['house-hippo-challenge', '/house-hippo-challenge'],
  ['not-found', '/the-cellar'],
]
const views = [
  { width: 390, height: 844, colorScheme: 'dark', suffix: '390' },
  { width: 1440, height: 900, colorScheme: 'dark', suffix: '1440' },
  { width: 1440, height: 900, colorScheme: 'light', suffix: '1440-paper' },
]
// The long legal pages look alike after a while.
const tallest = 7_000

const site = await startSite()
const browser = await chromium.launch(chromiumLaunch)

for (const { width, height, colorScheme, suffix } of views) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const [name, path] of pages) {
    if (suffix.endsWith('paper') && !['home', 'books', 'about'].includes(name)) continue
    await page.goto(site.address + path, { waitUntil: 'networkidle' })
    await page.evaluate(() => {
      // Cards far down are drawn when she comes near; nobody comes near in a picture.
      const drawn = new CSSStyleSheet()
      drawn.replaceSync('* { content-visibility: visible !important }')
      document.adoptedStyleSheets.push(drawn)
      return Promise.all([...document.images].map((image) => Object.assign(image, { loading: 'eager' }).decode()))
    })
    const png = await page.screenshot({ fullPage: true, clip: undefined })
    const { height: full = 0 } = await sharp(png).metadata()
    await sharp(png)
      .extract({ left: 0, top: 0, width, height: Math.min(full, tallest) })
      .webp({ quality: 48, effort: 6 })
      .toFile(placeFor(`${name}-${suffix}.webp`))
    console.log(`${name}-${suffix}.webp`)
  }
  await context.close()
}

// The reader in each of its lights: as much as fits on a screen.
for (const { width, height } of views.slice(0, 2)) {
  for (const theme of ['night', 'paper', 'sepia', 'black']) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: 'dark' })
    await context.addInitScript((chosen) => localStorage.setItem('reading', chosen), theme)
    const page = await context.newPage()
    await page.goto(`${site.address}/short-stories/the-wallpaper-hour`, { waitUntil: 'networkidle' })
    const name = `reader-${theme}-${width}.webp`
    await sharp(await page.screenshot())
      .webp({ quality: 48, effort: 6 })
      .toFile(placeFor(name))
    console.log(name)
    await context.close()
  }
}

await browser.close()
await site.stop()
