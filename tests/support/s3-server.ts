import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** denied and broken answer as stores do, in XML; silent does not answer at all. */
type Mood = 'denied' | 'broken' | 'silent'

const bucket = 'books'
const accessKeyId = 'a-key-id'

/** A store that speaks as much S3 as we do, on this machine; it can be told to misbehave. */
export async function openS3() {
  const objects = new Map<string, Buffer>()
  const calls: string[] = []
  const store = {
    objects,
    calls,
    mood: undefined as ((method: string) => Mood | undefined) | undefined,
    url: '',
    env: {} as Record<string, string>,
    stop: () => {},
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = '' } = request
    const url = new URL(request.url ?? '/', store.url)
    calls.push(`${method} ${url.pathname}`)
    const mood = store.mood?.(method)
    if (mood === 'silent') return
    if (mood === 'broken') return refuse(response, 500, 'InternalError')
    if (mood === 'denied' || !isSigned(request, url)) return refuse(response, 403, 'AccessDenied')
    const [, name, key = ''] = url.pathname.split('/')
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket')
    if (method === 'PUT') return put(key, request, response)
    if (method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (method === 'GET' && url.searchParams.has('list-type')) return list(url.searchParams, response)
    const found = objects.get(key)
    return found ? give(found, request, response, url.searchParams) : refuse(response, 404, 'NoSuchKey')
  }

  /** Two at a time, so that whoever wants all has to ask again. */
  function list(asked: URLSearchParams, response: ServerResponse) {
    const after = asked.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(asked.get('prefix') ?? '') && key > after).sort()
    const [shown, last] = [keys.slice(0, 2), keys[1]]
    const contents = shown.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
    )
    const next = keys.length > 2 ? `<NextContinuationToken>${last}</NextContinuationToken>` : ''
    const head = `<Name>${bucket}</Name><IsTruncated>${keys.length > 2}</IsTruncated>`
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><ListBucketResult>${head}${contents.join('')}${next}</ListBucketResult>`)
  }

  /** As the real ones: a length that is known beforehand, and nothing to see before the last byte. */
  async function put(key: string, request: IncomingMessage, response: ServerResponse) {
    if (!request.headers['content-length']) return refuse(response, 411, 'MissingContentLength')
    objects.set(key, await buffer(request))
    response.writeHead(200, { etag: '"whole"' }).end()
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  store.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  store.stop = () => void server.close().closeAllConnections()
  store.env = {
    S3_ENDPOINT: store.url,
    S3_REGION: 'auto',
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: 'a-secret',
  }
  return store
}

/** In a header, or in the address for as long as that says. */
function isSigned({ headers }: IncomingMessage, { searchParams }: URL): boolean {
  const begin = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/`
  if (headers.authorization) return headers.authorization.startsWith(begin) && 'x-amz-date' in headers
  const [, year, month, day, hour, minute, second] =
    searchParams.get('X-Amz-Date')?.match(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/) ?? []
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return (
    (searchParams.get('X-Amz-Signature')?.length ?? 0) === 64 &&
    Date.now() < signedAt + Number(searchParams.get('X-Amz-Expires')) * 1_000
  )
}

function give(object: Buffer, { method, headers }: IncomingMessage, response: ServerResponse, asked: URLSearchParams) {
  const [, from, to] = headers.range?.match(/^bytes=(\d+)-(\d*)$/) ?? []
  const bytes = from ? object.subarray(Number(from), to ? Number(to) + 1 : undefined) : object
  response.writeHead(from ? 206 : 200, {
    'content-length': bytes.length,
    'content-type': asked.get('response-content-type') ?? 'application/octet-stream',
    ...(asked.has('response-content-disposition')
      ? { 'content-disposition': String(asked.get('response-content-disposition')) }
      : {}),
  })
  response.end(method === 'HEAD' ? undefined : bytes)
}

function refuse(response: ServerResponse, status: number, code: string) {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No.</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml)
}
