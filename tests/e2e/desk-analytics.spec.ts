import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { testAuthor } from '../support/author.ts'
import { isLongRun } from '../support/long-run.ts'
import { axeFaults } from './axe.ts'
import { button } from './desk.ts'
import { askAt, enter, test } from './desk-site.ts'
import { awake, email, openDesk, ownerAt, password, reloadDesk, type Site, startOwnedSite } from './owner.ts'
import { insertRows, withDatabase } from './rows.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148'

// At localhost everybody is the author; by this name, which every browser takes for its own machine, she is so for
// other reasons.
const publicHost = 'calder.localhost'
// A browser that says it has no head is counted among the machines.
test.use({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 }, userAgent: firefox })

let complaints: string[] = []
test.beforeEach(async ({ page }) => {
  complaints = await complaintsOf(page)
})

/** Somebody with an address of her own, as a proxy in front of the site would tell it. */
function readerAt({ port }: Site, address: string, agent = firefox) {
  const knock = async (body: object) => {
    const report = { timestamp: new Date().toISOString(), sessionId: 'session_1_a', isAuthor: false, ...body }
    const answer = await fetch(`http://127.0.0.1:${port}/api/analytics/track`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent, 'x-forwarded-for': address },
      body: JSON.stringify(report),
    })
    expect(answer.status).toBe(204)
  }
  return {
    opens: (page: string, more = {}) => knock({ type: 'pageview', page, referrer: '', userAgent: agent, ...more }),
    does: (eventName: string, data = {}) => knock({ type: 'event', page: '/', eventName, data }),
  }
}

type Numbers = { total: { views: number }; apart: { own: number }; events: unknown[]; until: string }

type Ask = (method: string, path: string) => Promise<unknown>

/** Reports are written within a second: the owner's own door tells when. */
async function untilCounted(ask: Ask, isIt: (numbers: Numbers) => boolean) {
  await expect.poll(async () => isIt((await ask('GET', '/api/owner/analytics?days=30')) as Numbers)).toBe(true)
}

async function today(ask: Ask): Promise<string> {
  return ((await ask('GET', '/api/owner/analytics?days=1')) as Numbers).until
}

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

/** Earlier days, as they were added up then. */
function writeDays(site: Site, until: string, days: readonly { ago: number; visitors: number; views: number }[]) {
  const rows = days.map(({ ago, visitors, views }) => ({
    kind: 'all',
    day: daysBefore(until, ago),
    audience: 'reader',
    name: '',
    visitors,
    views,
  }))
  withDatabase(site, (db) => insertRows(db, 'daily_counts', rows))
}

const chart = (page: Page) => page.getByRole('slider', { name: 'Visitors and views, day by day' })
const reading = (page: Page) => page.locator('[data-slot="reading"]')
const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const line = (page: Page, name: string, row: string) => list(page, name).getByRole('row').filter({ hasText: row })
const total = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByRole('term').filter({ hasText: name }) })

test('before anybody came the page says what will be counted; her own visits and machines make nobody a visitor, and the first appears by itself', async ({
  page,
  site,
}) => {
  await enter(page, site)
  const ask: Ask = (method, path) => askAt(page, site, method, path)
  await page.clock.install()
  await openDesk(page, site, '/analytics?days=7')
  const nobody = page.getByRole('heading', { name: 'Nobody has been counted yet' })
  await expect(nobody).toBeVisible()
  await expect(page.getByText('No cookies, no third parties')).toBeVisible()
  await expect(page.getByText('To see a first visit')).toBeVisible()
  await expect(page.getByText('Whoever asks not to be tracked is counted in views only.')).toBeVisible()
  await expect(chart(page)).toHaveCount(0)
  for (const width of [320, 390, 1440]) expect(await isSidewaysAt(page, width)).toBe(false)
  expect(await axeFaults(page)).toEqual([])

  await page.goto(`${site.address}/books`)
  await readerAt(site, '203.0.113.9', 'Googlebot/2.1 (+http://www.google.com/bot.html)').opens('/')
  await untilCounted(ask, ({ apart }) => apart.own > 0)
  await openDesk(page, site, '/analytics?days=7')
  await expect(page.getByText('Not counted: 1 of your own views, 1 by machines, 0 dropped.')).toBeVisible()
  await expect(nobody).toBeVisible()

  // The site remembers for a day whom it has met: nobody else is this reader.
  await readerAt(site, '203.0.113.1', `${firefox} ${crypto.randomUUID()}`).opens('/')
  await untilCounted(ask, ({ total }) => total.views > 0)
  await page.clock.fastForward(20_000)
  await expect(total(page, 'Visitors')).toContainText('1')
  await expect(total(page, 'Here now')).toContainText('1')
  await expect(total(page, 'Visitors')).toContainText('Nothing to compare with yet')
  await expect(reading(page)).toHaveText('Today, so far 1 visitor, 1 view')
  expect(await axeFaults(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('nothing sideways at any width, also with long names and many rows', { tag: '@long' }, async ({ page, site }) => {
  const reader = readerAt(site, '203.0.113.7')
  const host = `${'a-long-name-'.repeat(7)}reading.example`
  await reader.opens('/about', { referrer: `https://${host}/` })
  for (let index = 0; index < 20; index++) {
    await reader.opens('/about', { referrer: `https://club-${index}.example/` })
  }
  await enter(page, site)
  await untilCounted(
    (method, path) => askAt(page, site, method, path),
    ({ total }) => total.views === 21,
  )
  await openDesk(page, site, '/analytics')
  const more = list(page, 'Where they came from').getByText(/^\d+ more$/)
  await expect(more).toBeVisible()
  await more.click()
  for (const width of [1440, 1024, 390, 320]) {
    expect(await isSidewaysAt(page, width)).toBe(false)
    if (isLongRun || width === 320) expect(await axeFaults(page)).toEqual([])
  }
  expect(complaints).toEqual([])
})

test.describe('with readers', () => {
  test.describe.configure({ mode: 'default' })
  let site: Site
  test.beforeAll(async () => {
    site = await startOwnedSite({ TRUST_PROXY: '1' })
    const ask = await ownerAt(site)
    await ask('POST', '/api/short-stories', { title: 'The Salt Door', content: 'It was only shut.', isPublished: true })
    await ask('POST', '/api/owner/books', { title: 'Pier Nine' })
    const { version } = await ask('GET', '/api/owner/site')
    await ask('PUT', '/api/owner/site', { ...testAuthor, version })
    const ada = readerAt(site, '203.0.113.1')
    const ben = readerAt(site, '203.0.113.2', iphone)
    await ada.opens('/', { referrer: 'https://goodreads.com/shelf' })
    await ada.opens('/short-stories/the-salt-door')
    await ada.does('story_opened', { story: 'the-salt-door' })
    await ada.does('story_read', { story: 'the-salt-door', percent: 50 })
    await ada.does('signup')
    await ben.opens('/')
    await ben.opens('/books')
    await ben.does('purchase_link', { book: 'pier-nine' })
    await untilCounted(ask, ({ events, total }) => total.views === 4 && events.length === 4)
    writeDays(site, await today(ask), [
      { ago: 3, visitors: 5, views: 12 },
      { ago: 9, visitors: 3, views: 4 },
      { ago: 12, visitors: 2, views: 3 },
      { ago: 20, visitors: 1, views: 1 },
    ])
  })
  test.afterAll(() => site.stop())
  test.beforeEach(({ page }) => enter(page, site))

  test.describe('she sees', () => {
    test.afterEach(() => expect(complaints).toEqual([]))

    test('who came, against the span before, in words, and on the day below the pointer', async ({ page }) => {
      await openDesk(page, site, '/analytics?days=7')
      await expect(total(page, 'Visitors')).toContainText('7Up two fifths. 5 in the 7 days before.')
      await expect(total(page, 'Views')).toContainText('16Twice as many. 7 in the 7 days before.')
      await expect(total(page, 'Here now')).toContainText('2in the last five minutes')

      const { x, y, width } = (await chart(page).boundingBox()) ?? { x: 0, y: 0, width: 0 }
      await page.mouse.move(x + width / 2, y + 80)
      await expect(reading(page)).toHaveText(/^\w+day, \w+ \d+ 5 visitors, 12 views$/)
      // Today's again when it goes.
      await page.mouse.move(0, 0)
      await expect(reading(page)).toHaveText('Today, so far 2 visitors, 4 views')
    })

    test('pages and events by names she knows, the path to a book in hand, and what each story brought', {
      tag: '@long',
    }, async ({ page }) => {
      await openDesk(page, site, '/analytics')
      await expect(line(page, 'Pages', 'Home')).toHaveText('Home/22')
      await expect(line(page, 'Pages', 'The Salt Door')).toContainText('/short-stories/the-salt-door')
      await expect(line(page, 'Where they came from', 'goodreads.com')).toHaveText('goodreads.com11')
      await expect(line(page, 'Where they came from', 'Direct, or not told')).toHaveText('Direct, or not told13')
      await expect(line(page, 'Devices', 'Phones')).toHaveText('Phones12')
      await expect(line(page, 'Devices', 'Computers')).toHaveText('Computers12')
      await expect(line(page, 'What they did', 'Sent the sign-up form')).toHaveText('Sent the sign-up form1')
      await expect(line(page, 'What they did', 'Followed a purchase link')).toHaveText('Followed a purchase link1')
      await expect(line(page, 'What they did', 'Opened a story')).toHaveText('Opened a story1')
      await expect(line(page, 'Where new subscribers came from', 'goodreads.com')).toHaveText('goodreads.com1')

      await page.getByRole('navigation', { name: 'Span' }).getByRole('link', { name: 'Today' }).click()
      const steps = list(page, 'From a visit to a book in hand').getByRole('listitem')
      await expect(steps).toHaveText([
        'Visited2Everybody who came',
        'Joined150% of visitors',
        'Confirmed0None',
        'Downloaded0None',
      ])
      await expect(page.getByText('not the same persons')).toBeVisible()
      const story = line(page, 'What each story and post brought', 'The Salt Door')
      await expect(story).toContainText('1 read a quarter, 1 half, 0 three quarters, 0 all of it')
      await expect(story.getByRole('cell').nth(0)).toHaveText(/^1/)
      await expect(story.getByRole('cell').nth(1)).toHaveText(/^1/)
    })

    test('each span by its address, and the back button keeps them', { tag: '@long' }, async ({ page }) => {
      await openDesk(page, site, '/analytics')
      const span = (name: string) => page.getByRole('navigation', { name: 'Span' }).getByRole('link', { name })
      await expect(span('30 days')).toHaveAttribute('aria-current', 'page')
      await expect(total(page, 'Visitors')).toContainText('13')
      for (const [name, days, visitors] of [
        ['Today', 1, '2'],
        ['7 days', 7, '7'],
        ['90 days', 90, '13'],
        ['365 days', 365, '13'],
      ] as const) {
        await span(name).click()
        await expect(page).toHaveURL(`${site.address}/analytics?days=${days}`)
        await expect(span(name)).toHaveAttribute('aria-current', 'page')
        await expect(total(page, 'Visitors')).toContainText(`Visitors${visitors}`)
      }
      await page.goBack()
      await expect(span('90 days')).toHaveAttribute('aria-current', 'page')
    })

    test('the figures of any day by the arrow keys, and the same in the table', { tag: '@long' }, async ({ page }) => {
      await openDesk(page, site, '/analytics?days=30')
      await page.getByText('The same as a table').click()
      const rows = page.getByRole('table', { name: 'Visitors and views, the latest first' }).getByRole('row')
      // Counting began twenty days ago: nothing is said of the days before.
      await expect(rows).toHaveCount(1 + 21)
      await expect(page.getByText(/Counting began on \w+day, /)).toBeVisible()
      await chart(page).focus()
      for (const row of await rows.all()) {
        const [day, visitors, views] = await row.locator('th, td').allTextContents()
        if (day === 'Day') continue
        const words = `${visitors} ${visitors === '1' ? 'visitor' : 'visitors'}, ${views} ${views === '1' ? 'view' : 'views'}`
        await expect(chart(page)).toHaveAttribute('aria-valuetext', `${day}: ${words}`)
        await expect(reading(page)).toHaveText(`${day} ${words}`)
        await page.keyboard.press('ArrowLeft')
      }
      await page.keyboard.press('End')
      await expect(reading(page)).toContainText('Today, so far')
      expect(await axeFaults(page)).toEqual([])
    })

    test.describe('by touch', () => {
      test.use({ hasTouch: true })

      test('the day she chose as long as the span is the same', { tag: '@long' }, async ({ page }) => {
        await openDesk(page, site, '/analytics?days=7')
        const { x, y, width } = (await chart(page).boundingBox()) ?? { x: 0, y: 0, width: 0 }
        await page.touchscreen.tap(x + width / 2, y + 80)
        await expect(reading(page)).toHaveText(/^\w+day, \w+ \d+ 5 visitors, 12 views$/)
        await page.getByRole('link', { name: '30 days' }).tap()
        await expect(total(page, 'Visitors')).toContainText('13')
        await expect(reading(page)).toContainText('Today, so far')
      })
    })

    test('whose browser this is, and marks it; the weekly letter, which is off until she chooses it', async ({
      page,
    }) => {
      await openDesk(page, site, '/analytics')
      const panel = list(page, 'This browser')
      await expect(panel).toContainText('you are signed in here')
      await expect(panel).toContainText('this is the machine the site runs on')
      await button(page, 'Mark it as mine').click()
      await expect(panel).toContainText('you have marked this browser')
      expect(await page.evaluate(() => localStorage.getItem('author_mode'))).toBe('true')
      await button(page, 'Count it as a reader’s').click()
      await expect(panel).toContainText('marked or not: this is the machine the site runs on')
      expect(await page.evaluate(() => localStorage.getItem('author_mode'))).toBeNull()

      const letter = page.getByRole('switch', { name: 'Send me the week’s numbers' })
      await expect(letter).not.toBeChecked()
      await letter.click()
      await expect(letter).toBeChecked()
      await expect(
        page.getByText(/The next one goes out on Monday, \w+ \d+, at 8 in the morning, Toronto time/),
      ).toBeVisible()
      await reloadDesk(page)
      await expect(letter).toBeChecked()
      await letter.click()
      await expect(page.getByText('It is off.')).toBeVisible()
      await expect(letter).not.toBeChecked()
    })

    test('a file with the same days', { tag: '@long' }, async ({ page }) => {
      await openDesk(page, site, '/analytics?days=7')
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download CSV' }).click(),
      ])
      const until = await today((method, path) => askAt(page, site, method, path))
      expect(file.suggestedFilename()).toBe(`numbers-${until}.csv`)
      const lines = readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n')
      await page.getByText('The same as a table').click()
      const table = page.getByRole('table', { name: 'Visitors and views, the latest first' })
      const [, ...days] = await table.getByRole('row').all()
      expect(days).toHaveLength(7)
      const shown = await Promise.all(days.map((day) => day.getByRole('cell').allTextContents()))
      const told = shown.flatMap(([visitors, views], ago) =>
        views === '0' ? [] : [`${daysBefore(until, ago)},all,,${views},${visitors}`],
      )
      expect(told).toHaveLength(2)
      expect(lines.filter((line) => line.includes(',all,')).sort()).toEqual(told.sort())
      const [visitors, views] = await line(page, 'Pages', 'Home').getByRole('cell').allTextContents()
      expect(lines).toContain(`${until},page,/,${views},${visitors}`)
    })
  })

  test('a browser that has been at this desk stays hers, from the first time on', { tag: '@long' }, async ({
    page,
  }) => {
    const here = { ...site, address: `http://${publicHost}:${site.port}` }
    await enter(page, here)
    await openDesk(page, here, '/analytics')
    await expect(list(page, 'This browser')).toContainText('this desk is among the last fifty pages opened here')
  })

  test('what did not arrive is said with its cause, and asked for again', async ({ page }) => {
    await openDesk(page, site, '/analytics')
    await page.route('**/api/owner/analytics?days=7', (route) =>
      route.fulfill({ status: 500, json: { code: 'broken', message: 'The disk is full.', requestId: 'abc-123' } }),
    )
    await page.getByRole('link', { name: '7 days' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('The numbers did not open')
    await expect(alert).toContainText('abc-123')
    await page.unroute('**/api/owner/analytics?days=7')
    await button(page, 'Try again').click()
    await expect(total(page, 'Visitors')).toBeVisible()
  })

  test('whoever is signed out is led to the entrance, and from there back to her span', { tag: '@long' }, async ({
    page,
  }) => {
    await page.context().clearCookies()
    await page.goto(`${site.address}/analytics?days=90`)
    await expect(page).toHaveURL(/\/admin\/sign-in\?next=/)
    await awake(page)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button(page, 'Sign In').click()
    await expect(page).toHaveURL(`${site.address}/analytics?days=90`)
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('the numbers, the spans and the table are there all the same', { tag: '@long' }, async ({ page }) => {
      await page.goto(`${site.address}/analytics?days=90`)
      await page.getByRole('link', { name: '7 days' }).click()
      await expect(page).toHaveURL(`${site.address}/analytics?days=7`)
      await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'page')
      await expect(reading(page)).toContainText('Today, so far')
      await expect(line(page, 'Pages', 'Home')).toBeVisible()
      await expect(chart(page)).toBeHidden()
      await page.getByText('The same as a table').click()
      await expect(page.getByRole('table', { name: 'Visitors and views, the latest first' })).toBeVisible()
      await expect(page.getByText('It is off.')).toBeVisible()
      expect(await page.content()).not.toMatch(/\sstyle="/)
    })
  })
})
