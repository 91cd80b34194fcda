import { readFileSync } from 'node:fs'

type Chunk = { file: string; css?: string[]; imports?: string[]; assets?: string[] }
type Files = { scripts: string[]; styles: string[] }

export type Assets = {
  entries: string[]
  /** fonts that stand in the first view of every page */
  fonts: string[]
  forPage(file: string): Files
}

const entry = 'src/app/entry-client.tsx'
const firstFonts = ['imbue', 'literata', 'instrument-sans']

export const devAssets: Assets = {
  entries: ['/@vite/client', `/${entry}`],
  fonts: [],
  forPage: () => ({ scripts: [], styles: ['/src/app/styles.css'] }),
}

/** Reads the build's manifest once and walks the static imports of the entry and of each page. */
export function readAssets(manifestFile: string): Assets {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const byPage = new Map<string, Files>()

  function collect(key: string, seen: Set<string>, files: Files) {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    files.scripts.push(`/${chunk.file}`)
    files.styles.push(...(chunk.css ?? []).map((file) => `/${file}`))
    for (const imported of chunk.imports ?? []) collect(imported, seen, files)
  }

  return {
    entries: [`/${manifest[entry]?.file}`],
    fonts: firstFonts.map((face) => `/${manifest[`.generated/fonts/${face}.woff2`]?.file}`),
    forPage(file) {
      const known = byPage.get(file)
      if (known) return known
      const files: Files = { scripts: [], styles: [] }
      const seen = new Set<string>()
      collect(entry, seen, files)
      collect(file, seen, files)
      files.scripts.shift() // the entry itself, which is run anyway
      byPage.set(file, files)
      return files
    },
  }
}
