import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Face } from '#art/lettering.ts'

type Cut = { file: string; axes: Record<string, number> }

// Axes are pinned because fontkit cannot vary a WOFF2 face by itself.
const cuts: Record<Face, Cut> = {
  display: { file: 'imbue/files/imbue-latin-standard-normal.woff2', axes: { wght: 380, opsz: 72 } },
  clinic: { file: 'instrument-sans/files/instrument-sans-latin-standard-normal.woff2', axes: { wght: 640, wdth: 75 } },
  label: { file: 'instrument-sans/files/instrument-sans-latin-standard-normal.woff2', axes: { wght: 560, wdth: 92 } },
  prose: { file: 'literata/files/literata-latin-wght-italic.woff2', axes: { wght: 400 } },
}

const letters = `${Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')}${Array.from({ length: 96 }, (_, i) => String.fromCharCode(160 + i)).join('')}–—‘’“”…·Œœ`

async function cutFace(root: string, { file, axes }: Cut): Promise<Buffer> {
  const font = await readFile(join(root, 'node_modules/@fontsource-variable', file))
  return subsetFont(font, letters, { targetFormat: 'sfnt', variationAxes: axes })
}

/** Cuts every face that is drawn as outlines, and leaves the files in `folder`: the site letters share cards with them. */
export async function cutFaces(root: string, folder: string): Promise<Record<Face, Buffer>> {
  const [display, clinic, label, prose] = await Promise.all([
    cutFace(root, cuts.display),
    cutFace(root, cuts.clinic),
    cutFace(root, cuts.label),
    cutFace(root, cuts.prose),
  ])
  const faces = { display, clinic, label, prose }
  await mkdir(folder, { recursive: true })
  for (const [face, file] of Object.entries(faces)) await writeFile(join(folder, `${face}.ttf`), file)
  return faces
}
