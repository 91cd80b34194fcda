import { cpSync, createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { precompress } from './precompress.ts'

/** Puts the generated pictures where the site serves them, and compresses the client's build. */
export function siteFiles(root: string, edition: string): Plugin {
  const art = join(root, '.generated/art')
  return {
    name: 'site-files',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '' }) {
      cpSync(art, join(dir, 'art', edition), { recursive: true })
      // Browsers ask for this one by its old fixed name.
      cpSync(join(art, 'favicon.ico'), join(dir, 'favicon.ico'))
      precompress(dir)
    },
    configureServer(server) {
      server.middlewares.use('/favicon.ico', (_request, response) =>
        createReadStream(join(art, 'favicon.ico')).pipe(response),
      )
      server.middlewares.use(`/art/${edition}`, (request, response, next) => {
        const file = join(art, (request.url ?? '').split('?')[0] ?? '')
        if (!file.startsWith(art) || !existsSync(file)) return next()
        if (file.endsWith('.svg')) response.setHeader('content-type', 'image/svg+xml')
        createReadStream(file).pipe(response)
      })
    },
  }
}
