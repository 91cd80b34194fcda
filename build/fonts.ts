import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { roundKerning } from './kerning.ts'

type Range = { min: number; max: number }
type Face = {
  /** of its files */
  name: string
  family: string
  /** the weights it is asked for with */
  weight: string
  style?: string
  /** in its package, for each set of letters the package has */
  source: string
  axes: Record<string, Range | number>
  features: string[]
  /** what stands in the first file; the rest comes where a letter of it stands */
  first?: string
  /** only these sets of letters, and how large they are set beside the others of the family */
  only?: { sets: RegExp; size: string }
}

function between(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('')
}

const letters = `${between(0x41, 0x5a)}${between(0x61, 0x7a)} \u00a0.,:;!?'&-–—‘’“”…`
const figures = '0123456789'
const whole = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'pnum', 'tnum']

/**
 * What the style sheet sets, and no more: an axis that is not turned would be downloaded all the same. Titles are between
 * 330 and 350: one weight of them, in every optical size there is. Of Literata two weights are set, never one between.
 */
const faces: readonly Face[] = [
  {
    name: 'imbue',
    family: 'Imbue',
    weight: '300 600',
    source: 'imbue/files/imbue-*-standard-normal',
    axes: { wght: 340, opsz: { min: 24, max: 100 } },
    features: ['kern', 'liga'],
    first: letters + figures,
  },
  {
    name: 'literata',
    family: 'Literata',
    weight: '400',
    source: 'literata/files/literata-*-wght-normal',
    axes: { wght: 400 },
    features: ['kern', 'liga'],
    first: `${letters}${figures}()/"#@•`,
  },
  {
    name: 'literata-italic',
    family: 'Literata',
    weight: '400',
    style: 'italic',
    source: 'literata/files/literata-*-wght-italic',
    axes: { wght: 400 },
    features: ['kern', 'liga'],
    // The nought, for whatever is so many of its widths wide.
    first: `${letters}0`,
  },
  {
    name: 'instrument-sans',
    family: 'Instrument Sans',
    weight: '400 700',
    source: 'instrument-sans/files/instrument-sans-*-wght-normal',
    // Only covers use the narrow cut, and there it is drawn as outlines: the web face needs no width axis.
    axes: { wght: { min: 400, max: 600 } },
    features: ['kern'],
    first: `${letters}${figures}()/"#@©·×+−↑`,
  },
  {
    name: 'literata-bold',
    family: 'Literata',
    weight: '600',
    source: 'literata/files/literata-*-wght-normal',
    axes: { wght: 600 },
    features: ['kern', 'liga'],
    first: letters + figures,
  },
  // Imbue has neither Cyrillic nor Greek: there its titles are Literata's, which is as tall but half as wide again.
  {
    name: 'imbue',
    family: 'Imbue',
    weight: '300 600',
    source: 'literata/files/literata-*-wght-normal',
    axes: { wght: 340 },
    features: whole,
    only: { sets: /cyrillic|greek/, size: '85%' },
  },
]

/** At the desk figures stand in columns, and strong words are stronger. */
const atDesk: Face = {
  name: 'instrument-sans-desk',
  family: 'Instrument Sans',
  weight: '400 700',
  source: 'instrument-sans/files/instrument-sans-*-wght-normal',
  axes: { wght: { min: 400, max: 700 } },
  features: whole,
  only: { sets: /^latin$/, size: '100%' },
}

/** `U+20-7E,U+A0` as its characters. */
function charactersOf(range: string): string {
  return range
    .split(',')
    .map((part) => part.slice(2).split('-'))
    .map(([first = '', last = first]) => between(Number.parseInt(first, 16), Number.parseInt(last, 16)))
    .join('')
}

/** And back. */
function rangeOf(characters: string): string {
  const codes = [...characters].map((one) => one.codePointAt(0) ?? 0).sort((a, b) => a - b)
  const hex = (code: number | undefined) => (code ?? 0).toString(16).toUpperCase()
  const starts = codes.filter((code) => !codes.includes(code - 1))
  const ends = codes.filter((code) => !codes.includes(code + 1))
  return starts.map((start, i) => `U+${hex(start)}${ends[i] === start ? '' : `-${hex(ends[i])}`}`).join(',')
}

/** No face draws them, and none is to be fetched for one. */
const unseen = /[\p{Cc}\p{Cf}]/u

type Cut = { face: Face; file: string; set: string; characters: string }

/** Every file of a face. What is in the first stands in no other. */
async function cutsOf(packages: string, face: Face): Promise<Cut[]> {
  const { source, name, first, only } = face
  const [pack = ''] = source.split('/')
  const ranges: Record<string, string> = JSON.parse(await readFile(join(packages, pack, 'unicode.json'), 'utf8'))
  const sets = Object.entries(ranges).filter(
    ([set]) => existsSync(sourceOf(packages, face, set)) && (!only || only.sets.test(set)),
  )
  const rest = sets.map(([set, range]) => {
    const characters = [...charactersOf(range)].filter((one) => !first?.includes(one) && !unseen.test(one)).join('')
    return { face, file: name === atDesk.name ? name : `${name}-${set}`, set, characters }
  })
  return first ? [{ face, file: name, set: 'latin', characters: first }, ...rest] : rest
}

function sourceOf(packages: string, { source }: Face, set: string): string {
  return join(packages, `${source.replace('*', set)}.woff2`)
}

async function cut(packages: string, { face, file, set, characters }: Cut): Promise<Buffer> {
  const isFirst = file === face.name
  const font = await subsetFont(await readFile(sourceOf(packages, face, set)), characters, {
    targetFormat: 'sfnt',
    variationAxes: face.axes,
    keepFeatures: isFirst ? face.features : whole,
    noHinting: true,
    // Without the first, kerning is the same in all weights; the others tell what nobody asks.
    dropTables: isFirst ? ['GDEF', 'STAT', 'vhea', 'vmtx', 'gasp'] : [],
  })
  // A title is so large that one would see it.
  if (isFirst && face.family !== 'Imbue') roundKerning(font)
  return subsetFont(font, characters, { targetFormat: 'woff2' })
}

function ruleOf({ face, file, characters }: Cut): string {
  return `@font-face {
  font-family: "${face.family}";
  src: url("./${file}.woff2") format("woff2");
  font-weight: ${face.weight};
  font-style: ${face.style ?? 'normal'};
  font-display: swap;
  size-adjust: ${face.only?.size ?? '100%'};
  unicode-range: ${rangeOf(characters)};
}
`
}

/** Cuts the web fonts down to what the site sets, and writes the rules that say which letters are in which file. */
export async function makeFonts(root: string, folder: string): Promise<void> {
  const packages = join(root, 'node_modules/@fontsource-variable')
  await mkdir(folder, { recursive: true })
  const cuts = (await Promise.all(faces.map((face) => cutsOf(packages, face)))).flat()
  const desk = await cutsOf(packages, atDesk)
  for (const one of [...cuts, ...desk]) await writeFile(join(folder, `${one.file}.woff2`), await cut(packages, one))
  const isFirst = ({ face, file }: Cut) => file === face.name
  const sheets = { first: cuts.filter(isFirst), rest: cuts.filter((one) => !isFirst(one)), desk }
  for (const [name, rules] of Object.entries(sheets)) {
    await writeFile(join(folder, `${name}.css`), rules.map(ruleOf).join(''))
  }
}
