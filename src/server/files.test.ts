import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFolderFiles, type KeptFile } from './files.ts'

function open() {
  const parent = mkdtempSync(join(tmpdir(), 'frontispiece-files-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  // Made with the first file: a house without files has no folder for them.
  const folder = join(parent, 'files')
  return { folder, files: createFolderFiles(folder) }
}

const textOf = async (found: KeptFile | null) => found && new Response(await found.stream()).text()

test('what was put is read, replaced and removed', async () => {
  const { folder, files } = open()
  expect(await files.read('a-1.txt')).toBeNull()
  await files.put('a-1.txt', Buffer.from('first'))
  await files.put('a-1.txt', Buffer.from('second one'))
  const found = await files.read('a-1.txt')
  expect([found?.size, await textOf(found)]).toEqual([10, 'second one'])
  expect(readdirSync(folder)).toEqual(['a-1.txt'])
  await files.remove('a-1.txt')
  await files.remove('a-1.txt')
  expect(await files.read('a-1.txt')).toBeNull()
})

test('a stream that breaks leaves what was there before, and nothing beside it', async () => {
  const { folder, files } = open()
  await files.put('book', Buffer.from('whole'))
  async function* broken() {
    yield Buffer.from('half of')
    throw new Error('the line broke')
  }
  await expect(files.put('book', broken())).rejects.toThrow('the line broke')
  expect(await textOf(await files.read('book'))).toBe('whole')
  expect(readdirSync(folder)).toEqual(['book'])
})

test('two who write the same at once: one of them is kept whole', async () => {
  const { folder, files } = open()
  await Promise.all(['a', 'b'].map((letter) => files.put('same', Buffer.from(letter.repeat(100_000)))))
  expect(await textOf(await files.read('same'))).toMatch(/^(a{100000}|b{100000})$/)
  expect(readdirSync(folder)).toEqual(['same'])
})

test('a key that could lead out of the folder is refused', async () => {
  const { files } = open()
  for (const key of ['../secret', 'a/b', '', '.hidden', '..', 'a\\b', 'a\0b', '/etc/passwd']) {
    await expect(files.put(key, Buffer.from('x'))).rejects.toThrow('not a key')
    await expect(files.read(key)).rejects.toThrow('not a key')
  }
})

test('what a killed process left half-written is swept after an hour', async () => {
  const { folder, files } = open()
  const now = new Date()
  await files.sweep(now)
  await files.put('kept', Buffer.from('x'))
  for (const [name, minutes] of Object.entries({ 'old.part': 61, 'fresh.part': 1, 'old-but-whole': 600 })) {
    writeFileSync(join(folder, name), 'half')
    const then = new Date(now.getTime() - minutes * 60_000)
    utimesSync(join(folder, name), then, then)
  }
  await files.sweep(now)
  expect(readdirSync(folder).sort()).toEqual(['fresh.part', 'kept', 'old-but-whole'])
})
