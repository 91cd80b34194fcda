import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecret } from './secret.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontispiece-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a secret is made once, for our eyes only, and is the same after a restart', () => {
  const dataDir = join(makeFolder(), 'data')
  const first = loadSecret({ secretKey: null, dataDir })('link')
  expect(loadSecret({ secretKey: null, dataDir })('link')).toEqual(first)
  expect(readdirSync(dataDir)).toEqual(['secret'])
  expect([statSync(join(dataDir, 'secret')).mode & 0o777, statSync(dataDir).mode & 0o777]).toEqual([0o600, 0o700])
})

test('a given key needs no folder', () => {
  const dataDir = join(makeFolder(), 'data')
  const keyFor = loadSecret({ secretKey: 'x'.repeat(32), dataDir })
  expect(keyFor('link').map(({ length }) => length)).toEqual([32])
  expect(() => readdirSync(dataDir)).toThrow('ENOENT')
})

test('every purpose and every root has its own key', () => {
  const keys = ['a', 'b'].flatMap((root) => {
    const keyFor = loadSecret({ secretKey: root.repeat(32), dataDir: '' })
    return ['link', 'session', ''].map((purpose) => keyFor(purpose)[0].toString('hex'))
  })
  expect(new Set(keys).size).toBe(6)
})

test.each(['', '\n', 'short\n'])('a secret file cut short stops the start instead of becoming a key (%j)', (text) => {
  const dataDir = makeFolder()
  writeFileSync(join(dataDir, 'secret'), text)
  expect(() => loadSecret({ secretKey: null, dataDir })).toThrow(join(dataDir, 'secret'))
})
