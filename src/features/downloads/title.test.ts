import { expect, test } from 'vitest'
import { makeEpub } from '#tests/support/epub.ts'
import { openShop, upload } from '#tests/support/shop.ts'
import { isSameTitle } from './title.ts'

test('a title is the same whatever its capitals, marks and subtitle', () => {
  expect(isSameTitle('The Harbour Lamp', 'THE HARBOUR LAMP: A Novella')).toBe(true)
  expect(isSameTitle('Écho of the Tide', 'echo of the tide')).toBe(true)
  expect(isSameTitle('Low Water', 'Low Waters')).toBe(false)
  expect(isSameTitle('Lanterns', '…')).toBe(false)
  expect(isSameTitle('', '')).toBe(false)
})

test('a file that is another book than the letters speak of says so, whoever the author is', async () => {
  const { app, owner } = await openShop()
  const fault = async () => (await (await owner.request('/api/owner/files')).json())[0].titleFault
  expect(await fault()).toBeNull()
  const other = await upload(owner, makeEpub(3_000, { title: 'Salt Roads', author: 'Ada Quill' }))
  const words = 'The letter speaks of “Lanterns”, but the file you uploaded is “Salt Roads” by Ada Quill.'
  expect((await other.json()).titleFault).toBe(words)
  expect(await fault()).toBe(words)
  await app.db.updateTable('book_files').set({ title: null, authors: null }).execute()
  expect(await fault()).toContain('it does not say its title')
})
