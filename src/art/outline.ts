import { create, type Font } from 'fontkit'
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

function spellIn(known: ReadonlySet<number>, text: string): string {
  const has = (character: string) => known.has(character.codePointAt(0) ?? 0)
  const spelt = Array.from(text.replace(/\s+/g, ' ').normalize('NFC'), (character) =>
    has(character) ? character : Array.from(character.normalize('NFD')).filter(has).join(''),
  )
  return spelt.join('').replace(/ +/g, ' ').trim()
}

/** Opens the files of some faces once, and sets text in them as outlines. */
export function openFaces(files: Partial<Record<Face, Uint8Array>>): Lettered {
  const fonts = new Map(
    Object.entries(files).map(([face, file]) => {
      const font = create(Buffer.from(file))
      return [face, { font, known: new Set(font.characterSet) }]
    }),
  )
  const open = (face: Face) => {
    const opened = fonts.get(face)
    if (!opened) throw new Error(`no file was given for the face ${face}`)
    return opened
  }
  return {
    outline: (text, face, size, tracking = 0) => lay(open(face).font, text, size, tracking),
    spell: (text, face) => spellIn(open(face).known, text),
  }
}
