import { mkdtempSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { DrawingProgram } from '#server/drawing-hands.ts'

const native = ['sharp', '@resvg/resvg-js']

let built: Promise<DrawingProgram> | undefined

/**
 * The process that draws as a plain program, as it is in a built site: nothing of the tests weighs on its memory. One for
 * all files of a worker: from its sources each process would take two seconds to begin.
 */
export function drawProgram(): Promise<DrawingProgram> {
  built ??= buildProgram()
  return built
}

async function buildProgram(): Promise<DrawingProgram> {
  const folder = mkdtempSync(join(process.env.TEST_DRAW_FOLDER ?? '', 'worker-'))
  const entry = join(folder, 'entry.ts')
  const source = resolve('src/app/draw-process.server.ts')
  writeFileSync(entry, `import { serveDrawings } from ${JSON.stringify(source)}\nserveDrawings()\n`)
  await build({
    root: process.cwd(),
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: native },
    build: { ssr: entry, outDir: folder, emptyOutDir: false, copyPublicDir: false, minify: false },
  })
  return { file: join(folder, 'entry.js'), args: [] }
}
