import { compressAndStore, type StoredResponse } from './stored-response.ts'

export type PageCache = ReturnType<typeof createPageCache>
export type Rendered = { status: number; headers: Record<string, string>; body: Buffer<ArrayBuffer> }

/**
 * Renders each public address once and keeps the compressed bytes. Keyed by path alone: no header, cookie or query
 * may change a public page, so none can poison or flood the cache.
 */
export function createPageCache({ maxEntries = 500, maxBytes = 64 * 1024 * 1024, now = Date.now } = {}) {
  const ready = new Map<string, StoredResponse>()
  const underWay = new Map<string, Promise<StoredResponse | Rendered>>()
  let bytes = 0
  let day = today()
  // A render that began before clear() saw the old content and must not be kept after it.
  let generation = 0

  function today() {
    return Math.floor(now() / 86_400_000)
  }

  /** Content changed: forget every page, and do not let anybody join a render that began before. */
  function clear() {
    generation++
    ready.clear()
    underWay.clear()
    bytes = 0
  }

  /** A page may say whether a book is out, so none outlives the (UTC) day it was made on. */
  function turnDay() {
    if (day === today()) return
    day = today()
    clear()
  }

  function keep(path: string, page: StoredResponse) {
    ready.set(path, page)
    bytes += page.size
    for (const [oldest, dropped] of ready) {
      if (ready.size <= maxEntries && bytes <= maxBytes) break
      ready.delete(oldest)
      bytes -= dropped.size
    }
  }

  async function fill(path: string, render: () => Promise<Rendered>) {
    const born = generation
    const page = await render()
    if (page.status !== 200) return page
    const stored = await compressAndStore(page.headers, page.body)
    if (born === generation) keep(path, stored)
    return stored
  }

  return {
    clear,

    size: () => ready.size,

    get(path: string): StoredResponse | undefined {
      turnDay()
      return ready.get(path)
    },

    /** The kept page, or the one being rendered by somebody else right now, or a fresh one. Only a 200 is kept. */
    async getOrRender(path: string, render: () => Promise<Rendered>): Promise<StoredResponse | Rendered> {
      turnDay()
      const known = ready.get(path) ?? underWay.get(path)
      if (known) return known
      const pending = fill(path, render).finally(() => {
        if (underWay.get(path) === pending) underWay.delete(path)
      })
      underWay.set(path, pending)
      return pending
    },
  }
}
