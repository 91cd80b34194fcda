import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { axeFaults } from './axe.ts'
import { enter, test } from './desk-site.ts'
import { hold } from './hold.ts'
import { openDesk, reloadDesk, type Site } from './owner.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true })

async function open(page: Page, site: Site, path = '/admin/books') {
  await enter(page, site)
  // The shelves in the house's memory are those of the test before.
  const fresh = await page.request.post(`${site.address}/api/owner/books`, {
    data: { title: 'Low Water', series: 'The Harbour Books', seriesOrder: 1 },
    headers: { origin: site.address },
  })
  expect(fresh.status()).toBe(201)
  await openDesk(page, site, path)
}

const picture = (background: string, width = 500, height = 640) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

test('she adds a book with its cover and a shop, sees it as it will be, and readers find it', async ({
  page,
  site,
}) => {
  await open(page, site)
  const complaints = await complaintsOf(page)
  await page.getByRole('button', { name: 'New Book' }).click()
  await label(page, 'Title').fill('Slack Tide')
  await label(page, 'Series').fill('The Harbour Books')
  await label(page, 'Number in series').fill('2')
  await label(page, 'Caption').fill('For twenty minutes nothing moves.')
  await label(page, 'Description').fill('A harbour that waits.')
  await label(page, 'Publication date').fill('2022-06-06')
  await label(page, 'Cover').setInputFiles({
    name: 'tide.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture('#204060'),
  })
  await label(page, 'Shop link').fill('https://www.kobo.com/slack-tide')
  await label(page, 'Shop').focus()
  await expect(label(page, 'Shop')).toHaveValue('Kobo')
  const frame = page.frameLocator('iframe[title="Your page as it will be"]')
  await expect(frame.getByRole('heading', { name: 'Slack Tide' })).toBeVisible()
  await page.getByRole('button', { name: 'Save Book' }).click()
  await expect(page.getByRole('heading', { name: 'Books', level: 1 })).toBeVisible()
  const shelf = page.getByRole('region', { name: 'The Harbour Books' })
  await expect(shelf.getByRole('heading', { level: 3 })).toHaveText(['Low Water', 'Slack Tide'])
  expect(complaints).toEqual([])

  await page.goto(`${site.address}/books/slack-tide`)
  await expect(page.getByRole('img', { name: 'Cover of Slack Tide' }).first()).toBeVisible()
  await expect(page.getByText('A harbour that waits.')).toBeVisible()
  await expect(page.getByRole('link', { name: /Purchase Slack Tide at Kobo/ })).toHaveAttribute(
    'href',
    'https://www.kobo.com/slack-tide',
  )
})

test('what is typed survives a reload and a save that is refused, and every fault is said in its place', async ({
  page,
  site,
}) => {
  await open(page, site, '/admin/books/new')
  await label(page, 'Caption').fill('Kept.')
  await label(page, 'Shop').fill('Kobo')
  await label(page, 'Shop link').fill('no link')
  await expect(page.getByText('Kept as a draft. Not public yet.')).toBeVisible()
  await expect
    .poll(async () => (await page.request.get(`${site.address}/api/owner/drafts/book/new`)).json())
    .toMatchObject({
      fields: { caption: 'Kept.' },
    })
  await reloadDesk(page)
  await expect(label(page, 'Caption')).toHaveValue('Kept.')
  await page.getByRole('button', { name: 'Save Book' }).click()
  await expect(label(page, 'Title')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Title is required').first()).toBeVisible()
  await expect(page.getByText('Not saved. 2 fields need another look. Each says why.')).toBeVisible()
  await expect(label(page, 'Shop link')).toHaveAttribute('aria-invalid', 'true')
  await expect(label(page, 'Shop link')).toHaveValue('no link')
  await label(page, 'Title').fill('Ebb')
  await label(page, 'Shop link').fill('https://kobo.example/ebb')
  await expect(page.getByText('Not saved.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Book' }).click()
  await expect(page.getByRole('heading', { name: 'Ebb', level: 3 })).toBeVisible()
})

/** What the site keeps of hers for that form. */
const draftAt = async (page: Page, site: Site, place: string) =>
  (await page.request.get(`${site.address}/api/owner/drafts/${place}`)).json()

test('a new book gone on with after a reload is one book when it is saved, and nothing of it is left behind', {
  tag: '@long',
}, async ({ page, site }) => {
  await open(page, site, '/admin/books/new')
  await label(page, 'Title').pressSequentially('Eb')
  await expect.poll(() => draftAt(page, site, 'book/new')).toMatchObject({ fields: { title: 'Eb' } })
  await reloadDesk(page)
  await expect(label(page, 'Title')).toHaveValue('Eb')
  await label(page, 'Title').press('End')
  await label(page, 'Title').pressSequentially('b')
  await expect.poll(() => draftAt(page, site, 'book/new')).toMatchObject({ fields: { title: 'Ebb' } })
  await expect(page.getByText('Another window has unsaved changes')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Book' }).click()
  await expect(page.getByRole('heading', { name: 'Ebb', level: 3 })).toHaveCount(1)
  expect(await draftAt(page, site, 'book/new')).toBeNull()
  await expect(page.getByText('You have begun a new book and not saved it.')).toHaveCount(0)
})

test('a draft found again is discarded for good', { tag: '@long' }, async ({ page, site }) => {
  await open(page, site, '/admin/books/new')
  await label(page, 'Title').fill('Ebb')
  await expect.poll(() => draftAt(page, site, 'book/new')).toMatchObject({ fields: { title: 'Ebb' } })
  await reloadDesk(page)
  await expect(label(page, 'Title')).toHaveValue('Ebb')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(label(page, 'Title')).toHaveValue('')
  await expect.poll(() => draftAt(page, site, 'book/new')).toBeNull()
})

test('a new book saved twice while it is on its way is one book, and the second save is to that one', {
  tag: '@long',
}, async ({ page, site }) => {
  await open(page, site, '/admin/books/new')
  const title = async () => (await (await page.request.get(`${site.address}/api/owner/books`)).json()).map(titleOf)
  const letGo = await hold(page, '**/api/owner/books')
  await label(page, 'Title').fill('Ebb')
  await page.getByRole('button', { name: 'Save Book' }).click()
  await label(page, 'Caption').fill('Typed while it was on its way.')
  letGo()
  await expect(page.getByText('“Ebb” is on your shelves.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Book' }).click()
  await expect(page.getByRole('heading', { name: 'Books', level: 1 })).toBeVisible()
  expect((await title()).sort()).toEqual(['Ebb', 'Low Water'])
  await page.getByRole('link', { name: 'Edit Ebb' }).click()
  await expect(label(page, 'Caption')).toHaveValue('Typed while it was on its way.')
})

const titleOf = ({ title }: { title: string }) => title

test('a second press while the cover is on its way adds no second book', { tag: '@long' }, async ({ page, site }) => {
  await open(page, site, '/admin/books/new')
  const letGo = await hold(page, '**/api/owner/images*')
  await label(page, 'Title').fill('Ebb')
  await label(page, 'Cover').setInputFiles({
    name: 'tide.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture('#204060'),
  })
  await expect(page.getByText('Uploading...')).toBeVisible()
  const title = label(page, 'Title')
  await title.press('Enter')
  await title.press('Enter')
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: 'Ebb', level: 3 })).toBeVisible()
  const books = await (await page.request.get(`${site.address}/api/owner/books`)).json()
  expect(books.map(titleOf).sort()).toEqual(['Ebb', 'Low Water'])
})

test('a picture that is none is refused in words, and the rest stays', async ({ page, site }) => {
  await open(page, site, '/admin/books/new')
  await label(page, 'Title').fill('Ebb')
  await label(page, 'Cover').setInputFiles({
    name: 'x.heic',
    mimeType: 'image/heic',
    buffer: Buffer.from('....ftypheic....'),
  })
  await expect(page.getByText(/Not uploaded\. That is a HEIC picture.*JPEG/)).toBeVisible()
  await label(page, 'Cover').setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await expect(page.getByText(/Not uploaded\. A picture must be a JPEG/)).toBeVisible()
  const speck = await picture('#204060', 1, 1)
  await label(page, 'Cover').setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: speck })
  await expect(page.getByText('That picture is 1 × 1 dots: nobody would see it.')).toBeVisible()
  await expect(label(page, 'Title')).toHaveValue('Ebb')
})

test('a cover is drawn for her, seen before it is chosen, and another is another', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await open(page, site, '/admin/books/new')
  await label(page, 'Title').fill('The House by the Tide')
  await page.getByRole('button', { name: 'Draw one for me' }).click()
  await expect(page.getByText('Drawn for you.')).toBeFocused()
  await page.getByRole('button', { name: 'Take it off' }).click()
  await expect(page.getByText('Without a picture it wears this board.')).toBeFocused()
  await page.getByRole('button', { name: 'Draw one for me' }).click()
  const seen = page.locator('fieldset .cover img')
  await expect(seen).toHaveAttribute('src', /cover-sketch\?title=The\+House\+by\+the\+Tide.*motif=(door|wave)/)
  // The process that draws starts for it, after everybody else's work. What becomes of it is in `covers.test.ts`.
  const width = () => seen.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width, { timeout: 300_000 }).toBeGreaterThan(0)
  await page.getByRole('radio', { name: 'Moon' }).check()
  await page.getByRole('radio', { name: 'Red' }).check()
  await expect(seen).toHaveAttribute('src', /motif=moon&palette=red/)
  await page.getByRole('button', { name: 'Save Book' }).click()
  await expect(page.getByRole('heading', { name: 'The House by the Tide', level: 3 })).toBeVisible()
})

const orderPath = '**/api/owner/shelves/order'

/** Low Water, Ebb and Flow, as they stand on their shelf. */
async function openThree(page: Page, site: Site) {
  await open(page, site)
  for (const title of ['Ebb', 'Flow']) {
    await page.request.post(`${site.address}/api/owner/books`, {
      data: { title, series: 'The Harbour Books' },
      headers: { origin: site.address },
    })
  }
  await reloadDesk(page)
  const titles = page.getByRole('region', { name: 'The Harbour Books' }).getByRole('heading', { level: 3 })
  await expect(titles).toHaveText(['Low Water', 'Ebb', 'Flow'])
  return titles
}

test('shelves and books are ordered by keyboard, and stay so', async ({ page, site }) => {
  const titles = await openThree(page, site)
  await hold(page, orderPath, 1)
  await page.getByRole('button', { name: 'Move Flow up' }).focus()
  await page.keyboard.press('Enter')
  await expect(titles).toHaveText(['Low Water', 'Flow', 'Ebb'])
  await expect(page.getByText('Flow is now 2 of 3.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move Flow up' })).toBeFocused()
  // The second order goes after the first, and she leaves before the first is answered.
  await page.keyboard.press('Enter')
  await page.reload()
  await expect(async () => {
    await reloadDesk(page)
    expect(await titles.allTextContents()).toEqual(['Flow', 'Low Water', 'Ebb'])
  }).toPass()
})

test('an order she changes again while it is on its way is kept as she left it', async ({ page, site }) => {
  const titles = await openThree(page, site)
  let answers = 0
  page.on('requestfinished', (request) => {
    if (request.url().endsWith(orderPath.slice(2))) answers++
  })
  // The first is slow, as it is on a phone in a tunnel.
  const letGo = await hold(page, orderPath, 1)
  const up = page.getByRole('button', { name: 'Move Flow up' })
  await up.click()
  await up.click()
  await expect(titles).toHaveText(['Flow', 'Low Water', 'Ebb'])
  letGo()
  await expect.poll(() => answers).toBe(2)
  await expect(titles).toHaveText(['Flow', 'Low Water', 'Ebb'])
  await reloadDesk(page)
  await expect(titles).toHaveText(['Flow', 'Low Water', 'Ebb'])
})

test('an order that does not arrive takes nothing from the one she gave after it', async ({ page, site }) => {
  const titles = await openThree(page, site)
  let lose = () => {}
  const isLost = new Promise<void>((resolve) => {
    lose = resolve
  })
  await page.route(orderPath, (route) => isLost.then(() => route.abort()), { times: 1 })
  const up = page.getByRole('button', { name: 'Move Flow up' })
  await up.click()
  await up.click()
  const arrived = page.waitForResponse(orderPath)
  lose()
  await (await arrived).finished()
  await expect(titles).toHaveText(['Flow', 'Low Water', 'Ebb'])
  await expect(page.getByText('Nothing was changed')).toBeHidden()
  await reloadDesk(page)
  await expect(titles).toHaveText(['Flow', 'Low Water', 'Ebb'])
})

test('what is saved meanwhile does not bring back an older order than the one on its way', async ({ page, site }) => {
  const titles = await openThree(page, site)
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/api/owner/shelves')) reads.push(request.url())
  })
  const letGo = await hold(page, orderPath, 1)
  await page.getByRole('button', { name: 'Move Flow up' }).click()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByLabel('Advance copy').selectOption('Low Water')
  await (await saved).finished()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(reads).toEqual([])
  letGo()
  await expect.poll(() => reads.length).toBeGreaterThan(0)
  await expect(titles).toHaveText(['Low Water', 'Flow', 'Ebb'])
})

test('an order is kept though she goes to another room, and closes that, before it was told', async ({
  page,
  site,
}) => {
  const titles = await openThree(page, site)
  await hold(page, orderPath, 1)
  const up = page.getByRole('button', { name: 'Move Flow up' })
  await up.click()
  await up.click()
  await page.getByRole('link', { name: 'Bin' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bin')
  await page.reload()
  await expect(async () => {
    await openDesk(page, site, '/admin/books')
    expect(await titles.allTextContents()).toEqual(['Flow', 'Low Water', 'Ebb'])
  }).toPass()
})

test('a book that is removed comes back with Undo; what it was is said', async ({ page, site }) => {
  await open(page, site)
  await page.getByLabel('Advance copy').selectOption('Low Water')
  await expect(page.getByText('“Low Water” is your advance copy from now on.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Low Water' }).click()
  await expect(page.getByText(/Deleted “Low Water”.*It was your advance copy/)).toBeVisible()
  await expect(page.getByText('Nothing on the shelf yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Low Water', level: 3 })).toBeVisible()
  await expect(page.getByText('Advance copy', { exact: true }).first()).toBeVisible()
})

test('a list of titles is understood, added, and taken back', async ({ page, site }) => {
  await open(page, site)
  await page.getByText('Bring in a list of books').click()
  await page
    .getByLabel('Your list')
    .fill('1. Ebb (Tides, #1)\n2. Flow (Tides, #2)\nLow Water\nhttps://kobo.example/ebb\n')
  await expect(page.getByText('That is a link and no title: it is left out.')).toBeVisible()
  await expect(page.getByText(/stands there as “Coming soon”/)).toBeVisible()
  await expect(page.getByText('2 books to add, and 1 that stands on your shelves already')).toBeVisible()
  await page.getByRole('button', { name: 'Add 2 books' }).click()
  await expect(page.getByRole('region', { name: 'Tides' }).getByRole('heading', { level: 3 })).toHaveText([
    'Ebb',
    'Flow',
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Tides' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Low Water', level: 3 })).toBeVisible()
})

test('a list with a link that is none is understood, and that is said', { tag: '@long' }, async ({ page, site }) => {
  await open(page, site)
  await page.getByText('Bring in a list of books').click()
  await page.getByLabel('Your list').fill('Title,Link\nEbb,https://<link>\n')
  await expect(page.getByText('“https://<link>” is no link')).toBeVisible()
  await page.getByLabel('Your list').fill(Array.from({ length: 203 }, (_, at) => `Title ${at}`).join('\n'))
  await expect(page.getByText('The last 3 of your list are left out')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add 200 books' })).toBeVisible()
})

test('a book is dragged to another place, and the browser stays where it is', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await open(page, site)
  await page.request.post(`${site.address}/api/owner/books`, {
    data: { title: 'Ebb', series: 'The Harbour Books' },
    headers: { origin: site.address },
  })
  await reloadDesk(page)
  const shelf = page.getByRole('region', { name: 'The Harbour Books' })
  await expect(shelf.getByRole('heading', { level: 3 })).toHaveText(['Low Water', 'Ebb'])
  // What a browser would do with a drop itself, such as open a cover that was let go, is stopped.
  await page.evaluate(() =>
    addEventListener('drop', (event) => {
      document.title = event.defaultPrevented ? 'stopped' : 'opened'
    }),
  )
  await shelf.getByRole('listitem').nth(1).dragTo(shelf.getByRole('listitem').nth(0))
  await expect(shelf.getByRole('heading', { level: 3 })).toHaveText(['Ebb', 'Low Water'])
  expect(await page.title()).toBe('stopped')
})

test('two windows that choose what is given away do not undo each other', { tag: '@long' }, async ({ page, site }) => {
  await open(page, site)
  const [book] = await (await page.request.get(`${site.address}/api/owner/books`)).json()
  await page.request.put(`${site.address}/api/owner/shelves/roles`, {
    data: { free: book.id },
    headers: { origin: site.address },
  })
  await page.getByLabel('Advance copy').selectOption('Low Water')
  await expect(page.getByText('“Low Water” is your advance copy from now on.')).toBeVisible()
  const { roles } = await (await page.request.get(`${site.address}/api/owner/shelves`)).json()
  expect(roles).toEqual({ advance: book.id, free: book.id })
})

test('two windows on one book: the second is told, and after loading again its words stand over all the first has saved', {
  tag: '@long',
}, async ({ page, site }) => {
  await open(page, site)
  await page.getByRole('link', { name: 'Edit Low Water' }).click()
  await label(page, 'Caption').fill('The second window’s.')
  await expect(page.getByText('Kept as a draft. Not public yet.')).toBeVisible()
  const [book] = await (await page.request.get(`${site.address}/api/owner/books`)).json()
  await page.request.put(`${site.address}/api/owner/books/${book.id}`, {
    data: {
      title: 'Low Water',
      series: 'The Harbour Books',
      caption: 'The first window’s.',
      subtitle: 'A Book of Tides',
    },
    headers: { origin: site.address },
  })
  await page.getByRole('button', { name: 'Save Book' }).click()
  await expect(page.getByText(/saved in another window meanwhile\. Nothing you typed is lost/)).toBeVisible()
  await reloadDesk(page)
  await expect(label(page, 'Caption')).toHaveValue('The second window’s.')
  await expect(page.getByText('Another window has saved since')).toBeVisible()
  await expect(page.frameLocator('iframe[title="Your page as it will be"]').getByText('A Book of Tides')).toBeVisible()
  await page.getByRole('button', { name: 'Save Book' }).click()
  await expect(page.getByRole('heading', { name: 'Books', level: 1 })).toBeVisible()
  const [both] = await (await page.request.get(`${site.address}/api/owner/books`)).json()
  expect([both.caption, both.subtitle]).toEqual(['The second window’s.', 'A Book of Tides'])
})

test('the rooms hold at 320 px, and axe finds nothing', { tag: '@long' }, async ({ page, site }) => {
  await open(page, site)
  for (const path of ['/admin/books', '/admin/books/new']) {
    await openDesk(page, site, path)
    if (path.endsWith('new')) {
      await label(page, 'Title').fill('Ebb')
      await page.getByRole('button', { name: 'Draw one for me' }).click()
      await page.getByRole('button', { name: 'Add a quotation' }).click()
      await page.getByRole('button', { name: 'Add an edition' }).click()
    } else {
      await page.getByText('Name, line and where to start').click()
      await page.getByText('Bring in a list of books').click()
    }
    expect(await axeFaults(page)).toEqual([])
    expect(await isSidewaysAt(page, 320)).toBe(false)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

test('what is refused is in sight on a phone, above what says so', { tag: '@long' }, async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, site, '/admin/books/new')
  await label(page, 'Title').fill('Slack Tide')
  await label(page, 'Shop').fill('Kobo')
  await label(page, 'Shop link').fill('not a link')
  await page.getByRole('button', { name: 'Save Book' }).click()
  await expect(label(page, 'Shop link')).toBeFocused()
  const refusal = page.getByText(/^Not saved\./)
  await expect(refusal).toBeVisible()
  const edges = async () => [
    await label(page, 'Shop link').evaluate((field) => field.getBoundingClientRect().bottom),
    await refusal.evaluate((words) => words.getBoundingClientRect().top),
  ]
  await expect.poll(async () => (await edges()).reduce((field, words) => words - field)).toBeGreaterThan(0)
})
