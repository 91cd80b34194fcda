import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serverOnlyWall } from './server-only-wall.ts'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wall-'))
  mkdirSync(join(root, 'src/server'), { recursive: true })
  writeFileSync(join(root, 'src/server/secret.ts'), 'export const secret = 1; export type Secret = number')
  writeFileSync(join(root, 'src/rules.server.ts'), 'export const rule = 1')
})

afterEach(() => rmSync(root, { recursive: true }))

function buildBrowserCode(code: string) {
  writeFileSync(join(root, 'src/page.ts'), code)
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [serverOnlyWall()],
    build: { write: false, rolldownOptions: { input: 'src/page.ts' } },
  })
}

test.each([
  ["import { secret } from './server/secret.ts'; console.log(secret)", 'server/secret.ts'],
  ["import { rule } from './rules.server.ts'; console.log(rule)", 'rules.server.ts'],
  ["const { rule } = await import('./rules.server.ts'); console.log(rule)", 'rules.server.ts'],
])('browser code that imports server code does not build, and the message names both: %s', async (code, culprit) => {
  const attempt = buildBrowserCode(code)
  await expect(attempt).rejects.toThrow(culprit)
  await expect(attempt).rejects.toThrow('page.ts')
})

test('a type may cross the wall', async () => {
  await buildBrowserCode("import type { Secret } from './server/secret.ts'; export const guess: Secret = 2")
})
