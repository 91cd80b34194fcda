import { expect, type Page } from '@playwright/test'
import { button } from './desk.ts'
import { askAt, enter, test } from './desk-site.ts'
import { hold } from './hold.ts'
import { awake, isAwake, openDesk, type Site } from './owner.ts'
import { complaintsOf } from './watch.ts'

let complaints: string[]

test.beforeEach(async ({ page, site }) => {
  await enter(page, site)
  complaints = await complaintsOf(page)
})
test.afterEach(() => expect(complaints).toEqual([]))

const content = (page: Page) => page.getByRole('textbox', { name: 'Content' })

const editorScripts = '**/assets/prose-editor-*.js'

/** A new letter, and its editor on its way. */
async function openHeld(page: Page, site: Site) {
  const letGo = await hold(page, editorScripts)
  await openDesk(page, site, '/admin/letters/new')
  await expect(content(page)).toHaveAttribute('rows', '15')
  return letGo
}

const expectEditor = (page: Page) => expect(content(page)).toHaveAttribute('contenteditable', 'true')

/** Stands where the bar is, or has chosen what is between two of them. */
async function stand(page: Page, text: string) {
  const [before = '', ...rest] = text.split('|')
  await content(page).fill(text.replaceAll('|', ''))
  await content(page).evaluate((box: HTMLTextAreaElement, [from, to]) => box.setSelectionRange(from, to), [
    before.length,
    before.length + (rest.length > 1 ? (rest[0] ?? '').length : 0),
  ] as const)
}

async function sourceOf(page: Page) {
  await button(page, 'Write in plain text').click()
  return content(page).inputValue()
}

for (const { where, before, after } of [
  { where: 'in a word', before: 'The bo|at is in.', after: 'The bo, so at is in.' },
  { where: 'after a blank', before: 'The boat |', after: 'The boat , so ' },
  { where: 'in a paragraph she has just begun', before: 'The *boat* is in.\n\n|', after: 'The *boat* is in.\n\n, so ' },
  {
    where: 'behind a mark',
    before: '## News\n\nThe **boat**| is in.\n\n- one',
    after: '## News\n\nThe **boat**, so  is in.\n\n- one',
  },
  { where: 'in a list', before: 'The boat:\n\n- o|ne\n- two', after: 'The boat:\n\n- o, so ne\n- two' },
  { where: 'upon some words', before: 'The |boat| is in.', after: 'The , so  is in.' },
]) {
  test(`the editor comes while she stands ${where}: she writes on there`, async ({ page, site }) => {
    const letGo = await openHeld(page, site)
    await stand(page, before)
    letGo()
    await expectEditor(page)
    await expect(content(page)).toBeFocused()
    await page.keyboard.type(', so ')
    expect((await sourceOf(page)).trimEnd()).toBe(after.trimEnd())
  })
}

test('no key is lost while the editor comes, and none comes twice', async ({ page, site }) => {
  const letGo = await openHeld(page, site)
  const words = 'Between two tides she rows out, and nobody sees her go. '
  await content(page).click()
  await page.keyboard.type(words)
  letGo()
  let typed = words
  while (!(await content(page).getAttribute('contenteditable'))) {
    await page.keyboard.type(words)
    typed += words
  }
  await page.keyboard.type(words)
  expect(await sourceOf(page)).toBe((typed + words).trimEnd())
})

test('a letter that is being put together of several keys is finished first', async ({ page, site }) => {
  const letGo = await openHeld(page, site)
  await stand(page, 'The caf| is open.')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Input.imeSetComposition', { text: '´', selectionStart: 1, selectionEnd: 1 })
  const arrived = page.waitForResponse(editorScripts)
  letGo()
  await (await arrived).finished()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await cdp.send('Input.insertText', { text: 'é' })
  await expectEditor(page)
  await page.keyboard.type('s')
  expect(await sourceOf(page)).toBe('The cafés is open.')
})

test('whoever is at another field stays there', async ({ page, site }) => {
  const letGo = await openHeld(page, site)
  const subject = page.getByLabel('Subject', { exact: true })
  await subject.click()
  await page.keyboard.type('Slack ')
  letGo()
  await expectEditor(page)
  await page.keyboard.type('water')
  await expect(subject).toHaveValue('Slack water')
})

test('what is typed before the page is awake is there when the editor has come', async ({ page, site }) => {
  const letGo = await hold(page, '**/assets/*.js')
  await page.goto(`${site.address}/admin/letters/new`, { waitUntil: 'commit' })
  await content(page).click()
  await page.keyboard.type('Between two ')
  letGo()
  await expectEditor(page)
  await page.keyboard.type('tides')
  expect(await sourceOf(page)).toBe('Between two tides')
})

test('what is typed and ticked at a saved letter before the page is awake is there when it is, and kept', async ({
  page,
  site,
}) => {
  const saved = { subject: 'Slack water', content: 'Between two ' }
  const { id } = await askAt(page, site, 'POST', '/api/owner/letters', saved)
  const letGo = await hold(page, '**/assets/*.js')
  await page.goto(`${site.address}/admin/letters/${id}`, { waitUntil: 'commit' })
  const subject = page.getByLabel('Subject', { exact: true })
  await subject.press('End')
  await page.keyboard.type(' at noon')
  await page.getByLabel('Show it on the web').check()
  await content(page).press('Control+End')
  await page.keyboard.type('tides ')
  letGo()
  await expectEditor(page)
  await page.keyboard.type('she rows')
  await expect(subject).toHaveValue('Slack water at noon')
  const kept = {
    fields: { subject: 'Slack water at noon', content: 'Between two tides she rows', isOnWeb: 'yes' },
  }
  const draft = () => askAt<object | null>(page, site, 'GET', `/api/owner/drafts/letter/${id}`)
  await expect.poll(draft).toMatchObject(kept)
  expect(await sourceOf(page)).toBe(kept.fields.content)
})

test('a word that is being put together before the page is awake is finished first', async ({ page, site }) => {
  const letGo = await hold(page, '**/assets/*.js')
  await page.goto(`${site.address}/admin/letters/new`, { waitUntil: 'commit' })
  const subject = page.getByLabel('Subject', { exact: true })
  await subject.click()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Input.imeSetComposition', { text: 'Slac', selectionStart: 4, selectionEnd: 4 })
  letGo()
  await page.waitForLoadState('networkidle')
  expect(await isAwake(page)).toBe(false)
  await cdp.send('Input.insertText', { text: 'Slack' })
  await awake(page)
  await page.keyboard.type(' water')
  await expect(subject).toHaveValue('Slack water')
})

test('a press before the page is awake is done with the words typed before it', async ({ page, site }) => {
  const saved = { subject: 'Slack water', content: 'Between two tides' }
  const { id } = await askAt(page, site, 'POST', '/api/owner/letters', saved)
  const letGo = await hold(page, '**/assets/*.js')
  await page.goto(`${site.address}/admin/letters/${id}`, { waitUntil: 'commit' })
  await page.getByLabel('Subject', { exact: true }).press('End')
  await page.keyboard.type(' at noon')
  await button(page, 'Review and Send').click()
  letGo()
  await expect(page.getByRole('dialog')).toContainText('Slack water at noon')
})
