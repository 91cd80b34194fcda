import { expect, type Page } from '@playwright/test'
import { widths } from '../support/long-run.ts'
import { axeFaults } from './axe.ts'
import { ask, content, details, editor, expectRoomToWrite, field, press, row, write } from './desk.ts'
import { askAt, enter, test } from './desk-site.ts'
import { expectNotice, watchCalls } from './forms.ts'
import { openDesk, type Site } from './owner.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

type Story = { id: string; title: string; wordCount: number; reedyPromptsUrl: string; publicationDate: string }

let complaints: string[]

// She works where it is still yesterday.
test.use({ timezoneId: 'Pacific/Honolulu', contextOptions: { reducedMotion: 'reduce' } })

test.beforeEach(async ({ page, site }) => {
  await enter(page, site)
  complaints = await complaintsOf(page, /^Failed to load resource/)
})
test.afterEach(() => expect(complaints).toEqual([]))

const written = { title: 'The Borrowed Dish', content: 'It was ours — and for years nobody had missed it.' }

async function file(page: Page, site: Site, ...stories: object[]): Promise<Story[]> {
  const filed: Story[] = []
  for (const story of stories)
    filed.push(await askAt<Story>(page, site, 'POST', '/api/short-stories', { ...written, ...story }))
  await openDesk(page, site, '/admin/stories')
  return filed
}

const edit = (page: Page, title: string) => row(page, title).getByRole('button', { name: 'Edit', exact: true }).click()

test('a story is written, its words are counted, it is sent as the rules say, and comes out on its day wherever she is', async ({
  page,
  site,
}) => {
  await openDesk(page, site, '/admin/stories')
  const sent = watchCalls(page, '/api/short-stories')
  await expect(page.getByRole('heading', { name: 'Nothing filed yet.' })).toBeVisible()
  await press(page, 'Create First Story')
  await expect(page.getByRole('dialog', { name: 'New Story' })).toBeVisible()
  await details(page)
  await expect(field(page, 'Genre')).toHaveValue('Supernatural Suspense')
  await expect(field(page, 'Genre').getByRole('option')).toHaveText([
    'Supernatural Suspense',
    'Supernatural Drama',
    'Mystery Thriller',
    'Psychological Suspense',
    'Spiritual Fiction',
  ])
  await expect(field(page, 'Description')).toHaveAttribute('rows', '3')
  await expectRoomToWrite(page)
  await expect(field(page, 'Original Publication URL')).toHaveAttribute('type', 'url')
  await expect(field(page, 'Publication Date')).toHaveAttribute('type', 'date')

  await field(page, 'Title').fill(written.title)
  await expect(editor(page).getByText('Will be /short-stories/the-borrowed-dish')).toBeVisible()
  await write(page, written.content)
  await expect(content(page)).toHaveAccessibleDescription('10 words')
  await field(page, 'Genre').selectOption('Mystery Thriller')
  await field(page, 'Publish immediately').check()
  await field(page, 'Featured').check()
  await field(page, 'Editorial Review').check()
  await press(page, 'Preview')
  const preview = editor(page).getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Editorial Review')).toBeVisible()
  await expect(preview.getByText('Mystery Thriller')).toBeVisible()
  await press(page, 'Create Story')
  await expectNotice(page, 'Success', 'Story created successfully!')
  expect(sent).toEqual([
    {
      title: written.title,
      slug: 'the-borrowed-dish',
      genre: 'Mystery Thriller',
      description: '',
      content: written.content,
      format: 'prose',
      coverImage: null,
      reedyPromptsUrl: null,
      publicationDate: null,
      isPublished: true,
      featured: true,
      editoriallyReviewed: true,
    },
  ])
  const filed = row(page, written.title)
  await expect(filed.getByText('Mystery Thriller · 10 words')).toBeVisible()
  await expect(filed.getByText('Published', { exact: true })).toBeVisible()
  await expect(filed.getByText('Featured', { exact: true })).toBeVisible()
  await expect(filed.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/short-stories/the-borrowed-dish')

  await press(page, 'New Story')
  await field(page, 'Title').fill('The Day After')
  await write(page, written.content)
  await field(page, 'Publish immediately').check()
  await field(page, 'Publication Date').fill('2037-01-15')
  await expect(editor(page).getByText('Appears on Thursday, 15 January 2037.')).toBeVisible()
  await press(page, 'Create Story')
  const scheduled = row(page, 'The Day After')
  await expect(scheduled.getByText('Scheduled', { exact: true })).toBeVisible()
  await expect(scheduled.getByText('January 15, 2037')).toBeVisible()
  await expect(scheduled.getByRole('link')).toHaveCount(0)
  expect(sent.slice(1)).toMatchObject([{ publicationDate: '2037-01-15' }])
})

test('a story is updated, moved, unpublished, deleted and taken back', async ({ page, site }) => {
  const [story] = await file(page, site, {
    isPublished: true,
    genre: 'Spiritual Fiction',
    reedyPromptsUrl: 'https://elsewhere.example/first',
    publicationDate: '2024-02-29',
  })
  const sent = watchCalls(page, `/api/short-stories/${story?.id}`)
  await edit(page, written.title)
  await details(page)
  await expect(field(page, 'Genre')).toHaveValue('Spiritual Fiction')
  await expect(field(page, 'Publication Date')).toHaveValue('2024-02-29')
  await expect(field(page, 'Original Publication URL')).toHaveValue('https://elsewhere.example/first')
  await expect(field(page, 'Slug')).toHaveAttribute('readonly')
  await press(page, 'Change address')
  await field(page, 'Slug').fill('the-hour')
  await field(page, 'Original Publication URL').fill('')
  await field(page, 'Publish immediately').uncheck()
  await expect(editor(page).getByText('Readers no longer see it once you save.')).toBeVisible()
  await press(page, 'Update Story')
  await expectNotice(page, 'Success', 'Story updated successfully!')
  expect(sent).toMatchObject([{ slug: 'the-hour', reedyPromptsUrl: null, isPublished: false, version: 1 }])
  await expect(row(page, written.title).getByText('Draft', { exact: true })).toBeVisible()

  await row(page, written.title).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Deleted “${written.title}”.`)).toBeVisible()
  await press(page, 'Undo')
  await expect(row(page, written.title)).toBeVisible()
})

test('faults and refusals are told at their fields', { tag: '@long' }, async ({ page, site }) => {
  await file(page, site, {})
  await press(page, 'New Story')
  await press(page, 'Create Story')
  await expect(editor(page).getByText('2 things to fix.')).toBeVisible()
  await field(page, 'Title').fill(written.title)
  await write(page, 'x')
  await details(page)
  await field(page, 'Original Publication URL').fill('http://elsewhere.example')
  await expect(editor(page).getByText('Original publication must be an https address')).toBeVisible()
  await field(page, 'Original Publication URL').fill('')
  await press(page, 'Create Story')
  await expectNotice(page, 'Error', 'Failed to create story')
  await expect(field(page, 'Slug')).toBeFocused()
  await expect(field(page, 'Slug')).toHaveAccessibleDescription(/Another story already has this address/)
})

test('unsaved words of a story are kept apart from those of a post', { tag: '@long' }, async ({ page, site }) => {
  const [story] = await file(page, site, {})
  await edit(page, written.title)
  await write(page, 'One leaf more.')
  await content(page).press('Control+s')
  await expect(editor(page).getByText(/^Kept \d\d:\d\d, not saved yet/)).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await ask(page, 'GET', '/api/owner/drafts/post')).toEqual([])
  await expect(row(page, written.title).getByText('Unsaved words')).toBeVisible()
  await ask(page, 'PUT', `/api/short-stories/${story?.id}`, { ...written, content: 'Theirs.', version: 1 })
  await edit(page, written.title)
  await press(page, 'Continue with them')
  await press(page, 'Update Story')
  await expect(editor(page).getByRole('heading', { name: /^Changed elsewhere at/ })).toBeVisible()
  await press(page, 'Keep mine')
  await expectNotice(page, 'Success', 'Story updated successfully!')
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
      { isPublished: true, featured: true, editoriallyReviewed: true },
      { title: 'Another' },
      { title: 'A_title_without_any_place_to_break_it_'.repeat(4), isPublished: true },
    )
    expect(await axeFaults(page)).toEqual([])
    await edit(page, written.title)
    await expect(field(page, 'Title')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await details(page)
    expect(await axeFaults(page)).toEqual([])
    await press(page, 'Preview')
    expect(await axeFaults(page)).toEqual([])
    await press(page, 'Cancel')

    expect(await isSidewaysAt(page, 320)).toBe(false)
    await edit(page, 'A_title')
    await expect(field(page, 'Title')).toBeVisible()
    expect(await editor(page).evaluate((dialog) => dialog.scrollWidth)).toBeLessThanOrEqual(320)
  })
}
