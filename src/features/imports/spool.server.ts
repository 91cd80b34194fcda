import { createReadStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** What is ready and waits, in a file of this process's own: a blog of twenty years need not fit into memory. */
export async function openSpool<Thing>() {
  const folder = await mkdtemp(join(tmpdir(), 'frontispiece-import-'))
  const path = join(folder, 'ready')
  const file: FileHandle = await open(path, 'wx', 0o600)
  return {
    async add(thing: Thing) {
      // To a reader of lines these two are ends of lines as well.
      const line = JSON.stringify(thing).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
      await file.appendFile(`${line}\n`)
    },
    async *read(): AsyncGenerator<Thing> {
      for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line)
    },
    async close() {
      await file.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
