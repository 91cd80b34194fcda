import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { blankProfile as author } from '#features/profile/contract.ts'
import { axeFaultsInBothThemes } from './axe.ts'
import { open } from './open.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'
import { test } from './written-site.ts'

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b7a6e3' } })
    .png()
    .toBuffer()

const everything = (picture: string) =>
  [
    'Once there was *a* **door**.',
    'It was shut.',
    '***',
    '## The second night',
    `There is [a register](https://register.example/1911/${'long-'.repeat(30)}), and [a shelf](/books).`,
    '> Dear Madam,\n>\n> we regret.',
    `![A hall at night](${picture} "The hall, from the third stair.")`,
    '### What she kept',
    '- a torch\n- a list:\n  - the kettle',
    'Words between.',
    '1987. A cold winter.',
    'שעת הטפט הגיעה.',
    'The end.',
  ].join('\n\n')

const places = [
  ['a post', '/blog/everything', 'article'],
  ['a story', '/short-stories/everything', '.reader'],
] as const

for (const [what, path, selector] of places) {
  test.describe(what, () => {
    test.beforeEach(async ({ emptySite }) => {
      const { url } = await emptySite.picture(await drawing(1600, 1000))
      const work = { title: 'Everything', slug: 'everything', content: everything(url) }
      await (what === 'a post' ? emptySite.write(work) : emptySite.add({ ...work, genre: 'Mystery Thriller' }))
    })

    const words = (page: Page) => page.locator(`${selector} .writing`)
    // On paper, and on the way out, a story is what a post is.
    const tag = what === 'a story' ? ['@long'] : []

    test('has its headings, quotations, lists, links and pictures, and none of them leaves the page', { tag }, async ({
      page,
    }) => {
      const complaints = await complaintsOf(page)
      await open(page, path)
      await expect(words(page).getByRole('heading', { level: 2, name: 'The second night' })).toBeVisible()
      await expect(words(page).getByRole('heading', { level: 3, name: 'What she kept' })).toBeVisible()
      await expect(words(page).getByRole('separator')).toHaveCount(1)
      await expect(words(page).getByRole('blockquote')).toContainText('we regret.')
      await expect(words(page).getByRole('list')).toHaveCount(3)
      await expect(words(page).getByText('שעת הטפט הגיעה.')).toHaveCSS('unicode-bidi', 'plaintext')
      await expect(words(page).getByRole('link', { name: /a register \(opens in a new tab\)/ })).toHaveAttribute(
        'target',
        '_blank',
      )
      const picture = words(page).getByRole('img', { name: 'A hall at night' })
      const room = await picture.boundingBox()
      expect((room?.width ?? 0) / (room?.height ?? 1)).toBeCloseTo(1.6, 1)
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      expect((await picture.boundingBox())?.height).toBe(room?.height)
      await expect(words(page).getByText('The hall, from the third stair.')).toBeVisible()
      for (const width of [320, 390, 1440]) {
        expect(await isSidewaysAt(page, width)).toBe(false)
        const over = await words(page).evaluate((box) => {
          const end = box.getBoundingClientRect().right + 1
          return [...box.querySelectorAll('p, li, img, a, ol')].filter(
            (one) => one.getBoundingClientRect().right > end + 12,
          ).length
        })
        expect(over).toBe(0)
      }
      expect(complaints).toEqual([])
      expect(await axeFaultsInBothThemes(page)).toEqual([])
      await words(page).getByRole('link', { name: 'a shelf' }).click()
      await expect(page).toHaveURL('/books')
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })

    test('prints its title, its author and its address, its pictures, and where its links lead', {
      tag: ['@plain', ...tag],
    }, async ({ page }) => {
      await open(page, `${path}?from=a-friend`)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('main').getByRole('link', { name: 'Browse Books' })).toHaveCount(0)
      const canonical = (await page.locator('link[rel=canonical]').getAttribute('href')) ?? ''
      await expect(page.getByRole('heading', { level: 1, name: 'Everything' })).toBeVisible()
      await expect(page.locator(selector).getByText(author.name).first()).toBeVisible()
      await expect(page.locator(selector).getByText(canonical, { exact: true })).toBeVisible()
      await expect(words(page).getByRole('img')).toBeVisible()
      const address = words(page).locator('a').first()
      expect(await address.evaluate((link) => getComputedStyle(link, '::after').content)).toContain('register.example')
      await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden()
    })

    test('is passed on by its own address: by the device’s sheet where there is one, else by a copied link', {
      tag,
    }, async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await open(page, `${path}?from=a-friend`)
      const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
      const copy = page.getByRole('button', { name: 'Copy link' })
      await copy.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused()
      await expect(page.locator(selector).getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(canonical)
      await expect(copy).toBeFocused()

      // A browser that refuses leaves her the address to take by hand.
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
      })
      await page.keyboard.press('Enter')
      await expect(page.getByText(`Not copied. This is the address: ${canonical}`)).toBeVisible()

      await page.addInitScript(() => {
        Object.assign(navigator, {
          share: (what: object) => {
            Object.assign(window, { shared: what })
            return Promise.reject(new DOMException('changed her mind', 'AbortError'))
          },
        })
      })
      await open(page, `${path}?from=a-friend`)
      await page.getByRole('button', { name: 'Share' }).click()
      expect(await page.evaluate(() => (window as unknown as { shared: object }).shared)).toEqual({
        title: 'Everything',
        url: canonical,
      })
      await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
    })
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('nothing offers to share or to copy', async ({ page }) => {
    await page.goto('/blog/an-older-note')
    await expect(page.getByText('Short.')).toBeVisible()
    await expect(page.getByRole('button', { name: /Share|Copy link/ })).toBeHidden()
  })
})
