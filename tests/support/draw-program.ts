import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const native = ['sharp', '@resvg/resvg-js']

/** The process that draws as a plain program, as it is in a built site: nothing of the tests weighs on its memory. */
export async function buildDrawProgram(folder: string): Promise<{ file: string; args: string[] }> {
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
