import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deskMap } from '#app/desk-routes.tsx'
import { lineOf, textOf } from '#features/writing/prose-text.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { contentsName, type GuidePage, type GuideReading, helpRooms, roomAt, roomName } from './contract.ts'

const entrances: string[] = [deskPaths.signIn, deskPaths.setup, deskPaths.newAddress, deskPaths.welcome, '*']
// The guide needs none: it is all help.
const rooms = deskMap.routes
  .map(({ path }) => path)
  .filter((path) => !entrances.includes(path) && !path.startsWith(deskPaths.guide))

test.each(rooms)('%s has help beside it, from the guide', async (path) => {
  const room = roomAt(path)
  expect(room).not.toBeNull()
  const owner = await (await createTestApp()).asOwner()
  const answer = await owner.request(`/api/owner/help/${room}`)
  const sections: GuidePage[] = await answer.json()
  expect(answer.status).toBe(200)
  const place = Object.keys(helpRooms).find((known) => roomName(known) === room)
  expect(sections.map(({ name }) => name)).toEqual(helpRooms[place ?? ''])
  for (const { name, blocks } of sections) {
    const text = textOf(blocks)
    expect(text.length, name).toBeGreaterThan(100)
    // No sign of the guide's own markup is left over.
    expect(text, name).not.toMatch(/`|\*\*[A-Z]|^\||\]\(/m)
  }
})

test('a room with something opened in it has the room’s help, and an unknown one none', async () => {
  expect(roomAt('/admin/messages/01ABC')).toBe(roomAt('/admin/messages'))
  expect(roomAt('/admin/nowhere')).toBeNull()
  const owner = await (await createTestApp()).asOwner()
  for (const room of ['nowhere', 'admin.welcome', '..', '__proto__', 'constructor']) {
    expect((await owner.request(`/api/owner/help/${room}`)).status, room).toBe(404)
  }
})

test('commands stand as quotations, tables as lists, and links lead on within the guide', async () => {
  const owner = await (await createTestApp()).asOwner()
  const [outbox]: GuidePage[] = await (await owner.request(`/api/owner/help/${roomName('/admin/outbox')}`)).json()
  const list = outbox?.blocks.find(({ type }) => type === 'list')
  const [first] = list?.type === 'list' ? (list.items[0] ?? []) : []
  expect(first?.type === 'p' && lineOf(first.children)).toMatch(/^Kept: it waits until you send it/)
  const settings: GuidePage[] = await (await owner.request(`/api/owner/help/${roomName('/admin/settings')}`)).json()
  const mail = settings.find(({ name }) => name === 'connect-your-mail')
  const quote = mail?.blocks.find(({ type }) => type === 'quote')
  expect(quote && textOf([quote])).toContain('MAIL_FROM=letters@yourname.example')
  expect(textOf(mail?.blocks ?? [])).toContain('in an outbox.')
})

test('every page of the guide opens at the desk, and is reached from the page of all', async () => {
  const owner = await (await createTestApp()).asOwner()
  const readPage = async (name: string): Promise<GuideReading> =>
    (await owner.request(`/api/owner/guide/${name}`)).json()
  const written = readdirSync('docs/guide').filter((file) => file !== 'README.md')
  const contents = await readPage(contentsName)
  const linked = [...JSON.stringify(contents.blocks).matchAll(/"href":"\/admin\/guide\/([\w-]+)"/g)].map(
    ([, name]) => name,
  )
  expect(linked.map((name) => `${name}.md`).sort()).toEqual(written.sort())
  for (const name of linked) {
    const page = await readPage(name ?? '')
    const hrefs = [...JSON.stringify(page.blocks).matchAll(/"href":"([^"]+)"/g)].map(([, href = '']) => href)
    for (const href of hrefs.filter((href) => !href.startsWith('https:')))
      expect(
        linked.map((known) => `/admin/guide/${known}`),
        `${name} leads to ${href}`,
      ).toContain(href)
  }
  const html = await (await owner.request(`/admin/guide/${linked[0]}`)).text()
  expect(html).toContain((await readPage(linked[1] ?? '')).title)
  expect((await owner.request('/admin/guide/nothing')).status).toBe(404)
})
