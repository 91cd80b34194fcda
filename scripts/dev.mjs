// `npm run dev`: the same app behind Vite, with hot reload. The only file that knows Vite at run time.
import { createServer as createHttpServer } from 'node:http'
import { ensureDependencies } from './prepare.mjs'

await ensureDependencies()
const { createServer } = await import('vite')
const { getRequestListener } = await import('@hono/node-server')

const server = createHttpServer()
const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } })

/** The house as the code stands now. After an edit Vite hands out a new module: the old house is left, a new one opened. */
let current
async function openHouse() {
  const { openDevHouse } = await vite.ssrLoadModule('/src/dev.ts')
  if (current?.openDevHouse !== openDevHouse) {
    const previous = current?.house
    const house = Promise.resolve(previous)
      .then((old) => old?.leave())
      .then(openDevHouse)
    current = { openDevHouse, house }
  }
  return current.house
}

server.on('request', (request, response) => {
  vite.middlewares(request, response, async () => {
    try {
      const { createDevApp } = await openHouse()
      getRequestListener(createDevApp().fetch)(request, response)
    } catch (error) {
      vite.ssrFixStacktrace(error)
      console.error(error)
      response.writeHead(500).end(String(error.stack))
    }
  })
})

const { explainStartFailure } = await vite.ssrLoadModule('/src/server/start-failure.ts')
const stop = (error) => {
  console.error(explainStartFailure(error))
  process.exit(78)
}
server.on('error', stop)
try {
  const { loadEnv } = await vite.ssrLoadModule('/src/server/env.ts')
  const { port } = loadEnv()
  await openHouse()
  // This machine only: a development server hands out the source.
  server.listen(port, '127.0.0.1', () => console.log(`Frontispiece, with hot reload: http://localhost:${port}`))
} catch (error) {
  stop(error)
}
