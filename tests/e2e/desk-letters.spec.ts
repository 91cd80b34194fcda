import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { fullLetter } from '../support/full-letter.ts'
import { libraryPosts, libraryStories } from '../support/library.ts'
import { axeFaults } from './axe.ts'
import { button, tabTo } from './desk.ts'
import { expectNotice } from './forms.ts'
import { hold } from './hold.ts'
import { email, reloadDesk } from './owner.ts'
import { bookFile, type PostOffice, test } from './post-office.ts'
import { withDatabase } from './rows.ts'
import { complaintsOf, isSideways } from './watch.ts'

test.use({
  reducedMotion: 'reduce',
  wish: { more: { POSTAL_ADDRESS: '1 Quay, Halifax', DNS_SERVER: '127.0.0.1:9', DOUBLE_OPT_IN: 'off' } },
})

const path = '/admin/letters'
const ownAddress = /\/admin\/letters\/[0-9a-f-]{36}$/
const long = { timeout: 240_000 }
const subject = (page: Page) => page.getByLabel('Subject', { exact: true })
const preview = (page: Page) => page.getByLabel('Preview line', { exact: true })
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const letter = (page: Page) => page.frameLocator('iframe[title="Your letter as it will be"]')

async function joinNewsletter({ owner }: PostOffice, names: readonly string[]) {
  const csv = ['Email,Name,Status', ...names.map((name) => `${name.toLowerCase()}@home.example,${name} Reed,Active`)]
  await owner('POST', '/api/owner/people/import', { csv: csv.join('\n'), list: 'newsletter', basis: 'A list of old' })
}

type Wish = { holdSeconds: number; perDay?: number }

/** The ten seconds are over soon where nobody needs them, and long where a test does. */
async function sendAs(page: Page, wish: Wish) {
  await page.route('**/api/owner/letters/*/send', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), ...wish }) }),
  )
}

async function reviewAndSend(page: Page, words: string, wish: Wish) {
  await sendAs(page, wish)
  await button(page, 'Review and Send').click()
  const review = page.getByRole('dialog', { name: `Send to ${words}?` })
  await expect(review).toBeVisible()
  // What the site was never told, such as its own address, she is asked about.
  await review.getByLabel('Send it all the same').check()
  await review.getByRole('button', { name: `Send to ${words}` }).click()
}

/** What the world says of the sender's domain is tested where it is asked: here, what she is asked then. */
async function asIfNobodyVouched(page: Page) {
  await page.route('**/api/owner/letters/*-*/view?*', async (route) => {
    const answer = await route.fetch()
    const view = await answer.json()
    const junk = { words: 'The domain does not vouch for it.', isStop: false, isAskedTwice: true, room: 'settings' }
    await route.fulfill({ response: answer, json: { ...view, checks: [...view.checks, junk] } })
  })
}

/** Nothing that axe finds, and nothing beyond the edge. */
async function expectSound(page: Page) {
  expect([await axeFaults(page), await isSideways(page)]).toEqual([[], false])
}

/** The same of a letter alone: its landmarks are those of the mail program around it. */
async function expectSoundLetter(page: Page) {
  const faults = (await axeFaults(page)).filter((fault) => !/^(landmark-one-main|region):/.test(fault))
  expect([faults, await isSideways(page)]).toEqual([[], false])
}

/** A hold that is not seen is none. */
async function expectUndoAtHand(page: Page) {
  await expect(button(page, 'Undo')).toBeFocused()
  await expect(button(page, 'Undo')).toBeInViewport({ ratio: 1 })
}

/** In the page itself: from outside nobody is quick enough for sure. */
function typeOnceSaved(field: HTMLElement | SVGElement, words: string): Promise<void> {
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (document.body.innerText.includes('Saving...')) return
      watch.disconnect()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, words)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      resolve()
    })
    watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a letter is written with a name and a button, looked at, tried, sent, and told of', async ({
    page,
    office,
  }) => {
    const complaints = await complaintsOf(page)
    await joinNewsletter(office, ['Ada', 'Ben', 'Cleo'])
    await office.open(page, path)
    await expect(page.getByText('No letter yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Write a Letter' }).click()
    await subject(page).fill('News from the quay')
    await page.getByLabel('Preview line').fill('A short one')
    await content(page).click()
    await page.keyboard.type('Dear ')
    await page.getByText('Add a book, a story, a file, a button or a name').click()
    await button(page, 'Add it').click()
    await page.keyboard.type(', dear friend')
    await page.getByLabel('Add', { exact: true }).selectOption('A button that leads elsewhere')
    await page.getByLabel('What the button says').fill('See the boats')
    await page.getByLabel('Where it leads').fill('https://boats.example/')
    await button(page, 'Add it').click()
    await expect(page.getByText('It goes to 3 people: Cleo Reed, Ben Reed, Ada Reed.')).toBeVisible()
    await expect(letter(page).getByRole('heading', { name: 'News from the quay' })).toBeVisible()
    await expect(letter(page).getByText('Dear reader, dear friend', { exact: true })).toBeVisible()
    await expect(letter(page).getByRole('link', { name: 'See the boats' })).toBeVisible()
    await page.getByText('Only some of them').click()
    await expect(page.getByLabel('Came from')).toBeVisible()
    await page.getByLabel('Show it on the web').check()
    await expectSound(page)

    await button(page, 'Send Test').click()
    await expectNotice(page, 'Done', `A test is on its way to ${email}.`)
    await expect(page).toHaveURL(ownAddress)
    await expect(page.getByText('Saved. Nothing leaves before you send it.')).toBeVisible()
    await expect(letter(page).getByText('Dear reader, dear friend', { exact: true })).toBeVisible()
    await expect.poll(() => office.smtp.received.length, long).toBe(1)
    office.smtp.received.length = 0

    await button(page, 'Review and Send').click()
    await expect(page.getByRole('dialog', { name: 'Send to 3 people?' })).toBeVisible()
    await expectSound(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Not yet' }).click()
    await reviewAndSend(page, '3 people', { holdSeconds: 60 })
    await expectUndoAtHand(page)
    // The hold is over when all this has been seen, however long that took.
    withDatabase(office, (db) => db.exec('update mailings set starts_at = created_at'))
    await expect(page.getByText('sent to 3', { exact: true })).toBeVisible(long)
    expect(office.smtp.received.map(({ mail }) => mail.text?.match(/Dear \w+/)?.[0]).sort()).toEqual([
      'Dear Ada',
      'Dear Ben',
      'Dear Cleo',
    ])
    await expect(page.getByRole('heading', { name: 'Letter by letter' })).toBeVisible()
    await expectSound(page)
    await page.getByRole('link', { name: 'All letters' }).click()
    await expect(page.getByRole('row', { name: /News from the quay/ })).toContainText('sent to 3', long)
    await expectSound(page)
    await page.goto(`${office.address}/letters`)
    await expectSound(page)
    await page.getByRole('link', { name: 'News from the quay' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'News from the quay' })).toBeVisible()
    await expectSound(page)
    expect(complaints).toEqual([])
  })
})

test('what is typed outlives a reload; what is stopped, taken back or undone was never sent; a slow start is paused', async ({
  page,
  office,
}) => {
  await joinNewsletter(
    office,
    Array.from({ length: 12 }, (_, number) => `Reader${number}`),
  )
  await office.open(page, `${path}/new`)
  await button(page, 'Write in plain text').click()
  await content(page).fill('![A boat](/images/no-boat)')
  await button(page, 'Back to the page').click()
  const remove = button(page, 'Remove picture')
  await expect(remove).toBeVisible()
  // A letter has no cover.
  await expect(button(page, 'Use as cover')).toHaveCount(0)
  await remove.click()
  await subject(page).fill('Slack water')
  await content(page).click()
  await page.keyboard.type('Between two tides.')
  await expect(page.getByText('Kept as you write, and not saved yet.')).toBeVisible()
  await expect(letter(page).getByRole('paragraph').filter({ hasText: 'Between two tides.' })).toBeVisible()
  await reloadDesk(page)
  await expect(subject(page)).toHaveValue('Slack water')
  await expect(content(page)).toHaveText('Between two tides.')
  await button(page, 'Save').click()
  await expect(page).toHaveURL(ownAddress)
  await expect(page.getByText('Saved. Nothing leaves before you send it.')).toBeVisible()

  await subject(page).fill('')
  await button(page, 'Review and Send').click()
  const stopped = page.getByRole('dialog', { name: 'Not ready yet' })
  await expect(stopped.getByText('The letter has no subject yet.')).toBeVisible()
  await expect(stopped.getByText(/Send it all the same|ten seconds/)).toHaveCount(0)
  await stopped.getByRole('button', { name: 'Not yet' }).click()
  await subject(page).fill('Slack water')

  await button(page, 'Schedule').click()
  const later = page.getByRole('dialog', { name: 'Send to 12 people, later?' })
  await expect(later.getByText('You can take it back until then.')).toBeVisible()
  await expect(later.getByText(/ten seconds/)).toHaveCount(0)
  await later.getByLabel('Day').fill('2099-01-01')
  await later.getByRole('button', { name: 'Schedule it' }).click()
  await expect(later.getByLabel('Send it all the same')).toBeFocused()
  await expectSound(page)
  await later.getByLabel('Send it all the same').check()
  const dora = { email: 'dora@home.example', list: 'newsletter', basis: 'At a reading' }
  await office.owner('POST', '/api/owner/people', dora)
  await later.getByRole('button', { name: 'Schedule it' }).click()
  const looked = page.getByRole('dialog', { name: 'Send to 13 people, later?' })
  await expect(looked.getByText('It goes to 13 by now. Look once more, then send it. Nothing was sent.')).toBeVisible()
  await expect(looked.getByText(/^Once more/)).toHaveCount(0)
  await looked.getByRole('button', { name: 'Schedule it' }).click()
  await expect(page.getByText('Saved. It goes on January 1, 2099')).toBeVisible()
  // Until it is taken back there is nothing to look at.
  const letGo = await hold(page, '**/unschedule')
  await button(page, 'Do not send it').click()
  await expect(button(page, 'Taking it back...')).toBeVisible()
  for (const held of ['Let it go by itself', 'Schedule', 'Review and Send'])
    await expect(button(page, held)).toBeDisabled()
  letGo()
  await expect(page.getByText('Saved. Nothing leaves before you send it.')).toBeVisible()
  await expect(page.getByText(/^It goes to 13 people/)).toBeVisible()
  await button(page, 'Let it go by itself').click()
  await page.getByRole('dialog').getByLabel('Let it go all the same').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Let it go by itself' }).click()
  await expect(page.getByText('Saved. Whoever gets it from now on gets it so.')).toBeVisible()
  await expect(page.getByText(/^It goes to 13 people/)).toHaveCount(0)
  await button(page, 'Turn it off').click()
  await expect(page.getByText('Saved. Nothing leaves before you send it.')).toBeVisible()

  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await reviewAndSend(page, '13 people', { holdSeconds: 60 })
  await expectUndoAtHand(page)
  // The seconds go on where the page was loaded anew and has heard nothing since.
  const asked = '**/api/owner/letters/*'
  await page.route(asked, (route) => route.abort())
  await reloadDesk(page)
  await expect(page.getByText(/^13 letters go out in \d+ s$/)).toBeVisible()
  await page.unroute(asked)
  await button(page, 'Undo').click()
  await expect(subject(page)).toHaveValue('Slack water')
  await expect(button(page, 'Review and Send')).toBeVisible()
  expect(office.smtp.received).toEqual([])
  const heading = page.getByRole('heading', { level: 1, name: 'Slack water' })
  await expect(heading).toBeFocused()

  await reviewAndSend(page, '13 people', { holdSeconds: 1, perDay: 10 })
  await expect(page.getByText('10 of 13 sent', { exact: true })).toBeVisible(long)
  await expect(page.getByText('Today’s share has left. The next leave on')).toBeVisible()
  await expect(heading).toBeFocused()
  await button(page, 'Pause').click()
  await expect(page.getByText('Paused · 10 of 13 sent', { exact: true })).toBeVisible()
  await expect(heading).toBeFocused()
})

test('a letter with everything in it fits a phone and a mail program, as it arrives and as it is shown made dark', async ({
  page,
  office,
}) => {
  const { owner, smtp } = office
  await office.uploadBook()
  const { slug: book } = await owner('POST', '/api/owner/books', { title: 'The Driver’s Promise' })
  const { slug: story } = await owner('POST', '/api/short-stories', { ...libraryStories[0], isPublished: true })
  const { slug: post } = await owner('POST', '/api/blog', { ...libraryPosts[0], isPublished: true })
  const grey = { create: { width: 1_200, height: 700, channels: 3, background: '#31424a' } } as const
  const { url: picture } = await owner('POST', '/api/owner/images', await sharp(grey).jpeg().toBuffer())
  const words = fullLetter({ picture, book, story, post, file: bookFile })
  const { id } = await owner('POST', '/api/owner/letters', { subject: 'It is finished', content: words, isOnWeb: true })
  await owner('POST', `/api/owner/letters/${id}/test`)
  await expect.poll(() => smtp.received.length, long).toBe(1)
  const { html, text } = smtp.received[0]?.mail ?? {}
  for (const part of ['a desk at night', 'the driver’s promise', 'your own copy', 'answer me'])
    for (const arrived of [html, text]) expect(String(arrived).toLowerCase()).toContain(part)
  await office.signIn(page)
  // Where it is shown to her it runs no scripts, and what looks for faults is one.
  const dark = await page.request.get(`${office.address}/admin/letters/${id}/letter?look=dark`)
  expect(dark.ok()).toBe(true)
  const turned = await dark.text()
  expect(turned).toContain('invert(1)')
  for (const letter of [String(html), turned])
    for (const width of [390, 700]) {
      await page.setViewportSize({ width, height: 844 })
      await page.setContent(letter)
      await expectSoundLetter(page)
    }
})

test('a letter only begun is in the list; saved elsewhere first, it opens with both; it goes by itself after a last look', async ({
  page,
  office,
}) => {
  await office.open(page, `${path}/new`)
  await expect(page.getByText('Nobody fits.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Bring your list in' })).toBeVisible()
  await subject(page).fill('Slack water')
  // At once: what was typed last is not left behind.
  await page.getByRole('link', { name: 'All letters' }).click()
  await expect(page.getByText('You have begun a new letter and not saved it.')).toBeVisible()
  await page.getByRole('link', { name: 'Go on with it' }).click()
  await expect(subject(page)).toHaveValue('Slack water')
  await content(page).click()
  await page.keyboard.type('Between two tides.')
  await button(page, 'Save').click()
  await expect(page).toHaveURL(ownAddress)

  const { id, ...saved } = await office.owner('GET', `/api/owner/letters/${page.url().split('/').at(-1)}`)
  await office.owner('PUT', `/api/owner/letters/${id}`, { ...saved, previewLine: 'From the other window' })
  await subject(page).fill('High water')
  await button(page, 'Save').click()
  await expect(page.getByText('This letter was changed elsewhere since you opened it.')).toBeVisible()
  await button(page, 'Open what was saved, with your changes in it').click()
  await expect(page.getByLabel('Preview line')).toHaveValue('From the other window')
  await expect(subject(page)).toHaveValue('High water')
  await button(page, 'Save').click()
  await expect(page.getByText('Saved. Nothing leaves before you send it.')).toBeVisible()

  const days = page.getByLabel('Days after joining')
  await days.fill('soon')
  await button(page, 'Let it go by itself').click()
  await expect(days).toHaveAccessibleDescription(/Days must be a number from 0 to 365/)
  await days.fill('2')
  await button(page, 'Let it go by itself').click()
  const look = page.getByRole('dialog', { name: 'Let it go by itself?' })
  await expect(look).toContainText('Whoever joins the newsletter from now on, 2 days after.')
  await expectSound(page)
  await look.getByRole('button', { name: 'Not yet' }).click()
  await expect(page.getByText('Saved. Nothing leaves before you send it.')).toBeVisible()
  await button(page, 'Let it go by itself').click()
  await look.getByLabel('Let it go all the same').check()
  // Saved elsewhere since: she is told, and goes on with what is there now.
  const now = await office.owner('GET', `/api/owner/letters/${id}`)
  await office.owner('PUT', `/api/owner/letters/${id}`, { ...now, previewLine: 'From there once more' })
  await look.getByRole('button', { name: 'Let it go by itself' }).click()
  await expect(look).toContainText('This letter was changed elsewhere since you opened it.')
  await look.getByRole('button', { name: 'Not yet' }).click()
  await expect(page.getByLabel('Preview line')).toHaveValue('From there once more')
  await days.fill('2')
  await button(page, 'Let it go by itself').click()
  await look.getByLabel('Let it go all the same').check()
  await look.getByRole('button', { name: 'Let it go by itself' }).click()
  await expect(page.getByText('It goes by itself to whoever joins, 2 days after.')).toBeVisible()
})

test('an earlier save of a letter is looked at and brought back, and what stood there can be had again', async ({
  page,
  office,
}) => {
  const audience = { list: 'newsletter' }
  const { id, version } = await office.owner('POST', '/api/owner/letters', {
    ...{ subject: 'Slack water', content: 'Dear {first name|reader}, between two tides.', audience },
  })
  const later = { subject: 'High water', content: 'At the top of the tide.', audience, version }
  await office.owner('PUT', `/api/owner/letters/${id}`, later)
  await office.open(page, `${path}/${id}`)
  const saves = page.getByRole('region', { name: 'Each save' }).getByRole('listitem')
  const bringBack = async () => {
    await page.getByText('Earlier versions').click()
    await saves.last().getByRole('button').click()
    await button(page, 'Bring this back').click()
    await expect(button(page, 'Undo')).toBeFocused()
    await expect(subject(page)).toHaveValue('Slack water')
  }
  const high = 'At the top of the tide. And over.'
  await content(page).press('Control+End')
  await page.keyboard.type(' And over.')
  await page.getByText('Earlier versions').click()
  await expect(saves).toHaveText([/High water.*6 words/, /Slack water/])
  await saves.last().getByRole('button').click()
  await expect(page.getByRole('region', { name: 'Then', exact: true })).toContainText('between two tides.')
  await expect(page.getByRole('region', { name: 'Now', exact: true })).toContainText('And over.')
  await expectSound(page)
  await page.getByText('Earlier versions').click()

  await bringBack()
  await expect(letter(page).getByRole('paragraph').filter({ hasText: 'Dear reader, between two tides.' })).toBeVisible()
  // What she had typed was saved before it went from the page.
  await page.getByText('Earlier versions').click()
  await expect(saves).toHaveText([/High water.*8 words/, /High water.*6 words/, /Slack water/])
  await page.getByText('Earlier versions').click()
  await button(page, 'Undo').click()
  await expect(subject(page)).toHaveValue('High water')
  await expect(content(page)).toHaveText(high)

  // What she wrote since is not thrown away by the undo either.
  await bringBack()
  await content(page).press('Control+End')
  await page.keyboard.type(' So it is.')
  await button(page, 'Undo').click()
  await expect(content(page)).toHaveText(high)
  await button(page, 'Undo').click()
  await expect(content(page)).toContainText('between two tides. So it is.')

  // Nor by discarding it, and what she types while that is on its way stays.
  const letGo = await hold(page, '**/api/owner/drafts/letter/*')
  await button(page, 'Discard changes').click()
  await expect(content(page)).toHaveText(high)
  await preview(page).fill('A short one')
  letGo()
  await button(page, 'Undo').click()
  await expect(content(page)).toContainText('between two tides. So it is.')
  await expect(preview(page)).toHaveValue('A short one')

  // Undone from another room it is found in the letter, on whatever device, with all that is not saved yet.
  await button(page, 'Discard changes').click()
  await preview(page).fill('A shorter one')
  await page.getByLabel('Show it on the web').check()
  await page.getByRole('link', { name: 'All letters' }).click()
  await expect(page.getByRole('row', { name: /High water/ })).toBeVisible()
  await button(page, 'Undo').click()
  await expect(page.getByText('Your words are back. What stood there since can be had again.')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.getByRole('link', { name: 'High water' }).click()
  await expect(content(page)).toContainText('between two tides. So it is.')
  await expect(preview(page)).toHaveValue('A short one')
  await expect(page.getByLabel('Show it on the web')).toBeChecked()
})

test('an earlier save brought back into a letter that waits for its moment changes nothing of what goes', async ({
  page,
  office,
}) => {
  const { owner } = office
  await owner('POST', '/api/owner/people', { email: 'ada@home.example', list: 'newsletter', basis: 'At a reading' })
  const words = { subject: 'Slack water', content: 'Between two tides.', audience: { list: 'newsletter' } }
  const { id, version } = await owner('POST', '/api/owner/letters', words)
  const later = await owner('PUT', `/api/owner/letters/${id}`, { ...words, content: 'At the top.', version })
  const wish = { version: later.version, count: 1, isMeant: true, at: '2099-01-01T09:00:00.000Z' }
  await owner('POST', `/api/owner/letters/${id}/send`, wish)
  await office.open(page, `${path}/${id}`)
  await content(page).press('Control+End')
  await page.keyboard.type(' Not yet.')
  await page.getByText('Earlier versions').click()
  await page.getByRole('region', { name: 'Each save' }).getByRole('button').last().click()
  await expect(page.getByText('What you have not saved can be had again by Undo')).toBeVisible()
  await button(page, 'Bring this back').click()
  await expect(content(page)).toHaveText('Between two tides.')
  expect((await owner('GET', `/api/owner/letters/${id}`)).content).toBe('At the top.')
  await button(page, 'Undo').click()
  await expect(content(page)).toHaveText('At the top. Not yet.')
})

test('a saved post leads to a new letter that begins with it', async ({ page, office }) => {
  const tide = {
    title: 'Slack water',
    content: 'Between *two* tides.',
    excerpt: 'An hour',
    tags: [],
    isPublished: true,
  }
  await office.owner('POST', '/api/blog', tide)
  await office.open(page, '/admin')
  await button(page, 'Edit').first().click()
  await page.getByRole('link', { name: 'Send this as a letter' }).click()
  await expect(page.getByLabel('Begin from', { exact: true }).locator('option:checked')).toHaveText('Post: Slack water')
  await expectSound(page)
  await button(page, 'Begin').click()
  await expect(page).toHaveURL(ownAddress)
  await expect(subject(page)).toHaveValue('Slack water')
  await expect(content(page)).toContainText('Read it on the site')
})

test('what is typed while a new letter is saved goes along to its own address', async ({ page, office }) => {
  await office.open(page, `${path}/new`)
  await subject(page).fill('Slack water')
  const letGo = await hold(page, '**/api/owner/letters')
  await button(page, 'Save').click()
  await expect(button(page, 'Saving...')).toBeVisible()
  await subject(page).fill('Slack water, at night')
  // Saved, and its own form is not there yet: she types on in the old one.
  const letPageGo = await hold(page, '**/assets/admin-letter-page-*.js')
  const isTyped = preview(page).evaluate(typeOnceSaved, 'A short one')
  letGo()
  await isTyped
  letPageGo()
  await expect(page).toHaveURL(ownAddress)
  await expect(page.getByText('These are your unsaved words from before.')).toBeVisible()
  await expect(subject(page)).toHaveValue('Slack water, at night')
  await expect(preview(page)).toHaveValue('A short one')
  await page.getByRole('link', { name: 'All letters' }).click()
  await expect(page.getByRole('row', { name: 'Slack water' }).getByText('Unsaved words')).toBeVisible()
  await expect(page.getByText('You have begun a new letter and not saved it.')).toHaveCount(0)
})

test('two presses of Send Test are one test letter', { tag: '@long' }, async ({ page, office }) => {
  await office.open(page, `${path}/new`)
  await subject(page).fill('Slack water')
  await button(page, 'Save').click()
  await expect(page).toHaveURL(ownAddress)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/test')) asked++
  })
  const letGo = await hold(page, '**/test')
  await button(page, 'Send Test').focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Send Test')).toBeDisabled()
  await page.keyboard.press('Enter')
  letGo()
  await expect(button(page, 'Send Test')).toBeEnabled()
  expect(asked).toBe(1)
})

test('of many letters some are found by their subject or their state', async ({ page, office }) => {
  for (let month = 1; month <= 12; month++) {
    await office.owner('POST', '/api/owner/letters', { subject: `Letter of month ${month}` })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await office.open(page, path)
  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveCount(12)
  await page.getByLabel('Search letters').fill('month 1')
  await expect(rows).toHaveText(['Letter of month 12', 'Letter of month 11', 'Letter of month 10', 'Letter of month 1'])
  await expect(page.getByText('4 found')).toBeAttached()
  await button(page, 'Draft 4').click()
  await expect(rows).toHaveCount(4)
  await expectSound(page)
  await page.getByLabel('Search letters').fill('month 13')
  await expect(page.getByText('No letter like that.')).toBeVisible()
})

test('a letter is begun, written, reviewed, sent and undone by keyboard alone', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await joinNewsletter(office, ['Ada'])
  await office.open(page, path)
  const { keyboard } = page
  const pressAt = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target)
    await keyboard.press(key)
  }
  await pressAt(page.getByRole('button', { name: 'Write a Letter' }))
  await tabTo(page, subject(page))
  await keyboard.type('Slack water')
  await tabTo(page, content(page))
  await keyboard.type('Between two tides.')
  await expect(page.getByText('It goes to 1 person: Ada Reed.')).toBeVisible()
  await expect(letter(page).getByRole('paragraph').filter({ hasText: 'Between two tides.' })).toBeVisible()
  await sendAs(page, { holdSeconds: 60 })
  await asIfNobodyVouched(page)
  await pressAt(button(page, 'Review and Send'))
  const review = page.getByRole('dialog', { name: 'Send to 1 person?' })
  await expect(review).toBeVisible()
  await expect(page).toHaveURL(ownAddress)
  await pressAt(review.getByLabel('Send it all the same'), 'Space')
  await pressAt(review.getByRole('button', { name: 'Send to 1 person' }))
  const asked = review.getByRole('alert')
  await expect(asked).toContainText('Once more, since it is not this letter alone')
  await expect(asked).toBeInViewport({ ratio: 1 })
  await keyboard.press('Enter')
  await expectUndoAtHand(page)
  await keyboard.press('Enter')
  await expect(subject(page)).toHaveValue('Slack water')
  expect(office.smtp.received).toEqual([])
  // What it asks for now is answered after the test, if at all.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a tag too many is said at its field, saves nothing and loses nothing', { tag: '@long' }, async ({
  page,
  office,
}) => {
  await joinNewsletter(office, ['Ada'])
  const tags = Array.from({ length: 21 }, (_, number) => `tag ${number}`)
  const fields = { subject: 'For some', audience: JSON.stringify({ list: 'newsletter', tags }) }
  await office.owner('PUT', '/api/owner/drafts/letter/new', { fields, baseVersion: 0, writer: 'a-window' })
  await office.open(page, `${path}/new`)
  await expect(page.getByRole('combobox', { name: 'With one of these tags' })).toHaveAccessibleDescription(
    /At most 20 tags/,
  )
  await expect(page.getByText('It could not be counted. At most 20 tags')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText('Not saved.')).toBeVisible()
  await expect(subject(page)).toHaveValue('For some')
  await button(page, 'tag 7, take it away').click()
  await expect(page.getByText('Nobody fits.')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText('Saved. Nothing leaves before you send it.')).toBeVisible()
})

test('what a letter by itself became is followed below its form, which keeps what is typed in it', {
  tag: '@long',
}, async ({ page, office }) => {
  const { id } = await office.owner('POST', '/api/owner/letters', { subject: 'Welcome', content: 'The tide.' })
  await office.owner('PUT', `/api/owner/letters/${id}/welcome`, { days: 0 })
  office.smtp.refuse = () => ({ code: 550, words: '5.7.1 Not today' })
  await office.owner('POST', '/api/newsletter/signup', { email: 'ada@home.example', source: 'footer' })
  // Its round comes every minute.
  await expect.poll(async () => (await office.owner('GET', `/api/owner/letters/${id}`)).mailing.failed, long).toBe(1)
  await office.open(page, `${path}/${id}`)
  await subject(page).fill('Welcome, all')
  await button(page, 'Save').click()
  await expect(page.getByText('Saved. Whoever gets it from now on gets it so.')).toBeVisible()
  await page.getByLabel('Days after joining').fill('7')
  office.smtp.refuse = () => undefined
  await button(page, 'Retry failed').click()
  await expect(page.getByText('sent to 1', { exact: true })).toBeVisible(long)
  await expect(page.getByLabel('Days after joining')).toHaveValue('7')
  await expect(page.getByRole('row', { name: 'ada@home.example' }).getByText('Sent')).toBeVisible()
})

test('a letter that stands on the site, a draft again, is tried and brought back without its page changing', {
  tag: '@long',
}, async ({ page, office }) => {
  const { owner, smtp, address } = office
  const words = { subject: 'Welcome', content: 'The tide.', isOnWeb: true }
  const { id, slug } = await owner('POST', '/api/owner/letters', words)
  await owner('PUT', `/api/owner/letters/${id}/welcome`, { days: 0 })
  await owner('POST', '/api/newsletter/signup', { email: 'ada@home.example', source: 'footer' })
  // Its round comes every minute.
  await expect.poll(() => smtp.received.map(({ mail }) => mail.subject), long).toContain('Welcome')
  await owner('DELETE', `/api/owner/letters/${id}/welcome`)
  const inPublic = async () => (await page.request.get(`${address}/letters/${slug}`)).text()
  await expect.poll(inPublic, long).toContain('The tide.')
  await office.open(page, `${path}/${id}`)
  await content(page).press('Control+End')
  await page.keyboard.type(' Half a thought')
  await button(page, 'Send Test').click()
  await expect.poll(() => smtp.received.some(({ mail }) => mail.text?.includes('Half a thought')), long).toBe(true)
  await page.getByText('Earlier versions').click()
  await subject(page).fill('Well')
  await page.getByRole('region', { name: 'Each save' }).getByRole('button').last().click()
  await button(page, 'Bring this back').click()
  await expect(subject(page)).toHaveValue('Welcome')
  expect(await inPublic()).toContain('The tide.')
  expect(await inPublic()).not.toContain('Half a thought')
})
