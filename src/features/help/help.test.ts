import { expect, test } from 'vitest'
import { deskMap } from '#app/desk-routes.tsx'
import { lineOf, textOf } from '#features/writing/prose-text.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { type GuideSection, helpRooms, roomAt, roomName } from './contract.ts'

const entrances: string[] = [deskPaths.signIn, deskPaths.setup, deskPaths.newAddress, deskPaths.welcome, '*']
const rooms = deskMap.routes.map(({ path }) => path).filter((path) => !entrances.includes(path))

test.each(rooms)('%s has help beside it, from the guide', async (path) => {
  const room = roomAt(path)
  expect(room).not.toBeNull()
  const owner = await (await createTestApp()).asOwner()
  const answer = await owner.request(`/api/owner/help/${room}`)
  const sections: GuideSection[] = await answer.json()
  expect(answer.status).toBe(200)
  const place = Object.keys(helpRooms).find((known) => roomName(known) === room)
  expect(sections.map(({ title }) => title)).toEqual(helpRooms[place ?? ''])
  for (const { title, blocks } of sections) {
    const text = textOf(blocks)
    expect(text.length, title).toBeGreaterThan(100)
    // No sign of the guide's own markup is left over.
    expect(text, title).not.toMatch(/`|\*\*[A-Z]|^\||\]\(/m)
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

test('commands stand as quotations, tables as lists, and links within the guide as words', async () => {
  const owner = await (await createTestApp()).asOwner()
  const [outbox]: GuideSection[] = await (await owner.request(`/api/owner/help/${roomName('/admin/outbox')}`)).json()
  const list = outbox?.blocks.find(({ type }) => type === 'list')
  const [first] = list?.type === 'list' ? (list.items[0] ?? []) : []
  expect(first?.type === 'p' && lineOf(first.children)).toMatch(/^Kept: it waits until you send it/)
  const settings: GuideSection[] = await (await owner.request(`/api/owner/help/${roomName('/admin/settings')}`)).json()
  const mail = settings.find(({ title }) => title === 'Connect your mail')
  const quote = mail?.blocks.find(({ type }) => type === 'quote')
  expect(quote && textOf([quote])).toContain('MAIL_FROM=letters@yourname.example')
  expect(textOf(mail?.blocks ?? [])).toContain('in an outbox.')
})
