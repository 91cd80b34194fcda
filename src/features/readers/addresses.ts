const between = /[\s,;<>"'()]+/
const heading = /e-?mail|address/i

/**
 * The addresses in what was pasted, or in a table saved as text: whatever in a line has an @ in it. A line without one
 * is named whole, so that somebody can say what is wrong with it; only a table's first line may be its headings.
 */
export function addressesIn(text: string): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const found = line.split(between).filter((part) => part.includes('@'))
    if (found.length > 0) return found
    const words = line.trim()
    return words === '' || (index === 0 && heading.test(words)) ? [] : [words]
  })
}
