import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import type { DrawingInputs } from './draw.ts'

/** `sources` is a hash of every file that takes part; `edition` of what they come to, and it names the pictures. */
type Stamp = { sources: string; edition: string }

type Books = {
  books: { books: readonly { slug: string; title: string; series?: string | null; seriesOrder?: number | null }[] }
}
type Profile = { profile: { name: string; genres: readonly string[] } }

const contentFiles = ['src/sample-pack/books.ts', 'src/sample-pack/profile.ts']
const pipeline = [
  'generate.ts',
  'draw.ts',
  'draw-process.mjs',
  'fonts.ts',
  'lettering.ts',
  'rasterise.ts',
  'share-words.ts',
]
const packages = [
  'sharp',
  '@resvg/resvg-js',
  'subset-font',
  'fontkit',
  '@fontsource-variable/imbue',
  '@fontsource-variable/literata',
  '@fontsource-variable/instrument-sans',
]

function digest(parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** Everything that decides how a picture looks, apart from the words in it. */
async function drawingSources(root: string): Promise<string[]> {
  const drawings = (await readdir(join(root, 'src/art'))).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const files = [
    ...drawings.sort().map((file) => `src/art/${file}`),
    ...pipeline.map((file) => `build/${file}`),
    'src/server/raster.ts',
    ...packages.map((name) => `node_modules/${name}/package.json`),
  ]
  return Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
}

async function readStamp(file: string): Promise<Stamp | null> {
  if (!existsSync(file)) return null
  const stamp: unknown = JSON.parse(await readFile(file, 'utf8'))
  const known = typeof stamp === 'object' && stamp && 'sources' in stamp && 'edition' in stamp
  return known ? { sources: String(stamp.sources), edition: String(stamp.edition) } : null
}

/** Renaming replaces a file at once; a reader sees the old stamp or the new one, never half of one. */
async function writeStamp(folder: string, stamp: Stamp): Promise<void> {
  const draft = join(folder, `stamp-${randomUUID()}.json`)
  await writeFile(draft, JSON.stringify(stamp))
  await rename(draft, join(folder, 'stamp.json'))
}

/** Loads TypeScript that Node 20 cannot. Without a config file, or this would call itself. */
async function load<T>(root: string, file: string): Promise<T> {
  const { module } = await runnerImport<T>(join(root, file), { root, configFile: false, logLevel: 'error' })
  return module
}

/** Moves finished files into place one by one, so a second process drawing the same edition only replaces equals. */
async function publish(draft: string, folder: string): Promise<void> {
  for (const room of ['art', 'mask', 'fonts', 'lettering']) {
    const files = await readdir(join(draft, room))
    await mkdir(join(folder, room), { recursive: true })
    for (const file of files) await rename(join(draft, room, file), join(folder, room, file))
    const leftovers = (await readdir(join(folder, room))).filter((file) => !files.includes(file))
    for (const file of leftovers) await rm(join(folder, room, file), { force: true })
  }
}

/** Draws everything the site shows that is not text, unless it is drawn already. Returns the edition of the pictures. */
export async function generate(root: string): Promise<{ edition: string }> {
  const folder = join(root, '.generated')
  const drawing = await drawingSources(root)
  const content = await Promise.all(contentFiles.map((file) => readFile(join(root, file), 'utf8')))
  const sources = digest([...drawing, ...content])
  const stamp = await readStamp(join(folder, 'stamp.json'))
  if (stamp?.sources === sources) return { edition: stamp.edition }

  const { books } = await load<Books>(root, 'src/sample-pack/books.ts')
  const { profile } = await load<Profile>(root, 'src/sample-pack/profile.ts')
  const inputs = {
    books: books.books.map(({ slug, title, series = null, seriesOrder = null }) => ({
      slug,
      title,
      series,
      seriesOrder,
    })),
    authorName: profile.name,
    authorGenres: profile.genres,
  }
  const edition = digest([...drawing, JSON.stringify(inputs)]).slice(0, 8)
  // A caption or a price changed, but nothing that is drawn: a minute saved.
  if (stamp?.edition !== edition) await drawAgain(root, folder, inputs)
  await writeStamp(folder, { sources, edition })
  return { edition }
}

/** A process that was killed leaves its draft. One that is ten minutes old belongs to nobody. */
async function sweepDrafts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    if (!name.startsWith('draft-')) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > 600_000) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** In a process of its own, whose memory is gone before the site is bundled: together they would not fit into 600 MB. */
async function drawAgain(root: string, folder: string, inputs: DrawingInputs): Promise<void> {
  const started = Date.now()
  const draft = join(folder, `draft-${randomUUID()}`)
  await sweepDrafts(folder)
  try {
    const args = [join(root, 'build/draw-process.mjs'), root, draft, JSON.stringify(inputs)]
    const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
    if (code !== 0) throw new Error('The pictures could not be drawn; the lines above say why.')
    await publish(draft, folder)
    console.log(`Drawn in ${Math.round((Date.now() - started) / 1000)} s.`)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
