import { create, type Font, type Glyph } from 'fontkit'
import type { Face, Lettering, Outline } from './lettering.ts'

export type Lettered = {
  outline: Outline
  /** the same text without what this face has no letter for; an accent it lacks is dropped, its letter stays */
  spell: (text: string, face: Face) => string
}

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

type Opened = { font: Font; known: ReadonlySet<number> }

type Run = { font: Font; text: string }

/** A text in as few pieces as can be, each in the first of these fonts that has its letters. */
function runsOf(fonts: readonly Opened[], text: string): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const opened = fonts.find(({ known }) => known.has(code)) ?? fonts[0]
    const last = runs.at(-1)
    if (last && last.font === opened?.font) last.text += character
    else if (opened) runs.push({ font: opened.font, text: character })
  }
  return runs
}

type Placed = { glyph: Glyph; x: number; y: number; scale: number }

function pathOf(placed: readonly Placed[]): string {
  let d = ''
  for (const { glyph, x, y, scale } of placed) {
    for (const { command, args } of glyph.path.commands) {
      const numbers = args.map((value, i) => tenth(i % 2 ? y - value * scale : x + value * scale))
      d += (verbs[command] ?? '') + numbers.join(' ')
    }
  }
  return d
}

/** Where every letter stands. Their outlines are written only for those who ask: fitting a title asks how wide it is. */
function lay(fonts: readonly Opened[], text: string, size: number, tracking: number): Lettering {
  const placed: Placed[] = []
  let pen = 0
  for (const run of runsOf(fonts, text)) {
    const scale = size / run.font.unitsPerEm
    const { glyphs, positions } = run.font.layout(run.text)
    glyphs.forEach((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }
      placed.push({ glyph, x: pen + xOffset * scale, y: -yOffset * scale, scale })
      pen += xAdvance * scale + tracking * size
    })
  }
  return {
    width: pen - tracking * size,
    get d() {
      return pathOf(placed)
    },
  }
}

function spellIn(fonts: readonly Opened[], text: string): string {
  const has = (character: string) => fonts.some(({ known }) => known.has(character.codePointAt(0) ?? 0))
  const spelt = Array.from(text.replace(/\s+/g, ' ').normalize('NFC'), (character) =>
    has(character) ? character : Array.from(character.normalize('NFD')).filter(has).join(''),
  )
  return spelt.join('').replace(/ +/g, ' ').trim()
}

/**
 * The files each face is set with, by the names the build cuts them under: a letter comes from the first that has it. What
 * no face of the house has a cut of, Literata lends.
 */
const faceFiles: Record<Face, readonly string[]> = {
  display: ['display', 'display-extended', 'display-vietnamese', 'cyrillic', 'greek'],
  clinic: ['clinic', 'clinic-extended', 'cyrillic', 'greek'],
  label: ['label', 'label-extended', 'cyrillic', 'greek'],
  prose: ['prose', 'prose-extended', 'cyrillic', 'greek'],
}

/** Opens every face with all of its files. */
export function openAllFaces(read: (name: string) => Uint8Array): Lettered {
  const files = Object.entries(faceFiles).map(([face, names]) => [face, names.map(read)] as const)
  return openFaces(Object.fromEntries(files))
}

/** Opens the files of some faces once, and sets text in them as outlines. */
export function openFaces(files: Partial<Record<Face, Uint8Array | readonly Uint8Array[]>>): Lettered {
  const faces = new Map(
    Object.entries(files).map(([face, given]) => {
      const fonts = (given instanceof Uint8Array ? [given] : given).map((file) => {
        const font = create(Buffer.from(file))
        return { font, known: new Set(font.characterSet) }
      })
      return [face, fonts]
    }),
  )
  const open = (face: Face) => {
    const opened = faces.get(face)
    if (!opened) throw new Error(`no file was given for the face ${face}`)
    return opened
  }
  return {
    outline: (text, face, size, tracking = 0) => lay(open(face), text, size, tracking),
    spell: (text, face) => spellIn(open(face), text),
  }
}
