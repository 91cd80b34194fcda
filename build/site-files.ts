import { cpSync, createReadStream, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { generate } from './generate.ts'
import { precompress } from './precompress.ts'

/**
 * Covers, masks and fonts are drawn from code, not kept in the repository. A build draws before it begins, so that drawing
 * and bundling never share the memory; tests and the development server draw when a file first shows something drawn.
 */
export function drawnFiles(root: string): Plugin {
  let drawn: ReturnType<typeof generate> | undefined
  const draw = () => {
    drawn ??= generate(root)
    return drawn
  }
  return {
    name: 'drawn-files',
    enforce: 'pre',
    async config(_, { command }) {
      if (command === 'build') await draw()
    },
    async transform(code, id) {
      if (!/\/src\/[^?]+$/.test(id) || !/__ART_EDITION__|\/\.generated\//.test(code)) return
      const { edition } = await draw()
      return { code: code.replaceAll('__ART_EDITION__', JSON.stringify(edition)), map: null }
    },
  }
}

/** Puts the generated pictures where the site serves them, and compresses the client's build. */
export function siteFiles(root: string): Plugin {
  const art = join(root, '.generated/art')
  return {
    name: 'site-files',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir = '' }) {
      const { edition } = await generate(root)
      cpSync(art, join(dir, 'art', edition), { recursive: true })
      // Beside what browsers may ask for: the site hands it out by what it shows.
      rmSync(join(dir, '../drawn'), { recursive: true, force: true })
      cpSync(join(root, '.generated/drawn'), join(dir, '../drawn'), { recursive: true })
      precompress(dir)
    },
    configureServer(server) {
      server.middlewares.use('/art', (request, response, next) => {
        const [, , name = ''] = (request.url ?? '').split('?', 1)[0]?.split('/') ?? []
        const file = join(art, name)
        if (!file.startsWith(art) || !existsSync(file)) return next()
        if (file.endsWith('.svg')) response.setHeader('content-type', 'image/svg+xml')
        createReadStream(file).pipe(response)
      })
    },
  }
}
