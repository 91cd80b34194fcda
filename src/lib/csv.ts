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
