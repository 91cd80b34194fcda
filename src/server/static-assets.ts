import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { toldToDoNothing } from './security-headers.ts'
import { type StoredResponse, storeResponse } from './stored-response.ts'

export type StaticAssets = { get(path: string): StoredResponse | undefined }

const forever = 'public, max-age=31536000, immutable'
const oneDay = 'public, max-age=86400'

/**
 * The build's files, held in memory with the compressed copies the build left beside them. Reading them once costs a
 * few megabytes; a file server in front of every request costs eight times the time.
 */
export function loadStaticAssets(folder: string, headers: Record<string, string>): StaticAssets {
  const files = new Map<string, StoredResponse>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const url = `/${relative(folder, file).split(sep).join('/')}`
    // .vite holds the manifest: the server's business, not the reader's
    if (!entry.isFile() || /\.(br|gz)$/.test(url) || url.startsWith('/.')) continue
    const read = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : null)
    const isNoDocument = /\.(woff2|avif|webp|png)$/.test(url)
    const isHashed = url.startsWith('/assets/') || url.startsWith('/art/')
    files.set(
      url,
      storeResponse(
        {
          ...(isNoDocument ? toldToDoNothing(headers) : headers),
          'content-type': getMimeType(file) ?? 'application/octet-stream',
          'cache-control': isHashed ? forever : oneDay,
          // Share cards and covers are meant to be shown by other sites.
          'cross-origin-resource-policy': 'cross-origin',
        },
        { identity: readFileSync(file), br: read('.br'), gzip: read('.gz') },
      ),
    )
  }
  return { get: (path) => files.get(path) }
}
