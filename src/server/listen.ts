import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { household, isPrivate } from './client-address.ts'
import type { Log } from './log.ts'
import { countHeaders, rawHeader } from './raw-header.ts'
import { keptLine } from './ready-answer.ts'

const longestGoodbye = 10_000
/** What was sent on a kept connection before its reader could know that we leave has arrived by then. */
const shortestGoodbye = 500

const longestHeaders = 10_000
const longestStall = 30_000
const longestForm = 30_000
const longestUpload = 15 * 60_000
const mostConnections = 2_000
/** An eighth of the house: room for forty browsers behind one address of an office, and for everybody else too. */
const mostPerAddress = 256

type Limits = {
  headers?: number
  stall?: number
  form?: number
  perAddress?: number
  /** all connections then come from one address, which is not the one to be limited: that is for the proxy to do */
  isBehindProxy?: boolean
  log?: Log
}

/** Node's own server with the limits that starve a slow or greedy client. */
export function createLimitedServer(listener: RequestListener, limits: Limits = {}): Server {
  const { headers = longestHeaders, stall = longestStall, form = longestForm } = limits
  const { perAddress = mostPerAddress, isBehindProxy = false, log } = limits
  const server = createServer(
    {
      headersTimeout: headers,
      // Its clock is one for all; ours below lets a book take longer than a form.
      requestTimeout: 0,
      keepAliveTimeout: keptLine.seconds * 1_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 8 * 1024,
    },
    (request, response) => {
      // RFC 9112, 3.2. Node keeps the first and says nothing; whoever stands before us may have believed the second.
      if (countHeaders(request, 'host') > 1) return void response.writeHead(400, { connection: 'close' }).end()
      limitBodyTime(request, response, form)
      response.on('timeout', endWhenStalled)
      listener(request, response)
    },
  )
  server.timeout = stall
  server.maxConnections = mostConnections
  server.maxRequestsPerSocket = keptLine.questions
  if (!isBehindProxy) limitEachAddress(server, perAddress, log)
  return server
}

/** A private address may be all the world's, let in by Docker or a balancer that names nobody: it has no limit. */
function limitEachAddress(server: Server, most: number, log?: Log) {
  const open = new Map<string, number>()
  let isTold = false
  server.on('connection', (socket) => {
    if (isPrivate(socket.remoteAddress ?? '')) return
    const address = household(socket.remoteAddress ?? '')
    const count = (open.get(address) ?? 0) + 1
    if (count > most) {
      if (!isTold) log?.warn('one address holds as many connections as it may', { most })
      isTold = true
      return void socket.destroy()
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Whoever sends a body by the spoonful is cut off, and at once if it is one that nobody will read. */
function limitBodyTime(request: IncomingMessage, response: ServerResponse, longest: number) {
  if (!rawHeader(request, 'content-length') && !rawHeader(request, 'transfer-encoding')) return
  if (request.method === 'GET' || request.method === 'HEAD') response.shouldKeepAlive = false
  giveBodyTime(request, longest)
  const stop = () => clearTimeout(bodyTimers.get(request))
  request.once('end', stop)
  request.once('close', stop)
}

function giveBodyTime(request: IncomingMessage, longest: number) {
  clearTimeout(bodyTimers.get(request))
  bodyTimers.set(
    request,
    setTimeout(() => request.destroy(), longest),
  )
}

/** A file from a slow line takes longer than a form. For whoever has shown that she may send one. */
export function giveUploadTime(request: IncomingMessage | undefined) {
  if (request && bodyTimers.has(request) && !request.readableEnded) giveBodyTime(request, longestUpload)
}

/** Whoever takes nothing more of an answer is cut off. While there is no answer yet it is we who are slow. */
function endWhenStalled(this: ServerResponse) {
  if (this.headersSent || this.socket?.writableLength) this.destroy()
}

export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Takes no new connection, lets what is under way finish, then cuts whoever still holds on. */
export async function closeGracefully(server: Server): Promise<void> {
  const goOn = holdRequests(server)
  await letIn(server)
  const closed = closePort(server)
  goOn()
  const cut = setTimeout(() => server.closeAllConnections(), longestGoodbye)
  // In the turn after: what came in meanwhile is taken first.
  const hangUp = setInterval(() => setImmediate(() => server.closeIdleConnections()), shortestGoodbye)
  await closed
  clearTimeout(cut)
  clearInterval(hangUp)
  server.close()
}

/**
 * Not the web server's own way to close, which hangs up at once on every line that is silent: on a kept one the next
 * question may be on its way, and would get no answer.
 */
function closePort(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()))
}

const mostTurns = 500

/**
 * Lets in whoever has knocked: those the system still holds for us when the port closes are cut off. One enters at each
 * turn of the event loop, so it is over at the first turn at which nobody did.
 */
async function letIn(server: Server) {
  let entered = 0
  const count = () => entered++
  server.on('connection', count)
  await nextTurn()
  for (let turn = 0, before = -1; turn < mostTurns && entered !== before; turn++) {
    before = entered
    await nextTurn()
  }
  server.off('connection', count)
}

/** Requests wait from now on, in the order they come; answers how to have them go on. */
function holdRequests(server: Server): () => void {
  const listeners = server.listeners('request') as RequestListener[]
  const waiting: Parameters<RequestListener>[] = []
  server.removeAllListeners('request')
  server.on('request', (...asked) => waiting.push(asked))
  return () => {
    server.removeAllListeners('request')
    for (const listener of listeners) server.on('request', listener)
    for (const asked of waiting) server.emit('request', ...asked)
  }
}
