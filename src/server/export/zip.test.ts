import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeWhole } from '#server/files.ts'
import { ownFolder } from '#tests/support/folder.ts'
import { plenty } from '#tests/support/long-run.ts'
import { openZip, type ZipEntry, zipOf } from './zip.ts'

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

// In the long run more than a ZIP could hold before there was ZIP64.
const many = plenty(70_000, 50)

test('as many files as there are, all are read again', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let number = 0; number < many; number++) {
      yield { path: `a/${number}.txt`, bytes: bytesOf(`${number} é`), isPacked: number % 2 === 0 }
    }
  }
  const path = join(ownFolder(), 'many.zip')
  await writeWhole(path, zipOf(entries(), new Date(0)))
  const zip = await openZip(path)
  expect(zip.names).toHaveLength(many)
  for (const number of [0, 1, many - 1]) {
    expect((await zip.readWhole(`a/${number}.txt`, 100)).toString()).toBe(`${number} é`)
  }
  await expect(zip.readWhole('a/1.txt', 2)).rejects.toThrow('longer than it can be')
  zip.close()
})

test('whoever stops listening half-way, or breaks off writing, lets go of what was being read', async () => {
  let isLetGo = false
  async function* endless() {
    for (;;) yield Buffer.alloc(100_000)
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      for (let number = 0; ; number++) yield { path: `${number}`, bytes: endless(), isPacked: true }
    } finally {
      isLetGo = true
    }
  }
  for await (const _ of zipOf(entries(), new Date(0))) break
  expect(isLetGo).toBe(true)
  async function* broken(): AsyncGenerator<ZipEntry> {
    yield { path: 'a', bytes: bytesOf('a') }
    throw new Error('no more')
  }
  await expect(writeWhole(join(ownFolder(), 'broken.zip'), zipOf(broken(), new Date(0)))).rejects.toThrow('no more')
})
