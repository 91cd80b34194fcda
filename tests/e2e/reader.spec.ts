import { expect, type Page } from '@playwright/test'
import { blankProfile as author } from '#features/profile/contract.ts'
import { hold } from './forms.ts'
import { open } from './open.ts'
import { atRest } from './watch.ts'
import { book, stories, test, wordsShown } from './written-site.ts'

const reader = (page: Page) => page.getByRole('dialog', { name: /./ }).and(page.locator('.reader'))
const card = (page: Page, title: string) => page.getByRole('main').getByRole('link', { name: title }).first()
const isModal = (page: Page) => page.evaluate(() => document.querySelector('.reader')?.matches(':modal') ?? false)
const scrolled = (page: Page) => page.evaluate(() => document.querySelector('.reader')?.scrollTop ?? -1)
/** Once the words are there: the title is shown before they have come. */
async function scrollReader(page: Page, share: number) {
  // The lines in place of words on their way are too few to be scrolled through.
  await page.locator('.manuscript:not([aria-busy])').evaluate((text: HTMLElement, part) => {
    const dialog = text.closest('.reader')
    if (dialog) dialog.scrollTop = text.offsetTop + text.offsetHeight * part
  }, share)
}

async function openFromShelf(page: Page, title: string) {
  await open(page, '/short-stories')
  await card(page, title).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
}

/** From another page of the site: the shelf is fetched then, and nothing of it came with a page. */
async function walkToShelf(page: Page) {
  await open(page, '/books')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Short Stories' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Short Stories' })).toBeFocused()
}

test.describe('opening a story from the shelf', () => {
  test('shows it whole, under its own address and title, with the focus on its heading', async ({ page }) => {
    await openFromShelf(page, 'The Borrowed Dish')
    await expect(page).toHaveURL('/short-stories/the-borrowed-dish')
    await expect(page).toHaveTitle(`The Borrowed Dish | ${author.name}`)
    expect(await isModal(page)).toBe(true)
    const dialog = reader(page)
    await expect(dialog.getByText('Supernatural Suspense')).toBeVisible()
    await expect(dialog.getByText('Editorial Review')).toBeVisible()
    await expect(dialog.getByText(/^2,1\d\d words$/)).toBeVisible()
    await expect(dialog.getByText('October 3, 2025')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
    await expect(dialog.getByText('9 min left')).toBeVisible()
    await expect(dialog.getByRole('link', { name: /Read it where it first appeared/ })).toHaveAttribute(
      'href',
      stories.dish.reedyPromptsUrl,
    )
    await expect(dialog.getByText(`by ${author.name}`)).toBeVisible()
    expect(await wordsShown(page)).toBe(stories.dish.content)
    // As high at the end as it was at its beginning: nothing under her thumb moves while she reads.
    await page.evaluate(async () => {
      await document.fonts.ready
      // What rises into its place is higher while it does.
      await Promise.all(
        document
          .querySelector('.reader-end')
          ?.getAnimations()
          .map(({ finished }) => finished) ?? [],
      )
    })
    const height = () => page.evaluate(() => document.querySelector('.reader')?.scrollHeight)
    const before = await height()
    for (const share of [0.25, 0.5, 0.75, 1]) {
      await scrollReader(page, share)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      expect(await height()).toBe(before)
    }
    expect(await page.locator('head title, head link[rel=canonical], head meta[name=description]').count()).toBe(3)
  })

  test('shows its title at once and lines in place of words on their way, and no link or badge that it has not', async ({
    page,
  }) => {
    const release = await hold(page, '**/api/short-stories/company-at-the-side-door')
    await openFromShelf(page, 'Company at the Side Door')
    await expect(reader(page).locator('[aria-busy=true]')).toBeVisible()
    release()
    await expect(reader(page).locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Company at the Side Door' })).toBeFocused()
    await expect(reader(page).getByText('Psychological Suspense')).toBeVisible()
    await expect(reader(page).getByRole('link', { name: /first appeared/ })).toHaveCount(0)
    await expect(reader(page).getByText('Editorial Review')).toHaveCount(0)
  })

  test('asks for its words once, keeps line breaks within a paragraph and draws a break between scenes', {
    tag: '@long',
  }, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await walkToShelf(page)
    await card(page, 'Foil, Folded Square').click()
    await expect(page.getByText('The end came early.')).toBeVisible()
    expect(asked.filter((path) => path === '/api/short-stories/foil-folded-square')).toHaveLength(1)
    const first = page.locator('.manuscript p').first()
    expect(await first.evaluate((element) => element.textContent)).toBe('A rose\nis  a rose.')
    expect(await first.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('pre-wrap')
    const mark = page.locator('.manuscript').getByRole('separator')
    await expect(mark).toHaveText('')
    const thread = mark.evaluate((element) => getComputedStyle(element, '::after').borderLeftStyle)
    expect(await thread).toBe('solid')
    // Evened out, the few words of a line on a phone become fewer still.
    const evened = () => first.evaluate((element) => getComputedStyle(element).getPropertyValue('text-wrap-style'))
    expect(await evened()).toBe('pretty')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await evened()).toBe('auto')
  })

  const ways: [string, (page: Page) => Promise<unknown>][] = [
    ['Close', (page) => page.getByRole('button', { name: 'Close', exact: true }).click()],
    ['Esc', (page) => page.keyboard.press('Escape')],
    ['Back', (page) => page.goBack()],
    ['a press beside the sheet', (page) => page.mouse.click(20, 450)],
  ]

  test('it is left by Close, Esc, Back or a press beside the sheet; the focus is on its card, and the shelf as it was', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.setViewportSize({ width: 1280, height: 500 })
    await open(page, '/short-stories')
    await expect(page.getByRole('button', { name: 'Dismiss newsletter prompt' })).toBeVisible()
    await page.evaluate(() => Object.assign(document.querySelector('.shelf') ?? {}, { isTheSame: true }))
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }))
    await card(page, 'Company at the Side Door').scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'Back to top' })).toBeVisible()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(100)
    const entries = await page.evaluate(() => history.length)
    // Its words are asked for as soon as it is meant.
    await card(page, 'Company at the Side Door').hover()
    await expect.poll(() => asked).toContain('/api/short-stories/company-at-the-side-door')
    for (const [way, leave] of ways) {
      await test.step(way, async () => {
        await card(page, 'Company at the Side Door').click()
        await expect(page.getByRole('heading', { level: 1, name: 'Company at the Side Door' })).toBeFocused()
        // The prompt and the way back to the top stay out of the way.
        await expect(page.getByRole('button', { name: 'Dismiss newsletter prompt' })).toBeHidden()
        await expect(page.getByRole('button', { name: 'Back to top' })).toBeHidden()
        await leave(page)
        await expect(page).toHaveURL('/short-stories')
        await expect(reader(page)).toHaveCount(0)
        await expect(card(page, 'Company at the Side Door')).toBeFocused()
        expect(await page.evaluate(() => scrollY)).toBe(before)
        expect(await page.evaluate(() => 'isTheSame' in (document.querySelector('.shelf') ?? {}))).toBe(true)
        // It is one step of the history, and each time the same one.
        expect(await page.evaluate(() => history.length)).toBe(entries + 1)
        await expect(page).toHaveTitle(`Short Stories | ${author.name}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Short Stories')
      })
    }
  })

  test('Forward opens it again, and after a reload Close still leads to the shelf', async ({ page }) => {
    await openFromShelf(page, 'Company at the Side Door')
    await page.goBack()
    await expect(reader(page)).toHaveCount(0)
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1, name: 'Company at the Side Door' })).toBeFocused()
    expect(await isModal(page)).toBe(true)
    await page.reload()
    await expect.poll(() => isModal(page)).toBe(true)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page).toHaveURL('/short-stories')
    await expect(card(page, 'Company at the Side Door')).toBeVisible()
  })

  test('two presses on Close do not lead further than the shelf, and a double press opens nothing that lies below', {
    tag: '@long',
  }, async ({ page }) => {
    await walkToShelf(page)
    await card(page, 'Company at the Side Door').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Company at the Side Door' })).toBeFocused()
    // Both on the button: a second press that comes late falls on whatever is below.
    await page.getByRole('button', { name: 'Close', exact: true }).evaluate((close: HTMLElement) => {
      close.click()
      close.click()
    })
    await expect(reader(page)).toHaveCount(0)
    await expect(page).toHaveURL('/short-stories')

    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await card(page, 'Company at the Side Door').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Company at the Side Door' })).toBeFocused()
    const close = await page.getByRole('button', { name: 'Close', exact: true }).boundingBox()
    const below = await card(page, 'The Borrowed Dish').boundingBox()
    if (!close || !below) throw new Error('nothing to press')
    const [x, y] = [close.x + close.width / 2, close.y + close.height / 2]
    await page.mouse.click(x, y)
    await expect(reader(page)).toHaveCount(0)
    expect(x > below.x && x < below.x + below.width && y > below.y && y < below.y + below.height).toBe(true)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await expect(page).toHaveURL('/short-stories')
    // One press alone opens it, as ever.
    await page.mouse.click(x, y)
    await expect(page).toHaveURL('/short-stories/the-borrowed-dish')
  })

  test('says in words that the network is gone, or that the server failed, and asks again', async ({
    page,
    context,
  }) => {
    const tryAgain = reader(page).getByRole('button', { name: 'Try again' })
    const claimsProgress = () =>
      page.evaluate(() => {
        const line = document.querySelector('.reader-line')
        return (line?.getBoundingClientRect().width ?? 0) > 0 || document.querySelector('[role=progressbar]') !== null
      })
    await openFromShelf(page, 'The Borrowed Dish')
    await expect(page.locator('.manuscript p').first()).toBeVisible()
    expect(await claimsProgress()).toBe(true)
    await context.setOffline(true)
    await reader(page).locator('.story-card').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Company at the Side Door' })).toBeFocused()
    await expect(reader(page).getByRole('alert')).toContainText('No connection.')
    expect(await claimsProgress()).toBe(false)

    await tryAgain.focus()
    // Before the network is back: the page may ask by itself as soon as it is.
    const call = '**/api/short-stories/company-at-the-side-door'
    await page.route(call, (route) => route.fulfill({ status: 500, body: 'no' }))
    await context.setOffline(false)
    await page.keyboard.press('Enter')
    await expect(reader(page).getByRole('alert')).toContainText('The site could not bring it just now.')
    await expect(tryAgain).toBeFocused()
    expect(await claimsProgress()).toBe(false)
    await page.unroute(call)
    await page.keyboard.press('Enter')
    await expect(page.locator('.manuscript p').first()).toContainText('He came to the side door')
    await expect(page.getByRole('heading', { level: 1, name: 'Company at the Side Door' })).toBeFocused()
    await expect(reader(page).getByRole('alert')).toHaveCount(0)
    expect(await claimsProgress()).toBe(true)
  })

  test('a card pressed without a network says so, and pressed again when it is back it opens', {
    tag: '@long',
  }, async ({ page, context }) => {
    // The reader itself is there: she has opened another story before.
    await openFromShelf(page, 'The Borrowed Dish')
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    // Meant already, and in vain.
    await card(page, 'Company at the Side Door').focus()
    await page.keyboard.press('Enter')
    await expect(reader(page).getByRole('alert')).toContainText('No connection.')
    await page.keyboard.press('Escape')
    await expect(card(page, 'Company at the Side Door')).toBeFocused()
    await context.setOffline(false)
    await page.keyboard.press('Enter')
    await expect(page.locator('.manuscript p').first()).toContainText('He came to the side door')
  })
})

test('past the middle of a story the words of the next are on their way, and it opens without a network', {
  tag: '@long',
}, async ({ page, context }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const next = '/api/short-stories/company-at-the-side-door'
  await open(page, '/short-stories/the-borrowed-dish')
  await expect.poll(() => isModal(page)).toBe(true)
  await scrollReader(page, 0.3)
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^3\d% read/)
  expect(asked).not.toContain(next)
  const answered = page.waitForResponse(`**${next}`)
  await scrollReader(page, 0.6)
  await (await answered).finished()
  await context.setOffline(true)
  await reader(page).locator('.story-card').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.manuscript p').first()).toContainText('He came to the side door')
  expect(asked.filter((path) => path === next)).toHaveLength(1)
})

test.describe('a story’s own address', () => {
  test('is answered with the story open, its own head and its structured data', async ({ request }) => {
    const response = await request.get('/short-stories/the-borrowed-dish')
    expect(response.status()).toBe(200)
    const html = await response.text()
    expect(html).toMatch(/<dialog open="" aria-labelledby="story-title" data-sent-open="[^"]+" class="reader">/)
    expect(html).toContain('<title>The Borrowed Dish | ')
    expect(html).toContain(`content="${stories.dish.description}"`)
    expect(html).toMatch(/<link rel="canonical" href="[^"]+\/short-stories\/the-borrowed-dish"/)
    expect(html).toMatch(/<meta property="og:type" content="article"/)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).not.toMatch(/ style=/)
    const [, block = '{}'] = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/s) ?? []
    const story = JSON.parse(block)['@graph'].find((thing: { '@type': string }) => thing['@type'] === 'ShortStory')
    expect(story).toMatchObject({
      name: 'The Borrowed Dish',
      genre: 'Supernatural Suspense',
      wordCount: expect.any(Number),
      timeRequired: 'PT9M',
      datePublished: '2025-10-03',
      isAccessibleForFree: true,
      sameAs: stories.dish.reedyPromptsUrl,
      image: expect.stringMatching(/\/story-art\/.+\.svg$/),
    })
  })

  test('becomes a modal dialog without a jump, at the very line she has scrolled to', { tag: '@long' }, async ({
    page,
  }) => {
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
    await page.goto('/short-stories/the-borrowed-dish', { waitUntil: 'commit' })
    await page.waitForSelector('.reader-end')
    expect(await isModal(page)).toBe(false)
    const look = () =>
      page.evaluate(() => {
        const rect = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON()
        const at = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
        return {
          sheet: rect('.reader-sheet'),
          bar: rect('.reader-bar'),
          at: at?.textContent,
          top: at?.getBoundingClientRect().top,
        }
      })
    await page.mouse.move(640, 400)
    await page.mouse.wheel(0, 1_500)
    await expect.poll(() => scrolled(page)).toBeGreaterThan(1_000)
    await atRest(page, '.reader')
    const before = await look()
    await expect.poll(() => isModal(page)).toBe(true)
    await atRest(page, '.reader')
    const after = await look()
    expect(after.at).toBe(before.at)
    expect(Math.abs((after.top ?? 0) - (before.top ?? 0))).toBeLessThan(2)
    expect(after.sheet?.left).toBe(before.sheet?.left)
    expect(after.sheet?.width).toBe(before.sheet?.width)
    expect(after.bar).toEqual(before.bar)
  })

  test('closing leads to the shelf, in place of the story, with the focus on its card', { tag: '@long' }, async ({
    page,
  }) => {
    await open(page, '/about')
    await open(page, '/short-stories/foil-folded-square')
    await expect(page.getByRole('heading', { level: 1, name: 'Foil, Folded Square' })).toBeFocused()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page).toHaveURL('/short-stories')
    await expect(card(page, 'Foil, Folded Square')).toBeFocused()
    await expect(card(page, 'Foil, Folded Square')).toBeInViewport()
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })
})

test('a story opened from another page has the focus; closed, it leaves her at the shelf, and Back leads home', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, '/')
  await page.getByRole('main').locator('a[href="/short-stories/company-at-the-side-door"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Company at the Side Door' })).toBeFocused()
  expect(await isModal(page)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/short-stories')
  await expect(card(page, 'Company at the Side Door')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('the end of a story offers the next, one book and the letter; each begins where it should, and Back and Close lead back', async ({
  page,
}) => {
  await openFromShelf(page, 'The Borrowed Dish')
  const end = reader(page).locator('.reader-end')
  await end.scrollIntoViewIfNeeded()
  await expect(end.getByRole('link')).toHaveCount(3)
  await expect(end.getByRole('link', { name: 'Company at the Side Door' })).toHaveAttribute(
    'href',
    '/short-stories/company-at-the-side-door',
  )
  await expect(end.getByRole('link', { name: book.title })).toHaveAttribute('href', `/books/${book.slug}`)
  await expect(end.getByRole('link', { name: 'Join the list' })).toHaveAttribute('href', '/signup')
  await expect(reader(page).getByText('The end', { exact: true })).toBeVisible()

  // The next story begins at its title.
  await reader(page).locator('.reader-end').getByRole('link', { name: 'Company at the Side Door' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Company at the Side Door' })).toBeFocused()
  expect(await scrolled(page)).toBe(0)
  await expect(page).toHaveURL('/short-stories/company-at-the-side-door')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'The Borrowed Dish' })).toBeFocused()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Company at the Side Door' })).toBeFocused()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL('/short-stories')
  await expect(card(page, 'Company at the Side Door')).toBeFocused()
  await page.goForward()
  await expect(page).toHaveURL('/short-stories/the-borrowed-dish')

  // A link out of it closes it and arrives.
  await reader(page).getByRole('link', { name: 'Join the list' }).click()
  await expect(page).toHaveURL('/signup')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(reader(page)).toHaveCount(0)
})

/** How far the browser remembers that she came, in the one story she opened. */
function keptPercent(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    const [place] = Object.values(JSON.parse(localStorage.getItem('reading-places') ?? '{}')) as { percent: number }[]
    return place?.percent ?? null
  })
}

test.describe('where she left off', () => {
  test('is offered from the twentieth part on, and found again at the same line', async ({ page }) => {
    // Words that still rise into their place stand up to eight pixels lower.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openFromShelf(page, 'The Borrowed Dish')
    await scrollReader(page, 0.5)
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^5\d% read, [45] min left$/)
    await expect.poll(() => keptPercent(page)).toBeGreaterThanOrEqual(50)
    const lineBefore = await topLine(page)
    await page.keyboard.press('Escape')
    await card(page, 'The Borrowed Dish').click()
    await expect(page.getByText('You have read a part of this. Continue?')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'The Borrowed Dish' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await topLine(page)).paragraph).toBe(lineBefore.paragraph)
    expect(Math.abs((await topLine(page)).top - lineBefore.top)).toBeLessThan(8)
    await expect(page.getByText('You have read a part of this. Continue?')).toBeHidden()
  })

  test('is offered after a reload too and can be declined, but not to whoever only looked in, nor to whoever has finished', {
    tag: '@long',
  }, async ({ page }) => {
    const offer = page.getByText('You have read a part of this. Continue?')
    await open(page, '/short-stories/the-borrowed-dish')
    await scrollReader(page, 0.02)
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^[1-4]% read/)
    await open(page, '/short-stories/the-borrowed-dish')
    await expect.poll(() => isModal(page)).toBe(true)
    await expect(offer).toHaveCount(0)

    await scrollReader(page, 0.3)
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^3\d% read/)
    await open(page, '/short-stories/the-borrowed-dish')
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect(offer).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await scrolled(page)).toBe(0)

    await scrollReader(page, 0.5)
    await expect.poll(() => keptPercent(page)).toBeGreaterThanOrEqual(40)
    await scrollReader(page, 1)
    await expect(page.getByText('The end', { exact: true })).toBeVisible()
    await expect.poll(() => keptPercent(page)).toBeNull()
    await open(page, '/short-stories/the-borrowed-dish')
    await expect.poll(() => isModal(page)).toBe(true)
    await expect(offer).toHaveCount(0)
  })

  test('a broken memory is no memory', { tag: '@long' }, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('reading-places', '{"x":5,"y":null'))
    await open(page, '/short-stories/the-borrowed-dish')
    await expect.poll(() => isModal(page)).toBe(true)
    await scrollReader(page, 0.3)
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^3\d% read/)
  })
})

/** Which paragraph stands under the bar, and where it begins. */
async function topLine(page: Page): Promise<{ paragraph: number; top: number }> {
  return page.evaluate(() => {
    const edge = document.querySelector('.reader-bar')?.getBoundingClientRect().bottom ?? 0
    const paragraph = document.elementFromPoint(innerWidth / 2, edge + 20)?.closest('p')
    return {
      paragraph: [...document.querySelectorAll('.manuscript p')].indexOf(paragraph ?? document.body),
      top: paragraph?.getBoundingClientRect().top ?? Number.NaN,
    }
  })
}
