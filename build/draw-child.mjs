// Draws for a site that runs from its sources, as `dist/server/draw.cjs` does for a built one.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
await runnerImport('/src/app/draw-process.server.ts', { root, configFile: false, logLevel: 'error' })
