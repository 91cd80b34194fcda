/**
 * Spreadsheets read these marks for themselves, and a name that begins like a formula must stay a name. Some split
 * cells at a semicolon too, quotes or not: what follows one is a beginning as well.
 */
const formulaStart = /(^|;)(?=\s*[=+\-@＝＋－＠]|[\t\r\n\0])/g

/** One cell by RFC 4180, safe from formulas. */
export function csvCell(text: string): string {
  const tame = text.replace(formulaStart, "$1'")
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}

export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`
}

/** Without it, spreadsheets take UTF-8 for something older and spoil every accent. */
export const byteOrderMark = '\ufeff'

/** A table saved as text, by RFC 4180: what stands in quotes may hold the delimiter, quotes and line ends. */
export function csvRecords(text: string, delimiter: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at)
    if (isQuoted) {
      if (mark !== '"') cell += mark
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else isQuoted = false
    } else if (mark === '"' && cell === '') isQuoted = true
    else if (mark === delimiter || mark === '\n') {
      record.push(cell)
      cell = ''
      if (mark === delimiter) continue
      records.push(record)
      record = []
    } else cell += mark
  }
  if (cell !== '' || record.length > 0) records.push([...record, cell])
  return records
}
