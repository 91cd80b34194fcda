import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { createDrawingHands } from '../src/server/drawing-hands.ts'
import { type DrawingJob, type DrawingWish, endings, nameOfWish } from '../src/server/drawing-wishes.ts'
import { inPairs } from './in-pairs.ts'

/** `sources` is a hash of every file that takes part; `edition` of what they come to, and it names the pictures. */
type Stamp = { sources: string; edition: string }

/** What of the sample decides how its pictures look: how they are drawn, and the words in them. */
const packArt = 'src/sample-pack/art.ts'
const pipeline = [
  'generate.ts',
  'draw.ts',
  'draw-process.mjs',
  'fonts.ts',
  'in-pairs.ts',
  'kerning.ts',
  'lettering.ts',
  'rasterise.ts',
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

/** The sources in a folder, which may be missing; without their tests. */
async function sourcesIn(root: string, folder: string): Promise<string[]> {
  if (!existsSync(join(root, folder))) return []
  const files = (await readdir(join(root, folder))).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  return files.sort().map((file) => `${folder}/${file}`)
}

/** What pages say, and how their cards are made of it. */
async function wordFiles(root: string): Promise<string[]> {
  const rooms = await readdir(join(root, 'src/features'))
  const files = await Promise.all(rooms.map((room) => sourcesIn(root, `src/features/${room}`)))
  const words = files.flat().filter((file) => file.endsWith('-words.ts'))
  return [
    ...words,
    'src/features/books/books-text.ts',
    'src/app/share-cards.server.ts',
    'src/app/pack-wishes.server.ts',
  ]
}

/** Everything that decides how a picture looks, apart from the words in it. */
async function drawingSources(root: string): Promise<string[]> {
  const files = [
    ...(await sourcesIn(root, 'src/art')),
    ...(await sourcesIn(root, 'src/sample-pack/art')),
    ...pipeline.map((file) => `build/${file}`),
    'src/server/drawing-wishes.ts',
    'src/server/picture-formats.ts',
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
async function load<T>(root: string, file: string, define: Record<string, string> = {}): Promise<T> {
  const { module } = await runnerImport<T>(join(root, file), { root, configFile: false, logLevel: 'error', define })
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
  const contentFiles = [...(await sourcesIn(root, 'src/sample-pack')), ...(await wordFiles(root))]
  const content = await Promise.all(contentFiles.map((file) => readFile(join(root, file), 'utf8')))
  const sources = digest([...drawing, ...content])
  const stamp = await readStamp(join(folder, 'stamp.json'))
  if (stamp?.sources === sources) return { edition: stamp.edition }

  const pack = existsSync(join(root, packArt)) ? await load<{ art: { words: unknown } }>(root, packArt) : null
  const edition = digest([...drawing, JSON.stringify(pack?.art.words ?? null)]).slice(0, 8)
  // A caption or a price changed, but nothing that is drawn: a minute saved.
  if (stamp?.edition !== edition) await drawAgain(root, folder)
  await drawForSharing(root, folder, edition)
  await writeStamp(folder, { sources, edition })
  return { edition }
}

type Wishes = { packWishes: () => DrawingWish[] }

/** The cards and icons a site with the sample begins with, by the process that draws for a running one. */
async function drawForSharing(root: string, folder: string, edition: string): Promise<void> {
  const drawn = join(folder, 'drawn')
  await mkdir(drawn, { recursive: true })
  const { packWishes } = await load<Wishes>(root, 'src/app/pack-wishes.server.ts', {
    __ART_EDITION__: JSON.stringify(edition),
  })
  const wishes = packWishes().map((wish) => ({ wish, name: nameOfWish(wish, edition) }))
  const kept = await readdir(drawn)
  for (const file of kept) if (!wishes.some(({ name }) => file.startsWith(`${name}.`))) await rm(join(drawn, file))
  const missing = wishes.filter(({ wish, name }) => endings[wish.kind].some((one) => !kept.includes(`${name}.${one}`)))
  if (missing.length === 0) return
  console.log(`Drawing ${missing.length} cards and icons…`)
  const begin = () => createDrawingHands<DrawingJob>(join(root, 'build/draw-child.mjs'))
  const hands = [begin(), begin()] as const
  try {
    await inPairs(missing, async ({ wish, name }, which) => {
      const parts = await hands[which].draw({ wish, images: {} })
      for (const [ending, bytes] of Object.entries(parts)) await writeFile(join(drawn, `${name}.${ending}`), bytes)
    })
  } finally {
    await Promise.all(hands.map(({ stop }) => stop()))
  }
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

// Else the system's library keeps what pixels lay in for pixels to come: 200 MB more.
const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: '4194304' }

/** In processes of their own, whose memory is gone before the next one begins: together they would not fit into 600 MB. */
async function drawAgain(root: string, folder: string): Promise<void> {
  const started = Date.now()
  const draft = join(folder, `draft-${randomUUID()}`)
  await sweepDrafts(folder)
  try {
    for (const part of ['cutFonts', 'drawPictures']) {
      const args = ['--expose-gc', join(root, 'build/draw-process.mjs'), root, draft, part]
      const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit', env }), 'exit')
      if (code !== 0) throw new Error('The pictures could not be drawn; the lines above say why.')
    }
    await publish(draft, folder)
    console.log(`Drawn in ${Math.round((Date.now() - started) / 1000)} s.`)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
