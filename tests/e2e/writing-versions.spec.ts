import { expect } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { button, editor, field, press } from './desk.ts'
import { enter, test } from './desk-site.ts'
import { hold } from './hold.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'
import { openPost, reopen, save, text, tool } from './writing-table.ts'

let complaints: string[]

test.beforeEach(async ({ page, site }) => {
  await enter(page, site)
  complaints = await complaintsOf(page, /^Failed to load resource/)
})
test.afterEach(() => expect(complaints).toEqual([]))

test('each save is listed, stands beside her words, and is brought back without being saved', async ({
  page,
  site,
}) => {
  await openPost(page, site, { content: 'The *lamp* was out.\n\nNobody came.' })
  await field(page, 'Title').fill('The Salt Gate')
  await text(page).press('Control+End')
  await page.keyboard.type(' Nobody ever did.')
  await save(page)
  await reopen(page, 'The Salt Gate')
  await text(page).press('Control+End')
  await page.keyboard.type(' Or did they?')
  await press(page, 'Versions')
  const saves = editor(page).getByRole('region', { name: 'Each save' }).getByRole('listitem')
  await expect(saves).toHaveText([/The Salt Gate.*9 words/, /The Salt Door.*6 words/])
  await saves.last().getByRole('button').click()
  const [then, now] = ['Then', 'Now'].map((name) => editor(page).getByRole('region', { name, exact: true }))
  await expect(then?.locator('.is-changed') ?? saves).toHaveText(['The Salt Door', 'Nobody came.'])
  await expect(now?.locator('.is-changed') ?? saves).toHaveText([
    'The Salt Gate',
    'Nobody came. Nobody ever did. Or did they?',
  ])
  await expect(then?.locator('em') ?? saves).toHaveText('lamp')
  expect(await axeFaults(page)).toEqual([])
  expect(await isSidewaysAt(page, 390)).toBe(false)
  expect(await axeFaults(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })

  await press(page, 'Bring this back')
  await expect(text(page)).toBeFocused()
  await expect(field(page, 'Title')).toHaveValue('The Salt Door')
  await expect(text(page).locator('p')).toHaveText(['The lamp was out.', 'Nobody came.'])
  // What stood there had been saved nowhere, and is to be had again.
  await press(page, 'Undo')
  await expect(field(page, 'Title')).toHaveValue('The Salt Gate')
  await expect(text(page).locator('p').last()).toHaveText('Nobody came. Nobody ever did. Or did they?')
  // What she has written since is not thrown away by that: it is offered in turn.
  await press(page, 'Versions')
  await saves.last().getByRole('button').click()
  await press(page, 'Bring this back')
  await text(page).press('Control+End')
  await page.keyboard.type(' Since then.')
  await press(page, 'Undo')
  await expect(text(page).locator('p').last()).toHaveText('Nobody came. Nobody ever did. Or did they?')
  await press(page, 'Undo')
  await expect(text(page).locator('p').last()).toHaveText('Nobody came. Since then.')
  await text(page).press('Control+End')
  await page.keyboard.type(' And more.')
  await press(page, 'Versions')
  await saves.last().getByRole('button').click()
  await press(page, 'Bring this back')
  await press(page, 'Cancel')
  await press(page, 'Undo')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await press(page, 'Continue with them')
  await expect(text(page).locator('p').last()).toHaveText('Nobody came. Since then. And more.')
  await press(page, 'Cancel')
  // Not saved, and not lost: it waits until she decides.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await press(page, 'Discard them')
  await expect(text(page).locator('p').last()).toHaveText('Nobody came. Nobody ever did.')
  await press(page, 'Versions')
  await expect(saves).toHaveCount(2)
  await saves.first().getByRole('button').click()
  await expect(editor(page).getByRole('heading', { name: /the same words as now$/ })).toBeVisible()
  await saves.last().getByRole('button').click()
  await press(page, 'Bring this back')
  await expect(tool(page, 'Italic')).toBeVisible()
  const saved = await save(page)
  expect([saved.title, saved.content]).toEqual(['The Salt Door', 'The *lamp* was out.\n\nNobody came.'])
})

test('a draft is read by whoever has its link, as the page will be, until she ends it', { tag: '@long' }, async ({
  page,
  site,
  browser,
}) => {
  await openPost(page, site, { content: '## One\n\nThe *lamp* was out.\n\n***\n\nNobody came.' })
  await press(page, 'Reading link')
  await editor(page).getByLabel('Open for').selectOption('a week')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/reading-links/')) asked.push(request.url())
  })
  const letGo = await hold(page, '**/api/owner/reading-links/**')
  await button(page, 'Make a reading link').focus()
  // Pressed again by an impatient hand: the address of one that is not shown could never be sent to anybody.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  letGo()
  const address = editor(page).locator('code')
  await expect(address).toHaveText(/\/preview\/[\w.-]{40,}$/)
  expect(asked).toHaveLength(1)
  await expect(editor(page).getByRole('list', { name: 'Open links' }).getByRole('listitem')).toHaveCount(1)
  expect(await axeFaults(page)).toEqual([])
  expect(await isSidewaysAt(page, 390)).toBe(false)

  const path = new URL(await address.innerText()).pathname
  const reader = await (await browser.newContext()).newPage()
  const heard = await complaintsOf(reader, /^Failed to load resource/)
  const told: string[] = []
  reader.on('request', (request) => {
    if (request.url().includes('/api/analytics/')) told.push(request.postData() ?? '')
  })
  const answer = await reader.goto(site.address + path)
  expect(answer?.status()).toBe(200)
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  })
  const draft = await reader.locator('.prose').innerHTML()
  expect(await axeFaults(reader)).toEqual([])

  await press(page, 'End it now')
  await expect(editor(page).getByRole('list', { name: 'Open links' })).toBeHidden()
  await expect(address).toBeHidden()
  await expect(button(page, 'Make a reading link')).toBeFocused()
  expect((await reader.goto(site.address + path))?.status()).toBe(404)
  await expect(reader.getByRole('heading', { level: 1, name: 'This link is closed' })).toBeVisible()

  await press(page, 'Reading link')
  await expect(text(page)).toBeFocused()
  await field(page, 'Publish immediately').check()
  const { slug } = await save(page)
  await reader.goto(`${site.address}/blog/${slug}`)
  expect(await reader.locator('.prose').innerHTML()).toBe(draft)
  expect(told.join('')).not.toContain('preview')
  expect(heard).toEqual([])
  await reader.context().close()
})
