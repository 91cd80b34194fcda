import { toSlug } from '#lib/slug.ts'

export const standaloneName = 'Standalone'

const kinds = [
  'series',
  'chronicles',
  'chronicle',
  'saga',
  'trilogy',
  'quartet',
  'cycle',
  'books',
  'novels',
  'mysteries',
  'stories',
]

/** 'The Harbour Mysteries' → 'Harbour': a series where there is little room. What would leave nothing is left whole. */
export function shortLabel(name: string): string {
  const words = name.split(' ')
  const from = words[0]?.toLowerCase() === 'the' ? 1 : 0
  const to = kinds.includes(words.at(-1)?.toLowerCase() ?? '') ? -1 : words.length
  return words.slice(from, to).join(' ') || name
}

/** A shelf's place within the page: never that of a book, whose address may be the same word. */
export function anchorOf(name: string, taken: ReadonlySet<string>): string {
  const plain = toSlug(name) || 'series'
  return taken.has(plain) ? `${plain}-series` : plain
}
