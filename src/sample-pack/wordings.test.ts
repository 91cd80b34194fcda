import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'

test('consent to the words of before stands there word for word', async () => {
  const app = await createTestApp({ hasSamples: true })
  await app.post('/api/newsletter/signup', { email: 'one@home.example' })
  await app.post('/api/newsletter/signup', { email: 'two@home.example', source: 'voss_trials_arc' })
  await app.work()
  const rows = await app.db.selectFrom('consents').select('wording').orderBy('email').execute()
  expect(rows.map(({ wording }) => wording)).toEqual(['signup-2025-07-26', 'arc-2025-11-01'])
})
