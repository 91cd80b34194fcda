import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './errors.ts'
import { randomText } from './ids.ts'

type Options = {
  folder: string
  /** where pictures are that came with the program: they are only read */
  shipped?: string
  /** files in memory */
  mostHeld?: number
  mostWaiting?: number
  /** as many pictures of each kind stay in the folder; the ones nobody has looked at or asked after longest go first */
  mostKept?: number
  /** a picture is there now, and was not before */
  onDrawn?: (name: string) => void
  /** one that waited waits no longer */
  onRoom?: () => void
}

/** The files of one picture by the ending of their names: `png`, or `480.avif`. */
export type Parts = Readonly<Record<string, Uint8Array>>

export type Picture = {
  /** decides how it looks, and is never given to anything else; begins with its kind: `cover-…` */
  name: string
  endings: readonly string[]
  draw: () => Promise<Parts>
  /** anybody can have it drawn by asking: it takes half the places at most, and waits until what is hers is drawn */
  isForStrangers?: boolean
}

export type DrawnPictures = {
  /** whether it has been drawn; asks the folder, and draws nothing */
  isThere: (picture: Picture) => Promise<boolean>
  /** has it drawn if it is not there */
  obtain: (picture: Picture) => Promise<void>
  /** one file of it, drawn if it must be */
  get: (picture: Picture, ending: string) => Promise<Buffer>
}

/**
 * Pictures that take a while to draw: drawn when first asked for, one at a time so that pages stay quick, and kept in
 * `folder`, the latest files also in memory. Whoever asks for one that is being drawn waits for that one.
 */
export function createDrawnPictures(options: Options): DrawnPictures {
  const { folder, shipped, mostWaiting = 16, mostKept, onDrawn = () => {}, onRoom = () => {} } = options
  const folders = shipped ? [shipped, folder] : [folder]
  const held = createHeld(options.mostHeld ?? 32)
  const underWay = new Map<string, { isForStrangers: boolean; pending: Promise<void> }>()
  const inTurn = createTurns()

  async function read(file: string): Promise<Buffer | null> {
    const known = held.get(file)
    if (known) return held.hold(file, known)
    for (const place of folders) {
      const bytes = await readIfThere(join(place, file))
      if (bytes) return held.hold(file, bytes)
    }
    return null
  }

  async function areAnywhere(name: string, endings: readonly string[]): Promise<boolean> {
    for (const place of folders) if (await areThere(place, name, endings)) return true
    return false
  }

  async function drawIfMissing({ name, endings, draw, isForStrangers = false }: Picture): Promise<void> {
    // It may have been drawn since whoever asks has looked.
    const parts = await inTurn(isForStrangers, async () => ((await areAnywhere(name, endings)) ? null : draw()))
    // Another process has drawn it into the same folder: whoever waits here saw it missing.
    if (!parts) return onDrawn(name)
    for (const ending of endings) {
      const bytes = parts[ending]
      if (!bytes?.length) throw new Error(`the drawing of ${name} has no ${ending}`)
      await putAway(folder, `${name}.${ending}`, bytes)
      held.hold(`${name}.${ending}`, Buffer.from(bytes))
    }
    if (mostKept) await trim(folder, kindOf(name), mostKept)
    onDrawn(name)
  }

  async function obtain(picture: Picture): Promise<void> {
    const { name, isForStrangers = false } = picture
    const waited = underWay.get(name)
    if (waited) return waited.pending
    if (!hasRoom(isForStrangers)) throw new AppError('busy', 'Too many pictures are being drawn. Please try again.')
    const pending = drawIfMissing(picture).finally(() => {
      underWay.delete(name)
      onRoom()
    })
    underWay.set(name, { isForStrangers, pending })
    return pending
  }

  function hasRoom(isForStrangers: boolean): boolean {
    const theirs = [...underWay.values()].filter((one) => one.isForStrangers).length
    return underWay.size < mostWaiting && !(isForStrangers && theirs >= mostWaiting / 2)
  }

  return {
    obtain,
    // Put away last: where it is, the others are.
    async isThere({ name, endings }) {
      const last = endings.slice(-1)
      if (!(await areAnywhere(name, last))) return false
      // A page shows it, though browsers that have it may not fetch it for a year: it is in use.
      for (const ending of last) await noteSeen(join(folder, `${name}.${ending}`))
      return true
    },
    async get(picture, ending) {
      const file = `${picture.name}.${ending}`
      const known = await read(file)
      if (known) return known
      await obtain(picture)
      const drawn = await read(file)
      if (!drawn) throw new Error(`${file} was drawn, and is not there`)
      return drawn
    },
  }
}

/** One at a time, in the order they were asked for; what strangers ask for when nothing else waits. */
function createTurns() {
  const waiting: { isForStrangers: boolean; work: () => Promise<void> }[] = []
  let isAtWork = false

  async function workOn(): Promise<void> {
    if (isAtWork) return
    isAtWork = true
    while (waiting.length > 0) {
      const hers = waiting.findIndex(({ isForStrangers }) => !isForStrangers)
      for (const { work } of waiting.splice(Math.max(0, hers), 1)) await work()
    }
    isAtWork = false
  }

  return <Made>(isForStrangers: boolean, make: () => Promise<Made>): Promise<Made> =>
    new Promise((resolve, reject) => {
      waiting.push({ isForStrangers, work: () => make().then(resolve, reject) })
      void workOn()
    })
}

/** The files somebody asked for last. */
function createHeld(most: number) {
  const files = new Map<string, Buffer>()
  return {
    get: (file: string) => files.get(file),
    hold(file: string, bytes: Buffer): Buffer {
      files.delete(file)
      files.set(file, bytes)
      for (const oldest of files.keys()) {
        if (files.size <= most) break
        files.delete(oldest)
      }
      return bytes
    },
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** After a power cut a file may be there without its content. */
async function areThere(folder: string, name: string, endings: readonly string[]): Promise<boolean> {
  const found = await Promise.all(endings.map((ending) => stat(join(folder, `${name}.${ending}`)).catch(unlessMissing)))
  return found.every((file) => file !== null && file.size > 0)
}

async function readIfThere(path: string): Promise<Buffer | null> {
  const bytes = await readFile(path).catch(unlessMissing)
  if (!bytes?.length) return null
  await noteSeen(path)
  return bytes
}

/** What is cleared away first is what has not been seen longest. */
async function noteSeen(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now).catch(() => {})
}

/** Renaming puts a file there at once: nobody ever reads half a picture. */
async function putAway(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `draft-${randomText(9)}`)
  await writeFile(draft, bytes)
  await rename(draft, join(folder, file))
}

/** Older versions kept cards in a folder of their own, which nothing reads any more. */
export async function removeOldCards(dataDir: string): Promise<void> {
  await rm(join(dataDir, 'share'), { recursive: true, force: true })
}

function kindOf(name: string): string {
  return name.slice(0, name.indexOf('-') + 1)
}

/**
 * Throws the pictures of a kind away that nobody has looked at longest. They can be drawn again. Each kind by itself: any
 * number of cards must not cost a cover. A draft that a power cut has left goes with whichever comes first.
 */
async function trim(folder: string, kind: string, most: number): Promise<void> {
  const pictures = new Map<string, string[]>()
  for (const file of await readdir(folder)) {
    const name = file.split('.', 1)[0] ?? file
    if (![kind, 'draft-'].includes(kindOf(name))) continue
    pictures.set(name, [...(pictures.get(name) ?? []), file])
  }
  if (pictures.size <= most) return
  const aged = await Promise.all(
    [...pictures.values()].map(async (files) => {
      const found = await Promise.all(files.map((file) => stat(join(folder, file)).catch(unlessMissing)))
      return { files, seen: Math.max(...found.map((file) => file?.mtimeMs ?? 0)) }
    }),
  )
  aged.sort((a, b) => a.seen - b.seen)
  for (const { files } of aged.slice(0, aged.length - most)) {
    for (const file of files) await rm(join(folder, file), { force: true })
  }
}
