import { expect, type Locator } from '@playwright/test'
import { testAuthor as author } from '../support/author.ts'
import { advance, boats, harbour, postPage } from '../support/library.ts'
import { open } from './open.ts'
import { test } from './worker.ts'

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it has no place on the page')
  return { ...box, right: box.x + box.width }
}

/** The page's column at 1440 px: 1200 px, in the middle. */
const columnEnd = 1320

test('a shelf of books has its name at its top and no hole at any width; on paper the author is named whole, and the books are a list', {
  tag: '@plain',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  for (const name of [harbour, 'Standalone']) {
    const shelf = page.getByRole('region', { name, exact: true })
    const [heading, cover] = [await boxOf(shelf.getByRole('heading')), await boxOf(shelf.getByRole('img').first())]
    expect(Math.abs(heading.y - cover.y)).toBeLessThan(16)
  }
  await page.emulateMedia({ media: 'print' })
  expect((await boxOf(page.getByText(author.genres.join(' · ')))).y).toBeGreaterThanOrEqual(0)
  await page.emulateMedia({ media: 'screen' })

  await page.goto('/books')
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const name of ['Standalone', harbour, boats]) {
      const cards = await page.getByRole('region', { name, exact: true }).getByRole('article').all()
      const boxes = await Promise.all(cards.map(boxOf))
      const end = Math.max(...boxes.map(({ right }) => right))
      // The last of each row reaches the end of the shelf.
      const lasts = boxes.filter(({ y }, index) => Math.abs((boxes[index + 1]?.y ?? Number.POSITIVE_INFINITY) - y) > 1)
      for (const { right } of lasts) expect(end - right, `${name} at ${width}`).toBeLessThan(2)
    }
  }
  await page.emulateMedia({ media: 'print' })
  const cards = await Promise.all((await page.getByRole('article').all()).map(boxOf))
  expect(new Set(cards.map(({ x }) => x)).size).toBe(1)
  for (const [index, { y }] of cards.entries()) expect(y).toBeGreaterThan(cards[index - 1]?.y ?? 0)
})

test('a page of few words has a picture as large as it is', { tag: ['@long', '@plain'] }, async ({ page }) => {
  for (const path of ['/blog/never-written', '/confirm/some-token', '/unsubscribe/some-token']) {
    await page.goto(path)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      const art = await boxOf(page.locator('main .page-art'))
      expect(art.width).toBeGreaterThan(width / 2)
      expect(art.right).toBe(width)
      expect(art.height).toBeGreaterThan(844 / 3)
    }
  }
})

test('at a desk the words of a page reach across its column', { tag: ['@long', '@plain'] }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(advance.path)
  const story = page.getByRole('region', { name: 'About the book' })
  expect((await boxOf(story.getByText(/^Callum Reyne has brought ships/))).right).toBeGreaterThan(columnEnd - 60)
  expect((await boxOf(story.getByRole('heading', { name: 'About the book' }))).x).toBeLessThan(130)
  await page.goto('/house-hippo-challenge')
  const rules = page.getByRole('region', { name: 'Contest rules' })
  expect((await boxOf(rules.getByRole('heading', { name: '1. Sponsor' }).locator('..'))).right).toBe(columnEnd)
  const words = rules.getByText('All votes are counted in one place')
  await expect(words).toBeHidden()
  await rules.getByText('7. How votes are counted').click()
  await expect(words).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(rules.getByText('The contest is run by')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/house-hippo-challenge#rules-privacy')
  await expect(page.getByText('Entering does not add you to a mailing list.')).toBeVisible()
})

/** Where the words of an element stand, in their order. */
function wordsOf(element: Element) {
  const range = document.createRange()
  const words: { left: number; right: number; bottom: number }[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement?.closest('.sr-only')) continue
    for (const { index, 0: word } of (texts.currentNode.textContent ?? '').matchAll(/\S+/g)) {
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + word.length)
      const { left, right, bottom } = range.getBoundingClientRect()
      words.push({ left, right, bottom })
    }
  }
  return words
}

test('on a phone a link that wraps keeps its arrow, and prose fills its lines', { tag: '@plain' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const link = page.getByRole('link', { name: /Take the challenge/ })
  const words = await link.evaluate(wordsOf)
  const [first, last] = [words[0], words.findLast(({ left, right }) => right - left > 2)]
  if (!first || !last) throw new Error('the link has no words')
  expect(last.bottom).toBeGreaterThan(first.bottom + 10)
  const arrow = await boxOf(link.locator('svg'))
  expect(Math.abs(arrow.x - last.right)).toBeLessThan(12)
  expect(Math.abs(arrow.y + arrow.height - last.bottom)).toBeLessThan(12)

  await page.goto(postPage)
  await page.evaluate(() => document.fonts.ready)
  const paragraphs = await page.locator('article .prose p').all()
  for (const paragraph of paragraphs) {
    const { width, x } = await boxOf(paragraph)
    const stand = await paragraph.evaluate(wordsOf)
    for (const [index, word] of stand.entries()) {
      const next = stand[index + 1]
      if (!next || next.bottom - word.bottom < 10) continue
      // A line ends only where the next word has no room on it.
      expect(word.right + (next.right - next.left)).toBeGreaterThan(x + width - 8)
    }
  }
})

test('at 320 px the way up stands clear of every link at the end of a page', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/about')
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  const up = await boxOf(page.getByRole('button', { name: 'Back to top' }))
  const links = await page.getByRole('contentinfo').getByRole('link').all()
  for (const box of await Promise.all(links.map(boxOf))) {
    expect(box.right < up.x - 8 || box.y + box.height < up.y || box.y > up.y + up.height).toBe(true)
  }
})
