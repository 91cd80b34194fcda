import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { newId } from '../../src/server/ids.ts'
import { loadSecret } from '../../src/server/secret.ts'
import { emailHash } from '../../src/server/suppressions.ts'
import { axeFaults } from './axe.ts'
import { expectNotice, hold } from './forms.ts'
import { email, openDesk, reloadDesk } from './owner.ts'
import { type PostOffice, test } from './post-office.ts'
import { insertRows, withDatabase } from './rows.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

test.use({ reducedMotion: 'reduce', wish: { hasMail: false, hasProvider: false } })

let site: PostOffice
let complaints: string[] = []

test.beforeEach(async ({ page, office }) => {
  site = office
  await site.signIn(page)
  complaints = await complaintsOf(page)
})
test.afterEach(() => expect(complaints).toEqual([]))

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

type Message = { name: string; email?: string; message?: string; state?: string; minutesAgo?: number }

/** Messages as readers wrote them, the first the newest. */
function writeMessages(messages: readonly Message[]) {
  const rows = messages.map(({ name, email, message, state, minutesAgo = 0 }, index) => {
    const at = new Date(Date.now() - (minutesAgo + index) * 60_000)
    return {
      id: newId(at),
      name,
      email: email ?? 'someone@home.example',
      message: message ?? 'Which door would you have left shut?',
      state: state ?? 'new',
      dedupe_key: newId(at),
      created_at: at.toISOString(),
    }
  })
  withDatabase(site, (db) => insertRows(db, 'contact_messages', rows))
  return rows
}

test('an empty room says so: messages, people, and the outbox, which says whether a mail server is connected', async ({
  page,
}) => {
  await openDesk(page, site, '/admin/messages')
  for (const [room, words] of [
    ['Messages', 'Nobody at the door'],
    ['People', 'Nobody yet'],
    ['Outbox', 'Nothing written yet'],
  ] as const) {
    await page.getByRole('link', { name: room, exact: true }).first().click()
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
  }
  await expect(page.getByText('No mail server is connected.')).toBeVisible()
})

test.describe('messages', () => {
  const line = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: name })

  test('a message is opened, is read from then on, and can be made unread', async ({ page }) => {
    writeMessages([
      { name: 'Ada', message: 'First line.\n\n   Indented line.' },
      { name: 'Ben', email: 'ben@home.example' },
    ])
    await openDesk(page, site, '/admin/messages')
    await expect(page.getByText('2 unread of 2 messages.')).toBeVisible()
    await line(page, 'Ada').getByRole('link').click()
    await expect(heading(page, 'Message from Ada')).toBeFocused()
    const words = page.getByText('First line.')
    expect(
      await words.evaluate((element) => [element.textContent, getComputedStyle(element).whiteSpaceCollapse]),
    ).toEqual(['First line.\n\n   Indented line.', 'preserve'])
    await expect(page.getByRole('link', { name: 'Reply' })).toHaveAttribute(
      'href',
      /^mailto:someone@home\.example\?subject=Re%3A%20Your%20message.+&body=.*%3E%20First%20line\./,
    )
    await page.goBack()
    await expect(page.getByText('1 unread of 2 messages.')).toBeVisible()
    await expect(line(page, 'Ada').getByText('New')).toHaveCount(0)

    await line(page, 'Ada').getByRole('link').click()
    await page.getByRole('button', { name: 'Mark as unread' }).click()
    await expect(page.getByText('2 unread of 2 messages.')).toBeVisible()
    await reloadDesk(page)
    await expect(page.getByText('2 unread of 2 messages.')).toBeVisible()
  })

  test('what is deleted can be brought back, from the list and from the message, and several one after the other', {
    tag: '@long',
  }, async ({ page }) => {
    writeMessages([{ name: 'Ada' }, { name: 'Ben', email: 'ben@home.example' }, { name: 'Cyd' }])
    await openDesk(page, site, '/admin/messages')
    await page.getByRole('button', { name: 'Delete message from Ada' }).click()
    await expect(line(page, 'Ada')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await expect(
      page.getByText(
        'Message from Ada deleted. You can undo this while this notice stands. A day later the message is gone for good.',
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(line(page, 'Ada')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Undo' })).toHaveCount(0)
    await expect(heading(page, 'Messages')).toBeFocused()

    await line(page, 'Ben').getByRole('link').click()
    await expect(heading(page, 'Message from Ben')).toBeFocused()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(heading(page, 'Messages')).toBeVisible()
    await expect(line(page, 'Ben')).toHaveCount(0)
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(line(page, 'Ben')).toBeVisible()

    for (const name of ['Ada', 'Ben', 'Cyd'])
      await page.getByRole('button', { name: `Delete message from ${name}` }).click()
    await expect(page.getByRole('heading', { name: 'Nobody at the door' })).toBeVisible()
    for (const name of ['Cyd', 'Ben', 'Ada']) {
      await expect(page.getByText(`Message from ${name} deleted.`)).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(line(page, name)).toBeVisible()
    }
    await expect(page.getByRole('region', { name: 'Undo' })).toHaveCount(0)
  })

  test('what looks like an advertisement lies apart, is not read by looking, and can be released', {
    tag: '@long',
  }, async ({ page }) => {
    writeMessages([{ name: 'Best Prices', state: 'held' }, { name: 'Ada' }])
    await openDesk(page, site, '/admin/messages')
    const held = page.getByRole('region', { name: /Held back/ })
    await held.getByRole('link').click()
    await expect(page.getByText('Held back: it has more than three links')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Release' }).click()
    await expect(page.getByRole('button', { name: 'Release' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to Messages' }).click()
    await expect(line(page, 'Best Prices')).toBeVisible()
    await expect(held).toHaveCount(0)
    const letters = withDatabase(site, (db) => db.prepare('select kind from letters').all())
    expect(letters).toMatchObject([{ kind: 'contact.notice' }])
  })

  test('two hundred and thirty messages, page by page; Back leads back', { tag: '@long' }, async ({ page }) => {
    writeMessages(Array.from({ length: 230 }, (_, index) => ({ name: `Reader ${index + 1}` })))
    await openDesk(page, site, '/admin/messages')
    const lines = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
    await expect(lines).toHaveCount(100)
    await page.getByRole('link', { name: 'Older' }).click()
    await expect(lines.first()).toContainText('Reader 101')
    await expect(heading(page, 'Messages')).toBeFocused()
    await reloadDesk(page)
    await expect(lines.first()).toContainText('Reader 101')
    await page.getByRole('link', { name: 'Older' }).click()
    await expect(lines).toHaveCount(30)
    await page.goBack()
    await expect(lines.first()).toContainText('Reader 101')
    await page.getByRole('link', { name: 'Newest' }).click()
    await expect(lines.first()).toContainText(/Reader 1(?!\d)/)
    expect(await isSidewaysAt(page, 320)).toBe(false)
  })

  test('the longest word, the longest name and names from right to left break nothing', { tag: '@long' }, async ({
    page,
  }) => {
    const [long, , rtl] = writeMessages([
      {
        name: 'A. '.repeat(33).trim(),
        email: `${'long'.repeat(16)}@${'domain.'.repeat(26)}example`,
        message: 'x'.repeat(5_000),
      },
      { name: 'Ada' },
      { name: 'יעל כהן-לוי', message: 'שלום, קראתי את כל הספרים.' },
    ])
    for (const path of ['/admin/messages', `/admin/messages/${long?.id}`, `/admin/messages/${rtl?.id}`]) {
      await openDesk(page, site, path)
      for (const width of [320, 390, 1440])
        expect([path, width, await isSidewaysAt(page, width)]).toEqual([path, width, false])
      expect(await axeFaults(page)).toEqual([])
    }
    await expect(page.getByText('שלום')).toHaveCSS('direction', 'rtl')
  })

  test('a failed list can be tried again, and a message that is gone says so', { tag: '@long' }, async ({ page }) => {
    writeMessages([{ name: 'Ada' }])
    await openDesk(page, site, '/admin/subscribers')
    await page.route('**/api/owner/messages', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
    await page.getByRole('link', { name: 'Messages' }).click()
    await expect(page.getByRole('heading', { name: 'The messages did not open' })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await page.unroute('**/api/owner/messages')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(line(page, 'Ada')).toBeVisible()
    expect((await openDesk(page, site, '/admin/messages/nobody'))?.status()).toBe(404)
    await expect(heading(page, 'Message not here')).toBeVisible()
    // Both failures were asked for.
    complaints = complaints.filter((text) => !text.includes('Failed to load resource'))
  })

  test('the whole way by keyboard', { tag: '@long' }, async ({ page }) => {
    writeMessages([{ name: 'Ada' }, { name: 'Ben' }])
    await openDesk(page, site, '/admin/messages')
    const tabTo = async (name: string | RegExp) => {
      for (let stops = 0; stops < 40; stops++) {
        await page.keyboard.press('Tab')
        const at = await page.evaluate(() => {
          const element = document.activeElement
          const ring = element instanceof HTMLElement && getComputedStyle(element).outlineStyle !== 'none'
          return { name: element?.getAttribute('aria-label') ?? element?.textContent ?? '', ring }
        })
        expect(at.ring, at.name).toBe(true)
        if (at.name.match(name)) return
      }
      throw new Error(`no way to ${name}`)
    }
    await tabTo('Skip to content')
    await page.keyboard.press('Enter')
    await tabTo(/^Ada/)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Message from Ada')).toBeFocused()
    await tabTo('Delete')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Messages')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(line(page, 'Ada')).toBeVisible()
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('messages are listed and read whole', { tag: '@long' }, async ({ page }) => {
      writeMessages([{ name: 'Ada', message: 'First line.\n\nLast line.' }])
      await page.goto(`${site.address}/admin/messages`)
      await line(page, 'Ada').getByRole('link').click()
      await expect(page.getByText('Last line.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Reply' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden()
    })
  })
})

test.describe('subscribers', () => {
  const join = (email: string, more: object = {}) =>
    fetch(`${site.address}/api/newsletter/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, source: 'signup_page', page: '/signup', ...more }),
    })
  const rows = (page: Page) => page.getByRole('table', { name: 'People' }).getByRole('row')
  /** a mail server said so, and the site wrote it down */
  const refuse = (address: string, reason: string) => {
    const email_hash = emailHash(loadSecret({ secretKey: null, dataDir: site.dataDir }), address)
    withDatabase(site, (db) => insertRows(db, 'suppressions', [{ email_hash, reason, at: new Date().toISOString() }]))
  }

  /** Five people by the front door, once the worker has looked at all of them. */
  async function fill() {
    await join('ada@home.example', { name: 'Ada Reader' })
    await join('ben@home.example', { name: '=1+1', source: 'footer' })
    await join('yael@home.example', { name: 'יעל כהן-לוי' })
    await join(`${'long'.repeat(16)}@${'domain.'.repeat(26)}example`, { name: 'x'.repeat(100) })
    await join('ninth@home.example', { source: 'voss_trials_arc', readerMagnetId: null, page: '/arc/the-last-pilot' })
    const count = 'select count(*) as count from memberships'
    await expect.poll(() => withDatabase(site, (db) => db.prepare(count).get())).toEqual({ count: 5 })
  }

  test('people are searched and filtered, and what was asked for outlives a reload and Back', async ({ page }) => {
    await fill()
    await openDesk(page, site, '/admin/subscribers')
    await expect(rows(page)).toHaveCount(6)
    await expect(rows(page).filter({ hasText: 'ninth' })).toContainText('ARC only')
    for (const width of [320, 390, 1440]) expect([width, await isSidewaysAt(page, width)]).toEqual([width, false])
    expect(await axeFaults(page)).toEqual([])

    await page.getByLabel('Address or name').fill('READER')
    await page.getByLabel('Address or name').press('Enter')
    await expect(rows(page)).toHaveCount(2)
    const sought = page.getByRole('navigation', { name: 'What is looked for' })
    await expect(sought).toContainText(/^Only people\s*with “READER” in the address or name/)
    await expect(page.getByLabel('Address or name')).toBeFocused()
    await expect(page).toHaveURL(`${site.address}/admin/subscribers?q=READER`)
    await reloadDesk(page)
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByLabel('Address or name')).toHaveValue('READER')

    await page.getByLabel('Address or name').fill('')
    await page.getByLabel('Source').selectOption('Foot of a page')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(rows(page).nth(1)).toContainText('ben@home.example')
    await page.goBack()
    await expect(rows(page).nth(1)).toContainText('ada@home.example')
    await expect(page.getByLabel('Address or name')).toHaveValue('READER')
    await expect(page.getByLabel('Source')).toHaveValue('')

    await openDesk(page, site, '/admin/subscribers')
    await page
      .getByRole('navigation', { name: 'State' })
      .getByRole('link', { name: /^ARC only/ })
      .click()
    await expect(rows(page)).toHaveCount(2)
    await page.getByLabel('Address or name').fill('nobody at all')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('heading', { name: 'Nobody like that' })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await sought.getByRole('link', { name: /^with “nobody at all”/ }).click()
    await expect(rows(page)).toHaveCount(2)
    await page.goBack()
    await page.getByRole('link', { name: 'Show everybody' }).click()
    await expect(rows(page)).toHaveCount(6)
  })

  test('the export is saved as a file and holds what was searched for; signed out, she is shown the way in', {
    tag: '@long',
  }, async ({ page }) => {
    await fill()
    await openDesk(page, site, '/admin/subscribers?source=footer')
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text).toMatch(
      /^\ufeffemail,name,state,source,joined,confirmed,left,asked for advance copy,tags,consent\r\nben@home\.example,'=1\+1,active,footer,/,
    )
    expect(text.split('\r\n')).toHaveLength(3)

    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Export CSV' }).click()
    await expect(page.getByText('Please sign in first.')).toBeVisible()
    await page.getByRole('link', { name: 'Sign In' }).click()
    const back = encodeURIComponent('/admin/subscribers?source=footer')
    await expect(page).toHaveURL(`${site.address}/admin/sign-in?next=${back}`)
    complaints = complaints.filter((text) => !text.includes('401'))
  })

  test('a person’s consent is told in words, and she can be erased, after a question that says what that means', async ({
    page,
  }) => {
    await fill()
    await openDesk(page, site, '/admin/subscribers')
    await page.getByRole('link', { name: 'ada@home.example' }).click()
    await expect(heading(page, 'ada@home.example')).toBeFocused()
    const record = page.getByRole('table', { name: 'Consent record' }).getByRole('row').nth(1)
    for (const words of [
      'Agreed to get the newsletter',
      'signup-20',
      'Sign-up page (/signup)',
      'By sending the form',
    ]) {
      await expect(record).toContainText(words)
    }
    for (const width of [320, 390, 1440]) expect([width, await isSidewaysAt(page, width)]).toEqual([width, false])
    expect(await axeFaults(page)).toEqual([])

    const erase = page.getByRole('button', { name: 'Erase…' })
    await erase.click()
    const dialog = page.getByRole('dialog', { name: 'Erase for good?' })
    await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused()
    for (const words of ['the entry on the list', 'of the consent record', 'It cannot be undone.', 'fingerprint']) {
      await expect(dialog).toContainText(words)
    }
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(erase).toBeFocused()

    await erase.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'People')).toBeVisible()
    await expectNotice(page, 'Erased', 'Of ada@home.example nothing is kept here but the fingerprint.')
    await expect(rows(page)).toHaveCount(5)
    await expect(page.getByRole('link', { name: 'ada@home.example' })).toHaveCount(0)
  })

  test('the question before an erasure stays open when asked again at once, keeps off a phone’s edges, and tells of a failure', {
    tag: '@long',
  }, async ({ page }) => {
    await fill()
    await openDesk(page, site, '/admin/subscribers')
    await page.getByRole('link', { name: 'ada@home.example' }).click()
    await expect(heading(page, 'ada@home.example')).toBeFocused()
    const erase = page.getByRole('button', { name: 'Erase…' })
    await erase.click()
    await expect(page.getByRole('dialog', { name: 'Erase for good?' })).toBeVisible()
    // Faster than any hand: before the browser has told that it was shut.
    const isOpen = await erase.evaluate(async (button: HTMLElement) => {
      const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')
      if (!dialog) return null
      const isTold = new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }))
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
      for (let turn = 0; dialog.open; turn++) {
        // Where React takes longer than a turn of its own, to wait on would keep it from ever getting there.
        await (turn < 100 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve)))
      }
      button.click()
      await isTold
      await new Promise((resolve) => requestIdleCallback(resolve))
      return dialog.open
    })
    expect(isOpen).toBe(true)

    for (const [width, height] of [
      [320, 480],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const box = await page.getByRole('dialog').boundingBox()
      expect([box?.x, Math.round((box?.x ?? 0) + (box?.width ?? 0))]).toEqual([16, width - 16])
      expect([(box?.y ?? 0) >= 16, (box?.y ?? 0) + (box?.height ?? 0) <= height - 16]).toEqual([true, true])
    }

    await page.route('**/api/owner/subscribers/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 503, json: { message: 'Not now, please.' } })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await expect(page.getByRole('dialog')).toContainText('Not now, please.')
    await expect(page.getByRole('button', { name: 'Erase for good' })).toBeEnabled()
    complaints = complaints.filter((text) => !text.includes('503'))
  })

  test('the owner stops writing to somebody who asked, after a question that says what stays', async ({ page }) => {
    await fill()
    await openDesk(page, site, '/admin/subscribers')
    await page.getByRole('link', { name: 'ada@home.example' }).click()
    await expect(heading(page, 'ada@home.example')).toBeFocused()
    const stop = page.getByRole('button', { name: 'Stop writing…' })
    await stop.click()
    const dialog = page.getByRole('dialog', { name: 'Stop writing to this person?' })
    await expect(dialog.getByRole('button', { name: 'Go on writing' })).toBeFocused()
    for (const words of [
      'taken off every list here',
      'consent record stay',
      'no sync',
      'MailerLite nothing is changed',
    ])
      await expect(dialog).toContainText(words)
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(stop).toBeFocused()

    await stop.press('Enter')
    await dialog.getByRole('button', { name: 'Stop writing', exact: true }).click()
    await expectNotice(page, 'Unsubscribed', 'ada@home.example gets no more letters.')
    await expect(page.getByText('Wants no letters, and gets none.')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Consent record' })).toContainText('By you, at this person’s request')
    await expect(stop).toHaveCount(0)
    await expect(heading(page, 'ada@home.example')).toBeFocused()
    await reloadDesk(page)
    await expect(page.getByText('Wants no letters, and gets none.')).toBeVisible()
  })

  test('whoever’s mailbox is gone stands as bounced, has a tab of her own, and is not offered letters', {
    tag: '@long',
  }, async ({ page }) => {
    await fill()
    await openDesk(page, site, '/admin/subscribers')
    const tabs = page.getByRole('navigation', { name: 'State' })
    await expect(tabs.getByRole('link', { name: /^Bounced/ })).toHaveCount(0)
    refuse('ada@home.example', 'bounced')
    await reloadDesk(page)
    await expect(rows(page).filter({ hasText: 'ada@home.example' })).toContainText('Bounced')
    await tabs.getByRole('link', { name: /^Bounced/ }).click()
    await expect(rows(page)).toHaveCount(2)
    for (const width of [320, 390, 1440]) expect([width, await isSidewaysAt(page, width)]).toEqual([width, false])
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'ada@home.example' }).click()
    await expect(heading(page, 'ada@home.example')).toBeFocused()
    await expect(page.getByText('This mailbox does not exist any more. Nothing is sent there.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop writing…' })).toHaveCount(0)
  })
})

test.describe('outbox', () => {
  const write = (name: string) =>
    fetch(`${site.address}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, email: 'ada@home.example', message: 'Which door would you have left shut?' }),
    })
  const change = (set: string, where = 'true') =>
    withDatabase(site, (db) => db.exec(`update letters set ${set} where ${where}`))
  const rows = (page: Page) => page.getByRole('table', { name: 'Outbox' }).getByRole('row')

  test('a kept letter is shown as it is seen and as words alone, in a frame where nothing happens', async ({
    page,
  }) => {
    await write('Ada')
    await openDesk(page, site, '/admin/outbox')
    await expect(rows(page).nth(1)).toContainText('Kept here: no mail server is connected.')
    await expect(page.getByRole('button', { name: 'Send all kept letters' })).toHaveCount(0)
    await page.getByRole('link', { name: 'A message from Ada' }).click()
    await expect(heading(page, 'A message from Ada')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Send' })).toHaveCount(0)
    const letter = page.frameLocator('iframe')
    await expect(letter.getByRole('heading', { name: 'Ada wrote to you' })).toBeVisible()
    const frame = page.getByTitle('The letter as it is seen')
    const frameWidth = async () => Math.round((await frame.boundingBox())?.width ?? 0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(frameWidth).toBe(700)
    await page.getByLabel('390 px').check()
    await expect.poll(frameWidth).toBe(390)
    await expect(page.getByRole('region', { name: 'The words alone' })).toContainText(
      'Which door would you have left shut?',
    )
    for (const width of [320, 390, 1440]) expect([width, await isSidewaysAt(page, width)]).toEqual([width, false])
    expect(await axeFaults(page)).toEqual([])
  })

  test('no script in a letter runs, and no link in it leads away', async ({ page, context }) => {
    await write('Ada')
    change(
      `html = '<!doctype html><html><head></head><body><a href="/">away</a><script>document.title="ran";top.document.title="ran"</script><img src=x onerror="top.ran=1"></body></html>'`,
    )
    await openDesk(page, site, '/admin/outbox')
    await page.getByRole('link', { name: 'A message from Ada' }).click()
    await page.frameLocator('iframe').getByRole('link', { name: 'away' }).click()
    await expect(page.frameLocator('iframe').getByRole('link', { name: 'away' })).toBeVisible()
    expect(await page.title()).toBe('A message from Ada | Desk')
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    expect(context.pages()).toHaveLength(1)
    // The browser says what it kept from happening: script, picture, window.
    complaints = complaints.filter(
      (text) => !/Blocked (script|opening)|Content Security Policy|Failed to load|404/.test(text),
    )
  })

  test('the states are told apart by words, and can be asked for', { tag: '@long' }, async ({ page }) => {
    for (const name of ['Ada', 'Ben', 'Cyd']) await write(name)
    change(`state = 'bounced', error = '550 5.1.1 User unknown'`, `subject like '%Ada'`)
    change(`state = 'failed', error = 'connect ECONNREFUSED'`, `subject like '%Ben'`)
    await openDesk(page, site, '/admin/outbox')
    await expect(rows(page).filter({ hasText: 'from Ada' })).toContainText(
      'It left, and came back.550 5.1.1 User unknown',
    )
    await expect(rows(page).filter({ hasText: 'from Ben' })).toContainText(
      'Refused, or given up after a day of trying.connect ECONNREFUSED',
    )
    await page
      .getByRole('navigation', { name: 'State' })
      .getByRole('link', { name: /^Bounced/ })
      .click()
    await expect(rows(page)).toHaveCount(2)
    await reloadDesk(page)
    await expect(rows(page)).toHaveCount(2)
    for (const width of [320, 390, 1440]) expect([width, await isSidewaysAt(page, width)]).toEqual([width, false])
    expect(await axeFaults(page)).toEqual([])
  })

  test('an uncertain letter is counted as sent when the owner says so', { tag: '@long' }, async ({ page }) => {
    await write('Ada')
    change(`state = 'unknown', error = 'stopped in the moment of sending'`)
    await openDesk(page, site, '/admin/outbox')
    await page.getByRole('link', { name: 'A message from Ada' }).click()
    await expect(page.getByText('It may have arrived.')).toBeVisible()
    // Without a mail server there is no other way.
    await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0)
    const letGo = await hold(page, '**/api/owner/outbox/*')
    const count = page.getByRole('button', { name: 'Count as sent' })
    await count.click()
    await expect(count).toBeDisabled()
    await expect(count).toBeFocused()
    letGo()
    await expect(page.getByText('The mail server took it.')).toBeVisible()
    await expect(count).toHaveCount(0)
    await expect(heading(page, 'A message from Ada')).toBeFocused()
  })

  test.describe('of a site that has a mail server by now', () => {
    test.use({ wish: {} })

    /** As they were written when it had none. */
    function keepLetters() {
      const rows = ['Ada', 'Ben', 'Cyd'].map((name) => ({
        id: newId(new Date()),
        kind: 'contact.notice',
        to_email: email,
        to_name: '',
        subject: `A message from ${name}`,
        html: `<!doctype html><html><head></head><body>${name} wrote to you</body></html>`,
        text: `${name} wrote to you`,
        headers: '{}',
        state: 'kept',
        created_at: new Date().toISOString(),
      }))
      withDatabase(site, (db) => insertRows(db, 'letters', rows))
    }

    test('once a mail server is connected, what was kept goes out when the owner says so', { tag: '@long' }, async ({
      page,
    }) => {
      keepLetters()
      change(`created_at = '${new Date(Date.now() - 10 * 86_400_000).toISOString()}'`, `subject like '%Ada'`)
      // Letters wait, which is enough to see them go.
      site.smtp.script = { greeting: 'hang up' }
      await openDesk(page, site, '/admin/outbox')
      await expect(page.getByText('A mail server is connected.')).toBeVisible()
      await expect(rows(page).nth(1)).toContainText('Kept here until you send it.')
      await page.getByRole('button', { name: 'Send all kept letters' }).click()
      const dialog = page.getByRole('dialog', { name: 'Send 3 letters?' })
      await expect(dialog).toContainText('One letter is more than 7 days old')
      await expect(dialog).toContainText('Readers cannot open these links')
      await expect(dialog.getByRole('listitem')).toContainText(`A message from Ada, to ${email}`)
      expect(await axeFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Send only the 2 newer' }).click()
      await expect(dialog).toBeHidden()
      await expect(rows(page).filter({ hasText: 'Waiting' })).toHaveCount(2)
      await expect(rows(page).filter({ hasText: 'Kept' })).toHaveCount(1)

      // She thinks better of it: what has not left lies here again.
      await page.getByRole('button', { name: 'Pause' }).click()
      await expect(page.getByText('What has not left yet is kept here again, until you send it.').first()).toBeVisible()
      await expect(rows(page).filter({ hasText: 'Kept' })).toHaveCount(3)
      await expect(heading(page, /./)).toBeFocused()

      await page.getByRole('link', { name: 'A message from Ada' }).click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByText('Waiting to be sent.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Look again' })).toBeVisible()
    })

    test('kept letters on their way are counted until the last has left, also after a reload', {
      tag: '@long',
    }, async ({ page }) => {
      keepLetters()
      // The last of them is told to come back later.
      let asked = 0
      site.smtp.refuse = () => (++asked === 3 ? { code: 451, words: '4.7.1 Greylisted' } : undefined)
      await openDesk(page, site, '/admin/outbox')
      const progress = page.getByRole('region', { name: 'Letters on their way' })
      await expect(progress).toHaveCount(0)
      await page.getByRole('button', { name: 'Send all kept letters' }).click()
      await page.getByRole('button', { name: 'Send all 3' }).click()
      await expect(progress).toContainText('1 letter is on the way · 2 of 3 have left')
      await expect(progress).toContainText('Greylisted')
      await reloadDesk(page)
      await expect(progress).toContainText('1 letter is on the way · 2 of 3 have left')
      for (const width of [320, 390, 1440]) expect([width, await isSidewaysAt(page, width)]).toEqual([width, false])
      expect(await axeFaults(page)).toEqual([])
      // Its time has come.
      withDatabase(site, (db) => db.exec(`update jobs set run_at = '2020-01-01T00:00:00.000Z'`))
      await expect(progress).toContainText('Done · 3 of 3 have left')
      await expect(progress).toContainText('The mail server took all of them.')
    })
  })
})
