import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

const longestGoodbye = 10_000
/** What was sent on a kept connection before its reader could know that we leave has arrived by then. */
const shortestGoodbye = 500

const longestStall = 30_000

/** Node's own server with the limits that starve a slow or greedy client. */
export function createLimitedServer(listener: RequestListener, { stall = longestStall } = {}): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      // Its clock is one for all; ours below lets a book take longer than a form.
      requestTimeout: 0,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 8 * 1024,
    },
    (request, response) => {
      limitBodyTime(request)
      endWhenStalled(response)
      listener(request, response)
    },
  )
  server.timeout = stall
  server.maxConnections = 2_000
  server.maxRequestsPerSocket = 1_000
  return server
}

const longestForm = 30_000
const longestUpload = 15 * 60_000
const uploads = /^\/api\/(files|owner\/images)\b/

/** Whoever sends a body by the spoonful is cut off; a file from a slow line is not. */
function limitBodyTime(request: IncomingMessage) {
  if (!request.headers['content-length'] && !request.headers['transfer-encoding']) return
  const longest = uploads.test(request.url ?? '') ? longestUpload : longestForm
  const timer = setTimeout(() => request.destroy(), longest)
  request.once('end', () => clearTimeout(timer))
  request.once('close', () => clearTimeout(timer))
}

/** Whoever takes nothing more of an answer is cut off. While there is no answer yet it is we who are slow. */
function endWhenStalled(response: ServerResponse) {
  response.on('timeout', () => {
    if (response.headersSent) response.destroy()
  })
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
