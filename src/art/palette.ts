export type Palette = {
  /** top and bottom of the ground */
  ground: string
  deep: string
  line: string
  /** where the line is brightest */
  hot: string
  title: string
  label: string
}

export const paletteNames = ['veil', 'clinic', 'amber', 'red', 'bone', 'tide'] as const
export type PaletteName = (typeof paletteNames)[number]

export const palettes: Record<PaletteName, Palette> = {
  veil: { ground: '#14111D', deep: '#0C0A12', line: '#B7A6E3', hot: '#EFE9FF', title: '#F1ECFF', label: '#B7A6E3' },
  clinic: { ground: '#0C1614', deep: '#070D0C', line: '#7FC4A8', hot: '#E6FFF4', title: '#ECFFF7', label: '#7FC4A8' },
  amber: { ground: '#17110A', deep: '#0B0805', line: '#E3983F', hot: '#FFF0D6', title: '#FFF1DC', label: '#E3983F' },
  red: { ground: '#190D0E', deep: '#0C0607', line: '#E0604F', hot: '#FFE7E1', title: '#FFEBE6', label: '#E87466' },
  bone: { ground: '#121214', deep: '#08080A', line: '#CFC6B4', hot: '#FFFAF0', title: '#FFFAF0', label: '#CFC6B4' },
  tide: { ground: '#0B131D', deep: '#060A10', line: '#74AEDD', hot: '#E6F4FF', title: '#EAF5FF', label: '#74AEDD' },
}

export type Genre =
  | 'Supernatural Suspense'
  | 'Supernatural Drama'
  | 'Mystery Thriller'
  | 'Psychological Suspense'
  | 'Spiritual Fiction'

export type GenrePalette = { line: string; hot: string; tint: string }

export const genrePalettes: Record<Genre, GenrePalette> = {
  'Supernatural Suspense': { line: '#BBAAE8', hot: '#EFE9FF', tint: '#1A1528' },
  'Supernatural Drama': { line: '#86C5DB', hot: '#E6F7FF', tint: '#0E1C23' },
  'Mystery Thriller': { line: '#E6AE5E', hot: '#FFF0D6', tint: '#1E160B' },
  'Psychological Suspense': { line: '#F2897A', hot: '#FFE7E1', tint: '#221011' },
  'Spiritual Fiction': { line: '#C8CC84', hot: '#FAFCE0', tint: '#191B0E' },
}

function isGenre(name: string): name is Genre {
  return Object.hasOwn(genrePalettes, name)
}

/** The owner may type any genre; one that has no drawing of its own borrows the house default. */
export function knownGenre(name: string): Genre {
  return isGenre(name) ? name : 'Supernatural Suspense'
}
