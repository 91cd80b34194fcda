import { expect, type Locator, type Page } from '@playwright/test'
import { em, p } from '#tests/support/prose-tree.ts'
import { axeFaults } from './axe.ts'
import { editor, field, press } from './desk.ts'
import { enter, test } from './desk-site.ts'
import { openDesk } from './owner.ts'
import { complaintsOf } from './watch.ts'
import { beginPost, publish, text, tool, toolbar } from './writing-table.ts'

test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

let complaints: string[]

test.beforeEach(async ({ page, site }) => {
  await enter(page, site)
  complaints = await complaintsOf(page, /^Failed to load resource/)
})
test.afterEach(() => expect(complaints).toEqual([]))

const keyboardHeight = 300

/** The keyboard covers the lower part of the screen; the page under it stays as high as it was. */
async function raiseKeyboard(page: Page) {
  await page.evaluate((height) => {
    const { visualViewport: seen } = window
    if (!seen) return
    Object.defineProperty(seen, 'height', { value: innerHeight - height })
    seen.dispatchEvent(new Event('resize'))
  }, keyboardHeight)
}

const bottomOf = async (page: Page) => {
  const box = await toolbar(page).boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0)
}

test('on a phone the tools stand above the keyboard, and the line she writes above the tools', async ({
  page,
  site,
}) => {
  await beginPost(page, site)
  // With a keyboard of its own, or none on the screen, saving stays in sight.
  await expect(editor(page).getByRole('button', { name: 'Create Post' })).toBeInViewport()
  await raiseKeyboard(page)
  await expect.poll(() => bottomOf(page)).toBe(780 - keyboardHeight)
  await expect(editor(page).getByRole('button', { name: 'Create Post' })).toBeHidden()
  for (let count = 0; count < 40; count++) {
    await page.keyboard.insertText(`Line ${count}.`)
    await page.keyboard.press('Enter')
  }
  // Only the page scrolls, never the table under it.
  expect(await editor(page).evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)).toBe(0)
  await page.keyboard.type('So it was')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await tool(page, 'Italic').tap()
  await expect(text(page)).toBeFocused()
  await expect(tool(page, 'Italic')).toHaveAttribute('aria-pressed', 'true')
  const lastLine = await text(page).locator('p').last().boundingBox()
  const tools = await toolbar(page).boundingBox()
  expect((lastLine?.y ?? 0) + (lastLine?.height ?? 0)).toBeLessThanOrEqual(tools?.y ?? 0)
  // The last of them is reached by pushing the row aside.
  await tool(page, 'Curly quotes and dashes as you type').tap()
  await expect(tool(page, 'Curly quotes and dashes as you type')).toHaveAttribute('aria-pressed', 'false')
  expect(await axeFaults(page)).toEqual([])

  await tool(page, 'Link').tap()
  await expect(page.getByRole('dialog', { name: 'Link' })).toBeInViewport()
  expect(await axeFaults(page)).toEqual([])
  await press(page, 'Close')
  await tool(page, 'Find and replace').tap()
  await expect(editor(page).getByLabel('Find', { exact: true })).toBeInViewport()
  expect(await axeFaults(page)).toEqual([])
  await editor(page).getByRole('button', { name: 'Close', exact: true }).tap()
  expect(await editor(page).evaluate((dialog) => dialog.scrollWidth)).toBeLessThanOrEqual(390)

  await field(page, 'Publish immediately').tap()
  await expect(editor(page).getByRole('button', { name: 'Create Post' })).toBeVisible()
  const { body } = await publish(page)
  expect(body.at(-1)).toEqual(p('So it ', em('was')))
})

test('in a letter the line she writes stands below the tools and above the foot of the form', async ({
  page,
  site,
}) => {
  await openDesk(page, site, '/admin/letters/new')
  const words = page.getByRole('textbox', { name: 'Content' })
  await expect(words).toHaveAttribute('contenteditable', 'true')
  await words.click()
  for (let line = 0; line < 30; line++) {
    await page.keyboard.type('Tide')
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('Slack water')
  const boxOf = async (what: Locator) => {
    const box = await what.boundingBox()
    return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
  }
  const foot = page.locator('[data-foot]')
  const last = words.locator('p').last()
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(foot)).top)
  // The screen is for the letter: less than a sixth of it is for what can be done with it.
  const { top, bottom } = await boxOf(foot)
  expect(bottom - top).toBeLessThan(780 / 6)

  const first = words.locator('p').first()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('High ')
  expect((await boxOf(first)).top).toBeGreaterThanOrEqual((await boxOf(page.getByRole('toolbar'))).bottom)
})
