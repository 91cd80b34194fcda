import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from './worker.ts'

const kB = 1_000

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
  type Chunk = { name: string; file: string; imports?: string[] }
  const tracker = Object.values<Chunk>(manifest).filter(({ name }) => name === 'tracker')
  // What it shares with the dashboard alone counts too; what every page has anyway does not.
  const onEveryPage = new Set(manifest['src/app/entry-site.tsx'].imports)
  const shared = tracker.flatMap(({ imports = [] }) => imports).filter((key) => !onEveryPage.has(key))
  const own: Chunk[] = [...tracker, ...shared.map((key) => manifest[key])]
  const weight = own.reduce((sum, { file }) => sum + readFileSync(`dist/client/${file}.br`).length, 0)
  expect(weight).toBeGreaterThan(500)
  expect(weight).toBeLessThanOrEqual(1.5 * kB)
})

test('the rules in a page are those of pages, and none of the desk’s', async ({ request }) => {
  const style = (await (await request.get('/')).text()).match(/<style[^>]*>(.*?)<\/style>/s)?.[1]
  expect(style).toContain('.title-hero')
  // What she writes with, and a class only her rooms are set in.
  expect(style).not.toMatch(/ProseMirror|\.writing-bar|\.max-md\\:basis-full/)
})

test('no rule of a page has every element of it styled anew when something is added to it', async ({ request }) => {
  const style = (await (await request.get('/')).text()).match(/<style[^>]*>(.*?)<\/style>/s)?.[1]
  expect(style).toContain(':has(')
  // Where what follows :has may be any element, a browser looks at all of them.
  expect(style?.match(/[^{}]*:has\([^{}]*[ >+~](\*|:)[^ >+~{}]*(?=\{)/g) ?? []).toEqual([])
})

test('no source map and no server file is public', async ({ request }) => {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'))
  const { file } = manifest['src/app/entry-site.tsx']
  expect((await request.get(`/${file}.map`)).status()).toBe(404)
  expect((await request.get('/.vite/manifest.json')).status()).toBe(404)
  expect(readFileSync(`dist/client/${file}`, 'utf8')).not.toContain('sourceMappingURL')
})
