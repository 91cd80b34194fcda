import { expect, type Page } from '@playwright/test'
import { button, row } from './desk.ts'
import { askAt, enter, test } from './desk-site.ts'
import { hold } from './hold.ts'
import { openDesk, type Site } from './owner.ts'

const undo = (page: Page) => button(page, 'Undo')

async function open(page: Page, site: Site, path: string) {
  await enter(page, site)
  for (const title of ['Ebb', 'Flow']) await askAt(page, site, 'POST', '/api/owner/books', { title })
  await openDesk(page, site, path)
}

/** How often that is asked for, from now on. */
function counted(page: Page, method: string, path: string) {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === method && request.url().includes(path)) asked.push(request.url())
  })
  return asked
}

test('two presses of Undo are one, and the focus goes on to the one behind it, then to the heading', async ({
  page,
  site,
}) => {
  await open(page, site, '/admin/books')
  for (const title of ['Ebb', 'Flow']) {
    await button(page, `Delete ${title}`).click()
    await expect(page.getByText(`Deleted “${title}”.`)).toBeVisible()
  }
  const asked = counted(page, 'POST', '/restore')
  const letGo = await hold(page, '**/restore', 1)
  await expect(undo(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(undo(page)).toBeDisabled()
  await page.keyboard.press('Enter')
  letGo()
  await expect(page.getByText('Deleted “Ebb”.')).toBeVisible()
  expect(asked).toHaveLength(1)
  await expect(undo(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(undo(page)).toHaveCount(0)
  await expect(page.getByText('Not brought back')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('two presses of Delete are one: of a book, and of a letter', async ({ page, site }) => {
  await open(page, site, '/admin/books')
  const deleteTwice = async (name: string, path: string) => {
    const asked = counted(page, 'DELETE', path)
    const letGo = await hold(page, `**${path}/*`)
    await button(page, name).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    letGo()
    await expect(page.getByText(/^Deleted “/)).toBeVisible()
    expect(asked).toHaveLength(1)
  }
  await deleteTwice('Delete Ebb', '/api/owner/books')
  await askAt(page, site, 'POST', '/api/owner/letters', { subject: 'Slack water' })
  await openDesk(page, site, '/admin/letters')
  await deleteTwice('Delete “Slack water”', '/api/owner/letters')
})

test('a question says nothing of the one before it, and is not closed by its answer', async ({ page, site }) => {
  await open(page, site, '/admin/books')
  for (const title of ['Ebb', 'Flow']) {
    await button(page, `Delete ${title}`).click()
    await expect(page.getByText(`Deleted “${title}”.`)).toBeVisible()
  }
  await openDesk(page, site, '/admin/bin')
  const question = page.getByRole('dialog', { name: 'Delete it for good?' })
  const askFor = (title: string) => row(page, title).getByRole('button', { name: 'Delete for good' }).click()
  const refuse = (status: number) => ({ status, json: { message: 'Not now, please.' } })
  await page.route('**/api/owner/bin/book/*', (route) => route.fulfill(refuse(503)), { times: 1 })
  await askFor('Ebb')
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await expect(question).toContainText('Not now, please.')
  await button(page, 'Keep it in the bin').click()
  await askFor('Flow')
  await expect(question).toContainText('Flow')
  await expect(question).not.toContainText('Not now, please.')
  await button(page, 'Keep it in the bin').click()

  const letGo = await hold(page, '**/api/owner/bin/book/*')
  await askFor('Ebb')
  await question.getByRole('button', { name: 'Delete for good' }).click()
  await button(page, 'Keep it in the bin').click()
  await askFor('Flow')
  await expect(question).toContainText('Flow')
  await expect(question.getByRole('button', { name: 'Delete for good' })).toBeEnabled()
  letGo()
  await expect(page.getByText('“Ebb” is gone for good.')).toBeAttached()
  await expect(question).toContainText('Flow')
})
