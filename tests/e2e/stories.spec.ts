import { expect, type Page } from '@playwright/test'
import { blankProfile as author } from '#features/profile/contract.ts'
import { prose } from '../support/long-prose.ts'
import { plenty } from '../support/long-run.ts'
import { open } from './open.ts'
import { complaintsOf, layoutShift } from './watch.ts'
import { test } from './written-site.ts'

const cards = (page: Page) => page.locator('.shelf > a')
const titles = (page: Page) => cards(page).getByRole('heading').allTextContents()

test.describe('the shelf', () => {
  test('shows each story with all that is known of it and a picture, the featured one first and wide, and holds still', async ({
    page,
  }) => {
    const complaints = await complaintsOf(page)
    await open(page, '/short-stories')
    await page.waitForLoadState('networkidle')
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    expect(complaints).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Short Stories')
    await expect(page.getByText('Free to read, and complete.')).toBeVisible()
    expect(await titles(page)).toEqual(['The Borrowed Dish', 'Company at the Side Door', 'Foil, Folded Square'])
    const first = cards(page).first()
    await expect(first).toHaveAttribute('href', '/short-stories/the-borrowed-dish')
    await expect(first).toContainText('Supernatural Suspense')
    await expect(first).toContainText('A neighbour brings back what was never lent.')
    await expect(first).toContainText(/2,1\d\d words · about 9 minutes/)
    await expect(first).toContainText('Editorial Review')
    await expect(cards(page).nth(1)).not.toContainText('Editorial Review')
    const widths = await cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().width))
    expect(widths[0]).toBeGreaterThan((widths[1] ?? 0) * 2)
    for (const picture of await page.locator('.story-picture').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await expect(picture).toHaveAttribute('width', '480')
      await expect(picture).toHaveAttribute('height', '300')
      await expect(picture).toHaveAttribute('src', /^\/story-art\/[0-9a-f-]{36}-[a-z-]+\.svg$/)
    }
  })

  test('has one, two or three columns, every word about the featured story, and on a phone one row of genres', {
    tag: '@long',
  }, async ({ page }) => {
    await open(page, '/short-stories')
    const about = cards(page).first().getByText('A neighbour brings back')
    for (const [width, columns] of [
      [320, 1],
      [390, 1],
      [768, 2],
      [800, 2],
      [1024, 3],
      [1280, 3],
      [1440, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const tracks = await page.locator('.shelf').evaluate((shelf) => getComputedStyle(shelf).gridTemplateColumns)
      expect(tracks.split(' ')).toHaveLength(columns)
      expect(await about.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
      await expect(about).toContainText('is in the right place.')
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const tops = await page
      .getByRole('navigation', { name: 'Genres' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)))
    expect(new Set(tops).size).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('six skeletons stand in while it is fetched, and it says so when it does not come', async ({ page }) => {
    let isBroken = true
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/short-stories', async (route) => {
      await held
      await (isBroken ? route.fulfill({ status: 500, body: 'no' }) : route.continue())
    })
    await open(page, '/books')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Short Stories' }).click()
    await expect(page.locator('[data-slot=skeleton-card]')).toHaveCount(6)
    await expect(page.getByText('Loading stories')).toBeAttached()
    release()
    await expect(page.getByRole('heading', { name: 'The stories did not open' })).toBeVisible()
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(3)
  })
})

test.describe('genres', () => {
  const chip = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Genres' }).getByRole('link', { name, exact: true })

  test('are links that choose, and choose no more at a second press; Back undoes', async ({ page }) => {
    await open(page, '/short-stories')
    await expect(chip(page, 'All')).toHaveAttribute('aria-current', 'true')
    expect(await page.getByRole('navigation', { name: 'Genres' }).getByRole('link').allTextContents()).toEqual([
      'All',
      'Supernatural Suspense',
      'Mystery Thriller',
      'Psychological Suspense',
    ])
    await chip(page, 'Mystery Thriller').click()
    await expect(page).toHaveURL('/short-stories?genre=mystery-thriller')
    expect(await titles(page)).toEqual(['Foil, Folded Square'])
    await expect(chip(page, 'Mystery Thriller')).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('status').filter({ hasText: '1 shown.' })).toBeVisible()
    await chip(page, 'Mystery Thriller').click()
    await expect(page).toHaveURL('/short-stories')
    await expect(cards(page)).toHaveCount(3)
    await page.goBack()
    await expect(cards(page)).toHaveCount(1)
    await chip(page, 'All').click()
    await expect(cards(page)).toHaveCount(3)
  })

  test('asked for in the address stay chosen behind an open story, and when it is closed', { tag: '@long' }, async ({
    page,
  }) => {
    await open(page, '/short-stories?genre=psychological-suspense')
    await expect(cards(page)).toHaveCount(1)
    await cards(page).first().click()
    await expect(page).toHaveURL('/short-stories/company-at-the-side-door')
    await expect(page.getByRole('dialog', { name: 'Company at the Side Door' })).toBeVisible()
    expect(await page.locator('.shelf > a').count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/short-stories?genre=psychological-suspense')
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page).first()).toBeFocused()
  })

  test('that nobody has written in show all', { tag: '@long' }, async ({ page }) => {
    await open(page, '/short-stories?genre=spiritual-fiction')
    await expect(cards(page)).toHaveCount(3)
    await open(page, '/short-stories?genre=%3Cscript%3E')
    await expect(cards(page)).toHaveCount(3)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the shelf offers only what works, and leads to a plain page: the words, the way back, and the shelf below', async ({
    page,
  }) => {
    await page.goto('/short-stories')
    await expect(page.getByRole('navigation', { name: 'Genres' })).toBeHidden()
    await cards(page).first().click()
    await expect(page).toHaveURL('/short-stories/the-borrowed-dish')
    await expect(page.getByRole('heading', { level: 1, name: 'The Borrowed Dish' })).toBeVisible()
    await expect(page.getByRole('banner').first()).toBeVisible()
    const last = page.locator('.manuscript p').last()
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1_000)
    for (const name of [/Larger text/, 'Theme, width and spacing', 'Reading keys']) {
      await expect(page.getByRole('button', { name })).toBeHidden()
    }
    await cards(page).last().scrollIntoViewIfNeeded()
    await expect(cards(page).last()).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page).toHaveURL(/\/short-stories\??$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Short Stories' })).toBeVisible()
  })
})

test.describe('a story that is not there', () => {
  test('is answered with 404, kind words and the shelf, and so is a card that is gone when it is pressed', async ({
    page,
  }) => {
    const response = await open(page, '/short-stories/never-written')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'That story is not here' })).toBeVisible()
    await expect(page).toHaveTitle(`That story is not here | ${author.name}`)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
    await expect(page.locator('.reader')).toHaveCount(0)
    await expect(cards(page)).toHaveCount(3)
    await cards(page).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'The Borrowed Dish' })).toBeFocused()

    await page.keyboard.press('Escape')
    await page.route('**/api/short-stories/foil-folded-square', (route) =>
      route.fulfill({ status: 404, json: { code: 'not_found', message: 'gone' } }),
    )
    await cards(page).last().click()
    await expect(page.getByRole('heading', { level: 1, name: 'That story is not here' })).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  })
})

test.describe('a shelf of another kind', () => {
  test('empty: it says so, and leads to the letter that will tell of the first', { tag: '@plain' }, async ({
    page,
    emptySite,
  }) => {
    await open(page, `${emptySite.address}/short-stories`)
    await expect(page.getByRole('heading', { name: 'No stories yet' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Join the list' })).toBeVisible()
  })

  test('hostile titles, descriptions and words are words', { tag: '@long' }, async ({ page, emptySite }) => {
    const alarms = await complaintsOf(page)
    page.on('dialog', (dialog) => {
      alarms.push(dialog.message())
      void dialog.dismiss()
    })
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '\u202Eeltit lanigiro ehT',
      'שעת הטפט',
      'W'.repeat(200),
      '"><svg/onload=alert(2)>',
      '</script><script>alert(3)</script>',
    ]
    for (const [index, title] of hostile.entries()) {
      await emptySite.add({ title, description: title, content: `${title}\n\n${title}`, slug: `hostile-${index}` })
    }
    const widths = [1280, 320]
    const expectWords = async (title: string) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.locator('.manuscript p')).toHaveText([title, title])
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        const sideways = await page.locator('.reader').evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)
        expect(sideways).toBe(0)
      }
      expect(await page.locator('.reader img:not(.story-picture, picture img)').count()).toBe(0)
    }

    await open(page, '/short-stories')
    expect((await titles(page)).sort()).toEqual([...hostile].sort())
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    // The longest, and what has tags in it; where there is time, all of them.
    const opened = [...hostile.entries()].slice(plenty(0, 3))
    for (const [index, title] of opened) {
      await page.locator(`.shelf > a[href="/short-stories/hostile-${index}"]`).click()
      await expectWords(title)
      await page.keyboard.press('Escape')
      await expect(page.locator('.reader')).toHaveCount(0)
    }
    for (const [index, title] of opened) {
      await open(page, `/short-stories/hostile-${index}`)
      await expectWords(title)
    }
    expect(alarms).toEqual([])
  })

  test('a cover of the owner’s own takes the place of the drawing, and nobody is told who looks', {
    tag: '@long',
  }, async ({ page, emptySite }) => {
    await emptySite.add({ title: 'Covered', content: 'Words.', coverImage: 'https://covers.example/one.png' })
    const asked: (string | undefined)[] = []
    await page.route('https://covers.example/**', (route) => {
      asked.push(route.request().headers().referer)
      return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    })
    await open(page, '/short-stories')
    const picture = page.locator('.story-picture')
    await expect(picture).toHaveAttribute('src', 'https://covers.example/one.png')
    await expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer')
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 1 }
    expect(width / height).toBeCloseTo(1.6, 1)
    expect(asked).toEqual([undefined])
  })

  test('of a hundred stories only those she is near are drawn, and only their pictures fetched', {
    tag: '@long',
  }, async ({ page, emptySite }) => {
    await emptySite.add({ title: 'A story', description: 'One more.', content: prose(300) })
    await emptySite.multiply('short_stories', 100, (index) => ({
      title: `Story number ${index}`,
      genre: ['Mystery Thriller', 'Psychological Suspense', 'Spiritual Fiction'][index % 3] ?? '',
    }))
    let pictures = 0
    page.on('request', (request) => {
      if (request.url().includes('/story-art/')) pictures++
    })
    await open(page, '/short-stories')
    await page.waitForLoadState('networkidle')
    await expect(cards(page)).toHaveCount(100)
    expect(pictures).toBeLessThan(60)
    const drawn = () =>
      cards(page)
        .getByRole('heading')
        .evaluateAll((all) => all.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length)
    expect(await drawn()).toBeLessThan(50)
    await cards(page).last().scrollIntoViewIfNeeded()
    await expect(cards(page).last()).toBeInViewport()
    expect(await drawn()).toBeLessThan(50)
  })
})
