import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { getMimeType } from 'hono/utils/mime'
import { toldToDoNothing } from './security-headers.ts'
import { type StoredResponse, storeResponse } from './stored-response.ts'

export type StaticAssets = {
  get(path: string): StoredResponse | undefined
  /** opens what nobody has asked for yet, a file at each turn of the event loop: whoever asks meanwhile waits for no disk */
  openAll(): Promise<void>
}

const forever = 'public, max-age=31536000, immutable'
const oneDay = 'public, max-age=86400'

/**
 * The build's files, each with the compressed copies the build left beside it: read when it is first asked for, and held
 * from then on, since a file server in front of every request costs eight times the time. All of them are to be opened soon
 * after the start: a build that replaces them while this one runs then takes none away. Not before, since a thousand files
 * are a tenth of it. Each of their names has an ending, and no page's address has.
 */
export function loadStaticAssets(folder: string, headers: Record<string, string>): StaticAssets {
  const files = once(() => listFiles(folder, headers))
  return {
    get: (path) => (path.includes('.') ? ifThere(() => files().get(path)?.answer()) : undefined),
    async openAll() {
      for (const { open } of ifThere(files)?.values() ?? []) {
        ifThere(open)
        await setImmediate()
      }
    },
  }
}

type File = { answer: () => StoredResponse; open: () => void }

function listFiles(folder: string, headers: Record<string, string>): Map<string, File> {
  const files = new Map<string, File>()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  // Paths of the system's own making are put together as they are: to tidy up a thousand of them is a twentieth of a start.
  const pathOf = ({ parentPath, name }: (typeof entries)[number]) => `${parentPath}${sep}${name}`
  const there = new Set(entries.map(pathOf))
  for (const entry of entries) {
    const file = pathOf(entry)
    const url = file.slice(folder.length).replaceAll(sep, '/')
    // .vite holds the manifest: the server's business, not the reader's
    if (!entry.isFile() || /\.(br|gz)$/.test(url) || url.startsWith('/.')) continue
    const [identity, br, gzip] = ['', '.br', '.gz'].map((ending) => there.has(file + ending) && fileAt(file + ending))
    files.set(url, {
      answer: once(() =>
        storeResponse(headersOf(url, headers), {
          identity: identity ? identity.read() : Buffer.alloc(0),
          br: br ? br.read() : null,
          gzip: gzip ? gzip.read() : null,
        }),
      ),
      open() {
        for (const copy of [identity, br, gzip]) if (copy) copy.open()
      },
    })
  }
  return files
}

function headersOf(url: string, headers: Record<string, string>): Record<string, string> {
  const isNoDocument = /\.(woff2|avif|webp|jpg|png)$/.test(url)
  const isHashed = url.startsWith('/assets/') || url.startsWith('/art/')
  return {
    ...(isNoDocument ? toldToDoNothing(headers) : headers),
    'content-type': getMimeType(url) ?? 'application/octet-stream',
    'cache-control': isHashed ? forever : oneDay,
    // Share cards and covers are meant to be shown by other sites.
    'cross-origin-resource-policy': 'cross-origin',
  }
}

/** What cannot be read stays open, and is tried again for the next who asks. */
function fileAt(file: string) {
  const open = once(() => openSync(file, 'r'))
  const read = once(() => {
    const opened = open()
    const bytes = Buffer.alloc(fstatSync(opened).size)
    readSync(opened, bytes, { position: 0 })
    closeSync(opened)
    return bytes
  })
  return { open, read }
}

/** What went before it was opened is missing, no fault that stops the site; it is tried again for the next who asks. */
function ifThere<Made>(make: () => Made): Made | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
