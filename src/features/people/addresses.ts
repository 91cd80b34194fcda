import { csvRecords, delimiterOf } from '#lib/csv.ts'
import { isEmail, normaliseEmail } from '#lib/email.ts'
import { columnOf, plainWords, type Standing, standingOf, standings, statusOfFile, stricterStatus } from './standing.ts'

const between = /[\s,;<>"'()]+/

/** Somebody in a list, and what the list says of her where it says anything. */
export type Entry = { email: string; status: string | null }

/** What is wrong with a file that should hold addresses as text: a spreadsheet is a ZIP, and no text has a zero in it. */
export function faultOfFile(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'The file is empty.'
  const isZip = [0x50, 0x4b, 0x03, 0x04].every((byte, place) => bytes[place] === byte)
  return isZip || bytes.includes(0)
    ? 'This is not a text. If it is a spreadsheet, open it, save the table as CSV (UTF-8) and choose that file.'
    : null
}

/**
 * The addresses in what was pasted, or in a table saved as text. A line without one is named whole, so that somebody can
 * say what is wrong with it. From a line of headings on it is read as a table: only its column of addresses counts, and
 * every column that says who may not be written to.
 */
export function entriesIn(text: string, fileName = ''): Entry[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  if (/^"?sep=.{1,3}$/i.test(lines[0] ?? '')) lines.shift()
  const first = lines.findIndex((line) => line.trim() !== '')
  const start = lines.findIndex((line, index) => isHeadings(line, index === first))
  const before = start < 0 ? lines : lines.slice(0, start)
  const table = start < 0 ? [] : entriesOfTable(lines.slice(start))
  const said = statusOfFile(fileName)
  return [...before.flatMap(entriesOfLine), ...table].map((entry) => ({
    ...entry,
    status: strictest([entry.status, said]),
  }))
}

const marked = /,\s*status:(.*)$/

/** One line that `entriesIn` reads as the same entry. */
export function lineOf({ email, status }: Entry): string {
  return status === null || standingOf(status) === 'welcome' ? email : `${email}, status: ${status.trim()}`
}

function entriesOfLine(line: string): Entry[] {
  const [, mark] = line.match(marked) ?? []
  const words = line.replace(marked, '')
  const found = addressesOf(words)
  if (found.length === 0) return line.trim() === '' ? [] : [{ email: line.trim(), status: null }]
  // Without headings only a word that forbids something is taken for a status.
  const cells = words.split(/[,;\t]/).filter((cell) => standingOf(cell) !== 'unknown' && cell.trim() !== '')
  const status = mark === undefined ? strictest(cells) : mark.trim()
  return found.map((email) => ({ email, status }))
}

function addressesOf(text: string): string[] {
  return text.split(between).filter((part) => part.includes('@'))
}

const addressNames = ['email', 'e mail', 'mail', 'email address', 'e mail address', 'emailaddress', 'subscriber']
export const isAddressName = (cell: string) => addressNames.includes(plainWords(cell))
export const soundsLikeAddress = (cell: string) => /mail|address|adresse/i.test(cell)

/** The first line may name its columns freely; a later one must do so in a way nobody would write by chance. */
function isHeadings(line: string, isFirst: boolean): boolean {
  if (line.includes('@')) return false
  const cells = csvRecords(line, delimiterOf(line))[0] ?? []
  if (isFirst) return cells.some((cell) => soundsLikeAddress(cell) || isAddressName(cell) || columnOf(cell, []))
  return cells.some(isAddressName)
}

function entriesOfTable(lines: readonly string[]): Entry[] {
  const [headings = [], ...rows] = csvRecords(lines.join('\n'), delimiterOf(lines[0] ?? ''))
  const again = rows.findIndex((row) => row.some(isAddressName) && !row.some((cell) => cell.includes('@')))
  const own = again < 0 ? rows : rows.slice(0, again)
  const place = placeOfAddress(headings, own)
  const columns = headings.flatMap((heading, index) => {
    const say = columnOf(
      heading,
      own.map((row) => row[index] ?? ''),
    )
    return say ? [{ index, say }] : []
  })
  const entries = own.flatMap((row) => {
    // A line of another shape stands below the table, and was typed there.
    if (row.length === 1 || /^\s*status:/.test(row[1] ?? '')) return entriesOfLine(row.join(','))
    const status = strictest(columns.map(({ index, say }) => say(row[index] ?? '')))
    const found = addressesOf(place < 0 ? row.join(',') : (row[place] ?? ''))
    const words = row.map((cell) => cell.replace(/\s+/g, ' ').trim()).filter(Boolean)
    if (found.length === 0) return words.length === 0 ? [] : [{ email: words.join(', '), status: null }]
    return found.map((email) => ({ email, status }))
  })
  return again < 0 ? entries : [...entries, ...entriesOfTable(rows.slice(again).map(asLine))]
}

const asLine = (row: readonly string[]) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')

/** -1: no heading tells, and whatever has an @ in it is an address. */
function placeOfAddress(headings: readonly string[], rows: readonly string[][]): number {
  const hasAddresses = (index: number) => rows.some((row) => row[index]?.includes('@'))
  const exact = headings.findIndex((heading, index) => isAddressName(heading) && hasAddresses(index))
  return exact >= 0 ? exact : headings.findIndex((heading, index) => soundsLikeAddress(heading) && hasAddresses(index))
}

const strictest = (statuses: readonly (string | null)[]) => statuses.reduce(stricterStatus, null)

export type Tally = {
  /** different addresses */
  found: number
  duplicates: number
  notAddresses: number
  byStanding: Record<Standing, number>
  /** the words of statuses nobody here knows */
  unknownWords: string[]
}

/** What an import would mean, before it is one. */
export function tallyOf(entries: readonly Entry[]): Tally {
  const known = new Map<string, string | null>()
  let [duplicates, notAddresses] = [0, 0]
  for (const { email: typed, status } of entries) {
    const email = normaliseEmail(typed)
    if (!isEmail(email)) notAddresses++
    else {
      if (known.has(email)) duplicates++
      known.set(email, strictest([known.get(email) ?? null, status]))
    }
  }
  const byStanding = Object.fromEntries(standings.map((standing) => [standing, 0])) as Tally['byStanding']
  const unknownWords = new Set<string>()
  for (const status of known.values()) {
    const standing = status === null ? 'welcome' : standingOf(status)
    byStanding[standing]++
    if (standing === 'unknown') unknownWords.add(status?.trim() ?? '')
  }
  return { found: known.size, duplicates, notAddresses, byStanding, unknownWords: [...unknownWords] }
}
