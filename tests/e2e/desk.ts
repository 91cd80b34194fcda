import { writeFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './worker.ts'

/** A file as it lies on her disk. Named by its place: bytes that are handed over cost the browser a second a megabyte. */
export function onDisk(name: string, bytes: Uint8Array | string): string {
  const place = test.info().outputPath(name)
  writeFileSync(place, bytes)
  return place
}

/** A call of the owner's own, from her browser. */
export function ask<Answer = Record<string, string>>(page: Page, method: string, path: string, body?: object) {
  return page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(path, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      })
      return response.json()
    },
    [method, path, body] as const,
  ) as Promise<Answer>
}

export const editor = (page: Page) => page.getByRole('dialog')

export function field(page: Page, label: string) {
  return editor(page).getByLabel(label, { exact: true })
}

/** The text itself: a page to write on, or, where she asked for it, a box of plain text. */
export const content = (page: Page) => field(page, 'Content')

/** Types a text where another stood: Enter between paragraphs, Shift+Enter between the lines of one. */
export async function write(page: Page, text: string) {
  await content(page).press('Control+a')
  await page.keyboard.press('Delete')
  for (const part of text.split(/(\n\n|\n)/)) {
    if (part === '\n\n') await page.keyboard.press('Enter')
    else if (part === '\n') await page.keyboard.press('Shift+Enter')
    else if (part !== '') await page.keyboard.insertText(part)
  }
}

/** What stands on the page, in the same words that `write` takes. */
export function textOf(page: Page): Promise<string> {
  return content(page).evaluate((text) =>
    Array.from(text.children, (block) =>
      Array.from(block.childNodes, (node) => {
        // The last one only holds an empty line open.
        const isLineEnd = node instanceof HTMLBRElement && !node.classList.contains('ProseMirror-trailingBreak')
        return isLineEnd ? '\n' : node.textContent
      }).join(''),
    ).join('\n\n'),
  )
}

/** As soon as it stands there, to the letter. */
export const expectText = (page: Page, text: string) => expect.poll(() => textOf(page)).toBe(text)

/** Unfolds the fields she seldom needs; they may be as she left them the last time. */
export async function details(page: Page) {
  const fold = editor(page)
    .locator('details')
    .filter({ has: page.getByText('Details', { exact: true }) })
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click()
}

/** Fifteen lines at least, on the page and in the box. */
export async function expectRoomToWrite(page: Page) {
  const { height, line } = await content(page).evaluate((text) => ({
    height: text.getBoundingClientRect().height,
    line: Number.parseFloat(getComputedStyle(text).lineHeight),
  }))
  // To a pixel: the browser rounds each line.
  expect(height + 1).toBeGreaterThanOrEqual(15 * line)
  await press(page, 'Write in plain text')
  await expect(content(page)).toHaveAttribute('rows', '15')
  await press(page, 'Back to the page')
  await expect(content(page)).toHaveAttribute('contenteditable', 'true')
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export const press = (page: Page, name: string) => button(page, name).click()

export const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

/** With the Tab key alone. */
export async function tabTo(page: Page, target: Locator) {
  for (let count = 0; count < 120; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not lead to ${target}`)
}
