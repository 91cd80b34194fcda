import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { plenty, widths } from '../support/long-run.ts'
import { axeFaults } from './axe.ts'
import {
  ask,
  button,
  content,
  details,
  editor,
  expectRoomToWrite,
  expectText,
  field,
  onDisk,
  press,
  row,
  tabTo,
  write,
} from './desk.ts'
import { askAt, enter, test } from './desk-site.ts'
import { expectNotice, hold, refuse, watchCalls } from './forms.ts'
import { openDesk, type Site } from './owner.ts'
import { signOutEverywhere, withDatabase } from './rows.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

type Post = { id: string; slug: string; title: string; content: string; coverImage: string; publishedDate: string }

let complaints: string[]

// She works in Toronto.
test.use({ timezoneId: 'America/Toronto', contextOptions: { reducedMotion: 'reduce' } })

test.beforeEach(async ({ page, site }) => {
  await enter(page, site)
  complaints = await complaintsOf(page, /^Failed to load resource/)
})
test.afterEach(() => expect(complaints).toEqual([]))

const written = { title: 'The locked drawer', content: 'It was not locked.\n\nIt was only shut.' }

/** Posts that are there already. */
async function file(page: Page, site: Site, ...posts: object[]): Promise<Post[]> {
  const filed: Post[] = []
  for (const post of posts) filed.push(await askAt<Post>(page, site, 'POST', '/api/blog', { ...written, ...post }))
  await openDesk(page, site, '/admin')
  return filed
}

async function edit(page: Page, title: string) {
  await row(page, title).getByRole('button', { name: 'Edit', exact: true }).click()
}

test('an empty desk says so and opens the form: its fields are named to the letter, its faults on saving first', async ({
  page,
  site,
}) => {
  await openDesk(page, site, '/admin')
  await expect(page.getByRole('heading', { name: 'Nothing filed yet.' })).toBeVisible()
  await press(page, 'Create First Post')
  await expect(page.getByRole('dialog', { name: 'New Post' })).toBeVisible()
  await expect(field(page, 'Title')).toBeFocused()
  await expect(field(page, 'Slug')).toBeHidden()
  await details(page)
  for (const label of ['Slug', 'Category', 'Tags']) await expect(field(page, label)).toHaveValue('')
  await expect(field(page, 'Excerpt')).toHaveAttribute('rows', '3')
  await expectRoomToWrite(page)
  await expect(field(page, 'Cover Image URL')).toHaveAttribute('type', 'url')
  await expect(field(page, 'Published Date')).toHaveAttribute('type', 'date')
  await expect(field(page, 'Time')).toHaveAttribute('type', 'time')
  await expect(field(page, 'Publish immediately')).not.toBeChecked()
  await expect(field(page, 'Featured')).not.toBeChecked()
  await expect(editor(page).getByRole('button', { name: 'Create Post', exact: true })).toBeVisible()
  await press(page, 'Cancel')
  await expect(editor(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Create First Post' })).toBeFocused()

  // From then on with every change, and nothing is sent.
  const sent = watchCalls(page, '/api/blog')
  await press(page, 'New Post')
  await field(page, 'Slug').fill('Not An Address')
  await expect(editor(page).getByText('Slug may hold only')).toBeHidden()
  await press(page, 'Create Post')
  await expect(editor(page).getByText('3 things to fix.')).toBeVisible()
  await expect(field(page, 'Title')).toBeFocused()
  await expect(field(page, 'Title')).toHaveAccessibleDescription('Title is required')
  await expect(editor(page).getByText('Content is required')).toBeVisible()
  await field(page, 'Title').fill('A')
  await expect(editor(page).getByText('Title is required')).toBeHidden()
  await field(page, 'Slug').fill('an-address')
  await field(page, 'Cover Image URL').fill('javascript:alert(1)')
  await expect(editor(page).getByText('Cover Image URL must be an https address')).toBeVisible()
  expect(sent).toEqual([])
})

test('a post with only title and content is a draft, sent as the rules say: by its button or Ctrl+Enter, not by Enter', async ({
  page,
  site,
}) => {
  await openDesk(page, site, '/admin')
  const sent = watchCalls(page, '/api/blog')
  await press(page, 'New Post')
  await details(page)
  await field(page, 'Title').fill('  What’s in the “Drawer”?  ')
  await expect(editor(page).getByText('Will be /blog/what-s-in-the-drawer')).toBeVisible()
  await write(page, ' It was\n\n  only shut. ')
  await field(page, 'Tags').fill(' keys, , old houses ,')
  await expect(editor(page).getByRole('list', { name: 'One by one' }).getByRole('listitem')).toHaveText([
    'keys',
    'old houses',
  ])
  await press(page, 'Create Post')
  await expectNotice(page, 'Success', 'Blog post created successfully!')
  expect(sent).toEqual([
    {
      title: '  What’s in the “Drawer”?  ',
      slug: 'what-s-in-the-drawer',
      excerpt: null,
      content: ' It was\n\n  only shut.',
      format: 'prose',
      coverImage: null,
      category: null,
      tags: ['keys', 'old houses'],
      isPublished: false,
      isFeatured: false,
      publishedDate: null,
    },
  ])
  await expect(editor(page)).toBeHidden()
  const filed = row(page, 'What’s in the “Drawer”?')
  await expect(filed.getByText('Draft', { exact: true })).toBeVisible()
  await expect(filed.getByRole('link')).toHaveCount(0)

  // On the page a blank after the last word is not seen; in the box every one is hers.
  await press(page, 'New Post')
  await press(page, 'Write in plain text')
  await content(page).fill(' It was\n\n  only shut. ')
  await field(page, 'Title').fill(written.title)
  await field(page, 'Title').press('Enter')
  await expect(editor(page)).toBeVisible()
  expect(sent).toHaveLength(1)
  await field(page, 'Title').press('Control+Enter')
  await expect(row(page, written.title)).toBeVisible()
  expect(sent.slice(1)).toMatchObject([{ content: ' It was\n\n  only shut. ', format: 'prose' }])
})

test('a post appears at once, with a link to it in a new tab, or on a day to come by the author’s own clock', async ({
  page,
  site,
}) => {
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await field(page, 'Title').fill('At once')
  await write(page, written.content)
  await field(page, 'Publish immediately').check()
  await expect(editor(page).getByText('Appears as soon as you save.')).toBeVisible()
  await details(page)
  await field(page, 'Featured').check()
  await press(page, 'Create Post')
  const atOnce = row(page, 'At once')
  await expect(atOnce.getByText('Published', { exact: true })).toBeVisible()
  await expect(atOnce.getByText('Featured', { exact: true })).toBeVisible()
  const view = atOnce.getByRole('link', { name: 'View' })
  await expect(view).toHaveAttribute('href', '/blog/at-once')
  await expect(view).toHaveAttribute('target', '_blank')

  const sent = watchCalls(page, '/api/blog')
  await press(page, 'New Post')
  await field(page, 'Title').fill(written.title)
  await write(page, written.content)
  await field(page, 'Publish immediately').check()
  await field(page, 'Published Date').fill('2037-01-15')
  await expect(editor(page).getByText('Appears on Thursday, 15 January 2037 at 09:00, your time.')).toBeVisible()
  await field(page, 'Time').fill('21:30')
  await expect(editor(page).getByText('Appears on Thursday, 15 January 2037 at 21:30, your time.')).toBeVisible()
  await press(page, 'Create Post')
  const filed = row(page, written.title)
  await expect(filed.getByText('Scheduled', { exact: true })).toBeVisible()
  await expect(filed.getByText('January 15, 2037, 21:30')).toBeVisible()
  await expect(filed.getByRole('link')).toHaveCount(0)
  expect(sent).toMatchObject([{ isPublished: true, publishedDate: '2037-01-16T02:30:00.000Z' }])
  expect((await page.request.get(`${site.address}/api/blog/the-locked-drawer`)).status()).toBe(404)

  await edit(page, written.title)
  await expect(field(page, 'Published Date')).toHaveValue('2037-01-15')
  await expect(field(page, 'Time')).toHaveValue('21:30')
})

test('a post is updated as it was opened; its known address is locked until she says so, a draft’s follows its title', async ({
  page,
  site,
}) => {
  const [post] = await file(
    page,
    site,
    { isPublished: true, excerpt: 'Short.', category: 'Notes', tags: ['a', 'b'] },
    { title: 'A draft' },
  )
  const sent = watchCalls(page, `/api/blog/${post?.id}`)
  await edit(page, written.title)
  await expect(page.getByRole('dialog', { name: 'Edit Post' })).toBeVisible()
  await details(page)
  await expect(field(page, 'Excerpt')).toHaveValue('Short.')
  await expect(field(page, 'Tags')).toHaveValue('a, b')
  await field(page, 'Title').fill('The open drawer')
  await expect(field(page, 'Slug')).toHaveValue('the-locked-drawer')
  await expect(field(page, 'Slug')).toHaveAttribute('readonly')
  await press(page, 'Change address')
  await expect(field(page, 'Slug')).toBeFocused()
  await expect(field(page, 'Slug')).toHaveAccessibleDescription(/The old address will lead to the new one\./)
  await field(page, 'Slug').fill('the-open-drawer')
  await press(page, 'Update Post')
  await expectNotice(page, 'Success', 'Blog post updated successfully!')
  await expect(row(page, 'The open drawer')).toBeVisible()
  expect(sent).toEqual([
    {
      title: 'The open drawer',
      slug: 'the-open-drawer',
      excerpt: 'Short.',
      content: written.content,
      format: 'prose',
      coverImage: null,
      category: 'Notes',
      tags: ['a', 'b'],
      isPublished: true,
      isFeatured: false,
      publishedDate: post?.publishedDate,
      version: 1,
    },
  ])
  const moved = await page.request.get(`${site.address}/api/blog/the-locked-drawer`, { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([308, '/api/blog/the-open-drawer'])

  await edit(page, 'A draft')
  await field(page, 'Title').fill('A draft of air')
  await expect(field(page, 'Slug')).toHaveValue('a-draft-of-air')
})

test('an address that is taken is refused at its field, in the server’s words, with a number to ask by', {
  tag: '@long',
}, async ({ page, site }) => {
  await file(page, site, { isPublished: true })
  await press(page, 'New Post')
  await field(page, 'Title').fill(written.title)
  await write(page, 'Other words.')
  await press(page, 'Create Post')
  await expectNotice(page, 'Error', 'Failed to create blog post')
  await expect(field(page, 'Slug')).toBeFocused()
  await expect(field(page, 'Slug')).toHaveAccessibleDescription(/Another post already has this address/)
  await expect(editor(page).getByText('Another post already has the address “the-locked-drawer”.')).toBeVisible()
  await expect(editor(page).getByText(/^Request [\w-]+$/)).toBeVisible()
  await field(page, 'Slug').fill('the-other-drawer')
  await expect(editor(page).getByText('Another post already has this address')).toBeHidden()
  await press(page, 'Create Post')
  await expect(page.getByRole('row')).toHaveCount(3)
})

test('a server that stumbles costs no word, and while one saves the button says so and cannot be pressed', async ({
  page,
  site,
}) => {
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await field(page, 'Title').fill(written.title)
  await write(page, written.content)
  await refuse(page, '**/api/blog', 503, {
    code: 'busy',
    message: 'The house is full for a moment.',
    requestId: 'abc123',
  })
  await press(page, 'Create Post')
  await expectNotice(page, 'Error', 'Failed to create blog post')
  await expect(editor(page).getByText('The house is full for a moment.')).toBeVisible()
  await expect(editor(page).getByText('Request abc123')).toBeVisible()
  await expectText(page, written.content)
  await page.unroute('**/api/blog')
  const release = await hold(page, '**/api/blog')
  await press(page, 'Create Post')
  await expect(editor(page).getByRole('button', { name: 'Saving...' })).toBeDisabled()
  release()
  await expectNotice(page, 'Success', 'Blog post created successfully!')
  await expect(editor(page)).toBeHidden()
})

test('without the code of its notices the desk still stands', { tag: '@long' }, async ({ page, site }) => {
  await page.route('**/toast-region-*', (route) => route.abort())
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await field(page, 'Title').fill(written.title)
  await write(page, written.content)
  await refuse(page, '**/api/blog', 503, { code: 'busy', message: 'The house is full for a moment.', requestId: 'abc' })
  await press(page, 'Create Post')
  await expect(editor(page).getByText('The house is full for a moment.')).toBeVisible()
  await expectText(page, written.content)
})

test('signed out meanwhile: the words stay, and can be saved after signing in elsewhere', { tag: '@long' }, async ({
  page,
  site,
}) => {
  const [post] = await file(page, site, {})
  await edit(page, written.title)
  await write(page, 'Words from before.')
  signOutEverywhere(site)
  await press(page, 'Update Post')
  await expectNotice(page, 'Error', 'Failed to update blog post')
  const line = editor(page).getByText('You were signed out. Sign in in another tab, then save again.').first()
  await expect(line).toBeVisible()
  await expect(editor(page).getByRole('link', { name: 'Sign in' }).first()).toHaveAttribute('target', '_blank')
  await expectText(page, 'Words from before.')
  await enter(page, site)
  await press(page, 'Update Post')
  await expectNotice(page, 'Success', 'Blog post updated successfully!')
  expect((await ask<Post>(page, 'GET', `/api/owner/blog/${post?.id}`)).content).toBe('Words from before.')
})

test('what she writes is shown as readers will see it, and as it travels', { tag: '@long' }, async ({ page, site }) => {
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await details(page)
  await field(page, 'Title').fill('<script>alert(1)</script>')
  await field(page, 'Excerpt').fill('A line '.repeat(40))
  await write(page, 'Two  blanks.\n\n<img src=x onerror=alert(2)> '.repeat(50))
  await press(page, 'Preview')
  const preview = editor(page).getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('3 min to read · 250 words')).toBeVisible()
  await expect(preview.getByText('<script>alert(1)</script>')).toHaveCount(3)
  await expect(preview.getByText('<img src=x onerror=alert(2)>').first()).toBeVisible()
  await expect(preview.locator('img')).toHaveCount(0)
  const card = preview.getByRole('figure')
  const description = await card.locator('p').last().innerText()
  expect(description).toMatch(/^A line .*…$/)
  expect(description.length).toBeLessThanOrEqual(160)
})

test('a cover is uploaded beside its address, and shown', { tag: '@long' }, async ({ page, site }) => {
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await field(page, 'Title').fill(written.title)
  await details(page)
  const photograph = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await press(page, 'Upload')
    await (await chooser).setFiles(onDisk(name, buffer))
  }
  await choose('drawing.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(
    editor(page).getByText('Not uploaded. A picture must be a JPEG, PNG, WebP, AVIF or GIF file.'),
  ).toBeVisible()
  await choose('much.jpg', Buffer.alloc(15 * 1024 * 1024 + 1))
  await expect(editor(page).getByText('A picture may have at most 15 MB.')).toBeVisible()

  await choose('drawer.jpg', photograph)
  await expect(field(page, 'Cover Image URL')).toHaveValue(new RegExp(`^${site.address}/images/[\\w-]+$`))
  // What was written while it was on its way is still there.
  await expect(field(page, 'Title')).toHaveValue(written.title)
  await press(page, 'Preview')
  const shown = editor(page).getByRole('region', { name: 'Preview' }).locator('img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960)
  await press(page, 'Preview')
  await write(page, written.content)
  await press(page, 'Create Post')
  await expect(editor(page)).toBeHidden()
  const [post] = await ask<Post[]>(page, 'GET', '/api/owner/blog')
  expect(post?.coverImage).toMatch(/^\/images\//)
  await edit(page, written.title)
  await expect(field(page, 'Cover Image URL')).toHaveValue(site.address + post?.coverImage)
})

test('the list is searched and sorted by state, with keys of its own', { tag: '@long' }, async ({ page, site }) => {
  await file(
    page,
    site,
    { title: 'Alpha', isPublished: true, category: 'Notes' },
    { title: 'Beta', tags: ['cellar'] },
    { title: 'Gamma', isPublished: true, publishedDate: '2037-01-01' },
  )
  const titles = page.getByRole('rowheader').locator('span:first-child')
  await expect(titles).toHaveText(['Gamma', 'Beta', 'Alpha'])
  const show = (name: string) => page.getByRole('group', { name: 'Show' }).getByRole('button', { name }).click()
  await show('Published')
  await expect(titles).toHaveText(['Alpha'])
  await show('Draft')
  await expect(titles).toHaveText(['Beta'])
  await show('Scheduled')
  await expect(titles).toHaveText(['Gamma'])
  await show('All')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search posts' })).toBeFocused()
  await page.keyboard.type('CELL')
  await expect(titles).toHaveText(['Beta'])
  await page.keyboard.type('n')
  await expect(page.getByText('Nothing like that is filed here.')).toBeVisible()
  await expect(editor(page)).toBeHidden()
})

test('a journey by keyboard alone: written, scheduled, edited, deleted, taken back', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await openDesk(page, site, '/admin')
  await page.keyboard.press('n')
  await expect(field(page, 'Title')).toBeFocused()
  await page.keyboard.type('By hand')
  await tabTo(page, content(page))
  await page.keyboard.type('Every word of it.')
  await tabTo(page, field(page, 'Published Date'))
  await page.keyboard.type('01152037')
  await tabTo(page, field(page, 'Publish immediately'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(row(page, 'By hand').getByText('Scheduled', { exact: true })).toBeVisible()

  await page.getByRole('heading', { level: 1 }).focus()
  await tabTo(page, button(page, 'Edit'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit Post' })).toBeVisible()
  await tabTo(page, field(page, 'Title'))
  await page.keyboard.press('End')
  await page.keyboard.type(', again')
  await tabTo(page, button(page, 'Update Post'))
  await page.keyboard.press('Enter')
  await expect(row(page, 'By hand, again')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()

  await tabTo(page, button(page, 'Delete'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Deleted “By hand, again”.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing filed yet.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'By hand, again').getByText('Scheduled', { exact: true })).toBeVisible()
})

test('a list on its way, and a list that does not come', { tag: '@long' }, async ({ page, site }) => {
  await openDesk(page, site, '/admin/stories')
  const release = await hold(page, '**/api/owner/blog')
  await page.getByRole('link', { name: 'Posts' }).click()
  await expect(page.getByText('Loading posts')).toBeAttached()
  release()
  await expect(page.getByRole('heading', { name: 'Nothing filed yet.' })).toBeVisible()

  await page.unroute('**/api/owner/blog')
  await openDesk(page, site, '/admin/stories')
  await refuse(page, '**/api/owner/blog', 500, {
    code: 'unexpected',
    message: 'Something went wrong.',
    requestId: 'abc',
  })
  await page.getByRole('link', { name: 'Posts' }).click()
  await expect(page.getByRole('heading', { name: 'The posts did not open' })).toBeVisible()
  await expect(page.getByText('Something went wrong.')).toBeVisible()
  await page.unroute('**/api/owner/blog')
  await press(page, 'Try again')
  await expect(page.getByRole('heading', { name: 'Nothing filed yet.' })).toBeVisible()
})

test('a post that was deleted elsewhere says so, a failed deletion too, and what she was writing can be filed anew', {
  tag: '@long',
}, async ({ page, site }) => {
  const [post, other] = await file(page, site, {}, { title: 'Gone before' })
  await ask(page, 'DELETE', `/api/blog/${other?.id}`)
  await edit(page, 'Gone before')
  await expect(editor(page).getByText('That post does not exist, or not any more.')).toBeVisible()
  await press(page, 'Cancel')
  await row(page, 'Gone before').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The post was not deleted. That post does not exist, or not any more.')).toBeVisible()

  await edit(page, written.title)
  await write(page, 'Too good to lose.')
  await ask(page, 'DELETE', `/api/blog/${post?.id}`)
  await press(page, 'Update Post')
  await expectNotice(page, 'Error', 'Failed to update blog post')
  await expect(editor(page).getByText('This post was deleted elsewhere.')).toBeVisible()
  await press(page, 'Create Post')
  await expectNotice(page, 'Success', 'Blog post created successfully!')
  const [filed] = await ask<Post[]>(page, 'GET', '/api/owner/blog')
  expect([filed?.content, filed?.slug]).toEqual(['Too good to lose.', 'the-locked-drawer'])
})

test('a double click deletes once, and answers once', { tag: '@long' }, async ({ page, site }) => {
  const [post] = await file(page, site, {})
  const sent = watchCalls(page, `/api/blog/${post?.id}`)
  const discard = row(page, written.title).getByRole('button', { name: 'Delete' })
  const release = await hold(page, `**/api/blog/${post?.id}`)
  await discard.dblclick()
  release()
  await expect(page.getByText(`Deleted “${written.title}”.`)).toBeVisible()
  await expect(page.getByText('The post was not deleted.')).toBeHidden()
  expect(sent).toHaveLength(1)
})

test('signed out while deleting: it says that nothing was deleted, and what to do', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await file(page, site, {})
  signOutEverywhere(site)
  await row(page, written.title).getByRole('button', { name: 'Delete' }).click()
  await expect(
    page.getByText('The post was not deleted. You were signed out. Sign in in another tab, then delete it again.'),
  ).toBeVisible()
})

test('samples are named as such; removing them asks by name, spares her own, and can be undone', {
  tag: '@long',
}, async ({ page, site }) => {
  await file(page, site, {}, { title: 'Her own' })
  withDatabase(site, (db) => db.prepare('update posts set is_sample = 1 where title = ?').run(written.title))
  await openDesk(page, site, '/admin')
  await expect(row(page, written.title).getByText('Sample', { exact: true })).toBeVisible()
  await press(page, 'Remove all samples')
  const dialog = page.getByRole('dialog', { name: 'Remove 1 sample post?' })
  await expect(dialog.getByRole('listitem')).toHaveText([written.title])
  await expect(dialog).toContainText('The 1 post of your own stays. Your stories are not touched.')
  expect(await axeFaults(page)).toEqual([])
  await expect(button(page, 'Keep them')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row(page, written.title)).toBeVisible()
  await press(page, 'Remove all samples')
  await press(page, 'Remove 1 sample post')
  await expect(row(page, written.title)).toBeHidden()
  await expect(row(page, 'Her own')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Bin 1' })).toBeVisible()
  await expect(button(page, 'Undo')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, written.title).getByText('Sample', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Bin 0' })).toBeVisible()
})

test('what she deleted lies in the bin, whenever she looks: restored or ended by the keyboard alone', {
  tag: '@long',
}, async ({ page, site }) => {
  const [gone, kept] = await file(page, site, { isPublished: true }, { title: 'Kept' })
  for (const post of [gone, kept]) await ask(page, 'DELETE', `/api/blog/${post?.id}`)
  await openDesk(page, site, '/admin')
  await tabTo(page, page.getByRole('link', { name: 'Bin 2' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bin')
  await expect(row(page, written.title)).toContainText('Readers see it again when you restore it.')
  expect(await axeFaults(page)).toEqual([])
  expect(await isSidewaysAt(page, 320)).toBe(false)

  const inRow = (title: string, name: string) => row(page, title).getByRole('button', { name, exact: true })
  await tabTo(page, inRow('Kept', 'Restore'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Restored “Kept”. It is a draft, as before.')).toBeVisible()
  await expect(row(page, 'Kept')).toBeHidden()
  await expect(button(page, 'Undo')).toBeFocused()

  await tabTo(page, inRow(written.title, 'Delete for good'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(written.title)
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(inRow(written.title, 'Delete for good')).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`“${written.title}” is gone for good.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The bin is empty.' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await openDesk(page, site, '/admin')
  await expect(row(page, 'Kept')).toBeVisible()
})

for (const width of widths) {
  test(`list and form are accessible at ${width} px, and scroll nothing sideways at 320 px`, { tag: '@long' }, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await file(
      page,
      site,
      { isPublished: true, isFeatured: true },
      { title: 'Later', isPublished: true, publishedDate: '2037-01-01' },
      { title: 'A_title_without_any_place_to_break_it_'.repeat(4), tags: ['x'.repeat(40)], isPublished: true },
    )
    expect(await axeFaults(page)).toEqual([])
    await edit(page, 'Later')
    await field(page, 'Title').fill('')
    await press(page, 'Update Post')
    await expect(editor(page).getByText('1 thing to fix.')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await details(page)
    expect(await axeFaults(page)).toEqual([])
    await press(page, 'Preview')
    await expect(field(page, 'Title')).toBeHidden()
    expect(await axeFaults(page)).toEqual([])
    await press(page, 'Cancel')

    expect(await isSidewaysAt(page, 320)).toBe(false)
    await edit(page, 'A_title')
    await expect(field(page, 'Title')).toBeVisible()
    expect(await editor(page).evaluate((dialog) => dialog.scrollWidth)).toBeLessThanOrEqual(320)
    await press(page, 'Preview')
    expect(await editor(page).evaluate((dialog) => dialog.scrollWidth)).toBeLessThanOrEqual(320)
  })
}

test('a text as long as a novella is written on without waiting', { tag: '@long' }, async ({ page, context, site }) => {
  const paragraph = 'The lamp over the stairs had been dead since March, and nobody in the house could say why.\n\n'
  await file(page, site, { content: paragraph.repeat(2_200).slice(0, plenty(200_000, 60_000)) })
  await edit(page, written.title)
  await content(page).press('Control+End')
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  const scripts = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
  const before = await scripts()
  const more = 'and it went on'
  await page.keyboard.type(more, { delay: 30 })
  await expect(content(page).locator('p').last()).toHaveText(/and it went on$/)
  const each = ((await scripts()) - before) / more.length
  test.info().annotations.push({ type: 'script per key', description: `${Math.round(each * 1_000)} ms` })
  expect(each).toBeLessThan(0.1)
  await press(page, 'Update Post')
  await expectNotice(page, 'Success', 'Blog post updated successfully!')
})
