import { once } from 'node:events'
import { expect, type Page } from '@playwright/test'
import { ask, button, content, details, editor, expectText, field, press, row, write } from './desk.ts'
import { askAt, enter, test } from './desk-site.ts'
import { expectNotice, hold } from './forms.ts'
import { openDesk, reloadDesk, type Site, signIn, startOwnedSite } from './owner.ts'
import { complaintsOf } from './watch.ts'

type Post = { id: string; title: string; content: string; version: number }

let complaints: string[]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.beforeEach(async ({ page }) => {
  complaints = await complaintsOf(page, /^Failed to load resource/)
})
test.afterEach(() => expect(complaints).toEqual([]))

const title = 'The locked drawer'
const offer = (page: Page) => editor(page).getByRole('heading', { name: /^Unsaved words from \d\d:\d\d$/ })
const saved = (page: Page) => editor(page).getByText(/^Kept \d\d:\d\d, not saved yet/)
const keptHere = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsaved')))

async function file(page: Page, site: Site, post: object = {}): Promise<Post> {
  const filed = await askAt<Post>(page, site, 'POST', '/api/blog', { title, content: 'As it was.', ...post })
  await openDesk(page, site, '/admin')
  return filed
}

const edit = (page: Page) => row(page, title).getByRole('button', { name: 'Edit', exact: true }).click()
const read = (page: Page, { id }: Post) => ask<Post>(page, 'GET', `/api/owner/blog/${id}`)

test('five seconds after a change the words are on the server, and readers see none of them', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await enter(page, site)
  const post = await file(page, site, { isPublished: true })
  await edit(page)
  await expect(editor(page).getByText('What you write is kept every few seconds.')).toBeVisible()
  await page.clock.install()
  await write(page, 'As it will be.')
  await page.clock.fastForward(5_000)
  await expect(saved(page)).toBeVisible()
  await expect(editor(page).getByText('Readers still see the published one.')).toBeVisible()
  expect((await read(page, post)).content).toBe('As it was.')
  expect(await ask(page, 'GET', `/api/owner/drafts/post/${post.id}`)).toMatchObject({
    fields: { content: 'As it will be.' },
    baseVersion: 1,
  })
})

test('Ctrl+S keeps at once, and leaving a field does', { tag: '@long' }, async ({ page, site }) => {
  await enter(page, site)
  const kept: unknown[] = []
  page.on('request', (request) => request.method() === 'PUT' && kept.push(request.postDataJSON().fields.title))
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await page.clock.install()
  await field(page, 'Title').fill('One')
  await field(page, 'Title').press('Control+s')
  await expect(saved(page)).toBeVisible()
  await expect(editor(page).getByText('Your words are kept.')).toBeAttached()
  await field(page, 'Title').fill('Two')
  await field(page, 'Title').press('Tab')
  await expect.poll(() => kept).toEqual(['One', 'Two'])
})

test('closing the form loses nothing: it says so, marks the row, and offers the words again', async ({
  page,
  site,
}) => {
  await enter(page, site)
  const post = await file(page, site)
  await edit(page)
  await write(page, 'Half a sentence, and')
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeHidden()
  await expectNotice(page, 'Kept, not saved', 'Open the post again to continue with your words.')
  await expect(row(page, title).getByText('Unsaved words')).toBeVisible()

  await edit(page)
  await expect(offer(page)).toBeVisible()
  await expect(editor(page).getByText('Half a sentence, and')).toBeVisible()
  await press(page, 'Continue with them')
  await expectText(page, 'Half a sentence, and')
  await content(page).press('Control+End')
  await page.keyboard.type(' the rest of it.')
  await press(page, 'Update Post')
  await expectNotice(page, 'Success', 'Blog post updated successfully!')
  expect((await read(page, post)).content).toBe('Half a sentence, and the rest of it.')
  await expect(row(page, title).getByText('Unsaved words')).toBeHidden()
  await edit(page)
  await expectText(page, 'Half a sentence, and the rest of it.')
})

test('words that were discarded can be had back at once, and after the form was closed', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await enter(page, site)
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await field(page, 'Title').fill('A whole draft')
  await write(page, 'Every word of it.')
  await press(page, 'Cancel')
  const notice = await expectNotice(page, 'Kept, not saved', 'Open the post again to continue with your words.')
  await press(page, 'New Post')
  await expect(offer(page)).toBeVisible()
  // At once, not when its time is up.
  expect(await notice.count()).toBe(0)

  await press(page, 'Discard them')
  await expect(field(page, 'Title')).toHaveValue('')
  await expect(editor(page).getByText('Discarded the unsaved words.')).toBeVisible()
  await press(page, 'Undo')
  await expect(offer(page)).toBeVisible()
  await expect(button(page, 'Undo')).toBeHidden()
  await press(page, 'Discard them')
  await press(page, 'Cancel')
  await expect(editor(page)).toBeHidden()
  await press(page, 'Undo')
  await expect(page.getByText('You have begun a new post and not saved it.')).toBeVisible()
  await press(page, 'Go on with it')
  await press(page, 'Continue with them')
  await expect(field(page, 'Title')).toHaveValue('A whole draft')
  await press(page, 'Create Post')
  await expect(row(page, 'A whole draft')).toBeVisible()
  await expect(page.getByText('You have begun a new post and not saved it.')).toBeHidden()
})

test('words that are not wanted are discarded for good, and what was changed back leaves no trace', {
  tag: '@long',
}, async ({ page, site }) => {
  await enter(page, site)
  const post = await file(page, site)
  await edit(page)
  await write(page, 'Not these.')
  await press(page, 'Cancel')
  await expect(row(page, title).getByText('Unsaved words')).toBeVisible()
  await edit(page)
  await press(page, 'Discard them')
  await expectText(page, 'As it was.')
  await expect.poll(() => ask(page, 'GET', `/api/owner/drafts/post/${post.id}`)).toBeNull()
  await press(page, 'Cancel')
  await expect(row(page, title).getByText('Unsaved words')).toBeHidden()

  await edit(page)
  await write(page, 'Something else.')
  await content(page).press('Control+s')
  await expect(saved(page)).toBeVisible()
  await write(page, 'As it was.')
  await press(page, 'Cancel')
  await expect.poll(() => ask(page, 'GET', `/api/owner/drafts/post/${post.id}`)).toBeNull()
  await edit(page)
  await expect(content(page)).toBeVisible()
})

test('the browser closes in the middle of a new post: another one goes on with it', { tag: '@long' }, async ({
  page,
  browser,
  site,
}) => {
  await enter(page, site)
  const first = await browser.newContext()
  const writing = await first.newPage()
  await enter(writing, site)
  await openDesk(writing, site, '/admin')
  await press(writing, 'New Post')
  // The title alone may be saved first, when she types slowly.
  const kept = writing.waitForResponse((answer) => answer.request().postData()?.includes('It went dark') ?? false)
  await field(writing, 'Title').fill('Begun on the train')
  await write(writing, 'It went dark, and')
  await content(writing).press('Control+s')
  await kept
  await expect(saved(writing)).toBeVisible()
  await first.close()

  await openDesk(page, site, '/admin')
  await expect(page.getByText('You have begun a new post and not saved it.')).toBeVisible()
  await press(page, 'Go on with it')
  await expect(offer(page)).toBeVisible()
  await press(page, 'Continue with them')
  await expect(field(page, 'Title')).toHaveValue('Begun on the train')
  await press(page, 'Create Post')
  await expect(row(page, 'Begun on the train')).toBeVisible()
  await expect(page.getByText('You have begun a new post and not saved it.')).toBeHidden()
})

test('a page she leaves a second after the last key has kept that key too, on the server', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await enter(page, site)
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await field(page, 'Title').fill('The last word')
  // Not by any door of ours: the whole document goes.
  await page.goto(`${site.address}/healthz`)
  await page.evaluate(() => localStorage.clear())
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await expect(offer(page)).toBeVisible()
  await press(page, 'Continue with them')
  await expect(field(page, 'Title')).toHaveValue('The last word')
})

test('what she went on with after a reload and saved is not offered as unsaved', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await enter(page, site)
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await field(page, 'Title').fill(title)
  await write(page, 'Written in haste.')
  await reloadDesk(page)
  await expect.poll(() => ask(page, 'GET', '/api/owner/drafts/post/new')).toMatchObject({ fields: { title } })
  await press(page, 'New Post')
  await press(page, 'Continue with them')
  await press(page, 'Create Post')
  await expectNotice(page, 'Success', 'Blog post created successfully!')
  await press(page, 'New Post')
  await expect(field(page, 'Title')).toHaveValue('')
  expect(await keptHere(page)).toEqual([])
})

test('a page she leaves with more than a browser sends on its way out keeps it all the same', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await enter(page, site)
  const long = 'A long night. '.repeat(10_000).trimEnd()
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await write(page, long)
  await page.goto(`${site.address}/healthz`)
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await expect(editor(page).getByText('They were kept in this browser.')).toBeVisible()
  await press(page, 'Continue with them')
  await expectText(page, long)
})

test('what she writes while a save is under way is kept, of a new post too', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await enter(page, site)
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await field(page, 'Title').fill(title)
  await write(page, 'Saved words.')
  const release = await hold(page, '**/api/blog')
  await page.keyboard.press('Control+Enter')
  await expect(editor(page).getByRole('button', { name: 'Saving...' })).toBeVisible()
  await page.keyboard.type(' And one more.')
  // Pressed again by an impatient hand: it is under way already.
  await page.keyboard.press('Control+Enter')
  release()
  await expect(editor(page)).toBeHidden()
  await edit(page)
  await press(page, 'Continue with them')
  await expect(content(page)).toHaveText('Saved words. And one more.')
  await press(page, 'Update Post')
  await expectNotice(page, 'Success', 'Blog post updated successfully!')
})

test('the server dies while she writes, and comes back: not a word is lost', async ({ page, borrow }) => {
  const dying = await borrow(startOwnedSite())
  await signIn(page, dying)
  const post = await file(page, dying)
  await edit(page)
  await page.clock.install()
  await write(page, 'Before the power cut.')
  await content(page).press('Control+s')
  await expect(saved(page)).toBeVisible()
  dying.child.kill('SIGKILL')
  await once(dying.child, 'exit')
  await write(page, 'Written in the dark.')
  await page.clock.fastForward(5_000)
  await expect(
    editor(page).getByText(/^The server is away\. Your words are kept in this browser, \d\d:\d\d\.$/),
  ).toBeVisible()
  expect(await keptHere(page)).toHaveLength(1)
  await press(page, 'Update Post')
  await expectNotice(page, 'Error', 'Failed to update blog post')
  await expect(editor(page).getByText('The server did not answer.')).toBeVisible()

  await borrow(startOwnedSite({ DATA_DIR: dying.dataDir, PORT: String(dying.port) }))
  await page.clock.fastForward(10_000)
  await expect(saved(page)).toBeVisible()
  expect(await keptHere(page)).toEqual([])
  await press(page, 'Update Post')
  await expectNotice(page, 'Success', 'Blog post updated successfully!')
  expect((await read(page, post)).content).toBe('Written in the dark.')
})

test('with the server away the words wait in the browser, also when the form is closed', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await enter(page, site)
  await openDesk(page, site, '/admin')
  await page.route('**/api/owner/drafts/**', (route) => route.abort())
  await press(page, 'New Post')
  await field(page, 'Title').fill('Kept at home')
  await press(page, 'Cancel')
  await expect.poll(() => keptHere(page)).toHaveLength(1)
  await press(page, 'New Post')
  await expect(editor(page).getByText('They were kept in this browser.')).toBeVisible()
  await page.unroute('**/api/owner/drafts/**')
  await press(page, 'Continue with them')
  await expect(field(page, 'Title')).toHaveValue('Kept at home')
  await page.clock.install()
  await field(page, 'Title').press('End')
  await page.keyboard.type(', and now elsewhere')
  await page.clock.fastForward(5_000)
  await expect(saved(page)).toBeVisible()
  expect(await keptHere(page)).toEqual([])
})

test('only words that are nowhere safe hold the page back', { tag: '@long' }, async ({ page, site }) => {
  await enter(page, site)
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await openDesk(page, site, '/admin')
  await page.route('**/api/owner/drafts/**', (route) => route.abort())
  await press(page, 'New Post')
  await field(page, 'Title').fill('Safe here')
  await reloadDesk(page)
  expect(asked).toEqual([])

  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new Error('full')
    }
  })
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await press(page, 'Continue with them')
  await details(page)
  await field(page, 'Title').fill('Safe nowhere')
  await field(page, 'Title').press('Control+s')
  await expect(editor(page).getByText('The server is away and this browser keeps nothing.')).toBeVisible()
  await reloadDesk(page)
  expect(asked).toEqual(['beforeunload'])
})

test('two windows on one post: the second does not write over the first', async ({ page, context, site }) => {
  await enter(page, site)
  const post = await file(page, site)
  const second = await context.newPage()
  await openDesk(second, site, '/admin')
  await edit(page)
  await edit(second)
  await write(page, 'From the first window.')
  await content(page).press('Control+s')
  await expect(saved(page)).toBeVisible()
  await write(second, 'From the second.')
  await content(second).press('Control+s')
  await expect(editor(second).getByText('This post is being written in another window too.')).toBeVisible()
  expect(await ask(page, 'GET', `/api/owner/drafts/post/${post.id}`)).toMatchObject({
    fields: { content: 'From the first window.' },
  })
  expect(await keptHere(second)).toHaveLength(1)
})

test('saved elsewhere meanwhile: she keeps hers or takes theirs, and the other waits as unsaved words', {
  tag: '@long',
}, async ({ page, site }) => {
  await enter(page, site)
  const post = await file(page, site)
  await disagree(page, post)
  await press(page, 'Keep mine')
  await expectNotice(page, 'Success', 'Blog post updated successfully!')
  expect((await read(page, post)).content).toBe('Mine.')
  await edit(page)
  await expect(offer(page)).toBeVisible()
  await expect(editor(page).getByText('Theirs.')).toBeVisible()
  await press(page, 'Continue with them')
  await press(page, 'Update Post')
  await expect(editor(page)).toBeHidden()
  expect((await read(page, post)).content).toBe('Theirs.')

  await disagree(page, post)
  await press(page, 'Take theirs')
  await expect(editor(page)).toBeHidden()
  expect((await read(page, post)).content).toBe('Theirs.')
  await edit(page)
  await expect(offer(page)).toBeVisible()
  await expect(editor(page).getByText('The post was saved elsewhere since')).toBeVisible()
  await press(page, 'Continue with them')
  await expectText(page, 'Mine.')
  await press(page, 'Update Post')
  await press(page, 'Keep mine')
  await expect(editor(page)).toBeHidden()
  expect((await read(page, post)).content).toBe('Mine.')
})

/** She has changed it here, and it was saved there. */
async function disagree(page: Page, post: Post) {
  await edit(page)
  await write(page, 'Mine.')
  const { version } = await read(page, post)
  await ask(page, 'PUT', `/api/blog/${post.id}`, { title, content: 'Theirs.', version })
  await press(page, 'Update Post')
  await expect(editor(page).getByRole('heading', { name: /^Changed elsewhere at \d\d:\d\d\.$/ })).toBeFocused()
  await expect(editor(page).getByRole('region', { name: 'Content, theirs' })).toHaveText('Theirs.')
  await expectNotice(page, 'Error', 'Failed to update blog post')
  expect((await read(page, post)).content).toBe('Theirs.')
}
