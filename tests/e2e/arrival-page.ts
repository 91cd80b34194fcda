import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import type { Arrival } from '#features/writing/arrival.ts'
import { securityHeaders } from '#server/security-headers.ts'

/** What an empty page can be asked once the code is in it. */
export type Reader = {
  readClipboard: (html: string, here: { origin: string }) => Arrival
  readPlainText: (text: string) => Arrival
  arrivalLine: (arrival: Arrival) => string
  /** the import, and what is said of it; a refusal is the words of it */
  readBytes: (name: string, bytes: number[]) => Promise<{ imported: unknown; line: string } | { refused: string }>
}

declare global {
  var reader: Reader
}

const entry = 'virtual:arrival'
const code = `
import { arrivalLine, readClipboard, readPlainText } from '#features/writing/arrival.ts'
import { FileRefused, importLine, readFile } from '#features/writing/import-file.ts'
async function readBytes(name, bytes) {
  try {
    const imported = await readFile(new File([new Uint8Array(bytes)], name), { origin: 'https://author.example' })
    return { imported, line: importLine(imported) }
  } catch (error) {
    if (error instanceof FileRefused) return { refused: error.message }
    throw error
  }
}
globalThis.reader = { arrivalLine, readClipboard, readPlainText, readBytes }
`

let bundle: Promise<string> | null = null

/** The code as a browser gets it, in one file: these rules need a real document and no site. */
async function bundleReader(): Promise<string> {
  const output = await build({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'arrival',
        resolveId: (id) => (id === entry ? `${id}.js` : null),
        load: (id) => (id === `${entry}.js` ? code : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
    },
  })
  const [first] = [output].flat()
  if (!first || !('output' in first)) throw new Error('nothing was built')
  return first.output[0].code
}

const site = 'https://author.example'

/** An empty page under the site's own policy that can read what arrives. */
export async function openReader(page: Page) {
  bundle ??= bundleReader()
  const script = await bundle
  const headers = securityHeaders({ https: true, inlineScripts: [], inlineStyles: [] })
  const scripts = { contentType: 'text/javascript; charset=utf-8', body: script }
  await page.route(`${site}/reader.js`, (route) => route.fulfill(scripts))
  const html = '<!doctype html><title>Empty</title><link rel="icon" href="data:,"><script src="/reader.js"></script>'
  await page.route(`${site}/`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body: html }),
  )
  await page.goto(`${site}/`)
}
