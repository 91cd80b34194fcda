import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openBrowser, ownerEmail, ownerPassword, setUpOwner } from '#tests/support/browser.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { entranceFor, nextRoom } from './entrance.ts'

const rooms = [
  '/admin',
  '/admin/stories',
  '/admin/send-emails',
  '/admin/settings',
  '/analytics',
  '/admin/outbox?state=kept',
  '/admin/subscribers?q=ada%40home.example&state=left&source=%2F%2Fevil.example',
]

const elsewhere = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2f%2fevil.example',
  '%2f%2fevil.example',
  'https:evil.example',
  'https://evil.example',
  'https:/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/\tevil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/admin//evil.example',
  '/admin/../../evil',
  '/admin/..',
  '/admin@evil.example',
  '/admin.evil.example',
  '/admin?next=//evil.example',
  '/admin#//evil.example',
  '/admin/stories/1',
  '/admin/\n',
  '/admin\n',
  '/ADMIN',
  '/api/owner/security',
  '/',
  '',
  'admin',
  '/admin/sign-in',
  '/admin/setup',
  '/admin/sign-in?next=%2Fadmin',
  '/admin/setup?token=x',
  '//evil.example?/admin',
  'https://evil.example/admin?state=kept',
  '?/admin',
  '/admin?//evil.example',
  '/admin?@evil.example',
  '/admin?state=kept#//evil.example',
  '/admin?state=kept\r\nLocation: //evil.example',
  '/admin?state=kept\n',
  '/admin?state=kept?state=sent',
  '/admin?q=\\evil.example',
  '/admin?q=<script>',
  `/admin?q=${'x'.repeat(1_000)}`,
]

test.each(rooms)('%s is a room to go back to', (room) => {
  expect(nextRoom(room)).toBe(room)
})

test.each(elsewhere)('%j leads to the desk and nowhere else', async (next) => {
  expect(nextRoom(next)).toBe('/admin')
  const app = await createTestApp()
  const owner = await setUpOwner(app)
  const inside = await owner.get(`/admin/sign-in?next=${encodeURIComponent(next)}`)
  expect([inside.status, inside.headers.get('location')]).toEqual([303, '/admin'])
})

describe('a file asked for without a session', () => {
  const file = '/api/owner/analytics.csv?days=7'
  const files = [file, '/api/owner/subscribers.csv', '/api/owner/campaigns/any/outcome.csv']
  const follow = async (referer: string, file: string) => {
    const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin', referer }
    const answer = await (await createTestApp()).request(file, { headers })
    expect(answer.status).toBe(401)
    return answer.text()
  }

  test.each(files)(
    '%s by its link leads to the entrance, and from there back to the page with the link',
    async (file) => {
      const page = await follow('https://author.example/analytics?days=7', file)
      expect(page).toMatch(/You are signed out.*Please sign in first\.(?!.*mention)/)
      expect(page).toContain('href="/admin/sign-in?next=%2Fanalytics%3Fdays%3D7"')
    },
  )

  test('from anywhere else leads to the first room', async () => {
    expect(await follow('https://evil.example/"><script>', file)).toContain('href="/admin/sign-in?next=%2Fadmin"')
  })

  test('by a call is refused as any call is', async () => {
    const answer = await (await createTestApp()).request(file)
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { code: 'unauthorized', message: 'Please sign in first.', requestId: expect.any(String) },
    ])
  })
})

test('no text at all leads anywhere but to a room of the desk', () => {
  const path = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom(...elsewhere),
    fc.string().map((text) => `/admin/${text}`),
    fc.string().map((text) => `/admin/outbox?${text}`),
  )
  fc.assert(
    fc.property(path, (next) => {
      const { origin, pathname, search, hash } = new URL(nextRoom(next), 'https://author.example')
      expect(origin).toBe('https://author.example')
      expect(pathname).toMatch(/^\/(admin(\/[a-z-]+)?|analytics)$/)
      expect(pathname + search).toBe(nextRoom(next))
      expect(hash).toBe('')
    }),
  )
})

test('a room asked for without a key is reached through the entrance, without scripts', async () => {
  const app = await createTestApp()
  await setUpOwner(app)
  const browser = openBrowser(app)
  const turned = await browser.get('/admin/outbox?state=kept')
  expect([turned.status, turned.headers.get('location')]).toEqual([303, entranceFor('/admin/outbox', '?state=kept')])
  const address = turned.headers.get('location') ?? ''
  const page = await (await browser.get(address)).text()
  expect(page).toContain('Owner&#x27;s entrance')
  for (const command of ['./frontispiece owner-reset', 'npm run owner:reset']) expect(page).toContain(command)
  // No action: the form goes back to the very address it is on.
  expect(page).toMatch(/<form method="post">/)
  const refused = await browser.postForm(address, { email: ownerEmail, password: 'the wrong door entirely' })
  const html = await refused.text()
  expect(refused.status).toBe(401)
  expect(html).toContain('That email and password do not match.')
  expect(html).toContain(`value="${ownerEmail}"`)
  expect(html).not.toContain('the wrong door')
  const done = await browser.postForm(address, { email: ownerEmail, password: ownerPassword })
  expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/outbox?state=kept'])
  expect((await browser.get('/admin/outbox?state=kept')).status).toBe(200)
})

test.each([
  ['/admin', '', '/admin'],
  ['/admin/messages', '', '/admin/messages'],
  ['/admin/messages/01999999-9999-7999-8999-999999999999', '?cursor=x', '/admin/messages'],
  ['/admin/subscribers', '?q=ada@home.example&state=left', '/admin/subscribers?q=ada%40home.example&state=left'],
  ['/admin/outbox', '?state=sent&x=//evil.example', '/admin/outbox?state=sent&x=%2F%2Fevil.example'],
  ['/admin/outbox', `?state=${'x'.repeat(1_000)}`, '/admin/outbox'],
  ['/analytics', '', '/analytics'],
])('whoever is turned away at %s%s is led back to %s', (path, search, room) => {
  const next = new URL(entranceFor(path, search), 'https://author.example').searchParams.get('next')
  expect(nextRoom(next)).toBe(room)
})

test('a form that was sent too often is told to wait on its own page', async () => {
  const app = await createTestApp()
  await setUpOwner(app)
  const browser = openBrowser(app)
  const send = () => browser.postForm('/admin/sign-in', { email: ownerEmail, password: 'the wrong door entirely' })
  for (let count = 0; count < 5; count++) await send()
  const refused = await send()
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual([
    429,
    '60',
    'no-store',
  ])
  expect(await refused.text()).toContain('Too many tries')
})

test('signing out works without scripts', async () => {
  const app = await createTestApp()
  const owner = await setUpOwner(app)
  const gone = await owner.postForm('/admin/sign-out', {})
  expect([gone.status, gone.headers.get('location')]).toEqual([303, '/admin/sign-in'])
  expect(gone.headers.get('clear-site-data')).toBe('"cache"')
  expect(await owner.isInside()).toBe(false)
})
