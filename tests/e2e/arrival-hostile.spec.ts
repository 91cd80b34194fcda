import { expect, type Page } from '@playwright/test'
import fc from 'fast-check'
import type { Block } from '#features/writing/contract.ts'
import { blank, evil, hostile, outOfSight, piece, soup, word } from '#tests/support/hostile-clipboards.ts'
import { isLongRun, plenty, runs } from '#tests/support/long-run.ts'
import { faultsOf, wordsOf } from '#tests/support/prose-tree.ts'
import { openReader } from './arrival-page.ts'
import { complaintsOf } from './watch.ts'
import { test } from './worker.ts'

test.describe.configure(isLongRun ? { timeout: 0 } : {})

/** What becomes of each. As one text: what is carried over piece by piece takes longer than all the reading. */
async function pasteAll(page: Page, clipboards: readonly string[]): Promise<Block[][]> {
  const here = { origin: 'https://author.example' }
  const read = await page.evaluate(
    ([all, here]) => JSON.stringify(all.map((html) => reader.readClipboard(html, here).blocks)),
    [clipboards, here] as const,
  )
  return JSON.parse(read)
}

/** All the words of each document, hidden ones or not, as the browser has them. */
function textsOf(page: Page, clipboards: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (all) => all.map((html) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''),
    clipboards,
  )
}

const seen = (text: string) => text.match(/w\d+x/g) ?? []
const unseen = (text: string) => text.match(/u\d+x/g) ?? []

test('any soup of tags becomes prose of one form, with every word in its place', { tag: '@long' }, async ({ page }) => {
  await openReader(page)
  const property = fc.asyncProperty(fc.array(soup, { minLength: 20, maxLength: 20 }), async (clipboards) => {
    const read = await pasteAll(page, clipboards)
    expect(read.flatMap((blocks) => faultsOf(blocks))).toEqual([])
    expect(read.map((blocks) => seen(wordsOf(blocks)))).toEqual((await textsOf(page, clipboards)).map(seen))
  })
  await fc.assert(property, { numRuns: runs.call })
})

test('what a reader of the page cannot see is not brought along', { tag: '@long' }, async ({ page }) => {
  await openReader(page)
  const mixed = fc.array(fc.oneof(word, piece, blank, outOfSight), { maxLength: 60 }).map((parts) => parts.join(''))
  const property = fc.asyncProperty(fc.array(mixed, { minLength: 20, maxLength: 20 }), async (clipboards) => {
    const read = (await pasteAll(page, clipboards)).map(wordsOf)
    const texts = await textsOf(page, clipboards)
    expect(read.flatMap(unseen)).toEqual([])
    expect(read.flatMap((words, index) => seen(words).filter((word) => !texts[index]?.includes(word)))).toEqual([])
  })
  await fc.assert(property, { numRuns: runs.call })
})

test('a hostile clipboard runs nothing, fetches nothing, and leaves nothing but prose', async ({ page }) => {
  const complaints = await complaintsOf(page)
  await openReader(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => asked.push(dialog.message()))
  const clipboards = [...evil, ...fc.sample(hostile(), plenty(20_000, 500))]
  for (let from = 0; from < clipboards.length; from += 500) {
    const read = await pasteAll(page, clipboards.slice(from, from + 500))
    expect(read.flatMap((blocks) => faultsOf(blocks))).toEqual([])
  }
  // What had been loaded or run by now would have said so after a turn of the page's own clock.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  expect(await page.evaluate(() => 'trap' in globalThis)).toBe(false)
  expect(asked).toEqual([])
  expect(complaints).toEqual([])
})

test('one that is deep, wide or endless is read to its end', { tag: '@long' }, async ({ page }) => {
  await openReader(page)
  // A browser's own parser takes its time with what is deep: four times as long for twice as deep.
  const deep = plenty(50_000, 2_000)
  const wide = plenty(50_000, 4_000)
  const opened = [
    '<div>',
    '<b>',
    '<i><b>',
    '<blockquote>',
    '<ul><li>',
    '<ol>',
    '<table><tr><td>',
    '<a href="/a">',
    '<span style="color:red">',
  ]
  const clipboards = [
    `${'<div>'.repeat(wide)}w1x`,
    ...opened.map((open) => `${open.repeat(deep)}w1x`),
    `<p style="${'mso-a:b;'.repeat(wide)}" class="${'a '.repeat(wide)}" title="${'x'.repeat(1_000_000)}">w1x</p>`,
    `<style>${'.a{font-style:italic}'.repeat(wide)}</style>${'<i class=a></i>'.repeat(wide)}<p>w1x</p>`,
    `<p>${'<i>a</i> '.repeat(wide)}w1x</p>`,
    `<p>${'<br>'.repeat(wide)}w1x</p>`,
    `${'<p>&nbsp;</p>'.repeat(wide)}w1x`,
    `${"<p style='mso-list:l0 level9 lfo1'>a</p>".repeat(wide)}<p>w1x</p>`,
    `${'<p class=MsoQuote>a</p>'.repeat(wide)}<p>w1x</p>`,
    `<table>${'<tr><td>a<td>b'.repeat(wide)}</table><p>w1x</p>`,
  ]
  for (const clipboard of clipboards) {
    const [blocks = []] = await pasteAll(page, [clipboard])
    expect(faultsOf(blocks)).toEqual([])
    expect(seen(wordsOf(blocks))).toEqual(['w1x'])
  }
})
