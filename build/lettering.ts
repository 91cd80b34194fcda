import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

type Cut = { file: string; axes: Record<string, number>; letters: string }

function from(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('')
}

const latin = `${from(0x20, 0x7e)}${from(0xa0, 0xff)}–—‘’“”…·Œœ`
/** the rest of Latin: what Europe, Turkey and Vietnam write with */
const extended = from(0x100, 0x24f) + from(0x1e00, 0x1eff)

const imbue = { wght: 380, opsz: 72 }
const condensed = { wght: 640, wdth: 75 }
const label = { wght: 560, wdth: 92 }
const literata = { wght: 460, opsz: 48 }

// Axes are pinned because fontkit cannot vary a WOFF2 face by itself. `openAllFaces` knows these names.
const cuts: Record<string, Cut> = {
  display: { file: 'imbue/files/imbue-latin-standard-normal', axes: imbue, letters: latin },
  'display-extended': { file: 'imbue/files/imbue-latin-ext-standard-normal', axes: imbue, letters: extended },
  'display-vietnamese': { file: 'imbue/files/imbue-vietnamese-standard-normal', axes: imbue, letters: extended },
  clinic: { file: 'instrument-sans/files/instrument-sans-latin-standard-normal', axes: condensed, letters: latin },
  'clinic-extended': {
    file: 'instrument-sans/files/instrument-sans-latin-ext-standard-normal',
    axes: condensed,
    letters: extended,
  },
  label: { file: 'instrument-sans/files/instrument-sans-latin-standard-normal', axes: label, letters: latin },
  'label-extended': {
    file: 'instrument-sans/files/instrument-sans-latin-ext-standard-normal',
    axes: label,
    letters: extended,
  },
  prose: { file: 'literata/files/literata-latin-wght-italic', axes: { wght: 400 }, letters: latin },
  'prose-extended': { file: 'literata/files/literata-latin-ext-wght-italic', axes: { wght: 400 }, letters: extended },
  cyrillic: { file: 'literata/files/literata-cyrillic-standard-normal', axes: literata, letters: from(0x400, 0x52f) },
  greek: { file: 'literata/files/literata-greek-standard-normal', axes: literata, letters: from(0x370, 0x3ff) },
}

async function cutFile(root: string, { file, axes, letters }: Cut): Promise<Buffer> {
  const font = await readFile(join(root, 'node_modules/@fontsource-variable', `${file}.woff2`))
  return subsetFont(font, letters, { targetFormat: 'sfnt', variationAxes: axes })
}

/** Cuts every file that is drawn as outlines, and leaves them in `folder`: the site letters covers and cards with them. */
export async function cutFaces(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, cut] of Object.entries(cuts)) {
    await writeFile(join(folder, `${name}.ttf`), await cutFile(root, cut))
  }
}
