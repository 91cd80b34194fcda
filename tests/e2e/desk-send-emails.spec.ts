import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { heldFor } from '../support/hold.ts'
import { isLongRun } from '../support/long-run.ts'
import { axeFaults } from './axe.ts'
import { button, tabTo } from './desk.ts'
import { expectNotice, hold, refuse } from './forms.ts'
import { awake, email, reloadDesk } from './owner.ts'
import { bookFile, type PostOffice, someReaders, test } from './post-office.ts'
import { withDatabase } from './rows.ts'
import { complaintsOf, isSideways } from './watch.ts'

test.use({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })

const path = '/admin/send-emails'
const broken = { code: 'unexpected', message: 'The post office is shut.', requestId: 'abc-123' }
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Letters sent' })
const arrived = ({ smtp }: PostOffice) => smtp.received.map(({ to }) => to[0])
const long = { timeout: 240_000 }

/** What was in hand when she pressed the button has arrived or is laid down. */
async function settled({ place }: PostOffice) {
  const inHand = () => place.ask("select id from letters where state in ('leased', 'sending')")
  await expect.poll(inHand).toEqual([])
}

async function load(page: Page, count: number) {
  await button(page, 'Load Subscribers').click()
  await expect(page.getByText(`${count.toLocaleString('en-CA')} readers, loaded`)).toBeVisible()
}

/** The ten seconds are over soon where nobody needs them, and long where a test does. */
async function holdEach(page: Page, holdSeconds: number) {
  await page.route('**/api/send-bulk-download-emails', (route) =>
    route.continue({ headers: { ...route.request().headers(), ...heldFor(holdSeconds) } }),
  )
}

/** As if it had been over from the first. */
function endHold(office: PostOffice) {
  withDatabase(office, (db) => db.exec('update mailings set starts_at = created_at'))
}

/** With the readers loaded and the review read, up to the hold. */
async function sendAll(page: Page, count: number, holdSeconds = 1) {
  await holdEach(page, holdSeconds)
  await load(page, count)
  await button(page, 'Send All Emails').click()
  if (count > 500) await page.getByLabel(`Type ${count.toLocaleString('en-CA')} to confirm`).fill(String(count))
  await button(page, `Send to ${count.toLocaleString('en-CA')} readers`).click()
}

test.describe('before anything is sent', () => {
  test('the band says who, what and when, and sending asks for readers first', async ({ page, office }) => {
    const complaints = await complaintsOf(page)
    await office.bringReaders(someReaders(4))
    await office.open(page, path)
    const fact = (label: string) => page.locator('dl > div').filter({ hasText: label })
    await expect(fact('Recipients')).toContainText('4')
    await expect(fact('File')).toContainText('Not uploaded yet')
    await expect(fact('Last sent')).toContainText('Never')
    await button(page, 'Send All Emails').click()
    await expectNotice(page, 'No Subscribers', 'Please load subscribers first')
    await refuse(page, '**/api/voracious-readers-subscribers', 500, broken)
    await button(page, 'Load Subscribers').click()
    await expectNotice(page, 'Error', 'Failed to load subscribers')
    expect(complaints.filter((words) => !words.includes('500'))).toEqual([])
  })

  test('the review names the number, three readers and the subject, and can be left', async ({ page, office }) => {
    await office.bringReaders(someReaders(501))
    await office.open(page, path)
    await load(page, 501)
    await button(page, 'Send All Emails').click()
    const review = page.getByRole('dialog', { name: 'Send to 501 readers?' })
    await expect(review.getByText('Your copy of Lanterns')).toBeVisible()
    for (const reader of someReaders(3)) await expect(review.getByText(reader)).toBeVisible()
    await expect(review.getByText('and 498 others')).toBeVisible()
    await expect(review.getByText('This cannot be called back after it starts; it can be stopped.')).toBeVisible()
    await expect(review.getByText('The book is not uploaded.')).toBeVisible()
    await button(page, 'Send to 501 readers').click()
    await expect(review.getByText('Type 501 to go on')).toBeVisible()
    await page.getByLabel('Type 501 to confirm').fill('500')
    await button(page, 'Send to 501 readers').click()
    await expect(review).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await button(page, 'Not yet').click()
    await expect(review).toBeHidden()
    await expect(button(page, 'Send All Emails')).toBeFocused()

    await holdEach(page, 60)
    await office.uploadBook(3_000, { title: 'Salt Roads', author: 'Ada Quill' })
    await office.open(page, path)
    await load(page, 501)
    await button(page, 'Send All Emails').click()
    const books = 'The letter speaks of “Lanterns”, but the file you uploaded is “Salt Roads” by Ada Quill.'
    await expect(review.getByText(books)).toBeVisible()
    await page.getByLabel('Type 501 to confirm').fill('501')
    await button(page, 'Send to 501 readers').click()
    await expect(review.getByText('Tick this box, or close this window and put it right first.')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    expect(await office.owner('GET', '/api/owner/campaigns')).toMatchObject({ latest: null })
    await review.getByLabel('I know. Send this letter with this file all the same.').check()
    await button(page, 'Send to 501 readers').click()
    await button(page, 'Undo').click()
    await expect(page.getByText('Taken back · nobody was written to')).toBeVisible()
  })

  test('a refusal says so and changes nothing; what another tab began is shown', async ({ page, office }) => {
    await office.bringReaders(someReaders(3))
    await office.open(page, path)
    await load(page, 3)
    await refuse(page, '**/api/send-bulk-download-emails', 409, broken)
    await button(page, 'Send All Emails').click()
    const looked = page.waitForResponse('**/api/owner/campaigns')
    const asked = page.waitForRequest('**/api/send-bulk-download-emails')
    await button(page, 'Send to 3 readers').click()
    await expectNotice(page, 'Error', 'Failed to send emails')
    await expect(page.getByRole('dialog').getByText('The post office is shut. Nothing was sent.')).toBeVisible()
    await (await looked).finished()
    const everybody = { subscribers: someReaders(3), filename: bookFile }
    expect((await asked).postDataJSON()).toEqual(everybody)
    expect((await asked).headers()).toMatchObject(heldFor(10))
    await page.unrouteAll()
    await office.owner('POST', '/api/send-bulk-download-emails', everybody, heldFor(60))
    await button(page, 'Send to 3 readers').click()
    const notice = await expectNotice(page, 'Error', 'Failed to send emails')
    await expect(notice.getByText('This book is being sent right now.')).toBeVisible()
    await expect(button(page, 'Undo')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('a lost answer is not taken for a no: what was begun all the same is shown, with the way back', {
    tag: '@long',
  }, async ({ page, office }) => {
    await office.bringReaders(someReaders(3))
    await office.open(page, path)
    await load(page, 3)
    const look = await hold(page, '**/api/owner/campaigns')
    await page.route('**/api/send-bulk-download-emails', async (route) => {
      await route.fetch({ headers: { ...route.request().headers(), ...heldFor(60) } })
      await route.abort()
    })
    await button(page, 'Send All Emails').click()
    await button(page, 'Send to 3 readers').click()
    const review = page.getByRole('dialog')
    await expect(review.getByText('The server did not answer. It may have been done all the same.')).toBeVisible()
    await expect(review.getByText('Nothing was sent.')).toHaveCount(0)
    look()
    await expect(review).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Send to everybody' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button(page, 'Undo')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Taken back · nobody was written to')).toBeVisible()
  })

  test('the letter is shown at two widths and as text, and a test of it arrives', async ({ page, office }) => {
    const complaints = await complaintsOf(page)
    await office.open(page, path)
    const preview = page.getByRole('region', { name: 'Email Preview' })
    const frame = preview.locator('iframe')
    await expect(frame).toHaveAttribute('sandbox', '')
    await expect(preview.frameLocator('iframe').getByText('Here is your book.')).toBeVisible()
    await expect(frame).toHaveCSS('width', '390px')
    await page.getByLabel('Desk, 700 px').check()
    await expect(frame).toHaveCSS('width', '700px')
    await page.getByLabel('Text', { exact: true }).check()
    await expect(frame).toBeHidden()
    await expect(preview.getByText('Leave the list at any time:')).toBeVisible()
    await button(page, 'Send me a test').click()
    await expectNotice(page, 'Test', 'The letter to owner@home.example is on its way.')
    await expect.poll(() => arrived(office)).toEqual(['owner@home.example'])
    await refuse(page, '**/api/send-download-email', 500, broken)
    await button(page, 'Send me a test').click()
    await expectNotice(page, 'Error', 'Failed to send email')
    expect(complaints.filter((words) => !words.includes('500'))).toEqual([])
  })

  test('a shared link is made for so many hours, and copied', async ({ page, office, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: office.address })
    await office.open(page, path)
    await expect(page.getByLabel('Hours it stays open')).toHaveValue('72')
    for (const wrong of ['169', '7e1', '0']) {
      await page.getByLabel('Hours it stays open').fill(wrong)
      await button(page, 'Generate Shared Link').click()
      await expect(page.getByText('Hours must be a whole number from 1 to 168')).toBeVisible()
    }
    await page.getByLabel('Hours it stays open').fill('1')
    await button(page, 'Generate Shared Link').click()
    await expectNotice(page, 'Link Generated', 'It closes in 1 hour')
    const link = page.getByLabel('The shared link', { exact: true })
    await expect(link).toHaveValue(/\/download\/\S+$/)
    await expect(page.getByText(/^Closes \w+ \d+, \d{4}, \d\d:\d\d$/)).toBeVisible()
    await button(page, 'Copy the shared link').click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
    await refuse(page, '**/api/generate-shared-download-link', 500, broken)
    await button(page, 'Generate Shared Link').click()
    await expectNotice(page, 'Error', 'Failed to generate shared link')
  })
})

test.describe('sending', () => {
  test('holds for as long as it says, and what is undone never leaves', { tag: '@long' }, async ({ page, office }) => {
    await office.bringReaders(someReaders(5))
    await office.open(page, path)
    await sendAll(page, 5, 60)
    await expect(button(page, 'Undo')).toBeFocused()
    const said = page.getByText(/^5 letters go out in (60|[1-5]?[0-9]) s$/)
    const seconds = async () => Number((await said.innerText()).match(/(\d+) s$/)?.[1])
    const first = await seconds()
    await expect.poll(seconds).toBeLessThan(first)
    await page.reload()
    await awake(page)
    await button(page, 'Undo').click()
    await expectNotice(page, 'Taken back', 'Nobody was written to.')
    await expect(page.getByText('Taken back · nobody was written to')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Send to everybody' })).toBeFocused()
    await expect(page.locator('dl > div').filter({ hasText: 'Last sent' })).toContainText('Never')
    // When these leave, the moment of the others has come as well.
    await sendAll(page, 5, 60)
    endHold(office)
    await expect(page.getByText('Done · 5 of 5 sent')).toBeVisible(long)
    expect(arrived(office).sort()).toEqual(someReaders(5))
  })

  test('claims nothing of letters it cannot see, when she is signed out in the middle of the hold', {
    tag: '@long',
  }, async ({ page, office }) => {
    await office.bringReaders(someReaders(5))
    await office.open(page, path)
    await sendAll(page, 5, 60)
    await expect(button(page, 'Undo')).toBeFocused()
    await page.context().clearCookies()
    await expect(page.getByRole('alert').filter({ hasText: 'You were signed out' })).toBeVisible()
    await expect(page.getByText('Nothing has left yet.')).toBeHidden()
    await button(page, 'Undo').click()
    await expect(page.getByText('Your Undo did not arrive: press it again.')).toBeVisible()
    await expect(page.getByText('5 letters go out now')).toBeVisible(long)
    await expect(page.getByText('The site does not answer')).toBeHidden()
  })

  test('reaches everybody once, and tells what became of each', async ({ page, office }) => {
    const complaints = await complaintsOf(page)
    await office.bringReaders(someReaders(30))
    await office.uploadBook()
    await office.open(page, path)
    await sendAll(page, 30)
    await expect(page.getByText('Done · 30 of 30 sent')).toBeVisible(long)
    expect(arrived(office).sort()).toEqual(someReaders(30))

    const table = page.getByRole('table', { name: 'Letters' })
    const shown = (await table.getByRole('row').nth(1).getByRole('rowheader').textContent()) ?? ''
    const letter = office.smtp.received.find(({ to }) => shown.includes(String(to[0])))
    const [, token] = letter?.mail.text?.match(/\/get\/(\S+)/) ?? []
    await fetch(`${office.address}/download/${token}`).then((answer) => answer.arrayBuffer())
    await page.reload()
    await awake(page)
    const row = table.getByRole('row', { name: letter?.to[0] })
    await expect(row).toContainText('Sent')
    await expect(row.getByRole('cell').nth(1)).toContainText('1')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const csv = readFileSync(await (await download).path(), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(31)
    await page.getByRole('link', { name: 'Sent 30' }).click()
    await expect(page).toHaveURL(/\?state=sent$/)
    await expect(page.getByText('30 letters shown.')).toBeVisible()
    await load(page, 30)
    await button(page, 'Send All Emails').click()
    await expect(page.getByRole('dialog').getByText('This book was sent before')).toBeVisible()
    expect(complaints).toEqual([])
  })

  test.describe('slowly', () => {
    test.use({ wish: { rate: 10 } })

    test('survives a reload, a pause and a resume, is read aloud every ten percent, and never takes the focus away', {
      tag: '@long',
    }, async ({ page, office }) => {
      await office.bringReaders(someReaders(120))
      await office.open(page, path)
      await sendAll(page, 120, 60)
      await expect(button(page, 'Undo')).toBeFocused()
      endHold(office)
      await expect(bar(page)).toBeVisible(long)
      // What had it and goes leaves it to the heading.
      const heading = page.getByRole('heading', { name: 'Send to everybody' })
      await expect(heading).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(button(page, 'Pause')).toBeFocused()
      await expect(page.getByText(/^\d+ of 120 sent · less than a minute left$/)).toBeVisible()
      await expect.poll(() => bar(page).evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(12)
      await expect(page.getByText(/^[1-9]0 percent$/)).toHaveCount(1)
      await page.reload()
      await awake(page)
      await expect(page.getByText(/^\d+ of 120 sent/)).toBeVisible()
      await button(page, 'Pause').click()
      await expect(page.getByText(/^Paused · \d+ of 120 sent$/)).toBeVisible()
      await expect(page.getByText('You paused it.')).toBeVisible()
      await settled(office)
      const before = arrived(office).length
      expect(before).toBeLessThan(100)
      // A letter of another kind still leaves, and by then no reader has got one.
      await button(page, 'Send me a test').click()
      await expect.poll(() => arrived(office)).toContain(email)
      expect(arrived(office)).toHaveLength(before + 1)
      expect(await axeFaults(page)).toEqual([])
      await button(page, 'Resume').click()
      await button(page, 'Pause').focus()
      await expect(page.getByText('Done · 120 of 120 sent')).toBeVisible(long)
      await expect(heading).toBeFocused()
      expect(
        arrived(office)
          .filter((to) => to !== email)
          .sort(),
      ).toEqual(someReaders(120))
    })

    test('can be stopped for good, and what was stopped stays unsent when others are tried again', {
      tag: '@long',
    }, async ({ page, office }) => {
      office.smtp.refuse = (address) => (/0003@/.test(address) ? { code: 550, words: '5.7.1 Not today' } : undefined)
      await office.bringReaders(someReaders(150))
      await office.open(page, path)
      await sendAll(page, 150)
      await expect(bar(page)).toBeVisible(long)
      await expect.poll(() => office.smtp.asked.includes('reader0003@home.example'), long).toBe(true)
      await button(page, 'Stop').click()
      const asking = page.getByRole('dialog', { name: 'Stop for good?' })
      await expect(asking.getByText('letters have not left yet.')).toBeVisible()
      await asking.getByRole('button', { name: 'Go on' }).click()
      await expect(bar(page)).toBeVisible()
      await button(page, 'Stop').click()
      await asking.getByRole('button', { name: 'Stop', exact: true }).click()
      await expect(
        page.getByText(/^Stopped · \d+ of 150 sent · 1 failed · \d+ not sent · fetched by nobody yet$/),
      ).toBeVisible()
      await settled(office)
      const sent = arrived(office).length
      office.smtp.refuse = () => undefined
      await button(page, 'Retry failed').click()
      await expect(page.getByText(/^Done · \d+ of 150 sent · \d+ not sent · fetched by nobody yet$/)).toBeVisible(long)
      expect(arrived(office)).toHaveLength(sent + 1)
    })

    test('survives a crash of the site, and the page says that it keeps asking', { tag: '@long' }, async ({
      page,
      office,
    }) => {
      await office.bringReaders(someReaders(100))
      await office.open(page, path)
      await sendAll(page, 100)
      await expect.poll(() => arrived(office).length, long).toBeGreaterThan(10)
      const comeBack = await office.crash()
      await expect(page.getByText('The site does not answer at the moment.')).toBeVisible()
      await expect(page.getByText(/^\d+ of 100 sent/)).toBeVisible()
      await comeBack()
      await expect(page.getByText(/^Done · \d+ of 100 sent/)).toBeVisible(long)
      await expect(page.getByText('The site does not answer at the moment.')).toBeHidden()
      const letters = arrived(office)
      expect(new Set(letters).size).toBe(letters.length)
      const { latest } = await office.owner('GET', '/api/owner/campaigns')
      expect(latest.sent + latest.unknown).toBe(100)
    })
  })

  test('shows who was refused and why, and tries them again', { tag: '@long' }, async ({ page, office }) => {
    office.smtp.refuse = (address) =>
      /000[12]@/.test(address) ? { code: 550, words: '5.7.1 The mailbox is full' } : undefined
    await office.bringReaders(someReaders(40))
    await office.open(page, path)
    await sendAll(page, 40)
    await expect(page.getByText('Done · 38 of 40 sent · 2 failed')).toBeVisible(long)
    await page.getByRole('link', { name: 'Failed 2' }).click()
    const table = page.getByRole('table', { name: 'Letters' })
    await expect(table.getByRole('row', { name: 'reader0001@home.example' })).toContainText('The mailbox is full')
    await expect(table.getByRole('row')).toHaveCount(3)
    expect(await axeFaults(page)).toEqual([])
    await refuse(page, '**/api/owner/campaigns/*/retry', 500, broken)
    await button(page, 'Retry failed').click()
    await expectNotice(page, 'Error', 'Failed to send emails')
    await page.unrouteAll()
    office.smtp.refuse = () => undefined
    await page.getByRole('region', { name: 'Notifications (F8)' }).locator('li').hover()
    await button(page, 'Retry failed').press('Enter')
    await expect(page.getByRole('heading', { name: 'Send to everybody' })).toBeFocused()
    await expect(page.getByText('Failed to send emails')).toHaveCount(0)
    await expect(page.getByText('Done · 40 of 40 sent')).toBeVisible(long)
    await expect(page.getByText('No letter is in this state.')).toBeVisible()
    expect(arrived(office)).toHaveLength(40)
  })

  test('that was taken back hides none before it, whose letters are shown and tried again', { tag: '@long' }, async ({
    page,
    office,
  }) => {
    office.smtp.refuse = (address) => (/0001@/.test(address) ? { code: 550, words: '5.7.1 Full' } : undefined)
    await office.bringReaders(someReaders(5))
    await office.open(page, path)
    await sendAll(page, 5)
    await expect(page.getByText('Done · 4 of 5 sent · 1 failed')).toBeVisible(long)
    await expect(page.getByRole('heading', { name: 'Earlier campaigns' })).toHaveCount(0)
    await sendAll(page, 5, 60)
    await button(page, 'Undo').click()
    await expect(page.getByText('Taken back · nobody was written to')).toBeVisible()
    office.smtp.refuse = () => undefined

    const earlier = page.getByRole('table', { name: 'Earlier campaigns' })
    await expect(earlier.getByRole('row')).toHaveText([/Begun/, /Done · 4 of 5 sent · 1 failed/])
    await earlier.getByRole('link').click()
    await expect(page.locator('#campaign')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Back to the latest' })).toBeVisible()
    await page.getByRole('link', { name: 'Failed 1' }).click()
    const letters = page.getByRole('table', { name: 'Letters' })
    await expect(letters.getByRole('row')).toHaveText([/Reader/, /reader0001@home\.example.*Full/])
    await page.reload()
    await awake(page)
    await expect(letters.getByRole('row')).toHaveCount(2)
    expect(await axeFaults(page)).toEqual([])
    await button(page, 'Retry failed').click()
    await expect(page.getByText('Done · 5 of 5 sent')).toBeVisible(long)
    await expect(earlier.getByRole('row')).toHaveText([/Begun/, /Taken back/])
  })

  test('leaves it to the author what an uncertain letter was', { tag: '@long' }, async ({ page, office }) => {
    // One letter knocks and the other waits only where the mail server has not taken any since the start.
    await office.restart()
    office.smtp.script = { hangUp: 'after the dot' }
    await office.bringReaders(someReaders(2))
    await office.open(page, path)
    await sendAll(page, 2)
    await expect(page.getByText(/0 of 2 sent · 1 uncertain/)).toBeVisible(long)
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: 'The mail server does not answer. It is tried again every half minute.' }),
    ).toBeVisible()
    // The second letter would knock half a minute later, or as soon as she says so; its line breaks too.
    await button(page, 'Pause').click()
    await button(page, 'Resume').click()
    await expect(page.getByText('Done · 0 of 2 sent · 2 uncertain')).toBeVisible(long)
    office.smtp.script = {}
    await page.getByRole('link', { name: 'Uncertain 2' }).click()
    await expect(page.getByText('Uncertain means that the line broke')).toBeVisible()
    await button(page, 'Count as sent to reader0000@home.example').press('Enter')
    await expectNotice(page, 'Done', 'Counted as sent.')
    await expect(page.getByRole('heading', { name: 'Letter by letter' })).toBeFocused()
    await expect(page.getByText('Done · 1 of 2 sent · 1 uncertain')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await refuse(page, '**/api/owner/deliveries/*/decision', 500, broken)
    await button(page, 'Send again to reader0001@home.example').click()
    await expectNotice(page, 'Error', 'Failed to send email')
    await page.unrouteAll()
    await button(page, 'Send again to reader0001@home.example').press('Enter')
    await expect(page.getByRole('heading', { name: 'Send to everybody' })).toBeFocused()
    await expect(page.getByText('Done · 2 of 2 sent')).toBeVisible(long)
    expect(arrived(office)).toEqual(['reader0001@home.example'])
  })

  test('can be begun, held and taken back with the keyboard alone', { tag: '@long' }, async ({ page, office }) => {
    await office.bringReaders(someReaders(3))
    await office.open(page, path)
    await holdEach(page, 60)
    await tabTo(page, button(page, 'Load Subscribers').first())
    await page.keyboard.press('Enter')
    await expect(page.getByText('3 readers, loaded just now')).toBeVisible()
    await tabTo(page, button(page, 'Send All Emails').first())
    await page.keyboard.press('Enter')
    await expect(button(page, 'Not yet')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button(page, 'Send All Emails')).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(page, button(page, 'Send to 3 readers').first())
    await page.keyboard.press('Enter')
    await expect(button(page, 'Undo')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Send to everybody' })).toBeFocused()
    await tabTo(page, button(page, 'Send Email').first())
    await page.keyboard.press('Enter')
    await expect.poll(() => arrived(office)).toEqual(['reader0000@home.example'])
    await expect(page.getByText('The letter to reader0000@home.example is on its way.').first()).toBeVisible()
    await expect(button(page, 'Send Email').first()).toBeFocused()
  })
})

test.describe('without a mail server', () => {
  test.use({ wish: { hasMail: false, hasProvider: false } })

  test('the page says plainly that letters are kept, and keeps them', async ({ page, office }) => {
    await office.bringReaders(someReaders(6))
    await office.open(page, path)
    await expect(page.getByText('No mail server is connected.', { exact: true })).toBeVisible()
    await load(page, 6)
    await button(page, 'Send All Emails').click()
    const review = page.getByRole('dialog', { name: 'Write to 6 readers?' })
    await expect(review.getByText('kept in the outbox')).toBeVisible()
    await button(page, 'Write 6 letters').click()
    await expect(page.getByText('Kept: 6 letters written, none sent')).toBeVisible()
    // A second one would be everybody's second; for those who came since it is the first.
    await button(page, 'Send All Emails').click()
    const nobody = page.getByRole('dialog', { name: 'Nobody is left to write to' })
    await nobody.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(nobody).toBeHidden()
    await office.bringReaders(['new@home.example'])
    await load(page, 7)
    await button(page, 'Send All Emails').click()
    const another = page.getByRole('dialog', { name: 'Write to 1 reader?' })
    await expect(another.getByText(/^6 other readers have this letter waiting/)).toBeVisible()
    await button(page, 'Not yet').click()
    await page.getByRole('link', { name: 'outbox', exact: true }).click()
    await expect(page.getByText('Your copy of Lanterns')).toHaveCount(6)
  })

  test('and without a key it says how to get one, and every button says why it cannot', { tag: '@long' }, async ({
    page,
    office,
  }) => {
    await office.bringReaders(someReaders(2))
    await office.open(page, path)
    const panel = page.getByRole('region', { name: 'MailerLite' })
    await expect(panel.getByText('No key', { exact: true })).toBeVisible()
    await expect(panel.getByText('Type it into Settings')).toBeVisible()
    await button(page, 'Sync Subscribers').click()
    await expectNotice(page, 'Error', 'Failed to sync subscribers')
    await button(page, 'Fetch Groups').click()
    await expectNotice(page, 'Error', 'Failed to fetch groups')
    await page.getByLabel('Add one person').fill('ada@home.example')
    await button(page, 'Add Subscriber').click()
    await expectNotice(page, 'Error', 'Failed to add subscriber')
    await expect(panel.getByText('No mailing provider is connected.').first()).toBeVisible()
  })
})

test.describe('MailerLite', () => {
  test('is synced, looked at and added to', async ({ page, office }) => {
    const complaints = await complaintsOf(page)
    await office.bringReaders([...someReaders(25), 'invalid@home.example'])
    await office.open(page, path)
    await button(page, 'Sync Subscribers').click()
    await expectNotice(page, 'Sync Complete', '25 successful')
    const panel = page.getByRole('region', { name: 'MailerLite' })
    await expect(panel.getByText('25 successful, 1 failed')).toBeVisible()
    await expect(panel.getByText('invalid@home.example: The mailing provider says')).toBeVisible()
    await button(page, 'Fetch Groups').click()
    await expect(panel.getByText('1 group', { exact: true })).toBeVisible()
    await expect(panel.getByRole('listitem').filter({ hasText: 'Voracious Readers' })).toContainText('25')
    await button(page, 'Add Subscriber').click()
    await expect(panel.getByText('Please enter your email address')).toBeVisible()
    await page.getByLabel('Add one person').fill('nonsense')
    await button(page, 'Add Subscriber').click()
    await expect(panel.getByText('Please enter a valid email address')).toBeVisible()
    await page.getByLabel('Add one person').fill('ada@home.example')
    await button(page, 'Add Subscriber').click()
    await expectNotice(page, 'Subscriber Added', 'ada@home.example is in “Voracious Readers”')
    expect(office.provider.people.has('ada@home.example')).toBe(true)
    await page.reload()
    await awake(page)
    await expect(panel.getByText('25 successful, 1 failed')).toBeVisible()
    expect(complaints).toEqual([])
    await button(page, 'Notice at once who unsubscribes').click()
    await expectNotice(page, 'Error', 'Failed to connect')
    await expect(panel.getByText('MailerLite can only call a site that is on the web, by https.')).toBeVisible()
  })

  test('that is away leaves the sync waiting, in words, and it goes on by itself; one that refuses our key fails it', {
    tag: '@long',
  }, async ({ page, office }) => {
    await office.bringReaders(someReaders(25))
    const away = { status: 502, headers: { 'retry-after': '4' } }
    office.provider.misbehave = (_path, call) => (call > 8 ? new Response('<html>', away) : undefined)
    await office.open(page, path)
    await button(page, 'Sync Subscribers').click()
    const panel = page.getByRole('region', { name: 'MailerLite' })
    await expect(panel.getByRole('progressbar', { name: 'Sync with MailerLite' })).toBeVisible()
    await expect(panel.getByText('The mailing provider has trouble of its own (502).')).toBeVisible()
    await page.reload()
    await awake(page)
    await expect(panel.getByText('The mailing provider has trouble of its own (502).')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Syncing...' })).toBeDisabled()
    office.provider.misbehave = undefined
    await expect(panel.getByText('25 successful')).toBeVisible()
    await expectNotice(page, 'Sync Complete', '25 successful')

    office.provider.misbehave = () => Response.json({ message: 'Unauthenticated.' }, { status: 401 })
    await button(page, 'Sync Subscribers').click()
    await expectNotice(page, 'Error', 'Failed to sync subscribers')
    await expect(page.getByText('Ended early: 0 successful')).toBeVisible()
  })
})

test('each reader can be written to and added alone, and what came of it stands beside her', async ({
  page,
  office,
}) => {
  await office.bringReaders(someReaders(60))
  await office.open(page, path)
  await button(page, 'Load Subscribers').click()
  await page.getByLabel('Find an address').fill('0042')
  const table = page.getByRole('table', { name: 'Readers' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(
    page.getByRole('region', { name: 'Reader by reader' }).getByText('The book is not uploaded.'),
  ).toBeVisible()
  await button(page, 'Send Email').click()
  await expectNotice(page, 'Done', 'The letter to reader0042@home.example is on its way.')
  await expect.poll(() => arrived(office)).toEqual(['reader0042@home.example'])
  await button(page, 'Add to MailerLite').click()
  await expect(table.getByText('reader0042@home.example is in the group at MailerLite.')).toBeVisible()
  await refuse(page, '**/api/send-download-email', 409, { ...broken, message: 'This reader has left.' })
  await button(page, 'Send Email').click()
  await expectNotice(page, 'Error', 'Failed to send email')
  await expect(table.getByText('This reader has left.')).toBeVisible()
  office.provider.misbehave = () => Response.json({ message: 'No.' }, { status: 403 })
  await button(page, 'Add to MailerLite').click()
  await expectNotice(page, 'Error', 'Failed to add subscriber')
})

test('more letters that do not arrive take none away that are shown, and can be asked for again', {
  tag: '@long',
}, async ({ page, office }) => {
  await office.bringReaders(someReaders(3))
  await office.open(page, path)
  await sendAll(page, 3)
  await expect(page.getByText('Done · 3 of 3 sent')).toBeVisible(long)

  const deliveries = '**/api/owner/campaigns/*/deliveries*'
  await page.route(deliveries, async (route) => {
    if (route.request().url().includes('after=')) return route.fulfill({ status: 500, json: broken })
    const first = await (await route.fetch()).json()
    return route.fulfill({ json: { deliveries: first.deliveries.slice(0, 2), next: first.deliveries[1].id } })
  })
  await page.getByRole('link', { name: 'Sent 3' }).click()
  const letters = page.getByRole('region', { name: 'Letter by letter' })
  await expect(letters.getByText('2 letters shown.')).toBeVisible()
  await button(page, 'Show more').click()
  await expect(letters.getByText('The post office is shut.')).toBeVisible(long)
  await expect(letters.getByRole('rowheader')).toHaveCount(2)
  await page.unroute(deliveries)
  await letters.getByRole('button', { name: 'Try again' }).click()
  await expect(letters.getByText('3 letters shown.')).toBeVisible()

  await page.route(deliveries, async (route) => {
    if (route.request().url().includes('after=')) return route.continue()
    const first = await (await route.fetch()).json()
    return route.fulfill({ json: { deliveries: first.deliveries.slice(0, 2), next: first.deliveries[1].id } })
  })
  await reloadDesk(page)
  await expect(letters.getByText('2 letters shown.')).toBeVisible()
  await button(page, 'Show more').click()
  await expect(letters.getByText('3 letters shown.')).toBeFocused()
})

test('a part of the page that does not arrive says so where it would stand, and can be asked for again', {
  tag: '@long',
}, async ({ page, office }) => {
  await office.open(page, '/admin/downloads')
  for (const call of ['**/api/owner/provider', '**/api/owner/campaigns/earlier']) await refuse(page, call, 500, broken)
  await page.getByRole('link', { name: 'Send emails', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Send emails', level: 1 })).toBeVisible()
  await expect(page.getByText('The post office is shut. Earlier campaigns are not shown.')).toBeVisible(long)
  await expect(page.getByRole('region', { name: 'MailerLite' }).getByText('The post office is shut.')).toBeVisible(long)
  await page.unrouteAll()
  await button(page, 'Try again').first().click()
  await page.getByRole('region', { name: 'MailerLite' }).getByRole('button', { name: 'Try again' }).click()
  await expect(button(page, 'Sync Subscribers')).toBeVisible()
  await expect(page.getByText('The post office is shut.')).toHaveCount(0)
})

for (const width of isLongRun ? [320, 390, 1440] : [320]) {
  test(`at ${width} px axe finds nothing, and nothing has to be pushed sideways`, { tag: '@long' }, async ({
    page,
    office,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    office.smtp.refuse = (address) => (/000[12]@/.test(address) ? { code: 550, words: '5.7.1 Full' } : undefined)
    await office.bringReaders([...someReaders(40), `${'long'.repeat(15)}@${'host'.repeat(12)}.home.example`])
    await office.open(page, path)
    expect(await axeFaults(page)).toEqual([])
    expect(await isSideways(page)).toBe(false)
    await button(page, 'Generate Shared Link').click()
    await button(page, 'Sync Subscribers').click()
    await expect(page.getByText('41 successful').first()).toBeVisible()
    await button(page, 'Fetch Groups').click()
    await expect(page.getByText('1 group', { exact: true })).toBeVisible()
    await sendAll(page, 41)
    expect(await axeFaults(page)).toEqual([])
    expect(await isSideways(page)).toBe(false)
    await expect(page.getByText('Done · 39 of 41 sent · 2 failed')).toBeVisible(long)
    await expect(page.getByText('41 letters shown.')).toBeVisible()
    expect(await isSideways(page)).toBe(false)
    expect(await axeFaults(page)).toEqual([])
  })
}
