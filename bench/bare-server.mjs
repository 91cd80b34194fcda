// node:http and nothing else, in a process of its own: answers everything as it is told once.
import { createServer } from 'node:http'

process.once('message', ({ status, headers, body }) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_request, response) => response.writeHead(status, headers).end(bytes))
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
})
process.on('disconnect', () => process.exit())
