const between = /[\s,;<>"'()]+/
const heading = /e-?mail|address/i

/** What is wrong with a file that should hold addresses as text: a spreadsheet is a ZIP, and no text has a zero in it. */
export function faultOfFile(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'The file is empty.'
  const isZip = [0x50, 0x4b, 0x03, 0x04].every((byte, place) => bytes[place] === byte)
  return isZip || bytes.includes(0)
    ? 'This is not a text. If it is a spreadsheet, open it, save the table as CSV (UTF-8) and choose that file.'
    : null
}

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
