import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type ReadyAnswer, readyAnswer } from './ready-answer.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

type Bytes = Buffer<ArrayBuffer>

/** `ready` is all of it as bytes, for whoever writes on the socket itself. */
export type Answer = { status: number; headers: Record<string, string>; body: Bytes | null; ready: ReadyAnswer }
type Whole = Answer & { body: Bytes }

/** An answer kept as bytes, compressed once, ready to be written to any number of readers. */
export type StoredResponse = {
  etag: string
  identity: Whole
  br: Whole | null
  gzip: Whole | null
  /** for whoever has it already; there is no such word for what is not there */
  unchanged: Answer | null
  /** bytes held in memory, for whoever keeps a budget */
  size: number
}

export function storeResponse(
  given: Record<string, string>,
  bodies: { identity: Bytes; br: Bytes | null; gzip: Bytes | null },
  status: 200 | 404 = 200,
): StoredResponse {
  // Weak: one tag for three encodings of the same words.
  const etag = given.etag ?? `W/"${createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 27)}"`
  const headers = { ...given, ...(status === 200 ? { etag, vary: 'accept-encoding' } : {}) }
  const whole = (body: Bytes, encoding: Record<string, string> = {}): Whole => {
    const all = { ...headers, 'content-length': String(body.length), ...encoding }
    const ready = readyAnswer(status, all, body)
    return { status, headers: all, body: ready.body, ready }
  }
  const unchanged = () => ({ status: 304, headers, body: null, ready: readyAnswer(304, headers, Buffer.alloc(0)) })
  return {
    etag,
    identity: whole(bodies.identity),
    br: bodies.br && whole(bodies.br, { 'content-encoding': 'br' }),
    gzip: bodies.gzip && whole(bodies.gzip, { 'content-encoding': 'gzip' }),
    unchanged: status === 200 ? unchanged() : null,
    size: bodies.identity.length + (bodies.br?.length ?? 0) + (bodies.gzip?.length ?? 0),
  }
}

/** Quality 6 takes 5 ms for the longest page and 9 takes 31, for one byte in 130; 11 is for the build, where nobody waits. */
export async function compressAndStore(headers: Record<string, string>, identity: Bytes): Promise<StoredResponse> {
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        // Looks back over 256 kB, which is any page: over four megabytes, as usual, it takes ten to work in.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    }),
    deflate(identity, { level: 9 }),
  ])
  return storeResponse(headers, { identity, br: Buffer.from(br), gzip: Buffer.from(gz) })
}

/** What this reader gets of it: nothing new, or the best encoding she takes. `asked` reads the headers she sent. */
export function chooseAnswer(stored: StoredResponse, asked: (header: string) => string | undefined): Answer {
  if (stored.unchanged && hasAlready(stored, asked)) return stored.unchanged
  const { br, gzip } = encodingsIn(asked('accept-encoding') ?? '')
  return (br && stored.br) || (gzip && stored.gzip) || stored.identity
}

/** Known by its tag, or, from whoever sends none, by its date. */
function hasAlready({ etag, identity }: StoredResponse, asked: (header: string) => string | undefined): boolean {
  const tags = asked('if-none-match')
  if (tags !== undefined) return tags.includes(etag.slice(etag.indexOf('"')))
  const modified = identity.headers['last-modified']
  return modified !== undefined && Date.parse(modified) <= Date.parse(asked('if-modified-since') ?? '')
}

type Encodings = Record<'br' | 'gzip', boolean>

/** Browsers say one of a dozen things; whoever says others makes us read again. */
const mostKnown = 100
const known = new Map<string, Encodings>()

function encodingsIn(acceptEncoding: string): Encodings {
  const before = known.get(acceptEncoding)
  if (before) return before
  const found = { br: takes(acceptEncoding, 'br'), gzip: takes(acceptEncoding, 'gzip') }
  if (known.size === mostKnown) known.clear()
  known.set(acceptEncoding, found)
  return found
}

function takes(acceptEncoding: string, encoding: 'br' | 'gzip'): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
