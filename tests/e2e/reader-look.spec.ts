import { expect, type Page } from '@playwright/test'
import { widths } from '../support/long-run.ts'
import { axeFaults, colourRules } from './axe.ts'
import { open } from './open.ts'
import { atRest } from './watch.ts'
import { test } from './written-site.ts'

const address = '/short-stories/the-borrowed-dish'
const isModal = (page: Page) => page.evaluate(() => document.querySelector('.reader')?.matches(':modal') ?? false)
const lookOf = (page: Page) =>
  page.evaluate(() => {
    const words = document.querySelector('.manuscript p')
    const sheet = document.querySelector('.reader-sheet')
    if (!words || !sheet) return null
    const { fontSize, lineHeight } = getComputedStyle(words)
    const size = Number.parseFloat(fontSize)
    return {
      size,
      spacing: Math.round((Number.parseFloat(lineHeight) / size) * 100) / 100,
      ground: getComputedStyle(sheet).backgroundColor,
      width: Math.round(document.querySelector('.manuscript')?.getBoundingClientRect().width ?? 0),
    }
  })

const grounds = {
  Night: 'rgb(14, 15, 19)',
  Paper: 'rgb(247, 242, 232)',
  Sepia: 'rgb(241, 228, 203)',
  Black: 'rgb(0, 0, 0)',
} as const

async function openReader(page: Page) {
  await open(page, address)
  await expect.poll(() => isModal(page)).toBe(true)
}
const choose = (page: Page, name: string) => page.locator('.choices label', { hasText: name }).click()
const openPanel = (page: Page) => page.getByRole('button', { name: 'Theme, width and spacing' }).click()

test('type grows and shrinks by two pixels, from 16 to 32, and with the size the browser is set to', async ({
  page,
}) => {
  await openReader(page)
  expect(await lookOf(page)).toMatchObject({ size: 20, spacing: 1.68 })
  const larger = page.getByRole('button', { name: 'Larger text' })
  const smaller = page.getByRole('button', { name: 'Smaller text' })
  for (const size of [22, 24, 26, 28, 30, 32]) {
    await larger.click()
    expect((await lookOf(page))?.size).toBe(size)
  }
  await expect(larger).toHaveAttribute('aria-disabled', 'true')
  for (let size = 30; size >= 16; size -= 2) {
    await smaller.click()
    expect((await lookOf(page))?.size).toBe(size)
  }
  await expect(smaller).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Text size 16')).toBeAttached()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect((await lookOf(page))?.size).toBe(32)
})

const sheetWidth = (page: Page) =>
  page.locator('.reader-sheet').evaluate((element) => element.getBoundingClientRect().width)

test('without a choice it has the light of the site; theme, width and spacing can be chosen, and all of it is kept, from the first paint on', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openReader(page)
  // Once its type is there: the sheet is measured in it.
  await expect.poll(() => sheetWidth(page)).toBe(860)
  const usual = (await lookOf(page))?.width ?? 0
  expect((await lookOf(page))?.ground).toBe(grounds.Paper)
  await openPanel(page)
  await expect(page.locator('.reader-panel').getByRole('radio', { name: 'Paper' })).toBeChecked()
  await page.keyboard.press('t')
  expect((await lookOf(page))?.ground).toBe(grounds.Sepia)
  for (const [name, ground] of Object.entries(grounds)) {
    await choose(page, name)
    expect((await lookOf(page))?.ground).toBe(ground)
  }
  await choose(page, 'Sepia')
  await choose(page, 'Wide')
  expect((await lookOf(page))?.width).toBeGreaterThan(usual)
  await choose(page, 'Narrow')
  expect((await lookOf(page))?.width).toBeLessThan(usual)
  await choose(page, 'Airy')
  await page.getByRole('button', { name: 'Larger text' }).click()
  const chosen = await lookOf(page)
  expect(chosen).toMatchObject({ size: 22, spacing: 1.9, ground: grounds.Sepia })

  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  expect(await isModal(page)).toBe(false)
  expect(await lookOf(page)).toEqual(chosen)
  await page.unroute('**/assets/*.js')
  await openReader(page)
  expect(await lookOf(page)).toEqual(chosen)
  await openPanel(page)
  for (const name of ['Sepia', 'Narrow', 'Airy'])
    await expect(page.locator('.reader-panel').getByRole('radio', { name })).toBeChecked()
})

test.describe('the keys of a reader', () => {
  test('+ − t and ? work while a story is open, also after a press on its words, and only then', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await openReader(page)
    await page.keyboard.press('+')
    await page.keyboard.press('=')
    expect((await lookOf(page))?.size).toBe(24)
    await page.keyboard.press('-')
    expect((await lookOf(page))?.size).toBe(22)
    for (const name of ['Paper', 'Sepia', 'Black', 'Night'] as const) {
      await page.keyboard.press('t')
      expect((await lookOf(page))?.ground).toBe(grounds[name])
    }
    await page.keyboard.press('?')
    for (const what of ['Larger text', 'Smaller text', 'Next theme', 'These keys', 'Close']) {
      await expect(page.locator('.reader-panel').getByText(what, { exact: true })).toBeVisible()
    }
    await page.keyboard.press('?')
    await expect(page.locator('.reader-panel')).toBeHidden()
    // The browser's own keys stay the browser's.
    await page.keyboard.press('Control+-')
    expect((await lookOf(page))?.size).toBe(22)
    // Where nothing takes the focus.
    await page.locator('.manuscript p').first().click()
    await page.keyboard.press('+')
    expect((await lookOf(page))?.size).toBe(24)
    const kept = await page.evaluate(() => localStorage.getItem('reading'))
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/short-stories')
    for (const key of ['+', '-', 't', '?']) await page.keyboard.press(key)
    expect(await page.evaluate(() => localStorage.getItem('reading'))).toBe(kept)
    await expect(page.locator('.reader-panel')).toHaveCount(0)
  })

  test('Esc closes a panel first, and gives the focus back to its button; a press elsewhere closes it too', {
    tag: '@long',
  }, async ({ page }) => {
    await openReader(page)
    const toggle = page.getByRole('button', { name: 'Theme, width and spacing' })
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await page.locator('.reader-panel').getByRole('radio', { name: 'Wide' }).focus()
    await page.keyboard.press('Escape')
    await expect(page.locator('.reader-panel')).toBeHidden()
    await expect(toggle).toBeFocused()
    expect(await isModal(page)).toBe(true)
    await toggle.click()
    await page.locator('.manuscript p').first().click()
    await expect(page.locator('.reader-panel')).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/short-stories')
  })

  test('a whole visit needs nothing else: to a card, in, through the controls, out, and back to the card', {
    tag: '@long',
  }, async ({ page }) => {
    await open(page, '/short-stories')
    const card = page.getByRole('main').getByRole('link', { name: 'Company at the Side Door' })
    for (let stop = 0; stop < 60 && !(await card.evaluate((link) => link === document.activeElement)); stop++) {
      await page.keyboard.press('Tab')
    }
    await expect(card).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Company at the Side Door' })).toBeFocused()
    const seen = new Set<string>()
    for (let stop = 0; stop < 16; stop++) {
      await page.keyboard.press('Tab')
      const { isInside, name, isCovered } = await page.evaluate(() => {
        const active = document.activeElement
        const { left, top, width, height } = active?.getBoundingClientRect() ?? new DOMRect()
        const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
        return {
          isInside: active === document.body || !!active?.closest('.reader'),
          isCovered: active !== document.body && !active?.contains(onTop) && !onTop?.contains(active),
          name: active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '',
        }
      })
      expect(isInside).toBe(true)
      expect(isCovered).toBe(false)
      seen.add(name.slice(0, 30))
    }
    for (const name of ['Close', 'A− Smaller text', 'A+ Larger text', 'Theme, width and spacing', 'Reading keys']) {
      expect([...seen]).toContain(name)
    }
    await page.getByRole('button', { name: 'Close', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(card).toBeFocused()
  })
})

test('whatever is changed about the look, the line she is reading stays where it is', { tag: '@long' }, async ({
  page,
}) => {
  await openReader(page)
  await page.evaluate(() => {
    const dialog = document.querySelector('.reader')
    if (dialog) dialog.scrollTop = 2_400
  })
  await atRest(page, '.reader')
  const at = () =>
    page.evaluate(() => {
      const edge = document.querySelector('.reader-bar')?.getBoundingClientRect().bottom ?? 0
      const paragraph = document.elementFromPoint(innerWidth / 2, edge + 24)?.closest('p')
      return [...document.querySelectorAll('.manuscript p')].indexOf(paragraph as HTMLParagraphElement)
    })
  const before = await at()
  expect(before).toBeGreaterThan(5)
  for (let step = 0; step < 4; step++) await page.keyboard.press('+')
  await atRest(page, '.reader')
  expect(await at()).toBe(before)
  await openPanel(page)
  await choose(page, 'Narrow')
  await choose(page, 'Airy')
  await page.keyboard.press('Escape')
  await atRest(page, '.reader')
  expect(await at()).toBe(before)
})

test.describe('how far she is', () => {
  const lineWidth = (page: Page) =>
    page.evaluate(() => {
      const line = document.querySelector('.reader-line')
      return line ? line.getBoundingClientRect().width / (line.parentElement?.clientWidth ?? 1) : -1
    })
  const scrollTo = (page: Page, part: number) =>
    page.evaluate((share) => {
      const dialog = document.querySelector('.reader')
      if (dialog) dialog.scrollTop = dialog.scrollHeight * share
    }, part)

  test('is drawn, told in minutes and never announced, with motion and without', async ({ page }) => {
    await openReader(page)
    const progress = page.getByRole('progressbar', { name: 'Reading progress' })
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await page.emulateMedia({ reducedMotion })
      await scrollTo(page, 0)
      await expect(progress).toHaveAttribute('aria-valuetext', '0% read, 9 min left')
      await expect.poll(() => lineWidth(page)).toBe(0)
      await scrollTo(page, 0.4)
      await expect.poll(() => lineWidth(page)).toBeGreaterThan(0.25)
      const percent = Number(await progress.getAttribute('aria-valuenow'))
      expect(Math.abs((await lineWidth(page)) * 100 - percent)).toBeLessThan(3)
      await scrollTo(page, 1)
      await scrollTo(page, 1)
      await expect(page.getByText('The end', { exact: true })).toBeVisible()
      await expect.poll(() => lineWidth(page)).toBeGreaterThan(0.99)
      expect(await progress.evaluate((element) => element.closest('[aria-live], [role=status]'))).toBeNull()
    }
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})

/** By all rules at night; what stands on the page is the same in every theme, so in the others only its colours are looked at. */
async function expectNoFaultsInAnyTheme(page: Page) {
  expect((await lookOf(page))?.ground).toBe(grounds.Night)
  expect(await axeFaults(page)).toEqual([])
  for (const name of ['Paper', 'Sepia', 'Black'] as const) {
    await page.keyboard.press('t')
    expect((await lookOf(page))?.ground).toBe(grounds[name])
    expect(await axeFaults(page, colourRules), name).toEqual([])
  }
  await page.keyboard.press('t')
}

for (const width of widths) {
  test(`axe finds nothing in the reader at ${width} px, nor in its panels and its end, in any theme`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => localStorage.setItem('reading', 'night s20 w62 l168'))
    await openReader(page)
    await expectNoFaultsInAnyTheme(page)
    await openPanel(page)
    await expectNoFaultsInAnyTheme(page)
    await page.keyboard.press('?')
    await expectNoFaultsInAnyTheme(page)
    await page.keyboard.press('Escape')
    await page.locator('.reader-end').scrollIntoViewIfNeeded()
    await expectNoFaultsInAnyTheme(page)
  })
}

test('nothing is cut off or scrolls sideways at 320 pixels, in the largest type and with every panel', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => localStorage.setItem('reading', 'paper s32 w72 l190'))
  await openReader(page)
  // On a phone the sheet is the whole screen.
  expect(await sheetWidth(page)).toBeGreaterThan(370)
  await page.setViewportSize({ width: 320, height: 480 })
  const isWide = () =>
    page.evaluate(() => {
      const dialog = document.querySelector('.reader')
      return dialog
        ? dialog.scrollWidth > dialog.clientWidth || document.documentElement.scrollWidth > innerWidth
        : true
    })
  expect(await isWide()).toBe(false)
  await openPanel(page)
  expect(await isWide()).toBe(false)
  for (const control of ['Close', 'A− Smaller text', 'A+ Larger text']) {
    await expect(page.getByRole('button', { name: control, exact: true })).toBeInViewport({ ratio: 1 })
  }
  // A phone may be set to letters twice as large: each choice is still one word on one line.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const lines = (label: Element) =>
    label.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(label).lineHeight)
  for (const choice of await page.locator('.choices label').all())
    expect(await choice.evaluate(lines)).toBeLessThan(2.5)
})

test('more contrast makes the quiet words as loud as the others; forced colours leave every control an edge, and no picture', {
  tag: '@long',
}, async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' })
  await page.addInitScript(() => localStorage.setItem('reading', 'sepia s20 w62 l168'))
  await openReader(page)
  const colour = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).color)
  expect(await colour('.reader [role=progressbar]')).toBe(await colour('.manuscript p'))

  await page.emulateMedia({ contrast: null, forcedColors: 'active' })
  await openPanel(page)
  await expect(page.locator('.choices label:has(:checked)').first()).toHaveCSS('outline-style', 'solid')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL('/short-stories')
  await expect(page.locator('.story-picture').first()).toBeHidden()
  await expect(page.getByRole('link', { name: 'Company at the Side Door' })).toHaveCSS('border-top-style', 'solid')
})

test('on paper there is the title, how long it is, and every word', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('reading', 'black s32 w52 l190'))
  await openReader(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: 'The Borrowed Dish' })).toBeVisible()
  await expect(page.getByText(/^2,1\d\d words$/)).toBeVisible()
  for (const hidden of ['.reader-bar', '.reader-end', '.shelf', 'footer.relative', '.reader-resume']) {
    for (const element of await page.locator(hidden).all()) await expect(element).toBeHidden()
  }
  expect(await lookOf(page)).toMatchObject({ ground: 'rgb(255, 255, 255)' })
  expect(
    await page
      .locator('.manuscript p')
      .first()
      .evaluate((element) => getComputedStyle(element).color),
  ).toBe('rgb(0, 0, 0)')
  const pdf = await page.pdf({ format: 'A5' })
  const pages = pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g) ?? []
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.length).toBeLessThan(20)
})
