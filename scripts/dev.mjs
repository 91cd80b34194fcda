// `npm run dev`: the same app behind Vite, with hot reload. The only file that knows Vite at run time.
import { createServer as createHttpServer } from 'node:http'
import { ensureDependencies } from './prepare.mjs'

await ensureDependencies()
const { createServer } = await import('vite')
const { getRequestListener } = await import('@hono/node-server')

const server = createHttpServer()
const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } })
const load = (file) => vite.ssrLoadModule(file)

server.on('request', (request, response) => {
  vite.middlewares(request, response, async () => {
    try {
      // Loaded again each time: Vite keeps what has not changed, so every edit is seen at the next request.
      const { createDevApp } = await load('/src/dev.ts')
      getRequestListener(createDevApp().fetch)(request, response)
    } catch (error) {
      vite.ssrFixStacktrace(error)
      console.error(error)
      response.writeHead(500).end(String(error.stack))
    }
  })
})

const { loadEnv } = await load('/src/server/env.ts')
const { port, host } = loadEnv()
server.listen(port, host, () => console.log(`Frontispiece, with hot reload: http://localhost:${port}`))
