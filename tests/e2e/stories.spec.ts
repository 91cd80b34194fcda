import { expect, type Page, test as plain } from '@playwright/test'
import { author } from '#lib/author.ts'
import { open } from './open.ts'
import { openStorySite, prose, test } from './story-site.ts'
import { complaintsOf } from './watch.ts'

const cards = (page: Page) => page.locator('.shelf > a')
const titles = (page: Page) => cards(page).getByRole('heading').allTextContents()

test.describe('the shelf', () => {
  test('shows each story with all that is known of it, the featured one first and wide', async ({ page }) => {
    await open(page, '/short-stories')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Short Stories')
    await expect(page.getByText('Free. Ten minutes each, at most. Lock up first.')).toBeVisible()
    expect(await titles(page)).toEqual(['The Wallpaper Hour', 'A Polite Man', 'Left at the Lamp'])
    const first = cards(page).first()
    await expect(first).toHaveAttribute('href', '/short-stories/the-wallpaper-hour')
    await expect(first).toContainText('Supernatural Suspense')
    await expect(first).toContainText('Every night at 3:12 the pattern in the hall gains one more leaf.')
    await expect(first).toContainText(/2,1\d\d words · about 9 minutes/)
    await expect(first).toContainText('Editorial Review')
    await expect(cards(page).nth(1)).not.toContainText('Editorial Review')
    const widths = await cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().width))
    expect(widths[0]).toBeGreaterThan((widths[1] ?? 0) * 2)
  })

  test('draws a picture for every story, each with its place kept', async ({ page }) => {
    await open(page, '/short-stories')
    for (const picture of await page.locator('.story-picture').all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await expect(picture).toHaveAttribute('width', '480')
      await expect(picture).toHaveAttribute('height', '300')
      await expect(picture).toHaveAttribute('src', /^\/story-art\/[0-9a-f-]{36}-[a-z-]+\.svg$/)
    }
  })

  test('has one, two or three columns', async ({ page }) => {
    await open(page, '/short-stories')
    for (const [width, columns] of [
      [390, 1],
      [800, 2],
      [1280, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const tracks = await page.locator('.shelf').evaluate((shelf) => getComputedStyle(shelf).gridTemplateColumns)
      expect(tracks.split(' ')).toHaveLength(columns)
    }
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

  test('holds still and complains of nothing while it arrives', async ({ page }) => {
    const complaints = await complaintsOf(page)
    await open(page, '/short-stories')
    await page.waitForLoadState('networkidle')
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let total = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if ('value' in entry) total += Number(entry.value)
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => setTimeout(() => resolve(total)))
        }),
    )
    expect(shift).toBeLessThanOrEqual(0.02)
    expect(complaints).toEqual([])
  })
})

plain('every word about the featured story can be read, at any width', async ({ page }) => {
  await open(page, '/short-stories')
  const about = cards(page).first().getByText('Every night at 3:12')
  for (const width of [320, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await about.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
    await expect(about).toContainText('and has begun to count.')
  }
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
    expect(await titles(page)).toEqual(['Left at the Lamp'])
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

  test('can be asked for in the address, and one nobody has written in shows all', async ({ page }) => {
    await open(page, '/short-stories?genre=psychological-suspense')
    await expect(cards(page)).toHaveCount(1)
    await open(page, '/short-stories?genre=spiritual-fiction')
    await expect(cards(page)).toHaveCount(3)
    await open(page, '/short-stories?genre=%3Cscript%3E')
    await expect(cards(page)).toHaveCount(3)
  })

  test('stay chosen behind an open story, and when it is closed', async ({ page }) => {
    await open(page, '/short-stories?genre=psychological-suspense')
    await cards(page).first().click()
    await expect(page).toHaveURL('/short-stories/a-polite-man')
    expect(await page.locator('.shelf > a').count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/short-stories?genre=psychological-suspense')
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page).first()).toBeFocused()
  })

  test('run off the edge of a phone in one row', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, '/short-stories')
    const tops = await page
      .getByRole('navigation', { name: 'Genres' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)))
    expect(new Set(tops).size).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the shelf leads to stories, and offers nothing that would not work', async ({ page }) => {
    await page.goto('/short-stories')
    await expect(page.getByRole('navigation', { name: 'Genres' })).toBeHidden()
    await cards(page).nth(1).click()
    await expect(page).toHaveURL('/short-stories/a-polite-man')
    await expect(page.getByRole('heading', { level: 1, name: 'A Polite Man' })).toBeVisible()
  })

  test('a story is a plain page: its words, the way back, and the shelf below', async ({ page }) => {
    await page.goto('/short-stories/the-wallpaper-hour')
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
  test('is answered with 404, kind words and the shelf', async ({ page }) => {
    const response = await open(page, '/short-stories/never-written')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'That story is not on the shelf' })).toBeVisible()
    await expect(page).toHaveTitle(`That story is not on the shelf | ${author.name}`)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
    await expect(page.locator('.reader')).toHaveCount(0)
    await expect(cards(page)).toHaveCount(3)
    await cards(page).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'The Wallpaper Hour' })).toBeFocused()
  })

  test('says so also to whoever presses a card that is gone meanwhile', async ({ page }) => {
    await page.route('**/api/short-stories/left-at-the-lamp', (route) =>
      route.fulfill({ status: 404, json: { code: 'not_found', message: 'gone' } }),
    )
    await open(page, '/short-stories')
    await cards(page).last().click()
    await expect(page.getByRole('heading', { level: 1, name: 'That story is not on the shelf' })).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  })
})

plain.describe('on a site of its own', () => {
  plain('an empty shelf says so, and what kinds of trouble there will be', async ({ page }) => {
    const site = await openStorySite()
    await open(page, `${site.address}/short-stories`)
    await expect(page.getByRole('heading', { name: 'The shelf is dark' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Browse Books' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Five kinds of trouble' })).toBeVisible()
    await site.stop()
  })

  plain('hostile titles, descriptions and words are words', async ({ page }) => {
    const site = await openStorySite()
    const alarms: string[] = []
    page.on('dialog', (dialog) => {
      alarms.push(dialog.message())
      void dialog.dismiss()
    })
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective}`))
    })
    page.on('console', (message) => message.type() === 'error' && alarms.push(message.text()))
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '\u202Eeltit lanigiro ehT',
      'שעת הטפט',
      'W'.repeat(200),
      '"><svg/onload=alert(2)>',
      '</script><script>alert(3)</script>',
    ]
    for (const [index, title] of hostile.entries()) {
      await site.add({ title, description: title, content: `${title}\n\n${title}`, slug: `hostile-${index}` })
    }
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await open(page, `${site.address}/short-stories`)
      expect((await titles(page)).sort()).toEqual([...hostile].sort())
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      for (const [index, title] of hostile.entries()) {
        await open(page, `${site.address}/short-stories/hostile-${index}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        const sideways = await page.locator('.reader').evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)
        expect(sideways).toBe(0)
        expect(await page.locator('.reader img:not(.story-picture, picture img)').count()).toBe(0)
      }
    }
    expect(alarms).toEqual([])
    await site.stop()
  })

  plain('a cover of the owner’s own takes the place of the drawing, and nobody is told who looks', async ({ page }) => {
    const site = await openStorySite()
    await site.add({ title: 'Covered', content: 'Words.', coverImage: 'https://covers.example/one.png' })
    const asked: (string | undefined)[] = []
    await page.route('https://covers.example/**', (route) => {
      asked.push(route.request().headers().referer)
      return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    })
    await open(page, `${site.address}/short-stories`)
    const picture = page.locator('.story-picture')
    await expect(picture).toHaveAttribute('src', 'https://covers.example/one.png')
    await expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer')
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 1 }
    expect(width / height).toBeCloseTo(1.6, 1)
    expect(asked).toEqual([undefined])
    await site.stop()
  })

  plain('of a hundred stories only those she is near are drawn, and only their pictures fetched', async ({ page }) => {
    const site = await openStorySite()
    for (let index = 0; index < 100; index++) {
      const genre = ['Mystery Thriller', 'Psychological Suspense', 'Spiritual Fiction'][index % 3]
      await site.add({ title: `Story number ${index}`, genre, description: 'One more.', content: prose(300) })
    }
    let pictures = 0
    page.on('request', (request) => {
      if (request.url().includes('/story-art/')) pictures++
    })
    await open(page, `${site.address}/short-stories`)
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
    await site.stop()
  })
})
