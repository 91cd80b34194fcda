import { expect, type Page } from '@playwright/test'
import type { Block, Format } from '#features/writing/contract.ts'
import { ask, editor, field, press, row } from './desk.ts'
import { askAt } from './desk-site.ts'
import { expectNotice } from './forms.ts'
import { openDesk, type Site } from './owner.ts'

export type Post = {
  id: string
  slug: string
  title: string
  content: string
  format: Format
  coverImage: string | null
  body: Block[]
}

/** The page she writes on. */
export const text = (page: Page) => editor(page).getByRole('textbox', { name: 'Content', exact: true })

export const toolbar = (page: Page) => editor(page).getByRole('toolbar', { name: 'Text' })

export const tool = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true })

/** What the editor says of a paste, a file or a picture. */
export const line = (page: Page) => editor(page).locator('.editor-line')

/** Something new, with the caret on its empty page. */
export async function beginPost(page: Page, site: Site, title = 'The Salt Door') {
  await openDesk(page, site, '/admin')
  await press(page, 'New Post')
  await field(page, 'Title').fill(title)
  await text(page).click()
}

/** A post that is there already, opened, with the caret at its end. */
export async function openPost(page: Page, site: Site, post: object): Promise<Post> {
  const filed = await askAt<Post>(page, site, 'POST', '/api/blog', { title: 'The Salt Door', ...post })
  await openDesk(page, site, '/admin')
  await reopen(page, filed.title)
  return filed
}

export async function reopen(page: Page, title = 'The Salt Door') {
  await row(page, title).getByRole('button', { name: 'Edit', exact: true }).click()
  await text(page).press('Control+End')
}

/** Saves what is on the table, and reads it as the owner has it from then on. */
export async function save(page: Page): Promise<Post> {
  const isNew = await editor(page).getByRole('button', { name: 'Create Post' }).isVisible()
  await page.keyboard.press('Control+Enter')
  await expectNotice(page, 'Success', `Blog post ${isNew ? 'created' : 'updated'} successfully!`)
  await expect(editor(page)).toBeHidden()
  const [newest] = await ask<Post[]>(page, 'GET', '/api/owner/blog')
  return ask<Post>(page, 'GET', `/api/owner/blog/${newest?.id}`)
}

/** The same, as readers get it. */
export async function publish(page: Page): Promise<Post> {
  await field(page, 'Publish immediately').check()
  const { slug } = await save(page)
  return ask<Post>(page, 'GET', `/api/blog/${slug}`)
}

export type Carried = {
  html?: string
  text?: string
  file?: { name: string; type: string; bytes: readonly number[] }
}

/** As the browser hands over what she pastes, or lets go of above her text. */
export async function bringByHand(page: Page, kind: 'paste' | 'drop', carried: Carried) {
  await text(page).evaluate(
    async (element, [kind, { html, text, file }]) => {
      // No hand is quicker than the frame in which the editor hears where the caret went.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const data = new DataTransfer()
      if (html !== undefined) data.setData('text/html', html)
      if (text !== undefined) data.setData('text/plain', text)
      if (file) data.items.add(new File([new Uint8Array(file.bytes)], file.name, { type: file.type }))
      const { left, top } = (element.lastElementChild ?? element).getBoundingClientRect()
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', {
              dataTransfer: data,
              bubbles: true,
              cancelable: true,
              clientX: left + 2,
              clientY: top + 2,
            })
      element.dispatchEvent(event)
    },
    [kind, carried] as const,
  )
}

export const paste = (page: Page, carried: Carried) => bringByHand(page, 'paste', carried)

/** Chooses words of hers by where they begin and end in one paragraph. */
export async function choose(page: Page, words: string) {
  await text(page).evaluate((element, words) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(words) ?? -1
      if (at < 0) continue
      ;(element as HTMLElement).focus()
      getSelection()?.setBaseAndExtent(node, at, node, at + words.length)
      return
    }
    throw new Error(`"${words}" is not in the text`)
  }, words)
  // The editor hears of it by an event of its own.
  await expect(editor(page).locator('.editor-words')).toContainText('selected')
}
