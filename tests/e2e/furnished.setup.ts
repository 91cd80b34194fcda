import { test } from '@playwright/test'
import { furnish } from './furnish.ts'

test('the tests’ own author moves in', async ({ baseURL }) => {
  await furnish({ port: Number(new URL(baseURL ?? '').port) })
})
