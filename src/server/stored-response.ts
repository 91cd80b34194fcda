import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

type Bytes = Buffer<ArrayBuffer>
type Variant = { body: Bytes; headers: Record<string, string> }

/** An answer kept as bytes, compressed once, ready to be written to any number of readers. */
export type StoredResponse = {
  etag: string
  identity: Variant
  br: Variant | null
  gzip: Variant | null
  /** bytes held in memory, for whoever keeps a budget */
  size: number
}

export type Answer = { status: 200 | 304; headers: Record<string, string>; body: Bytes | null }

export function storeResponse(
  headers: Record<string, string>,
  bodies: { identity: Bytes; br: Bytes | null; gzip: Bytes | null },
): StoredResponse {
  // Weak: one tag for three encodings of the same words.
  const etag = `W/"${createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 27)}"`
  const variant = (body: Bytes, encoding: string | null): Variant => ({
    body,
    headers: {
      ...headers,
      etag,
      vary: 'accept-encoding',
      'content-length': String(body.length),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
  })
  return {
    etag,
    identity: variant(bodies.identity, null),
    br: bodies.br && variant(bodies.br, 'br'),
    gzip: bodies.gzip && variant(bodies.gzip, 'gzip'),
    size: bodies.identity.length + (bodies.br?.length ?? 0) + (bodies.gzip?.length ?? 0),
  }
}

/** Quality 9 costs a few milliseconds once per page; 11 is for the build, where nobody waits. */
export async function compressAndStore(headers: Record<string, string>, identity: Bytes): Promise<StoredResponse> {
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    deflate(identity, { level: 9 }),
  ])
  return storeResponse(headers, { identity, br: Buffer.from(br), gzip: Buffer.from(gz) })
}

/** What this reader gets of it: nothing new, or the best encoding she takes. `asked` reads the headers she sent. */
export function chooseAnswer(stored: StoredResponse, asked: (header: string) => string | undefined): Answer {
  const accepted = asked('accept-encoding') ?? ''
  const variant = (takes(accepted, 'br') && stored.br) || (takes(accepted, 'gzip') && stored.gzip) || stored.identity
  if (hasAlready(stored, asked)) {
    const { 'content-length': _length, 'content-encoding': _encoding, ...headers } = variant.headers
    return { status: 304, headers, body: null }
  }
  return { status: 200, headers: variant.headers, body: variant.body }
}

/** Known by its tag, or, from whoever sends none, by its date. */
function hasAlready({ etag, identity }: StoredResponse, asked: (header: string) => string | undefined): boolean {
  const tags = asked('if-none-match')
  if (tags !== undefined) return tags.includes(etag.slice(2))
  const modified = Date.parse(identity.headers['last-modified'] ?? '')
  return modified <= Date.parse(asked('if-modified-since') ?? '')
}

function takes(acceptEncoding: string, encoding: 'br' | 'gzip'): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
