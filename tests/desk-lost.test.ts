import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'

test('an address the desk does not know is answered by the desk, in its own frame', async () => {
  const app = await createTestApp()
  const owner = await app.asOwner()
  for (const path of ['/admin/nonsense', '/admin/messages/1/2', '/admin/sign-out', '/analytics/nonsense']) {
    const answer = await owner.request(path)
    const html = await answer.text()
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 404, 'no-store'])
    expect(html).toContain('There is nothing at this address of your desk')
    expect(html).toContain('<nav aria-label="Desk"')
    expect(html).not.toContain('There is no page at this address')
  }
})

test('whoever is signed out is led to the entrance from any address of the desk, and back', async () => {
  const { request } = await createTestApp()
  for (const [path, next] of [
    ['/admin/nonsense', '/admin/nonsense'],
    ['/admin/stories/', '/admin/stories'],
    ['/analytics/nonsense', '/admin'],
  ] as const) {
    const answer = await request(path)
    const back = `/admin/sign-in?next=${encodeURIComponent(next)}`
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 303, back])
  }
})

test('a room whose address is written a little differently is found', async () => {
  const app = await createTestApp()
  const owner = await app.asOwner()
  for (const [path, room] of [
    ['/admin/', '/admin'],
    ['/admin/stories/', '/admin/stories'],
    ['/Admin/Stories?x=1', '/admin/stories?x=1'],
    ['/ANALYTICS', '/analytics'],
  ] as const) {
    const answer = await owner.request(path)
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 308, room])
  }
})

test('readers keep their own page for what is nowhere', async () => {
  const app = await createTestApp()
  for (const path of ['/nonsense', '/administration', '/analyticsx']) {
    const answer = await (await app.asOwner()).request(path)
    expect([path, answer.status]).toEqual([path, 404])
    expect(await answer.text()).toContain('404 Page Not Found')
  }
})
