import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '#tests/support/folder.ts'
import { pictureFormats } from './picture-formats.ts'
import { loadStaticAssets } from './static-assets.ts'

/** A folder with two files, both of which say which build they are of. */
function build() {
  const folder = ownFolder()
  for (const name of ['a.css', 'b.css']) writeFileSync(join(folder, name), 'the first')
  const files = loadStaticAssets(folder, {})
  const said = (path: string) => files.get(path)?.identity.body?.toString()
  return { folder, files, said }
}

test.each(pictureFormats)('a picture may do nothing, should anybody take it for a page: %s', (format) => {
  const folder = ownFolder()
  writeFileSync(join(folder, `cover.${format}`), 'x')
  const files = loadStaticAssets(folder, { 'content-security-policy': "default-src 'self'" })
  expect(JSON.stringify(files.get(`/cover.${format}`)?.identity.headers)).toContain("default-src 'none'")
})

test('once all are open, a build that takes them away takes none from this one', async () => {
  const { folder, files, said } = build()
  await files.openAll()
  rmSync(join(folder, 'a.css'))
  writeFileSync(join(folder, 'new.css'), 'the second')
  renameSync(join(folder, 'new.css'), join(folder, 'b.css'))
  expect([said('/a.css'), said('/b.css')]).toEqual(['the first', 'the first'])
})

test('one that goes before it is open is missing, and none of the others', async () => {
  const { folder, files, said } = build()
  expect(said('/a.css')).toBe('the first')
  rmSync(join(folder, 'b.css'))
  expect(said('/b.css')).toBeUndefined()
  await files.openAll()
  expect(said('/b.css')).toBeUndefined()
  writeFileSync(join(folder, 'b.css'), 'the second')
  expect(said('/b.css')).toBe('the second')
})

test('while a build has taken all of them away, all are missing', async () => {
  const { folder, files, said } = build()
  rmSync(folder, { recursive: true })
  expect(said('/a.css')).toBeUndefined()
  await expect(files.openAll()).resolves.toBeUndefined()
})

test('whoever asks while they are being opened is answered at once', async () => {
  const { files, said } = build()
  const opened = files.openAll()
  expect(said('/b.css')).toBe('the first')
  await opened
})
