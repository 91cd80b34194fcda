import { furnish } from './furnish.ts'
import { test } from './worker.ts'

test('the tests’ own author moves in', async ({ baseURL }) => {
  await furnish({ port: Number(new URL(baseURL ?? '').port) })
})
