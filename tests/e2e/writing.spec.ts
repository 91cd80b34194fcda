import { expect } from '@playwright/test'
import { bullets, em, h2, h3, link, numbers, p, quote, sceneBreak, strong } from '#tests/support/prose-tree.ts'
import { axeFaults } from './axe.ts'
import { button, editor, field, press, row, tabTo } from './desk.ts'
import { askAt, enter, test } from './desk-site.ts'
import { openDesk } from './owner.ts'
import { complaintsOf } from './watch.ts'
import { beginPost, choose, openPost, publish, save, text, tool, toolbar } from './writing-table.ts'

let complaints: string[]

test.beforeEach(async ({ page, site }) => {
  await enter(page, site)
  complaints = await complaintsOf(page, /^Failed to load resource/)
})
test.afterEach(() => expect(complaints).toEqual([]))

test('marks are made as she types them, and readers see what she saw', async ({ page, site }) => {
  await beginPost(page, site)
  const { keyboard } = page
  await keyboard.type('## One')
  await keyboard.press('Enter')
  await keyboard.type('It was *so* and **so it** stayed, _all_ of 2 * 3 * 4.')
  await keyboard.press('Enter')
  await keyboard.type('### Smaller')
  await keyboard.press('Enter')
  await keyboard.type('> Whoever enters pays.')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await keyboard.type('- salt')
  await keyboard.press('Enter')
  await keyboard.type('candles')
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await keyboard.type('one for the stairs')
  for (let count = 0; count < 3; count++) await keyboard.press('Enter')
  await keyboard.type('1. first')
  await keyboard.press('Enter')
  await keyboard.type('second')
  for (let count = 0; count < 2; count++) await keyboard.press('Enter')
  await keyboard.type('***')
  await keyboard.press('Enter')
  await keyboard.type('Line')
  await keyboard.press('Shift+Enter')
  await keyboard.type('by line.')
  const { body, slug } = await publish(page)
  expect(body).toEqual([
    h2('One'),
    p('It was ', em('so'), ' and ', strong('so it'), ' stayed, ', em('all'), ' of 2 * 3 * 4.'),
    h3('Smaller'),
    quote(p('Whoever enters pays.')),
    bullets([p('salt')], [p('candles'), bullets([p('one for the stairs')])]),
    numbers(1, [p('first')], [p('second')]),
    sceneBreak,
    p('Line\nby line.'),
  ])
  await page.goto(`${site.address}/blog/${slug}`)
  const article = page.locator('.prose')
  for (const mark of ['h2', 'em >> nth=0', 'strong', 'h3', 'blockquote', 'ul > li > ul', 'ol', 'hr'])
    await expect(article.locator(mark).first()).toBeVisible()
})

test('quotes, dashes and dots become those of a book: the last one back by Backspace, all of them off at will', {
  tag: '@long',
}, async ({ page, site }) => {
  await beginPost(page, site)
  const curly = tool(page, 'Curly quotes and dashes as you type')
  await expect(curly).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type(`"Don't," she said, "no, I--" ('so')...`)
  await expect(text(page)).toHaveText('“Don’t,” she said, “no, I—” (‘so’)…')
  await page.keyboard.press('Enter')
  await page.keyboard.type(`'Tis the '90s, 'twas, 'em and 'other'. `)
  await expect(text(page).locator('p').last()).toHaveText('’Tis the ’90s, ’twas, ’em and ‘other’. ')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Six"')
  await page.keyboard.press('Backspace')
  await expect(text(page).locator('p').last()).toHaveText('Six"')
  await curly.click()
  await expect(curly).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.type(` '5--6'...`)
  await expect(text(page).locator('p').last()).toHaveText(`Six" '5--6'...`)

  await save(page)
  await beginPost(page, site, 'Another')
  await expect(curly).toHaveAttribute('aria-pressed', 'false')
  await curly.click()
  await page.keyboard.type('"')
  await expect(text(page)).toHaveText('“')
})

test('the tools are named, tell what holds where she stands, and leave her there', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await openPost(page, site, { content: 'The lamp was out.' })
  const names = await toolbar(page)
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
  expect(names).toEqual([
    ...['Italic', 'Bold', 'Heading', 'Quotation', 'List', 'Link', 'Picture', 'Scene break'],
    ...['Find and replace', 'Bring in a file', 'Curly quotes and dashes as you type'],
  ])
  const isOn = (name: string, is: boolean) => expect(tool(page, name)).toHaveAttribute('aria-pressed', String(is))
  await choose(page, 'lamp')
  await tool(page, 'Italic').click()
  await expect(text(page)).toBeFocused()
  await isOn('Italic', true)
  await page.keyboard.press('Control+b')
  await isOn('Bold', true)
  await expect(text(page).locator('strong em, em strong')).toHaveText('lamp')
  await page.keyboard.press('Control+i')
  await isOn('Italic', false)
  await page.keyboard.press('Control+z')
  await isOn('Italic', true)
  await page.keyboard.press('Control+Shift+z')
  await isOn('Italic', false)

  for (const level of ['h2', 'h3']) {
    await tool(page, 'Heading').click()
    await expect(text(page).locator(level)).toHaveText('The lamp was out.')
    await isOn('Heading', true)
  }
  await tool(page, 'Heading').click()
  await isOn('Heading', false)
  await tool(page, 'Quotation').click()
  await isOn('Quotation', true)
  await tool(page, 'Quotation').click()
  await isOn('Quotation', false)
  for (const kind of ['ul', 'ol']) {
    await tool(page, 'List').click()
    await expect(text(page).locator(`${kind} > li`)).toHaveText('The lamp was out.')
    await isOn('List', true)
  }
  await tool(page, 'List').click()
  await isOn('List', false)
  await page.keyboard.press('End')
  await tool(page, 'Scene break').click()
  await page.keyboard.type('After.')
  const { body } = await save(page)
  expect(body).toEqual([p('The ', strong('lamp'), ' was out.'), sceneBreak, p('After.')])
})

test('each tool is reached and used by the keyboard alone, from the list to the saved post', async ({ page, site }) => {
  await openDesk(page, site, '/admin')
  await tabTo(page, button(page, 'New Post'))
  await page.keyboard.press('Enter')
  await expect(field(page, 'Title')).toBeFocused()
  await page.keyboard.type('By hand')
  await tabTo(page, text(page))
  await page.keyboard.type('So it was')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await expect(editor(page).locator('.editor-words')).toContainText('1 selected')
  await page.keyboard.press('Shift+Tab')
  await expect(tool(page, 'Italic')).toBeFocused()
  const around = ['Curly quotes and dashes as you type', 'Bring in a file', 'Find and replace']
  for (const name of around) {
    await page.keyboard.press('ArrowLeft')
    await expect(tool(page, name)).toBeFocused()
  }
  await page.keyboard.press('Home')
  await expect(tool(page, 'Italic')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  await tabTo(page, field(page, 'Publish immediately'))
  await page.keyboard.press('Space')
  await tabTo(page, button(page, 'Create Post'))
  await page.keyboard.press('Enter')
  await expect(row(page, 'By hand').getByText('Published', { exact: true })).toBeVisible()
  const post = await askAt<{ body: unknown }>(page, site, 'GET', '/api/blog/by-hand')
  expect(post.body).toEqual([p('So it ', em('was'))])
})

test('a link leads to an address or to something of hers; what is no address is refused in a sentence', async ({
  page,
  site,
}) => {
  await askAt(page, site, 'POST', '/api/short-stories', {
    title: 'The Lantern Keeper',
    content: 'A',
    isPublished: true,
  })
  await askAt(page, site, 'POST', '/api/blog', { title: 'On lanterns', content: 'A', isPublished: true })
  await openPost(page, site, { content: 'The lamp, the door, the key and the well.' })
  const dialog = page.getByRole('dialog', { name: 'Link' })
  const address = dialog.getByLabel('Address, or a title of yours')

  await choose(page, 'lamp')
  await page.keyboard.press('Control+k')
  await expect(address).toBeFocused()
  await page.keyboard.type('lantern')
  await expect(dialog.getByRole('listitem')).toHaveText(['On lanternsPost', 'The Lantern KeeperStory'])
  expect(await axeFaults(page)).toEqual([])
  await tabTo(page, dialog.getByRole('button', { name: 'The Lantern Keeper' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(text(page)).toBeFocused()
  await expect(text(page).getByRole('link', { name: 'lamp' })).toHaveAttribute(
    'href',
    '/short-stories/the-lantern-keeper',
  )

  await choose(page, 'door')
  await tool(page, 'Link').click()
  for (const wrong of ['javascript:alert(1)', 'http:', 'ftp://cafe.example', 'no address at all']) {
    await address.fill(wrong)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('An address begins with https://')).toBeVisible()
  }
  await address.fill('cafe.example/menu')
  await page.keyboard.press('Enter')
  for (const [words, typed] of [
    ['key', 'ines@author.example'],
    ['well', `${site.address}/about`],
  ] as const) {
    await choose(page, words)
    await tool(page, 'Link').click()
    await address.fill(typed)
    await dialog.getByRole('button', { name: 'Set link' }).click()
  }
  // Where she stands in one, it is changed or removed whole, and nothing else is.
  await choose(page, 'oo')
  await expect(tool(page, 'Link')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Control+k')
  await expect(address).toHaveValue('https://cafe.example/menu')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(editor(page)).toBeVisible()
  await choose(page, 'am')
  await page.keyboard.press('Control+k')
  await dialog.getByRole('button', { name: 'Remove link' }).click()

  await page.keyboard.press('Control+End')
  await page.keyboard.type(' ')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lanterns')
  await dialog.getByRole('button', { name: 'On lanterns' }).click()
  await page.keyboard.type(', and on.')
  const { body } = await save(page)
  expect(body).toEqual([
    p(
      ...['The lamp, the ', link('https://cafe.example/menu', 'door'), ', the '],
      ...[link('mailto:ines@author.example', 'key'), ' and the ', link('/about', 'well'), '. '],
      ...[link('/blog/on-lanterns', 'On lanterns'), ', and on.'],
    ),
  ])
})

test('words are found and replaced, one by one or all at once, wherever in the text they stand', {
  tag: '@long',
}, async ({ page, site }) => {
  const far = Array.from({ length: 80 }, (_, index) => `Paragraph ${index}, of no account.`)
  await openPost(page, site, { content: ['A lamp. A Lamp.', ...far, 'The lamp.'].join('\n\n') })
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  const find = editor(page).getByLabel('Find', { exact: true })
  const said = editor(page).locator('.editor-find [role=status]')
  await expect(find).toBeFocused()
  await page.keyboard.type('nowhere')
  await expect(said).toHaveText('Not found.')
  await find.fill('lamp')
  await expect(said).toHaveText('Found 3 times.')
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  const lit = editor(page).locator('.ProseMirror-active-search-match')
  await expect(lit).toHaveText('lamp')
  await page.keyboard.press('Shift+Enter')
  await expect(lit).toBeInViewport()
  await expect(text(page).locator('p').last().locator('.ProseMirror-active-search-match')).toHaveText('lamp')
  await press(page, 'Next')
  await expect(lit).toBeInViewport()
  await press(page, 'Previous')
  await expect(lit).toBeInViewport()
  await press(page, 'Next')

  await editor(page).getByLabel('Replace with').fill('door')
  await press(page, 'Replace')
  await expect(text(page).locator('p').first()).toHaveText('A door. A Lamp.')
  await expect(said).toHaveText('Found 2 times.')
  await press(page, 'Replace all')
  await expect(said).toHaveText('Replaced 2 times.')
  await find.focus()
  await page.keyboard.press('Escape')
  await expect(find).toBeHidden()
  await expect(text(page)).toBeFocused()
  await expect(editor(page).locator('.ProseMirror-search-match')).toHaveCount(0)
  const { content } = await save(page)
  expect(content).toBe(['A door. A Door.', ...far, 'The door.'].join('\n\n'))
})

test('alone with the page by F9 or by the mouse; Esc comes back, and only the next one leaves', {
  tag: '@long',
}, async ({ page, site }) => {
  await beginPost(page, site)
  await page.keyboard.type('Quiet')
  for (const begin of [() => page.keyboard.press('F9'), () => press(page, 'Focus')]) {
    await begin()
    await expect(toolbar(page)).toBeHidden()
    await expect(button(page, 'Create Post')).toBeHidden()
    await expect(text(page)).toBeFocused()
    await page.keyboard.type('er')
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(toolbar(page)).toBeVisible()
    await expect(text(page)).toBeFocused()
  }
  await press(page, 'Focus')
  await press(page, 'Leave focus (Esc)')
  await expect(text(page)).toBeFocused()
  await expect(text(page)).toHaveText('Quieterer')
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeHidden()
})

test('the preview is one key away, and she comes back to where she was', { tag: '@long' }, async ({ page, site }) => {
  const far = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}, of no account.`)
  await openPost(page, site, { content: ['It was *so*.', ...far, 'The end.'].join('\n\n') })
  await choose(page, 'of no')
  await page.keyboard.press('ArrowRight')
  await expect(editor(page).locator('.editor-words')).not.toContainText('selected')
  await page.keyboard.press('F2')
  const preview = editor(page).getByRole('region', { name: 'Preview', exact: true })
  await expect(preview.locator('em')).toHaveText('so')
  await expect(text(page)).toBeHidden()
  await page.keyboard.press('F2')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('t')
  await expect(text(page).getByText('Paragraph 0, of not account.')).toBeVisible()

  await page.keyboard.press('Control+End')
  const last = text(page).locator('p').last()
  await press(page, 'Preview')
  await press(page, 'Preview')
  await expect(text(page)).toBeFocused()
  await expect(last).toBeInViewport()
  await field(page, 'Title').focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('F2')
  await expect(field(page, 'Title')).toBeFocused()
})

test('her words are counted, and those she chose; as plain text she may write them too', async ({ page, site }) => {
  await openPost(page, site, { content: 'The **lamp** was out.\n\n\n\nNobody came.' })
  const count = editor(page).locator('.editor-words')
  await expect(count).toHaveText('6 words')
  await page.keyboard.press('Shift+Home')
  await expect(count).toHaveText('6 words · 2 selected')
  await press(page, 'Write in plain text')
  await expect(field(page, 'Content')).toHaveValue('The **lamp** was out.\n\n\n\nNobody came.')
  await expect(field(page, 'Content')).toHaveAttribute('rows', '15')
  await field(page, 'Content').fill('The *lamp* was out.\n\n\n\nNobody came.\n')
  await press(page, 'Back to the page')
  await expect(text(page).locator('em')).toHaveText('lamp')
  await choose(page, 'The')
  await page.keyboard.type('So: The')
  const { content, body } = await save(page)
  expect(content).toBe('So: The *lamp* was out.\n\n\n\nNobody came.\n')
  expect(body[0]).toEqual(p('So: The ', em('lamp'), ' was out.'))
})

test('a text from before there were marks stays as it is until she writes in it, and reads the same after', {
  tag: '@long',
}, async ({ page, site }) => {
  const content = '# Not a heading\n\n* not a list\n\n  *Not* so_ [here](/about)  \nend\n\n\n***\n'
  const post = { content, format: 'plain', isPublished: true }
  await openPost(page, site, post)
  await field(page, 'Title').fill('Another name')
  const renamed = await save(page)
  expect([renamed.content, renamed.format, renamed.title]).toEqual([content, 'plain', 'Another name'])

  await row(page, 'Another name').getByRole('button', { name: 'Edit', exact: true }).click()
  await choose(page, 'Not')
  await page.keyboard.type('Never')
  const changed = await save(page)
  expect(changed.format).toBe('prose')
  expect(changed.content).toContain('\\# Never a heading')
  await page.goto(`${site.address}/blog/${changed.slug}`)
  const prose = page.locator('.prose')
  await expect(prose.getByText('# Never a heading')).toBeVisible()
  await expect(prose.getByText('*Not* so_ [here](/about)')).toBeVisible()
  await expect(prose.locator('em, h2, ul, a')).toHaveCount(0)
})
