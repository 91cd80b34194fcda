/** The two font libraries ship no types; only what the build calls is described. */
declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default?: number }
  function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'sfnt' | 'woff2'
      variationAxes?: Record<string, Axis>
      keepFeatures?: string[]
      noHinting?: boolean
      dropTables?: string[]
    },
  ): Promise<Buffer>
  export = subsetFont
}

declare module 'fontkit' {
  type Command = { command: string; args: number[] }
  type Glyph = { path: { commands: Command[] } }
  type Position = { xAdvance: number; xOffset: number; yOffset: number }
  type Font = {
    unitsPerEm: number
    characterSet: number[]
    layout: (text: string) => { glyphs: Glyph[]; positions: Position[] }
  }
  export function create(font: Buffer): Font
}

/** Put in by build/site-files.ts: the edition of what is drawn. */
declare const __ART_EDITION__: string
