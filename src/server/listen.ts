import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const longestGoodbye = 10_000

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
export function closeGracefully(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), longestGoodbye)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
