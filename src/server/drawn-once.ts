import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './errors.ts'
import { randomText } from './ids.ts'

type Options = { folder: string; mostHeld?: number; mostWaiting?: number }

/** `item` is what is drawn and `edition` how it looks now: an older edition of the same item is thrown away. */
export type Drawing = { item: string; edition: string; draw: () => Promise<Buffer> }

export type DrawnOnce = (drawing: Drawing) => Promise<Buffer>

/**
 * Pictures that take a while to draw: drawn when first asked for, one at a time so that pages stay quick, and kept in
 * `folder`, the latest also in memory. Whoever asks for one that is being drawn waits for that one.
 */
export function createDrawnOnce({ folder, mostHeld = 32, mostWaiting = 16 }: Options): DrawnOnce {
  const held = new Map<string, Buffer>()
  const underWay = new Map<string, Promise<Buffer>>()
  let queue: Promise<unknown> = Promise.resolve()

  function hold(file: string, bytes: Buffer): Buffer {
    held.delete(file)
    held.set(file, bytes)
    for (const oldest of held.keys()) {
      if (held.size <= mostHeld) break
      held.delete(oldest)
    }
    return bytes
  }

  async function find({ item, edition, draw }: Drawing, file: string): Promise<Buffer> {
    const known = await readIfThere(join(folder, file))
    if (known) return known
    const drawn = queue.then(draw)
    queue = drawn.catch(() => {})
    await putAway(folder, file, await drawn)
    await clearOthers(folder, `${item}-`, `${item}-${edition}.png`)
    return drawn
  }

  return async (drawing) => {
    const file = `${drawing.item}-${drawing.edition}.png`
    const known = held.get(file)
    if (known) return hold(file, known)
    const waited = underWay.get(file)
    if (waited) return waited
    if (underWay.size >= mostWaiting) throw new AppError('busy', 'Too many pictures are being drawn. Please try again.')
    const pending = find(drawing, file)
      .then((bytes) => hold(file, bytes))
      .finally(() => underWay.delete(file))
    underWay.set(file, pending)
    return pending
  }
}

async function readIfThere(path: string): Promise<Buffer | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  // After a power cut a file may be there without its content.
  return bytes?.length ? bytes : null
}

/** Renaming puts a file there at once: nobody ever reads half a picture. */
async function putAway(folder: string, file: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `draft-${randomText(9)}`)
  await writeFile(draft, bytes)
  await rename(draft, join(folder, file))
}

async function clearOthers(folder: string, prefix: string, kept: string): Promise<void> {
  const others = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name !== kept)
  for (const name of others) await rm(join(folder, name), { force: true })
}
