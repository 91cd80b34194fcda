import { expect, type Page } from '@playwright/test'
import { blankProfile as author } from '#features/profile/contract.ts'
import { widths } from '../support/long-run.ts'
import { axeFaultsInBothThemes } from './axe.ts'
import { hold } from './forms.ts'
import { open } from './open.ts'
import { complaintsOf } from './watch.ts'
import { posts, servePictures, test } from './written-site.ts'

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

async function expectNoAxeFaults(page: Page) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFaultsInBothThemes(page)).toEqual([])
  }
}

test.describe('the list', () => {
  test('shows the featured post first and wide, then the others by date, each with all that is known of it', async ({
    page,
  }) => {
    await servePictures(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, '/blog')
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
    const quiet = card(page, 'The Quiet Room')
    await expect(quiet.getByText('September 16, 2025')).toBeVisible()
    await expect(quiet.getByText(author.name)).toBeVisible()
    await expect(quiet.getByText('2 min read')).toBeVisible()
    await expect(quiet.getByText('Behind the Books')).toBeVisible()
    await expect(quiet.getByRole('heading', { level: 2, name: 'The Quiet Room' })).toBeVisible()
    await expect(quiet.getByText(posts.quiet.excerpt)).toBeVisible()
    await expect(quiet.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['doors', 'quiet rooms'])
    await expect(quiet.getByRole('link', { name: 'Read More' })).toHaveAttribute('href', '/blog/the-quiet-room')
    await expect(card(page, 'A Newer Note').getByText('4 min read')).toBeVisible()
    await expect(card(page, 'An Older Note').getByText('1 min read')).toBeVisible()
    const titles = page.getByRole('article').getByRole('heading')
    await expect(titles).toHaveText(['The Quiet Room', 'A Newer Note', 'An Older Note'])
    const wide = await page
      .locator('article > a:first-child')
      .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect().width))
    expect(wide[0]).toBeGreaterThan((wide[1] ?? 0) * 1.8)
    // A keyboard stops once at each card.
    const stops = page.getByRole('article').locator('a:not([tabindex="-1"]), button')
    await expect(stops).toHaveText([/^Read More/, /^Read More/, /^Read More/])
    await expectNoAxeFaults(page)
  })

  test('picture, title and Read More all open the post, a skeleton while it loads, and Back leads to the list', async ({
    page,
  }) => {
    await page.route('https://pictures.example/**', (route) => route.abort())
    const release = await hold(page, '**/api/blog/a-newer-note')
    await open(page, '/blog')
    // A cover that does not load leaves its drawing, not a broken picture.
    await expect(card(page, 'The Quiet Room').locator('img')).toHaveCount(0)
    const newer = card(page, 'A Newer Note')
    await newer.getByRole('link', { name: 'Read More' }).click()
    await expect(page.locator('[data-slot=skeleton-card]')).toHaveCount(1)
    await expect(page.getByText('Loading post')).toBeAttached()
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'A Newer Note' })).toBeFocused()
    await expect(page).toHaveTitle(`A Newer Note | ${author.name}`)
    await expect(page).toHaveURL('/blog/a-newer-note')
    await page.goBack()
    for (const way of [
      newer.locator('a[aria-hidden]'),
      newer.getByRole('link', { name: 'A Newer Note', exact: true }),
    ]) {
      await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
      await way.click()
      await expect(page).toHaveURL('/blog/a-newer-note')
      await expect(page.getByRole('heading', { level: 1, name: 'A Newer Note' })).toBeFocused()
      await page.goBack()
    }
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  })

  test('says so when it cannot be loaded, tries again when asked, and counts reading time where an older answer does not hold it', async ({
    page,
  }) => {
    const answer = { id: 'x', tags: [], isFeatured: false, createdAt: '2025-01-01', ...posts.newer }
    let isBroken = true
    await page.route('**/api/blog', (route) =>
      route.fulfill(isBroken ? { status: 500, body: 'no' } : { json: [answer] }),
    )
    await open(page, '/about')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
    await expect(page.getByText('Unable to load blog posts at this time.')).toBeVisible()
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByText('4 min read')).toBeVisible()
  })
})

test.describe('a post', () => {
  test('shows all that is known of it and its words with their whitespace, and ends with the books, something free, and the posts beside it', async ({
    page,
  }) => {
    const asked = await servePictures(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, '/blog/the-quiet-room')
    const article = page.getByRole('article')
    await expect(article.getByRole('heading', { level: 1, name: 'The Quiet Room' })).toBeVisible()
    for (const text of ['Behind the Books', author.name, 'September 16, 2025', '2 min read', posts.quiet.excerpt]) {
      await expect(article.getByText(text)).toBeVisible()
    }
    await expect(article.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['doors', 'quiet rooms'])
    const cover = article.locator('img')
    const { width, height } = (await cover.boundingBox()) ?? { width: 0, height: 1 }
    expect(width / height).toBeCloseTo(16 / 9, 1)
    expect(asked.length).toBeGreaterThan(0)
    for (const headers of asked) expect(headers.referer).toBeUndefined()

    const words = page.locator('article .prose')
    await expect(words).toHaveCSS('white-space-collapse', 'preserve')
    const text = await words.innerText()
    expect(text).toContain('First line.\nSecond line, with  two blanks.\n\n    An indented paragraph.')
    expect(text).toMatch(/paragraph\.\n\n\n+After two blank lines\./)
    const characters = await words.evaluate((element) => {
      const ruler = document.createElement('span')
      ruler.textContent = '0'
      element.append(ruler)
      const width = ruler.getBoundingClientRect().width
      ruler.remove()
      return element.getBoundingClientRect().width / width
    })
    expect(characters).toBeLessThanOrEqual(62.5)
    await expectNoAxeFaults(page)

    const promo = page.getByRole('complementary', { name: 'Read on' })
    await expect(promo.getByRole('link', { name: 'Browse Books' })).toHaveAttribute('href', '/books')
    const more = page.getByRole('navigation', { name: 'More posts' })
    await expect(more.getByRole('link', { name: 'Previous An Older Note' })).toHaveAttribute(
      'href',
      '/blog/an-older-note',
    )
    await more.getByRole('link', { name: 'Next A Newer Note' }).click()
    await expect(page).toHaveURL('/blog/a-newer-note')
    await expect(page.getByRole('heading', { level: 1, name: 'A Newer Note' })).toBeFocused()
    await expect(more.getByRole('link', { name: 'Next' })).toHaveCount(0)
    await page.getByRole('link', { name: 'What is free here' }).click()
    await expect(page).toHaveURL('/#reader-magnets')
    await expect(page.locator('#reader-magnets')).toBeInViewport()
  })

  test('without a cover or an excerpt has nothing for axe to find either', { tag: '@long' }, async ({ page }) => {
    await page.goto('/blog/an-older-note', { waitUntil: 'networkidle' })
    await expectNoAxeFaults(page)
  })

  for (const how of ['opened', 'reached by a link'] as const) {
    const tag = how === 'opened' ? [] : '@long'
    test(`that is missing, ${how}, says so and leads back`, { tag }, async ({ page }) => {
      if (how === 'opened') {
        expect((await open(page, '/blog/never-written'))?.status()).toBe(404)
      } else {
        await open(page, '/blog')
        await page.route('**/api/blog/a-newer-note', (route) => route.fulfill({ status: 500, body: 'no' }))
        await card(page, 'A Newer Note').getByRole('link', { name: 'Read More' }).click()
      }
      await expect(page.getByRole('heading', { level: 1, name: 'Post Not Found' })).toBeVisible()
      await expect(
        page.getByText("The blog post you're looking for doesn't exist or has been removed.", { exact: true }),
      ).toBeVisible()
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
      await page.getByRole('link', { name: 'Back to Blog' }).click()
      await expect(page).toHaveURL('/blog')
    })
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('list and post read whole, and lead to each other', async ({ page }) => {
    await servePictures(page)
    await page.goto('/blog')
    await expect(page.getByRole('article')).toHaveCount(3)
    await card(page, 'The Quiet Room').getByRole('link', { name: 'Read More' }).click()
    await expect(page.getByText('First line.')).toBeVisible()
    await page.getByRole('link', { name: 'Next A Newer Note' }).click()
    await expect(page).toHaveURL('/blog/a-newer-note')
  })
})

test.describe('posts of every kind', () => {
  test('none: Coming Soon; one, scheduled: appears by itself within a second or two of its time, a list of one', async ({
    page,
    emptySite,
  }) => {
    const dated = (at: number) => ({ title: 'On Time', content: 'Words.', publishedDate: new Date(at).toISOString() })
    const post = await emptySite.write(dated(Date.now() + 3_600_000))
    await page.goto('/blog')
    await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/#reader-magnets')
    const at = Date.now() + 2_000
    await emptySite.rewrite(post, dated(at))
    const isThere = async () => (await (await page.request.get('/blog')).text()).includes('On Time')
    await expect.poll(isThere, { intervals: [100] }).toBe(true)
    expect(Date.now()).toBeGreaterThanOrEqual(at)
    await page.goto('/blog')
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('link', { name: 'Read More' }).click()
    await expect(page.getByRole('navigation', { name: 'More posts' }).getByRole('link')).toHaveText(['All posts'])
  })

  test('a hundred: all in one list, its pictures loaded as they come near', { tag: '@long' }, async ({
    page,
    emptySite,
  }) => {
    await emptySite.write({
      title: 'A note',
      content: 'Words. '.repeat(500),
      excerpt: 'A sentence or two about it, as long as they usually are.',
    })
    await emptySite.multiply('posts', 100, (index) => ({
      title: `Note of day ${index + 1}`,
      cover_image: `https://pictures.example/${index + 1}.png`,
      published_at: new Date(Date.UTC(2025, 0, index + 1)).toISOString(),
    }))
    const asked = await servePictures(page)
    await page.goto('/blog', { waitUntil: 'networkidle' })
    await expect(page.getByRole('article')).toHaveCount(100)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.length).toBeLessThan(30)

    await card(page, 'Note of day 40').getByRole('link', { name: 'Read More' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Note of day 40' })).toBeVisible()
    await page.goBack()
    await expect(card(page, 'Note of day 40')).toBeInViewport()
  })

  test('with the longest titles, words and tags: nothing leaves the page at 320 px', {
    tag: ['@long', '@plain'],
  }, async ({ page, emptySite }) => {
    const long = {
      excerpt: 'w'.repeat(500),
      category: 'c'.repeat(60),
      tags: Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(40, 't')),
      content: 'w'.repeat(3_000),
    }
    await emptySite.write({ ...long, title: 'x'.repeat(200), slug: 'endless', isFeatured: true })
    await emptySite.write({ ...long, title: 'A title '.repeat(25).trim(), slug: 'long' })
    for (const path of ['/blog', '/blog/endless', '/blog/long', '/']) {
      await page.goto(path)
      for (const width of [1440, 320]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
      }
    }
  })

  test('of 200 kB: no violation of the policy, and read to its end', { tag: ['@long', '@plain'] }, async ({
    page,
    emptySite,
  }) => {
    const complaints = await complaintsOf(page)
    await emptySite.write({ title: 'Long', slug: 'long', content: `${'A quiet room. '.repeat(14_500)}\n\nThe end.` })
    await open(page, '/blog/long')
    await expect(page.getByText('The end.', { exact: true })).toBeAttached()
    expect(complaints).toEqual([])
  })

  test('full of hostile words: shown as words, in a document of the same shape', { tag: ['@long', '@plain'] }, async ({
    page,
    emptySite,
  }) => {
    const complaints = await complaintsOf(page)
    page.on('dialog', (dialog) => {
      complaints.push(`a dialog: ${dialog.message()}`)
      return dialog.dismiss()
    })
    await servePictures(page)
    const hostile = [
      '</script><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '</title><svg onload=alert(1)>',
      '<!--<script>',
      '\u2028&lt;b&gt;{{7*7}}',
    ].join('')
    const shape = (words: string, slug: string) => ({
      title: words.slice(0, 200),
      slug,
      content: words,
      excerpt: words,
      category: words.slice(0, 60),
      tags: [words.slice(0, 40).replaceAll(',', '')],
      coverImage: `https://pictures.example/${encodeURI(words)}`,
    })
    await emptySite.write({ ...shape('benign', 'benign'), publishedDate: '2025-01-01' })
    await emptySite.write({ ...shape(hostile, 'hostile'), publishedDate: '2025-01-02' })
    const elementsOn = async (path: string) => {
      await open(page, path)
      return page
        .locator('article')
        .first()
        .evaluate((article) =>
          [...article.querySelectorAll('*')].map((element) => `${element.tagName} ${element.getAttributeNames()}`),
        )
    }
    const shapeOfBenign = await elementsOn('/blog/benign')
    expect(await elementsOn('/blog/hostile')).toEqual(shapeOfBenign)
    await expect(page.locator('article .prose')).toHaveText(hostile)
    const feed = await page.evaluate(async () => {
      const xml = await (await fetch('/feed.xml')).text()
      const parsed = new DOMParser().parseFromString(xml, 'application/xml')
      return {
        fault: parsed.querySelector('parsererror')?.textContent ?? null,
        titles: [...parsed.querySelectorAll('item > title')].map((title) => title.textContent),
      }
    })
    expect(feed).toEqual({ fault: null, titles: [hostile.slice(0, 200), 'benign'] })
    expect(complaints).toEqual([])
  })
})
