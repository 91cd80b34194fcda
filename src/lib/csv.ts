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

/** One record of a table saved as text, and the line of the text it begins in. */
export type CsvRow = { line: number; cells: string[] }

/**
 * A table saved as text, by RFC 4180, record by record: what stands in quotes may hold the delimiter, quotes and line
 * ends. Answers the line of a quote that never closes, which swallows all that comes after it; null where there is none.
 */
export function* csvRows(text: string, delimiter: string): Generator<CsvRow, number | null> {
  let [at, line] = [0, 1]
  while (at < text.length) {
    const row: CsvRow = { line, cells: [] }
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        const opened = line
        const quoted = quotedCell(text, at)
        line += quoted.lines
        cell = quoted.cell
        at = quoted.end
        if (!quoted.isClosed) {
          yield { ...row, cells: [...row.cells, cell] }
          return opened
        }
      }
      // Up to the end of the cell; after closing quotes, whatever somebody has put there.
      const from = at
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at++
      row.cells.push(cell + text.slice(from, at))
      if (text[at] !== delimiter) break
      at++
      if (at === text.length) row.cells.push('')
      if (at === text.length) break
    }
    at++
    line++
    yield row
  }
  return null
}

function quotedCell(text: string, start: number) {
  let [at, cell, lines] = [start + 1, '', 0]
  for (;;) {
    const end = text.indexOf('"', at)
    const part = text.slice(at, end < 0 ? undefined : end)
    cell += part
    lines += part.split('\n').length - 1
    if (end < 0) return { cell, lines, end: text.length, isClosed: false }
    if (text[end + 1] !== '"') return { cell, lines, end: end + 1, isClosed: true }
    cell += '"'
    at = end + 2
  }
}

/** All of them; a quote that never closes is read to the end. */
export function csvRecords(text: string, delimiter: string): string[][] {
  return Array.from(csvRows(text, delimiter), ({ cells }) => cells)
}

/** The mark between the cells of a line of headings. */
export function delimiterOf(line: string): string {
  const count = (mark: string) => line.split(mark).length
  return [';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ',')
}
