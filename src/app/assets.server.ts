import { readFileSync } from 'node:fs'

type Chunk = { file: string; css?: string[]; imports?: string[]; assets?: string[] }
/** `run` are the scripts of the entry, `preload` what it and the page will import */
type Files = { run: string[]; preload: string[]; styles: string[] }

export type Assets = {
  /** fonts that stand in the first view of every page */
  fonts: string[]
  /** what counts a visit */
  tracker: string
  forPage(entry: string, page: string): Files
  /** the style sheet of another front than the usual */
  front(name: string): string
}

const firstFonts = ['imbue', 'literata', 'instrument-sans']

export const devAssets: Assets = {
  fonts: [],
  tracker: '/src/app/entry-tracker.ts',
  forPage: (entry) => ({ run: ['/@vite/client', `/${entry}`], preload: [], styles: ['/src/app/styles.css'] }),
  front: (name) => `/src/app/fronts/${name}.css`,
}

/** Reads the build's manifest once and walks the static imports of the entry and of each page. */
export function readAssets(manifestFile: string): Assets {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const byPage = new Map<string, Files>()

  function collect(key: string, seen: Set<string>, files: Files) {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    files.preload.push(`/${chunk.file}`)
    for (const imported of chunk.imports ?? []) collect(imported, seen, files)
    // After what it builds upon: the first sheet says which layer lies upon which.
    files.styles.push(...(chunk.css ?? []).map((file) => `/${file}`))
  }

  return {
    fonts: firstFonts.map((face) => `/${manifest[`.generated/fonts/${face}.woff2`]?.file}`),
    tracker: `/${manifest['src/app/entry-tracker.ts']?.file}`,
    front: (name) => `/${manifest[`src/app/fronts/${name}.css`]?.file}`,
    forPage(entry, page) {
      const key = `${entry} ${page}`
      const known = byPage.get(key)
      if (known) return known
      const files: Files = { run: [], preload: [], styles: [] }
      const seen = new Set<string>()
      collect(entry, seen, files)
      collect(page, seen, files)
      files.run = files.preload.splice(0, 1)
      byPage.set(key, files)
      return files
    },
  }
}
