import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

type Range = { min: number; max: number }
type WebFont = { name: string; file: string; axes: Record<string, Range | number> }

// The ranges are what the style sheet asks for; every weight nobody sets would be downloaded all the same.
const webFonts: readonly WebFont[] = [
  {
    name: 'imbue',
    file: 'imbue/files/imbue-latin-standard-normal.woff2',
    axes: { wght: { min: 300, max: 600 } },
  },
  { name: 'literata', file: 'literata/files/literata-latin-wght-normal.woff2', axes: { wght: { min: 400, max: 600 } } },
  {
    name: 'literata-italic',
    file: 'literata/files/literata-latin-wght-italic.woff2',
    axes: { wght: 400 },
  },
  {
    name: 'instrument-sans',
    // Only covers use the narrow cut, and there it is drawn as outlines: the web face needs no width axis.
    file: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
]

function charactersBetween(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i)).join('')
}

/** Basic Latin, the accents of western Europe and careful punctuation. What a face lacks is left out. */
const characters = `${charactersBetween(0x20, 0x7e)}\u00a0¡©«®°·»¿${charactersBetween(0xc0, 0xff)}Œœ–—‘’“”…•−×↑`

const features = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'pnum', 'tnum']

async function cut(root: string, { file, axes }: WebFont): Promise<Buffer> {
  const font = await readFile(join(root, 'node_modules/@fontsource-variable', file))
  return subsetFont(font, characters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: features,
    noHinting: true,
  })
}

/** Cuts the web fonts down to what the site sets. */
export async function makeFonts(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await Promise.all(webFonts.map(async (font) => writeFile(join(folder, `${font.name}.woff2`), await cut(root, font))))
}
