import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, expect, type Page } from '@playwright/test'
import { firstScript } from '../../src/app/first-script.ts'
import { widths } from '../support/long-run.ts'
import { axeFaultsInBothThemes } from './axe.ts'
import { wake } from './open.ts'
import { complaintsOf, isSidewaysAt, layoutShift } from './watch.ts'
import { test } from './worker.ts'

const kB = 1_000

const weighed = new Map<string, number>()
/** As it weighs on the wire at best. Pages share their rules: what was weighed once is not weighed again. */
function weigh(text: string): number {
  const weight = weighed.get(text) ?? brotliCompressSync(text).length
  weighed.set(text, weight)
  return weight
}

/** Hosts other than ours that the page asks for anything, from its first byte. */
function strangersOf(page: Page): string[] {
  const strangers: string[] = []
  page.on('request', (request) => {
    const { hostname } = new URL(request.url())
    if (hostname !== 'localhost') strangers.push(hostname)
  })
  return strangers
}

/** What the page has asked for so far of each kind, as it weighs on the wire. */
function weightsOf(page: Page, origin: string) {
  const weights = { script: 0, stylesheet: 0, font: 0 }
  page.on('request', (asked) => {
    const type = asked.resourceType()
    if (type !== 'script' && type !== 'stylesheet' && type !== 'font') return
    const file = `dist/client${asked.url().replace(origin, '')}`
    weights[type] += readFileSync(file.endsWith('.woff2') ? file : `${file}.br`).length
  })
  return weights
}

/** What a phone with nothing kept gets of each kind before it is touched, headers and all. */
async function firstVisit(browser: Browser, url: string) {
  const screen = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true }
  const context = await browser.newContext({ ...screen, reducedMotion: 'no-preference' })
  const page = await context.newPage()
  const sizes: Promise<{ type: string; size: number }>[] = []
  page.on('requestfinished', (request) => {
    const weighed = request.sizes().then(({ responseBodySize, responseHeadersSize }) => ({
      type: request.resourceType(),
      size: responseBodySize + responseHeadersSize,
    }))
    sizes.push(weighed)
  })
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  const weights: Record<string, number> = { document: 0, font: 0, image: 0, script: 0, stylesheet: 0 }
  for (const { type, size } of await Promise.all(sizes)) weights[type] = (weights[type] ?? 0) + size
  await context.close()
  return weights
}

/** What a phone's first visit may weigh; `most` is the whole of it, where that was promised. */
export function testFirstVisits(visits: readonly { path: string; most?: number }[]) {
  for (const { path, most } of visits) {
    test(`a phone's first visit to ${path} gets at most 40 kB of fonts and 60 kB of pictures`, async ({
      browser,
      baseURL,
    }) => {
      const weights = await firstVisit(browser, `${baseURL}${path}`)
      const { font = 0, image = 0 } = weights
      expect(font).toBeGreaterThan(20 * kB)
      expect(font).toBeLessThanOrEqual(40 * kB)
      expect(image).toBeLessThanOrEqual(60 * kB)
      const whole = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
      if (most) expect(whole).toBeLessThanOrEqual(most)
    })
  }
}

/** Fonts that come late, as on a slow line: until something is painted they are held. */
async function holdFonts(page: Page) {
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
}

/** What every page owes its reader, whoever wrote it. */
export function testEveryPage(paths: readonly string[]) {
  for (const path of paths) {
    for (const width of widths) {
      const isStory = path.startsWith('/short-stories/')
      test(`${path} at ${width} px weighs little, complains of nothing, asks nobody else, holds still, and axe finds nothing`, async ({
        page,
        baseURL,
      }) => {
        await page.setViewportSize({ width, height: 900 })
        // A browser reports the 404 of the document itself; that one is asked for.
        const isMissing = /no-such-page|never-written/.test(path)
        const complaints = await complaintsOf(page, isMissing ? /404 \(Not Found\)/ : undefined)
        const strangers = strangersOf(page)
        const weights = weightsOf(page, baseURL ?? '')
        await holdFonts(page)

        const response = await page.goto(path)
        expect(response?.status()).toBe(isMissing ? 404 : 200)
        await page.waitForLoadState('networkidle')
        const html = (await response?.text()) ?? ''
        const style = html.match(/<style[^>]*>(.*?)<\/style>/s)?.[1] ?? ''
        expect(weigh(html.replace(style, ''))).toBeLessThanOrEqual(14 * kB)
        expect(weigh(style)).toBeLessThanOrEqual(15.5 * kB)
        // What counts her visit, once the browser has nothing to do, and nothing else before there is a sign of a hand.
        await expect.poll(() => weights.script).toBeGreaterThan(0)
        await page.waitForLoadState('networkidle')
        expect(weights.script + weigh(firstScript)).toBeLessThanOrEqual(8 * kB)
        await wake(page)
        await page.waitForLoadState('networkidle')
        // A story brings its reader along, and a post what sets its words. Each page of the map costs every other 60 bytes;
        // the names of files, which change with what is in them, move the sum by 140.
        if (!isStory) expect(weights.script).toBeLessThanOrEqual((path.startsWith('/blog/') ? 91.4 : 90.2) * kB)
        // All rules stand in the page but those of the sheet a story is read on.
        expect(weights.stylesheet).toBeLessThanOrEqual(isStory ? 2.5 * kB : 0)
        expect(weights.font).toBeLessThanOrEqual(40 * kB)

        await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
        await page.waitForLoadState('networkidle')
        expect(await layoutShift(page)).toBeLessThanOrEqual(width < 800 ? 0.01 : 0.02)
        expect(complaints).toEqual([])
        expect(strangers).toEqual([])

        // A story has lights of its own, and is looked at in each of them.
        if (!isStory) expect(await axeFaultsInBothThemes(page, { isByDayToo: true })).toEqual([])
        expect(await isSidewaysAt(page, 320)).toBe(false)
        // A phone may be set to letters twice as large.
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
        expect(await isSidewaysAt(page, 390)).toBe(false)
      })
    }
  }
}
