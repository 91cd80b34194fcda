import { expect, type Page, type Request } from '@playwright/test'
import { advance, storyPage } from '../support/library.ts'
import { isLongRun } from '../support/long-run.ts'
import { open, wake } from './open.ts'
import { test as base } from './worker.ts'

// A name that is neither localhost nor a number: there, a reader is a reader. `playwright.config.ts` says where it is.
const host = 'calder.example'
const port = Number(process.env.E2E_PORT ?? 4173)
const site = `http://${host}:${port}`
const door = '/api/analytics/track'

const test = base.extend<{ reports: Reports }>({
  reports: async ({ page }, use) => use(listen(page)),
})
test.use({ baseURL: site })

type Report = Record<string, unknown> & { type: string; page: string; eventName?: string; data?: unknown }
type Reports = ReturnType<typeof listen>

function listen(page: Page) {
  const told: Report[] = []
  const requests: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== door) return
    requests.push(request)
    told.push(request.postDataJSON())
  })
  return {
    told,
    requests,
    pages: () => told.filter(({ type }) => type === 'pageview').map(({ page }) => page),
    events: () => told.filter(({ type }) => type === 'event').map(({ eventName, data }) => [eventName, data]),
  }
}

const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test('a page view says what was opened, when, in which session and from where, and no more, and again when it is shown again', async ({
  page,
  reports,
}) => {
  const response = page.waitForResponse((answer) => answer.url().endsWith(door))
  await page.goto('/books', { referer: 'https://goodreads.example/shelf' })
  expect((await response).status()).toBe(204)
  const [{ timestamp, sessionId, ...rest }] = reports.told as [Report]
  expect(rest).toEqual({
    type: 'pageview',
    page: '/books',
    isAuthor: false,
    referrer: 'https://goodreads.example/shelf',
    userAgent: (await page.evaluate(() => navigator.userAgent)).slice(0, 100),
  })
  expect(new Date(String(timestamp)).toISOString()).toBe(timestamp)
  expect(sessionId).toMatch(/^session_\d{13}_[a-z0-9]+$/)
  expect(await page.evaluate(() => sessionStorage.getItem('visitor_session_id'))).toBe(sessionId)

  // Shown again out of the browser's memory, it is one she came to from here.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false })))
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect.poll(reports.pages).toEqual(['/books', '/books'])
  expect(reports.told[1]?.referrer).toBe(site)

  // How long the visit was is kept when the page goes.
  await page.goto('/about')
  const times = JSON.parse((await kept(page, 'session_times')) ?? '[]')
  expect(times).toHaveLength(1)
  expect(times[0]).toBeGreaterThan(0)
})

test('every change of the address is told, also a story that opens over its shelf and the way back, but no anchor and no filter', async ({
  page,
  reports,
}) => {
  await page.goto('/')
  await expect.poll(reports.pages).toEqual(['/'])
  await wake(page)
  await page.getByRole('link', { name: 'Short Stories', exact: true }).first().click()
  await expect.poll(reports.pages).toEqual(['/', '/short-stories'])
  await page.locator(`a[href="${storyPage}"]`).first().click()
  await expect.poll(reports.pages).toEqual(['/', '/short-stories', storyPage])
  await page.goBack()
  await expect.poll(reports.pages).toHaveLength(4)
  expect(reports.pages()[3]).toBe('/short-stories')
  expect(reports.told.at(-1)?.referrer).toBe(`${site}${storyPage}`)
  expect(new Set(reports.told.map(({ sessionId }) => sessionId)).size).toBe(1)
  expect(JSON.parse((await kept(page, 'page_history')) ?? '')).toEqual(reports.pages())

  await page.evaluate(() => history.pushState(null, '', '?genre=mystery-thriller'))
  await page.evaluate(() => history.pushState(null, '', '#reader-magnets'))
  await page.getByRole('link', { name: 'Contact', exact: true }).first().click()
  await expect.poll(reports.pages).toHaveLength(5)
  expect(reports.pages()[4]).toBe('/contact')
})

test('a story tells when it was opened, and of each quarter once', async ({ page, reports }) => {
  await page.goto(storyPage)
  const story = 'the-borrowed-dish'
  await expect.poll(reports.events).toContainEqual(['story_opened', { story }])
  const sheet = page.getByRole('dialog')
  for (const share of [0.3, 0.55, 0.2, 0.8, 1]) {
    await sheet.evaluate((dialog, part) => dialog.scrollTo(0, dialog.scrollHeight * part), share)
    await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))))
  }
  const quarters = [25, 50, 75, 100].map((percent) => ['story_read', { story, percent }])
  await expect.poll(reports.events).toEqual([['story_opened', { story }], ...quarters])
})

/** By the navigation, without another document. */
async function walkTo(page: Page, label: string) {
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('link', { name: label, exact: true }).click()
  await expect(nav.locator('[aria-current=page]')).toHaveText(label)
}

test('joining, asking for the advance copy, writing and going to a shop are told', async ({ page, reports }) => {
  await open(page, '/signup')
  await page.getByRole('main').getByLabel('Email').fill('ada@home.example')
  await page.getByRole('main').getByRole('button', { name: 'Join', exact: false }).click()
  await expect.poll(reports.events).toEqual([['signup', {}]])
  await walkTo(page, `${advance.title} - ARC`)
  await page.getByRole('main').getByLabel('Email').fill('ada@home.example')
  await page.getByRole('main').locator('form').first().getByRole('button').click()
  await expect.poll(reports.events).toContainEqual(['arc_request', {}])
  await walkTo(page, 'Contact')
  await page.getByLabel('Name').fill('Ada')
  await page.getByRole('main').getByLabel('Email').fill('ada@home.example')
  await page.getByLabel('Message').fill('Which door would you have left shut?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(reports.events).toContainEqual(['contact_sent', {}])
  await walkTo(page, 'Books')
  await expect.poll(() => reports.pages().at(-1)).toBe('/books')
  await page.getByRole('link', { name: /Purchase Pier Nine/ }).click()
  await expect.poll(reports.events).toContainEqual(['purchase_link', { book: 'pier-nine', shop: 'Every shop' }])
  // Where a letter led, its mark comes along, in the address of the page.
  const counted = page.waitForRequest((request) => new URL(request.url()).pathname === door)
  await open(page, '/books?letter=mark')
  await counted
  const told = page.waitForRequest((request) => request.postData()?.includes('purchase_link') === true)
  await page.getByRole('link', { name: /Purchase Pier Nine/ }).click()
  expect(await (await told).headerValue('referer')).toBe(`${site}/books?letter=mark`)
})

test('the desk is not told, but makes an author of whoever opens it', async ({ page, reports }) => {
  for (const path of ['/admin', '/analytics']) {
    await page.goto(path)
    await expect.poll(() => kept(page, 'page_history')).toContain('/admin/sign-in')
  }
  expect(reports.told).toEqual([])
  await page.goto('/books')
  await expect.poll(reports.pages).toEqual(['/books'])
  expect(reports.told[0]?.isAuthor).toBe(true)
})

test('an address that is somebody’s key is told to nobody, not even as where she came from', async ({
  page,
  reports,
}) => {
  for (const path of ['/confirm/secret.key', '/unsubscribe/secret.key', '/get/secret.key', '/preview/secret.key']) {
    await open(page, path)
    const before = reports.told.length
    await page.getByRole('link', { name: 'Books', exact: true }).first().click()
    await expect.poll(() => reports.told.length).toBe(before + 1)
    expect(reports.told.at(-1)).toMatchObject({ page: '/books', referrer: site })
  }
  expect(JSON.stringify(reports.told)).not.toContain('secret')
  expect(await kept(page, 'page_history')).not.toContain('secret')
})

test('a browser marked as the author’s says so', { tag: '@long' }, async ({ page, reports }) => {
  await page.addInitScript(() => localStorage.setItem('author_mode', 'true'))
  await page.goto('/books')
  await expect.poll(() => reports.told[0]?.isAuthor).toBe(true)
})

test('at localhost everybody is the author', async ({ page, reports }) => {
  await page.goto(`http://localhost:${port}/books`)
  await expect.poll(() => reports.told[0]?.isAuthor).toBe(true)
})

test('a report that fails is a reader’s business nowhere', async ({ page, reports }) => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.route(`**${door}`, (route) => route.abort())
  await open(page, '/books')
  await expect.poll(reports.pages).toEqual(['/books'])
  await page.getByRole('link', { name: 'Contact', exact: true }).first().click()
  await expect.poll(reports.pages).toEqual(['/books', '/contact'])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(complaints).toEqual([])
})

test('it holds nobody up, and asks nobody else', { tag: '@long' }, async ({ page, reports }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).host !== `${host}:${port}`) strangers.push(request.url())
  })
  // No report is ever answered.
  await page.route(`**${door}`, () => {})
  const others = isLongRun ? ['/books', '/blog', '/about', '/house-hippo-challenge'] : []
  for (const path of ['/', '/short-stories', '/signup', ...others]) {
    await open(page, path)
    await expect.poll(() => reports.pages().at(-1)).toBe(path)
  }
  await page.getByRole('link', { name: 'Contact', exact: true }).first().click()
  await expect(page.getByLabel('Message')).toBeVisible()
  expect(strangers).toEqual([])
})

test('a form that the trap has caught is nothing anybody did', { tag: '@long' }, async ({ page, reports }) => {
  const fillTrap = () =>
    page.locator('main [name=company_url]').evaluate((field: HTMLInputElement) => {
      field.value = 'https://spam.example'
    })
  await open(page, '/signup')
  await page.getByRole('main').getByLabel('Email').fill('robot@home.example')
  await fillTrap()
  await page.getByRole('main').getByRole('button', { name: 'Join', exact: false }).click()
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
  await walkTo(page, 'Contact')
  await page.getByLabel('Name').fill('Robot')
  await page.getByRole('main').getByLabel('Email').fill('robot@home.example')
  await page.getByLabel('Message').fill('Which door would you have left shut?')
  await fillTrap()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
  await walkTo(page, 'Books')
  await expect.poll(reports.pages).toEqual(['/signup', '/contact', '/books'])
  expect(reports.events()).toEqual([])
})

test('a page the browser makes ready ahead is told once somebody looks at it', { tag: '@long' }, async ({
  page,
  reports,
}) => {
  await page.addInitScript(() => {
    const state = { prerendering: true }
    Object.defineProperty(document, 'prerendering', { configurable: true, get: () => state.prerendering })
    Object.assign(window, { show: () => Object.assign(state, { prerendering: false }) })
  })
  const code = page.waitForResponse(/tracker-.*\.js$/)
  await open(page, '/books')
  await (await code).finished()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(reports.told).toEqual([])
  expect(await kept(page, 'page_history')).toBeNull()
  await page.evaluate(() => {
    ;(window as unknown as { show: () => void }).show()
    document.dispatchEvent(new Event('prerenderingchange'))
  })
  await expect.poll(reports.pages).toEqual(['/books'])
})
