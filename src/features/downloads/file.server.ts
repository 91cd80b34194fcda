import { clientAddress } from '#server/client-address.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Range } from '#server/files.ts'
import { randomText } from '#server/ids.ts'
import { clientHash } from '#server/rate-limit.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { largestBook } from './content.ts'
import { isFileName } from './contract.ts'
import { inspectBook } from './epub.server.ts'
import { countDownload, findBookFile, getLink, linkState } from './service.server.ts'

/** The file itself: what a link leads to, and where the owner puts it. */
export function fileRoutes(deps: Deps): Route[] {
  return [
    { method: 'GET', path: '/download/:token', access: 'public', handle: (c) => answerDownload(deps, c) },
    {
      method: 'PUT',
      path: '/api/files/:filename',
      access: 'owner',
      bodyMax: largestBook,
      handle: async (c) => c.json(await keepBook(deps, c), 201),
    },
  ]
}

async function answerDownload(deps: Deps, c: AppContext): Promise<Response> {
  const link = await getLink(deps, c.req.param('token') ?? '')
  const file = await findBookFile(deps.db, link.file_name)
  const kept = file && (await deps.files.read(file.storage_key))
  if (!file || !kept) throw new AppError('not_found', 'The book is not here yet. Please try the link again later.')
  const state = linkState(link, deps.now())
  if (state !== 'open') throw new AppError('gone', closedWords[state])
  const headers = fileHeaders(file)
  // A mail scanner or the owner's test asks for the head only: nothing is used up.
  if (c.req.method === 'HEAD')
    return new Response(null, { headers: { ...headers, 'content-length': String(file.size) } })
  const range = rangeOf(c.req.header('range'), file.size)
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${file.size}` } })
  }
  const client = await clientHash(deps.db, clientAddress(c, deps.env.trustedProxies), deps.now())
  await countDownload(deps, link, client)
  if (!range) return new Response(kept.stream(), { headers: { ...headers, 'content-length': String(file.size) } })
  return new Response(kept.stream(range), {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
    },
  })
}

const closedWords = {
  expired: 'This link has closed. Open the page your letter leads to and ask for another; I keep spares.',
  revoked: 'This link was closed by the author.',
  used: 'This link has been used as often as it may be.',
}

function fileHeaders({ name, sha256 }: { name: string; sha256: string }): Record<string, string> {
  return {
    'content-type': 'application/epub+zip',
    'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'accept-ranges': 'bytes',
    etag: `"${sha256.slice(0, 32)}"`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': 'sandbox',
  }
}

/** One range only; whoever asks for several gets the whole. */
function rangeOf(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const [, from = '', to = ''] = header?.match(/^bytes=(\d{0,15})-(\d{0,15})$/) ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/** Streams the book to its place; only a whole one, which is really an EPUB, takes the place of the last. */
async function keepBook(deps: Deps, c: AppContext) {
  const { db, files, now } = deps
  const name = c.req.param('filename') ?? ''
  if (!isFileName(name)) {
    throw new AppError('invalid', 'A file name holds small letters, digits, dots and hyphens, and ends in .epub')
  }
  const body = c.req.raw.body
  if (!body) throw new AppError('invalid', 'The file is empty.')
  const { bytes, seen } = inspectBook(body)
  const storageKey = `book-${randomText(16)}`
  await files.put(storageKey, bytes)
  const before = await findBookFile(db, name)
  const row = { name, storage_key: storageKey, size: seen.size, sha256: seen.sha256, uploaded_at: now().toISOString() }
  await db
    .insertInto('book_files')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  if (before) await files.remove(before.storage_key)
  return { name, size: seen.size, uploadedAt: row.uploaded_at }
}
