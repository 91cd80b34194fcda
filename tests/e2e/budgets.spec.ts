import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { open } from './open.ts'
import { pages } from './pages.ts'

const kB = 1_000

for (const path of pages) {
  test(`the first view of ${path} stays within its weights`, async ({ page, request, baseURL }) => {
    const html = await (await request.get(path)).body()
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(14 * kB)

    const weights = { script: 0, stylesheet: 0, font: 0 }
    const compressed = (url: string) => {
      const file = `dist/client${url.replace(baseURL ?? '', '')}`
      return url.endsWith('.woff2') ? readFileSync(file).length : readFileSync(`${file}.br`).length
    }
    page.on('request', (asked) => {
      const type = asked.resourceType()
      if (type === 'script' || type === 'stylesheet' || type === 'font') weights[type] += compressed(asked.url())
    })
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, path)
    await page.waitForLoadState('networkidle')
    expect(weights.script).toBeGreaterThan(0)
    expect(weights.script).toBeLessThanOrEqual(90 * kB)
    expect(weights.stylesheet).toBeLessThanOrEqual(18 * kB)
    expect(weights.font).toBeLessThanOrEqual(115 * kB)
  })
}

test('the public entry script, with all it imports, weighs at most 80 kB', () => {
  const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(
    readFileSync('dist/client/.vite/manifest.json', 'utf8'),
  )
  const needed = new Set<string>()
  const collect = (key: string) => {
    if (needed.has(key)) return
    needed.add(key)
    for (const imported of manifest[key]?.imports ?? []) collect(imported)
  }
  collect('src/app/entry-site.tsx')
  const weight = [...needed].reduce((sum, key) => sum + readFileSync(`dist/client/${manifest[key]?.file}.br`).length, 0)
  expect(weight).toBeGreaterThan(40 * kB)
  expect(weight).toBeLessThanOrEqual(80 * kB)
})

test('the tracker weighs at most 1.5 kB', () => {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'))
  type Chunk = { name: string; file: string; imports: string[] }
  const tracker = Object.values<Chunk>(manifest).filter(({ name }) => name === 'tracker')
  // What it shares with the dashboard alone counts too; what every page has anyway does not.
  const onEveryPage = new Set(manifest['src/app/entry-site.tsx'].imports)
  const shared = tracker.flatMap(({ imports }) => imports).filter((key) => !onEveryPage.has(key))
  const own: Chunk[] = [...tracker, ...shared.map((key) => manifest[key])]
  const weight = own.reduce((sum, { file }) => sum + readFileSync(`dist/client/${file}.br`).length, 0)
  expect(weight).toBeGreaterThan(500)
  expect(weight).toBeLessThanOrEqual(1.5 * kB)
})

test('no source map and no server file is public', async ({ request }) => {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'))
  const { file } = manifest['src/app/entry-site.tsx']
  expect((await request.get(`/${file}.map`)).status()).toBe(404)
  expect((await request.get('/.vite/manifest.json')).status()).toBe(404)
  expect(readFileSync(`dist/client/${file}`, 'utf8')).not.toContain('sourceMappingURL')
})
