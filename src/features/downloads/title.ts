/** Letters and digits alone, in one case and without accents: hyphens, quotes and capitals make no other book. */
function bare(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The same title, or the same with a subtitle on either side. */
export function isSameTitle(one: string, other: string): boolean {
  const [a, b] = [bare(one), bare(other)]
  return a !== '' && (a === b || a.startsWith(`${b} `) || (b !== '' && b.startsWith(`${a} `)))
}

/** Why the letter may speak of another book than readers get; null: it speaks of this one. */
export function faultOfTitle(said: string, file: { title: string | null; authors: string | null }): string | null {
  if (file.title === null) {
    return `The letter speaks of “${said}”. Which book the file holds is not known: it does not say its title.`
  }
  if (isSameTitle(said, file.title)) return null
  return `The letter speaks of “${said}”, but the file you uploaded is “${file.title}”${file.authors ? ` by ${file.authors}` : ''}.`
}
