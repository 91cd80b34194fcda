import { expect, type Page } from '@playwright/test'
import { newId } from '../../src/server/ids.ts'
import { axeFaults, axeFaultsInBothThemes } from './axe.ts'
import { button, onDisk, tabTo } from './desk.ts'
import { askAt, enter, test } from './desk-site.ts'
import { hold, refuse } from './forms.ts'
import { openDesk, reloadDesk, type Site } from './owner.ts'
import { insertRows, withDatabase } from './rows.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

test.use({ viewport: { width: 1440, height: 900 } })

let site: Site

test.beforeEach(async ({ page, site: shared }) => {
  site = shared
  await enter(page, site)
})

const path = '/admin/subscribers/import'
const call = '**/api/owner/people/import'
const broken = { code: 'unexpected', message: 'The desk is shut.', requestId: 'abc-123' }
const file = (page: Page) => page.getByLabel('CSV file', { exact: true })
const basis = (page: Page) => page.getByLabel('How they agreed', { exact: true })
const column = (page: Page, heading: string) => page.getByLabel(`Column: ${heading}`, { exact: true })
const step = (page: Page, name: string) => page.getByRole('region', { name })
const agreed = 'They signed up at my readings.'

const mailchimp = `"Email Address","First Name",Status,TAGS,MEMBER_RATING
ada@home.example,Ada,subscribed,"""Readings""",2
ben@home.example,Ben,subscribed,,2
cy@home.example,"Cy
the Elder",subscribed,,2
dee@home.example,Dee,unsubscribed,,2
eve@home.example,Eve,unsubscribed,,2
fay@home.example,Fay,cleaned,,2
gus@home.example,Gus,subscribed,,2
ADA@home.example,Ada,subscribed,,2
nobody,Nobody,subscribed,,2
`

async function addresses(page: Page) {
  const { people } = await askAt<{ people: { email: string; state: string }[] }>(
    page,
    site,
    'GET',
    '/api/owner/subscribers',
  )
  return people.filter(({ state }) => state === 'active').map(({ email }) => email.split('@')[0])
}

const addGus = (page: Page) =>
  askAt(page, site, 'POST', '/api/owner/people', { email: 'gus@home.example', basis: agreed })

test('a list is checked, which adds nobody, then brought in, and undone', async ({ page }) => {
  const complaints = await complaintsOf(page)
  await addGus(page)
  await openDesk(page, site, '/admin/subscribers')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeFocused()
  await expect(page.getByLabel('List', { exact: true })).toHaveValue('newsletter')

  await file(page).setInputFiles(onDisk('audience.csv', mailchimp))
  await expect(page.getByText('audience.csv, 1 kB')).toBeVisible()
  await button(page, 'Check').click()
  const understood = step(page, '2. What we understood')
  await expect(understood).toBeFocused()
  await expect(understood.getByText('3 people will join the newsletter.')).toBeVisible()
  await expect(understood.getByText('Nobody has been added yet.')).toBeVisible()
  await expect(understood.getByText('9 lines in audience.csv.')).toBeVisible()
  for (const words of [
    '2 left before',
    '1 cannot be reached',
    '1 is already here',
    '1 line names somebody a second time',
    '1 line has no address we can use',
  ]) {
    await expect(understood.getByText(words, { exact: true })).toBeVisible()
  }
  await understood.getByText('Some of them: 2 left before').click()
  await expect(understood.getByText('Line 6: dee@home.example')).toBeVisible()
  await expect(column(page, 'Status')).toHaveValue('status')
  await understood.getByText('1 more column is not used').click()
  await expect(column(page, 'MEMBER_RATING')).toHaveValue('none')
  expect(await addresses(page)).toEqual(['gus'])

  await button(page, 'Import People').click()
  await expect(basis(page)).toBeFocused()
  await expect(page.getByText('Say how these people agreed to hear from you')).toBeVisible()
  await basis(page).fill(agreed)
  await button(page, 'Import People').click()
  const done = step(page, '3. Done')
  await expect(done.getByText('3 people joined the newsletter.')).toBeVisible()
  await expect(done).toBeFocused()
  await expect(done.getByText('2 left before')).toBeVisible()
  await expect(understood).toHaveCount(0)
  await expect(basis(page)).toHaveValue('')
  expect((await addresses(page)).sort()).toEqual(['ada', 'ben', 'cy', 'gus'])

  // What was read before an import, or before it was undone, is read again.
  await page.getByRole('link', { name: 'See everybody' }).click()
  const ben = page.getByRole('rowheader', { name: 'ben@home.example' })
  await expect(ben).toBeVisible()
  await page.goBack()
  await button(page, 'Undo Import').click()
  await expect(page.getByRole('row').filter({ hasText: 'audience.csv' }).getByText('Undone.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Earlier imports' })).toBeFocused()
  expect(await addresses(page)).toEqual(['gus'])
  await page.getByRole('link', { name: 'Back to People' }).click()
  await expect(page.getByRole('rowheader', { name: 'gus@home.example' })).toBeVisible()
  await expect(ben).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a column that holds something else, or another list, is checked again at once; the last choice counts', {
  tag: '@long',
}, async ({ page }) => {
  await openDesk(page, site, path)
  const table =
    'Email,Friend,Standing\nada@home.example,ben@home.example,active\ncy@home.example,dee@home.example,gone\n'
  await file(page).setInputFiles(onDisk('friends.csv', table))
  await button(page, 'Check').click()
  const understood = step(page, '2. What we understood')
  await expect(understood.getByText('2 people will join the newsletter.')).toBeVisible()
  await expect(understood.getByText(/^No column says who has unsubscribed/)).toBeVisible()
  await understood.getByText('2 more columns are not used').click()

  const release = await hold(page, call)
  await column(page, 'Standing').selectOption('Who may be written to')
  await expect(understood.getByText('Checking again...')).toBeVisible()
  await expect(button(page, 'Import People')).toHaveCount(0)
  await page.route(call, (route) => route.continue())
  await column(page, 'Standing').selectOption('Name')
  await expect(understood.getByText('2 people will join the newsletter.')).toBeVisible()
  // What was asked first is answered last.
  const late = page.waitForResponse(call)
  release()
  await (await late).finished()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expect(column(page, 'Standing')).toHaveValue('name')
  await expect(understood.getByText('2 people will join the newsletter.')).toBeVisible()
  await column(page, 'Standing').selectOption('Who may be written to')
  await expect(understood.getByText('1 person will join the newsletter.')).toBeVisible()
  await expect(understood.getByText('1 has a status we do not know', { exact: true })).toBeVisible()
  // Her corrections outlive another look at the same file.
  await button(page, 'Check').click()
  await expect(understood).toBeFocused()
  await expect(understood.getByText('1 person will join the newsletter.')).toBeVisible()
  await expect(column(page, 'Standing')).toHaveValue('status')

  // The server's no takes nothing away, so that it can be mended.
  await column(page, 'Email').selectOption('Not used')
  await expect(understood.getByText('What stands here is not checked yet.')).toBeVisible()
  await expect(understood.getByText('Nobody has been added. Your file and your words')).toBeVisible()
  await expect(button(page, 'Import People')).toHaveCount(0)
  await column(page, 'Friend').selectOption('Email address')
  await page.getByLabel('List', { exact: true }).selectOption('Voracious readers')
  await expect(understood.getByText('1 person will join your voracious readers.')).toBeVisible()
  await basis(page).fill(agreed)
  await button(page, 'Import People').click()
  await expect(step(page, '3. Done').getByText('1 person joined your voracious readers.')).toBeVisible()
  const { subscribers } = await askAt<{ subscribers: string[] }>(
    page,
    site,
    'GET',
    '/api/voracious-readers-subscribers',
  )
  expect(subscribers).toEqual(['ben@home.example'])
})

test('a file that is none, or holds nobody, is answered at the file; another one is taken', { tag: '@long' }, async ({
  page,
}) => {
  await openDesk(page, site, path)
  await button(page, 'Check').click()
  await expect(page.getByText('Choose a CSV file')).toBeVisible()
  await expect(file(page)).toBeFocused()
  const files: [string, Uint8Array | string, string | RegExp][] = [
    ['list.xlsx', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0, 0), 'save the table as CSV (UTF-8)'],
    ['empty.csv', '', 'The file is empty.'],
    ['shop.csv', 'Order,Price\n12,9.99\n', 'There is no e-mail address in this file.'],
  ]
  for (const [name, bytes, words] of files) {
    await file(page).setInputFiles(onDisk(name, bytes))
    await expect(file(page)).not.toHaveAttribute('aria-invalid')
    await button(page, 'Check').click()
    await expect(page.getByText(words)).toBeVisible()
    await expect(file(page)).toBeFocused()
    await expect(file(page)).toHaveAttribute('aria-invalid', 'true')
  }
  // As a spreadsheet of ten years ago writes it: no UTF-8.
  const old = Buffer.from('Email,Name\nada@home.example,Zo\xeb O\x92Brien\n', 'latin1')
  await file(page).setInputFiles(onDisk('old.csv', old))
  await button(page, 'Check').click()
  await expect(page.getByText('For example: Zoë O’Brien')).toBeVisible()
})

test('what the server cannot do is said, and the file and the words stay', async ({ page }) => {
  await openDesk(page, site, path)
  await file(page).setInputFiles(onDisk('audience.csv', mailchimp))
  await basis(page).fill(agreed)
  await refuse(page, call, 500, broken)
  await button(page, 'Check').click()
  await expect(page.getByText('The desk is shut. Nobody has been added. Your file and your words are')).toBeVisible()
  await page.unroute(call)
  await button(page, 'Check').click()
  await expect(page.getByText('4 people will join the newsletter.')).toBeVisible()

  await refuse(page, call, 409, { code: 'conflict', message: 'Another import is under way.' })
  await button(page, 'Import People').click()
  await expect(page.getByText('Another import is under way. Nobody was added.').first()).toBeVisible()
  await expect(basis(page)).toHaveValue(agreed)
  await page.unroute(call)
  await button(page, 'Import People').click()
  await expect(step(page, '3. Done').getByText('4 people joined the newsletter.')).toBeVisible()

  await refuse(page, '**/undo', 409, { code: 'conflict', message: 'A letter has gone to one of them.' })
  await button(page, 'Undo Import').click()
  await expect(page.getByText('A letter has gone to one of them. Everybody is still here.')).toBeVisible()
})

/** An import as the server left it, which nobody goes on with: so it stands still while it is looked at. */
function leaveImport(more: object) {
  const counts = { joins: 40, unconfirmed: 0, here: 0, left: 2, unreachable: 0, atRest: 0, unknown: 0, twice: 0 }
  const row = {
    id: newId(new Date()),
    list: 'newsletter',
    basis: agreed,
    file_name: 'many.csv',
    csv: null,
    columns: '[]',
    state: 'running',
    people: 100,
    done: 42,
    counts: JSON.stringify({ ...counts, noAddress: 0 }),
    created_at: new Date().toISOString(),
    finished_at: null,
    ...more,
  }
  withDatabase(site, (db) => insertRows(db, 'people_imports', [row]))
}

test('an import under way is shown however often the page is opened, and when it is done; earlier ones stand below', {
  tag: '@long',
}, async ({ page }) => {
  leaveImport({ state: 'undone', file_name: 'first.csv', finished_at: new Date().toISOString() })
  leaveImport({})
  await openDesk(page, site, path)
  const bar = page.getByRole('progressbar', { name: 'Lines gone through' })
  await expect(bar).toHaveAttribute('value', '42')
  await expect(page.getByText('42 of 100 lines gone through')).toBeVisible()
  await reloadDesk(page)
  await expect(page.getByText('You may close this page')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'first.csv' }).getByText('Undone.')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])

  await refuse(page, '**/api/owner/people/imports', 502, 'away')
  await expect(page.getByText('The server does not answer just now.')).toBeVisible()
  await page.unroute('**/api/owner/people/imports')
  await expect(page.getByText('You may close this page')).toBeVisible()
  withDatabase(site, (db) => db.exec("update people_imports set done = 73 where state = 'running'"))
  await expect(bar).toHaveAttribute('value', '73')
  await expect(page.getByText('70 percent')).toBeAttached()
  withDatabase(site, (db) => db.exec("update people_imports set state = 'done', done = 100 where state = 'running'"))
  await expect(step(page, '3. Done').getByText('40 people joined the newsletter.')).toBeVisible()

  await reloadDesk(page)
  const line = page.getByRole('row').filter({ hasText: 'many.csv' })
  await line.getByRole('button', { name: 'Undo Import' }).click()
  await expect(line.getByText('Undone.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Earlier imports' })).toBeFocused()
})

test('one person is added by hand, and the next one may have agreed in the same way', async ({ page }) => {
  await openDesk(page, site, '/admin/subscribers')
  await page.getByRole('link', { name: 'Add one person' }).click()
  const form = page.locator('details').filter({ hasText: 'Add one person' })
  await expect(form).toBeFocused()
  const field = (label: string) => form.getByLabel(label, { exact: true })
  await field('Name').fill('Ada')
  await button(page, 'Add Person').click()
  await expect(form.getByText('How they agreed is required')).toBeVisible()
  await expect(form.getByText('Please enter an email address')).toBeVisible()
  await expect(field('Email')).toBeFocused()
  await field('Email').fill('ada at home')
  await field('How they agreed').fill(agreed)
  await button(page, 'Add Person').click()
  await expect(form.getByText('Please enter a valid email address')).toBeVisible()
  await expect(field('Email')).toBeFocused()
  await expect(field('Name')).toHaveValue('Ada')
  await field('Email').fill('ada@home.example')
  await button(page, 'Add Person').click()
  await expect(form.getByText('ada@home.example is on the newsletter now.')).toBeVisible()
  await expect(field('Email')).toHaveValue('')
  await expect(field('How they agreed')).toHaveValue(agreed)
  await field('Email').fill('ada@home.example')
  await button(page, 'Add Person').click()
  await expect(form.getByText('On this list already.')).toBeVisible()
  await expect(field('Email')).toBeFocused()
  expect(await axeFaults(page)).toEqual([])
})

test('all of it works by keyboard, in 320 px, in both themes', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openDesk(page, site, path)
  expect(await axeFaultsInBothThemes(page)).toEqual([])
  const long = `${'long'.repeat(15)}@${'host'.repeat(12)}.home.example`
  const table = `${mailchimp}${long},${'Name'.repeat(40)},unsubscribed,,2\n`
  await file(page).setInputFiles(onDisk(`${'audience'.repeat(12)}.csv`, table))
  await tabTo(page, basis(page))
  await page.keyboard.type(agreed)
  await page.keyboard.press('Enter')
  await expect(step(page, '2. What we understood')).toBeFocused()
  for (const summary of await page.locator('main summary').all()) await summary.click()
  expect(await axeFaultsInBothThemes(page)).toEqual([])
  expect(await isSidewaysAt(page, 320)).toBe(false)
  await tabTo(page, button(page, 'Import People'))
  await page.keyboard.press('Enter')
  await expect(step(page, '3. Done')).toBeFocused()
  expect(await axeFaultsInBothThemes(page)).toEqual([])
  expect(await isSidewaysAt(page, 320)).toBe(false)
  await tabTo(page, button(page, 'Undo Import'))
  await page.keyboard.press('Enter')
  await expect(step(page, '3. Undone')).toBeFocused()
  await expect(page.getByText('Whoever this import brought in is off the list again.')).toBeVisible()
  await expect(button(page, 'Undo Import')).toHaveCount(0)
})
