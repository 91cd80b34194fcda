import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import subsetFont from 'subset-font'
import type { Face, Lettering, Outline } from '#art/lettering.ts'

type Cut = { file: string; axes: Record<string, number> }

// Axes are pinned because fontkit cannot vary a WOFF2 face by itself.
const cuts: Record<Face, Cut> = {
  display: { file: 'imbue/files/imbue-latin-standard-normal.woff2', axes: { wght: 380, opsz: 72 } },
  clinic: { file: 'instrument-sans/files/instrument-sans-latin-standard-normal.woff2', axes: { wght: 640, wdth: 75 } },
  label: { file: 'instrument-sans/files/instrument-sans-latin-standard-normal.woff2', axes: { wght: 560, wdth: 92 } },
  prose: { file: 'literata/files/literata-latin-wght-italic.woff2', axes: { wght: 400 } },
}

const letters = `${Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')}${Array.from({ length: 96 }, (_, i) => String.fromCharCode(160 + i)).join('')}–—‘’“”…·Œœ`

function tenth(value: number): string {
  return String(Math.round(value * 10) / 10)
}

const verbs: Record<string, string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
}

function lay(font: Font, text: string, size: number, tracking: number): Lettering {
  const scale = size / font.unitsPerEm
  const { glyphs, positions } = font.layout(text)
  let pen = 0
  let d = ''
  glyphs.forEach((glyph, index) => {
    const position = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }
    for (const { command, args } of glyph.path.commands) {
      const numbers = args.map((value, i) =>
        tenth(i % 2 ? -(value + position.yOffset) * scale : pen + (value + position.xOffset) * scale),
      )
      d += (verbs[command] ?? '') + numbers.join(' ')
    }
    pen += position.xAdvance * scale + tracking * size
  })
  return { d, width: pen - tracking * size }
}

async function openFace(root: string, { file, axes }: Cut): Promise<Font> {
  const font = await readFile(join(root, 'node_modules/@fontsource-variable', file))
  return create(await subsetFont(font, letters, { targetFormat: 'sfnt', variationAxes: axes }))
}

/** Opens every face once and returns the function that sets text in them. */
export async function openLettering(root: string): Promise<Outline> {
  const [display, clinic, label, prose] = await Promise.all([
    openFace(root, cuts.display),
    openFace(root, cuts.clinic),
    openFace(root, cuts.label),
    openFace(root, cuts.prose),
  ])
  const fonts: Record<Face, Font> = { display, clinic, label, prose }
  return (text, face, size, tracking = 0) => lay(fonts[face], text, size, tracking)
}
