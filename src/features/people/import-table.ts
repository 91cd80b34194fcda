import { type CsvRow, csvRows, delimiterOf } from '#lib/csv.ts'
import { normaliseEmail, oneLine } from '#lib/email.ts'
import { isAddressName, soundsLikeAddress } from './addresses.ts'
import type { ImportColumn, Meaning } from './import-contract.ts'
import { columnOf, plainWords, standingOf, statusOfFile, stricterStatus } from './standing.ts'

/** Somebody in a list from elsewhere. */
export type Listed = {
  line: number
  /** as it stands there, made small; it need not be an address */
  email: string
  name: string | null
  /** what the list says of her, where it says anything */
  status: string | null
  joinedAt: string | null
  confirmedAt: string | null
  tags: string[]
}

/** What is wrong with a list, in words for whoever brought it. */
export class ListFault extends Error {}

const headingWords: Partial<Record<Meaning, RegExp>> = {
  firstName: /^(first ?name|f ?name|given name|vorname|prenom|nombre)$/,
  lastName: /^(last ?name|l ?name|sur ?name|family name|nachname|nom|apellidos?)$/,
  name: /^((full|subscriber|contact|your) )?name$/,
  tags: /^(tags?|labels?|groups?|segments?)$/,
  confirmed: /^(confirm(ed|ation)?|opt ?in confirm)( (time|date|at|on))?$|^confirm time$/,
  joined:
    /^(date )?(subscribed|subscribe|subscription|sign ?up|signed up|opt ?in|created|added|joined|start)( (time|date|at|on))?$|^date added$/,
}

const sampled = 200

/** A list as it was read: its columns, and everybody in it, line by line. */
export function openTable(text: string, fileName: string, chosen?: readonly Meaning[]) {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const [, first = ''] = plain.match(/^\s*(?:"?sep=.{1,3}"?\n)?\s*([^\n]*)/i) ?? []
  if (first.trim() === '') throw new ListFault('The file is empty.')
  const start = plain.indexOf(first)
  const skipped = plain.slice(0, start).split('\n').length - 1
  const body = plain.slice(start)
  const delimiter = delimiterOf(first)
  const records = () => csvRows(body, delimiter)
  const sample: CsvRow[] = []
  for (const row of records()) {
    sample.push(row)
    if (sample.length > sampled) break
  }
  const hasHeadings = !sample[0]?.cells.some((cell) => cell.includes('@'))
  const rows = hasHeadings ? sample.slice(1) : sample
  const width = Math.max(...sample.map(({ cells }) => cells.length))
  const cellsOf = (index: number) => rows.map(({ cells }) => cells[index] ?? '')
  const headings = Array.from({ length: width }, (_, index) =>
    oneLine((hasHeadings && sample[0]?.cells[index]) || `Column ${index + 1}`, 100),
  )
  const understood = chosen && chosen.length === width ? [...chosen] : meaningsOf(headings, cellsOf)
  const columns = headings.map(
    (heading, index): ImportColumn => ({
      heading,
      example: oneLine(cellsOf(index).find((cell) => cell.trim() !== '') ?? '', 60),
      meaning: understood[index] ?? 'none',
    }),
  )
  if (!understood.includes('email')) {
    throw new ListFault(
      rows.some(({ cells }) => cells.some((cell) => cell.includes('@')))
        ? 'No column of this file holds e-mail addresses in most of its lines. Look at the file, and name that column “Email”.'
        : 'There is no e-mail address in this file. Choose a list of people, saved as CSV.',
    )
  }
  const statuses = columns.flatMap(({ heading, meaning }, index) =>
    meaning === 'status' ? [{ index, say: columnOf(heading, cellsOf(index)) ?? ((cell: string) => cell) }] : [],
  )
  const said = statusOfFile(fileName)
  const at = (meaning: Meaning) => understood.indexOf(meaning)
  const places = {
    email: at('email'),
    name: at('name'),
    firstName: at('firstName'),
    lastName: at('lastName'),
    joined: at('joined'),
    confirmed: at('confirmed'),
    tags: at('tags'),
  }

  function toListed({ line, cells }: CsvRow): Listed {
    const cell = (place: number) => (place < 0 ? '' : (cells[place] ?? ''))
    const [first, last] = [(cell(places.name) || cell(places.firstName)).trim(), cell(places.lastName).trim()]
    // A full name beside the last one has it already.
    const names = last && first.endsWith(last) ? [first] : [first, last]
    return {
      line: line + skipped,
      email: normaliseEmail(addressIn(cell(places.email))),
      name: oneLine(names.join(' '), 100) || null,
      status: [...statuses.map(({ index, say }) => say(cells[index] ?? '')), said].reduce(stricterStatus, null),
      joinedAt: dateIn(cell(places.joined)),
      confirmedAt: dateIn(cell(places.confirmed)),
      tags: tagsIn(cell(places.tags)),
    }
  }

  return {
    columns,
    hasHeadings,
    /** null for an empty line; throws a ListFault at the end where a quote never closed: what came after it was not read as it was meant */
    *everybody(): Generator<Listed | null> {
      const all = records()
      let next = all.next()
      for (let isFirst = true; !next.done; next = all.next()) {
        const isHeadings = isFirst && hasHeadings
        isFirst = false
        const isEmpty = next.value.cells.every((cell) => cell.trim() === '')
        if (!isHeadings) yield isEmpty ? null : toListed(next.value)
      }
      if (next.value !== null) {
        throw new ListFault(
          `Line ${next.value + skipped} opens a quotation mark (") that never closes. Mend that line, or save the table as CSV once more.`,
        )
      }
    },
  }
}

/** "Ada Reader <ada@home.example>" and <ada@home.example> are addresses too. */
function addressIn(cell: string): string {
  const [, inner] = cell.match(/<([^<>]+)>\s*$/) ?? []
  return inner ?? cell
}

function meaningsOf(headings: readonly string[], cellsOf: (index: number) => string[]): Meaning[] {
  const share = (index: number, fits: (cell: string) => boolean) => {
    const full = cellsOf(index).filter((cell) => cell.trim() !== '')
    return full.length === 0 ? 0 : full.filter(fits).length / full.length
  }
  // A heading is believed where there is any address below it; without one it takes most of the lines.
  const addresses = (index: number) => share(index, (cell) => cell.includes('@'))
  const hasDates = (index: number) => share(index, (cell) => dateIn(cell) !== null) > 0.5
  const places = headings.map((_, index) => index)
  const email =
    places.find((index) => isAddressName(headings[index] ?? '') && addresses(index) > 0) ??
    places.find((index) => soundsLikeAddress(headings[index] ?? '') && addresses(index) > 0) ??
    places.find((index) => addresses(index) > 0.5)
  const taken = new Set<Meaning>(['email'])
  return headings.map((heading, index) => {
    if (index === email) return 'email'
    const words = plainWords(heading)
    const isDated = hasDates(index)
    if (!isDated && columnOf(heading, cellsOf(index))) return 'status'
    const meaning = (Object.keys(headingWords) as Meaning[]).find((name) => headingWords[name]?.test(words))
    // A date says when; the same heading without one says something else.
    const isFit = meaning && !taken.has(meaning) && (isDated || (meaning !== 'joined' && meaning !== 'confirmed'))
    // A status says so by its words too, where no heading does.
    const speaks = share(index, (cell) => standingOf(cell) !== 'unknown') > 0.5
    if (!isFit) return speaks || columnOf(heading, cellsOf(index)) ? 'status' : 'none'
    taken.add(meaning)
    return meaning
  })
}

const isoDate =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2})?$/i
const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ,]+.*)?$/

/** The moment a cell names; null where it names none for certain: 03/04/2024 is two days. */
function dateIn(cell: string): string | null {
  const text = cell.trim()
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = text.match(isoDate) ?? slashed(text) ?? []
  if (!year) return null
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  const at = new Date(Date.UTC(y, m - 1, d, Number(hour), Number(minute), Number(second)))
  const isReal = y >= 1990 && at.getUTCFullYear() === y && at.getUTCMonth() === m - 1 && at.getUTCDate() === d
  return isReal ? at.toISOString() : null
}

function slashed(text: string): (string | undefined)[] | null {
  const [, one, other, year] = text.match(dayFirst) ?? []
  if (!year || !one || !other) return null
  if (Number(one) > 12) return ['', year, other, one]
  if (Number(other) > 12) return ['', year, one, other]
  return one === other ? ['', year, one, other] : null
}

export const longestTag = 50

function tagsIn(cell: string): string[] {
  const tags = cell
    .slice(0, 2_000)
    .split(/[,;|]/)
    .map((tag) => oneLine(tag.replace(/["[\]]/g, ''), longestTag))
  return [...new Set(tags.filter(Boolean))].slice(0, 50)
}
