import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'

/** What is no body of any call of ours, and what has the right names and nothing right in them. */
const bodies = (names: string[]) => [
  ...[null, [], 5, 'text', {}],
  ...[null, [], {}, -1, 'x'.repeat(10_000)].map((value) => Object.fromEntries(names.map((name) => [name, value]))),
]

test('whatever is wrong with a body, a public call says so in words for a person', async () => {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
  const names = ['email', 'name', 'message', 'source', 'readerMagnetId', 'newsletter', 'page', 'password', 'code']
  const doors = app.app.table.filter(
    ({ access, method, path }) => access === 'public' && method === 'POST' && path.startsWith('/api/'),
  )
  expect(doors.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/newsletter/signup', '/api/contact']))
  for (const { path } of doors) {
    for (const body of bodies([...names, 'company_url'])) {
      const answer = await app.post(path.replaceAll(/:\w+/g, 'nothing'), body)
      const said = await answer.text()
      expect(said, `${path} ${JSON.stringify(body).slice(0, 80)}`).not.toMatch(
        /invalid input|expected|too (big|small)/i,
      )
    }
  }
})

test('a body that is no object says one fixed sentence', async () => {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
  for (const path of ['/api/newsletter/signup', '/api/contact']) {
    for (const body of [null, [], 5, 'text']) {
      const answer = await app.post(path, body)
      expect([answer.status, (await answer.json()).message]).toEqual([400, 'That could not be read.'])
    }
  }
})
