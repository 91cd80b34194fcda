import { csvRecords } from '#lib/csv.ts'
import { toUrl } from '#lib/url.ts'

/** A book as a list tells of it. */
export type ListedTitle = {
  title: string
  series: string
  seriesOrder: number | null
  caption: string
  publicationDate: string | null
  shops: { name: string; url: string }[]
  isbn: string
  /** what could not be read, in a sentence; the book is there without it */
  faults: string[]
}

export const mostImported = 200

/** What the columns of a table may be called. */
const columnNames: Record<string, readonly string[]> = {
  title: ['title', 'book', 'book title', 'name'],
  series: ['series', 'series name', 'series title'],
  number: ['number', 'number in series', 'series number', 'no', 'no.', '#', 'volume', 'book number', 'order'],
  caption: ['caption', 'tagline', 'line', 'hook'],
  date: ['publication date', 'date', 'published', 'release date', 'pub date', 'publication', 'year'],
  link: ['link', 'shop link', 'url', 'purchase link', 'buy link', 'amazon', 'address'],
  shop: ['shop', 'store', 'retailer'],
  isbn: ['isbn', 'isbn-13', 'isbn13'],
}

/** Titles out of whatever was pasted: one a line, with a series in brackets if there is one, or a table with its names above. */
export function titlesIn(text: string): ListedTitle[] {
  const clean = text.replace(/\r\n?/g, '\n')
  const [head = ''] = clean.trimStart().split('\n', 1)
  const delimiter = ['\t', ';', ','].find((mark) => isHead(head, mark))
  const found = delimiter ? fromTable(csvRecords(clean.trimStart(), delimiter)) : fromLines(clean.split('\n'))
  return found.filter(({ title }) => title !== '')
}

function columnOf(cell: string): string | undefined {
  const name = cell.trim().toLowerCase()
  return Object.keys(columnNames).find((column) => columnNames[column]?.includes(name))
}

/** Two names we know make a table; a single one may be a title. */
function isHead(line: string, delimiter: string): boolean {
  const known = (csvRecords(line, delimiter)[0] ?? []).map(columnOf)
  return known.includes('title') && known.filter((column) => column !== undefined).length > 1
}

function fromTable([head = [], ...records]: string[][]): ListedTitle[] {
  const columns = head.map(columnOf)
  return records.map((record) => {
    const cells: Record<string, string> = {}
    for (const [at, column] of columns.entries()) if (column) cells[column] = (record[at] ?? '').trim()
    return toTitle(cells)
  })
}

/** '1. ', '2) ', '- ' at the beginning of a line belong to the list and not to the title. */
const bullet = /^\s*(?:\d{1,3}[.)]\s+|[-–—•*]\s+)/

function fromLines(lines: readonly string[]): ListedTitle[] {
  return lines.map((line) => {
    const bare = line.replace(bullet, '').trim()
    const brackets = bare.match(/\(([^()]{1,160})\)$/)
    const title = bare.slice(0, brackets?.index).trim()
    const part = seriesIn(brackets?.[1] ?? '')
    return toTitle(part && title ? { title, ...part } : { title: bare })
  })
}

/** 'The Harbour Books #2', 'The Harbour Books, Book 2'. Brackets without a number are part of a title. */
function seriesIn(inside: string): { series: string; number: string } | null {
  const place = inside.match(/(?:#|book |no\. ?|vol\. ?|volume )\s?(\d{1,3}(?:\.\d)?)$/i)
  const series = inside.slice(0, place?.index).trim().replace(/,$/, '')
  return place?.[1] && series && !/[#\d]/.test(series) ? { series, number: place[1] } : null
}

function toTitle(cells: Record<string, string>): ListedTitle {
  const { title = '', series = '', number = '', caption = '', date = '', link = '', shop = '', isbn = '' } = cells
  const order = number === '' ? null : Number(number.replace(/^#/, '').replace(',', '.'))
  const isOrder = order !== null && Number.isFinite(order) && order >= 0 && order <= 999
  const day = dayIn(date)
  const isLink = /^https:\/\/\S+$/.test(link) && toUrl(link) !== null
  return {
    title: title.slice(0, longest.title),
    series: series.slice(0, longest.series),
    seriesOrder: isOrder ? Math.round(order * 10) / 10 : null,
    caption: caption.slice(0, longest.caption),
    publicationDate: day,
    shops: isLink ? [{ name: shop.slice(0, longest.shop), url: link }] : [],
    isbn,
    faults: [
      ...(linkAlone.test(title) ? ['That is a link and no title: it is left out.'] : []),
      ...cutOff('The title', title, longest.title),
      ...cutOff('The series', series, longest.series),
      ...cutOff('The caption', caption, longest.caption),
      ...cutOff('The shop', shop, longest.shop),
      ...(order !== null && !isOrder ? [`“${number}” is no number in a series.`] : []),
      ...(date !== '' && day === null ? [dateFault(date)] : []),
      ...(link !== '' && !isLink ? [`“${link}” is no link: it must be whole, and begin with https://.`] : []),
    ],
  }
}

/** Pasted where a title should stand. */
export const linkAlone = /^https?:\/\/\S+$/

/** As many letters as the book's form takes. */
const longest = { title: 200, series: 100, caption: 300, shop: 60 }

function cutOff(what: string, text: string, most: number): string[] {
  return text.length > most ? [`${what} is longer than ${most} letters: the rest of it is left out.`] : []
}

/** A book has a day or none: one we made up would stand on its page. */
function dateFault(date: string): string {
  return /^\d{4}$/.test(date)
    ? `“${date}” is a year without its day: the date is left out. Write it with its day, such as ${date}-11-01, or add it in the book’s form.`
    : `“${date}” is no date we can read: write it as 2025-11-01.`
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** 2025-11-01, November 1, 2025, 1 November 2025. What could be two days is read as neither, and a year alone as no day. */
function dayIn(text: string): string | null {
  const [, iso] = text.match(/^(\d{4}-\d\d-\d\d)(?:T.*)?$/) ?? []
  const [, monthFirst, dayAfter, yearAfter] = text.match(/^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/) ?? []
  const [, dayFirst, monthAfter, yearLast] = text.match(/^(\d{1,2})\.? ([A-Za-z]{3,9})\.? (\d{4})$/) ?? []
  const named = (name: string | undefined, day: string | undefined, inYear: string | undefined) => {
    const month = months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1
    return month > 0 ? `${inYear}-${String(month).padStart(2, '0')}-${(day ?? '').padStart(2, '0')}` : undefined
  }
  const found = iso ?? named(monthFirst, dayAfter, yearAfter) ?? named(monthAfter, dayFirst, yearLast)
  const day = found && new Date(`${found}T00:00:00Z`)
  return day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(found) ? found : null
}
