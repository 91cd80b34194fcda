import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const native = ['sharp', '@resvg/resvg-js']

let built: Promise<string> | undefined

/**
 * The process that draws as a plain program, as it is in a built site: nothing of the tests weighs on its memory. One for
 * all files of a worker: from its sources each process would take two seconds to begin.
 */
export function drawProgram(): Promise<string> {
  built ??= buildProgram()
  return built
}

async function buildProgram(): Promise<string> {
  const folder = mkdtempSync(join(process.env.TEST_DRAW_FOLDER ?? '', 'worker-'))
  await build({
    root: process.cwd(),
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: native },
    build: {
      ssr: 'src/app/draw-process.server.ts',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
    },
  })
  return join(folder, 'draw-process.server.js')
}
