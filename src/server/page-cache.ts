import { compressAndStore, type StoredResponse, storeResponse } from './stored-response.ts'

export type PageCache = ReturnType<typeof createPageCache>
export type Rendered = {
  status: number
  headers: Record<string, string>
  body: Buffer<ArrayBuffer>
  /** good for whoever asked, and not to be kept */
  isPassing?: boolean
}

const mebibyte = 1024 * 1024

/**
 * Renders each public address once and keeps the compressed bytes. Keyed by path alone: no header, cookie or query
 * may change a public page, so none can poison or flood the cache. Pictures, and addresses at which nothing is, have room
 * of their own: there is no end of those a stranger can think of, and no page makes way for them.
 */
export function createPageCache({ maxEntries = 1_000, maxBytes = 64 * mebibyte, now = Date.now } = {}) {
  const pages = createShelf(maxEntries, maxBytes)
  const pictures = createShelf(Math.min(maxEntries, 200), maxBytes / 4)
  const missing = createShelf(Math.min(maxEntries, 64), maxBytes / 8)
  const underWay = new Map<string, Promise<StoredResponse | Rendered>>()
  let day = today()
  // A render that began before clear() saw the old content and must not be kept after it.
  let generation = 0

  function today() {
    return Math.floor(now() / 86_400_000)
  }

  /** Content changed: forget every page, and do not let anybody join a render that began before. */
  function clear() {
    generation++
    for (const shelf of [pages, pictures, missing]) shelf.clear()
    underWay.clear()
  }

  /** A page may say whether a book is out, so none outlives the (UTC) day it was made on. */
  function turnDay() {
    if (day === today()) return
    day = today()
    clear()
  }

  function get(path: string): StoredResponse | undefined {
    turnDay()
    return pages.get(path) ?? pictures.get(path)
  }

  async function fill(path: string, render: () => Promise<Rendered>) {
    const born = generation
    const page = await render()
    if (page.status !== 200 || page.isPassing) return page
    // Made of points it is as small as it gets; a drawing in SVG is text.
    const isPicture = /^image\/(?!svg)/.test(page.headers['content-type'] ?? '')
    const stored = isPicture
      ? storeResponse(page.headers, { identity: page.body, br: null, gzip: null })
      : await compressAndStore(page.headers, page.body)
    if (born === generation) (isPicture ? pictures : pages).put(path, stored)
    return stored
  }

  return {
    clear,
    get,

    size: () => pages.size() + pictures.size() + missing.size(),

    /** The answer to whoever asks for a path at which nothing is. */
    getMissing: (path: string): StoredResponse | undefined => missing.get(path),

    /**
     * To be called before it is looked whether anything is there; what it answers keeps the 404, unless content has
     * changed since. Not compressed: a stranger would have us do that for every address he makes up.
     */
    missingAsOfNow() {
      turnDay()
      const born = generation
      return (path: string, { headers, body }: Omit<Rendered, 'status'>) => {
        if (born !== generation) return
        missing.put(path, storeResponse(headers, { identity: body, br: null, gzip: null }, 404))
      }
    },

    /** The kept page, or the one being rendered by somebody else right now, or a fresh one. Only a 200 is kept. */
    async getOrRender(path: string, render: () => Promise<Rendered>): Promise<StoredResponse | Rendered> {
      const known = get(path) ?? underWay.get(path)
      if (known) return known
      const pending = fill(path, render).finally(() => {
        if (underWay.get(path) === pending) underWay.delete(path)
      })
      underWay.set(path, pending)
      return pending
    },
  }
}

/** So many answers and bytes at most; the oldest make room. */
function createShelf(maxEntries: number, maxBytes: number) {
  const answers = new Map<string, StoredResponse>()
  let bytes = 0
  return {
    get: (path: string) => answers.get(path),
    size: () => answers.size,
    clear() {
      answers.clear()
      bytes = 0
    },
    put(path: string, answer: StoredResponse) {
      bytes += answer.size - (answers.get(path)?.size ?? 0)
      answers.set(path, answer)
      for (const [oldest, dropped] of answers) {
        if (answers.size <= maxEntries && bytes <= maxBytes) break
        answers.delete(oldest)
        bytes -= dropped.size
      }
    },
  }
}
