// What a phone that was never here gets before it is touched, in bytes on the wire by kind, headers and all; and how long
// it takes from the first touch until the page is awake, on a cheap phone and a slow line: a quarter of this processor,
// 150 ms there and back, 1.6 Mbit a second. In headless Chromium, loopback only.
import { brotliCompressSync } from 'node:zlib'
import { chromiumLaunch } from '../scripts/chromium.mjs'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { row } from './report.mjs'
import { median } from './statistics.mjs'
import { visited } from './visited.mjs'

await ensureDependencies()
await ensureBuild()
const { chromium } = await import('@playwright/test')

const rounds = 5
const kB = 1_000
/** the whole, where that was promised */
const most = { home: 150, 'a post': 80 }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
/** by the browser's own names; whatever else is asked for counts in the whole */
const kinds = { document: 'html', stylesheet: 'style', script: 'script', font: 'fonts', image: 'images' }

const site = await startSite({ RATE_LIMIT: 'off' })
// A phone optimises what it runs; the tests' browser does without.
const args = chromiumLaunch.args.filter((flag) => !flag.startsWith('--js-flags'))
const browser = await chromium.launch({ ...chromiumLaunch, args })
try {
  for (const [name, path] of Object.entries(visited)) {
    await weigh(name, path)
    await timeWaking(name, path)
  }
} finally {
  await browser.close()
  await site.stop()
}

async function weigh(name, path) {
  const { weights, whole, requests } = await visit(path)
  const { html, style, images } = weights
  row(`${name}: script`, { measured: weights.script, unit: 'kB' }, { atMost: 8 })
  row(`${name}: fonts`, { measured: weights.fonts, unit: 'kB' }, { atMost: 40 })
  const rest = [html, style, images].map((weight) => weight.toFixed(1))
  row(`${name}: the rest`, `html ${rest[0]}, style ${rest[1]}, images ${rest[2]} kB; ${requests} requests`)
  row(`${name}: the whole`, { measured: whole, unit: 'kB' }, most[name] && { atMost: most[name] })
}

async function visit(path) {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const finished = []
  page.on('requestfinished', (request) => finished.push(request))
  // What counts the visit comes when the browser is idle, after which nothing comes by itself.
  const counted = page.waitForResponse('**/api/analytics/track')
  const response = await page.goto(site.address + path, { waitUntil: 'networkidle' })
  await (await counted).finished()
  const inline = weighInline(await response.text())
  const weights = {
    html: -inline.style - inline.script,
    style: inline.style,
    script: inline.script,
    fonts: 0,
    images: 0,
  }
  let whole = 0
  for (const request of finished) {
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    const weight = (responseBodySize + responseHeadersSize) / kB
    const kind = kinds[request.resourceType()]
    if (kind) weights[kind] += weight
    whole += weight
  }
  await context.close()
  return { weights, whole, requests: finished.length }
}

/** Rules and code that stand in the page are no less rules and code: each as it weighs alone, and taken off the page. */
function weighInline(html) {
  const all = (pattern) => [...html.matchAll(pattern)].map(([, text]) => text).join('')
  const weight = (text) => brotliCompressSync(text).length / kB
  return {
    style: weight(all(/<style[^>]*>(.*?)<\/style>/gs)),
    script: weight(all(/<script(?![^>]*(?:json|src=))[^>]*>(.*?)<\/script>/gs)),
  }
}

async function timeWaking(name, path) {
  const times = []
  for (let round = 0; round < rounds; round++) times.push(await wake(path))
  row(`${name}: first touch to awake`, { measured: median(times), unit: 'ms' }, { atMost: 400 })
}

async function wake(path) {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', slowLine)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(site.address + path, { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    window.woken = new Promise((resolve) => {
      addEventListener(
        'pointerdown',
        ({ timeStamp }) => addEventListener('awake', () => resolve(performance.now() - timeStamp)),
        { capture: true, once: true },
      )
    })
  })
  const { x, y } = await page.locator('h1').first().boundingBox()
  await page.touchscreen.tap(x + 1, y + 1)
  const took = await page.evaluate(() => window.woken)
  await context.close()
  return took
}
