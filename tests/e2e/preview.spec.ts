import { expect, type Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { askAt, enter, test } from './desk-site.ts'
import type { Site } from './owner.ts'
import { complaintsOf, isSidewaysAt } from './watch.ts'

const note = /^A draft, shown to you by its author until .+ Please do not pass the link on\.$/
const words = 'She had turned her head to look.'

/** A link to a draft of hers. */
async function linkTo(page: Page, site: Site, kind: 'post' | 'story') {
  const call = kind === 'post' ? '/api/blog' : '/api/short-stories'
  const draft = { title: 'The Unfinished Room', content: `${words}\n\n${'Nobody came. '.repeat(200)}` }
  const work = await askAt<{ id: string }>(page, site, 'POST', call, draft)
  const links = `/api/owner/reading-links/${kind}/${work.id}`
  const { id, url } = await askAt<{ id: string; url: string }>(page, site, 'POST', links, { days: 7 })
  return { id, path: new URL(url).pathname }
}

for (const kind of ['post', 'story'] as const) {
  // What the link of either opens is in `preview.test.ts`.
  const tag = kind === 'post' ? [] : '@long'
  test(`a draft of a ${kind} is read by whoever has the link, wide and narrow, and by nobody once it is closed`, {
    tag,
  }, async ({ page, site, browser }) => {
    await enter(page, site)
    const { id, path } = await linkTo(page, site, kind)
    const reader = await (await browser.newContext()).newPage()
    const complaints = await complaintsOf(reader, /^Failed to load resource/)
    const told: string[] = []
    reader.on('request', (request) => {
      if (request.url().includes('/api/analytics/')) told.push(request.postData() ?? '')
    })
    await reader.goto(site.address + path)
    await expect(reader.getByRole('heading', { level: 1, name: 'The Unfinished Room' })).toBeVisible()
    await expect(reader.getByText(note)).toBeVisible()
    await expect(reader.getByText(words)).toBeVisible()
    expect(await axeFaults(reader)).toEqual([])
    for (const width of [320, 768, 1440]) expect(await isSidewaysAt(reader, width)).toBe(false)

    await askAt(page, site, 'DELETE', `/api/owner/reading-links/${id}`)
    await reader.goto(site.address + path)
    await expect(reader.getByRole('heading', { level: 1, name: 'This link is closed' })).toBeVisible()
    expect(await axeFaults(reader)).toEqual([])
    expect(told.join('')).not.toContain('preview')
    expect(complaints).toEqual([])
    await reader.context().close()
  })
}
