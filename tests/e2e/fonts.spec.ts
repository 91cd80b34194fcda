import { expect, type Page } from '@playwright/test'
import { testAuthor } from '../support/author.ts'
import { isLongRun } from '../support/long-run.ts'
import { open } from './open.ts'
import { ownerAt, type Site, startOwnedSite } from './owner.ts'
import { test } from './worker.ts'

/** The faces the letters of an element are drawn in, and whether each is the site's own. */
async function facesOf(page: Page, selector: string) {
  await page.evaluate(() => document.fonts.ready)
  const client = await page.context().newCDPSession(page)
  await client.send('DOM.enable')
  await client.send('CSS.enable')
  const { root } = await client.send('DOM.getDocument')
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName, isCustomFont }) => `${familyName.split(' ')[0]}${isCustomFont ? '' : ', not ours'}`)
}

/** The fonts the page has asked for so far, without the mark of their edition. */
function fontsAskedBy(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const name = request.url().match(/\/assets\/(.+)-.{8}\.woff2$/)?.[1]
    if (name) asked.push(name)
  })
  return asked
}

test('a page in plain English asks for no letters beyond its own', { tag: '@plain' }, async ({ page }) => {
  const asked = fontsAskedBy(page)
  for (const path of ['/', '/books', '/blog', '/about']) {
    await open(page, path)
    await page.waitForLoadState('networkidle')
  }
  expect([...new Set(asked)].sort()).toEqual(['imbue', 'instrument-sans', 'literata', 'literata-italic'])
})

test.describe('the name of an author', () => {
  let site: Site
  let save: (name: string) => Promise<void>

  test.beforeAll(async () => {
    site = await startOwnedSite()
    const owner = await ownerAt(site)
    save = async (name) => {
      const { profile, version } = await owner('GET', '/api/owner/site')
      await owner('PUT', '/api/owner/site', { ...testAuthor, ...profile, name, shortBio: name, tagline: name, version })
    }
  })
  test.afterAll(() => site.stop())

  const names = [
    ['Łucja Świętosławska', ['Imbue'], 'imbue-latin-ext'],
    ['Božena Dvořáčková', ['Imbue'], 'imbue-latin-ext'],
    ['Gülşah Işıkoğlu', ['Imbue'], 'imbue-latin-ext'],
    ['Zoë Brontë', ['Imbue'], 'imbue-latin'],
    ['Nguyễn Thị Ánh', ['Imbue'], 'imbue-vietnamese'],
    ['Ия Вознесенская', ['Literata'], 'imbue-cyrillic'],
    ['Екатерина Вознесенская', ['Literata'], 'imbue-cyrillic'],
    ['Ελένη Παπαδοπούλου', ['Literata'], 'imbue-greek'],
  ] as const

  test('is drawn in the faces of the site, whatever its letters, and fits on a phone', { tag: '@plain' }, async ({
    page,
  }) => {
    for (const width of isLongRun ? [320, 390] : [320]) {
      await page.setViewportSize({ width, height: 844 })
      for (const [name, faces, file] of names) {
        await save(name)
        const asked = fontsAskedBy(page)
        await page.goto(site.address)
        await page.waitForLoadState('networkidle')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
        // The space between two words is Imbue's.
        expect(new Set([...(await facesOf(page, 'h1')), 'Imbue']), name).toEqual(new Set([...faces, 'Imbue']))
        if (width === 320) expect(asked, name).toContain(file)
        // The front hides what runs over its edge; and a line for each word at most says that none is broken.
        const { end, lines } = await page.getByRole('heading', { level: 1 }).evaluate((title) => {
          const letters = document.createRange()
          letters.selectNodeContents(title)
          const lines = new Set([...letters.getClientRects()].map(({ bottom }) => Math.round(bottom / 20)))
          return { end: letters.getBoundingClientRect().right, lines: lines.size }
        })
        expect(end, `${name} at ${width}`).toBeLessThanOrEqual(width)
        expect(lines, `${name} at ${width}`).toBeLessThanOrEqual(name.split(' ').length)
      }
    }
  })

  test('comes in files that never change', async ({ page, request }) => {
    await save('Łucja Świętosławska')
    const asked = page.waitForResponse(/imbue-latin-ext.*\.woff2$/)
    await page.goto(site.address)
    const answer = await request.get((await asked).url())
    expect(answer.headers()['content-type']).toBe('font/woff2')
    expect(answer.headers()['cache-control']).toContain('immutable')
    expect(answer.headers()['content-security-policy']).toBe("default-src 'none'")
  })
})
