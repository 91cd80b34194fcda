import { byteOrderMark, csvLine } from '#lib/csv.ts'
import { BackupFault } from '#server/backup/envelope.ts'

/** A row as it reads: by the names of its columns, and what is JSON in the table written out. */
export type Shown = Record<string, unknown>

/** A list in JSON, one row a line: whole for everybody, and a line at a time for us. */
export async function* jsonOf(rows: AsyncIterable<Shown>): AsyncGenerator<Buffer> {
  let before = '['
  for await (const row of rows) {
    yield Buffer.from(`${before}\n${JSON.stringify(row)}`)
    before = ','
  }
  yield Buffer.from(before === '[' ? '[]\n' : '\n]\n')
}

/** The same as a table that spreadsheets open. */
export async function* csvOf(columns: readonly string[], rows: AsyncIterable<Shown>): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + csvLine(columns))
  for await (const row of rows) yield Buffer.from(csvLine(columns.map((column) => cellOf(row[column]))))
}

function cellOf(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** A text of two hundred thousand signs in twenty languages, and all that is kept beside it. */
const longestRow = 16 * 1024 * 1024

/** The rows of a list as `jsonOf` writes it. */
export async function* rowsIn(name: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Shown> {
  let isOpen = false
  let isOver = false
  for await (const line of linesOf(name, bytes)) {
    const text = line.trim()
    if (text === '') continue
    if (isOver) throw notOurs(name)
    if (text === '[' && !isOpen) isOpen = true
    else if (text === '[]' && !isOpen) isOver = true
    else if (text === ']' && isOpen) isOver = true
    else if (isOpen) yield rowOf(name, text)
    else throw notOurs(name)
  }
  if (!isOver) throw notOurs(name)
}

function rowOf(name: string, text: string): Shown {
  try {
    const row = JSON.parse(text.replace(/,$/, ''))
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row
  } catch {
    // Said below.
  }
  throw notOurs(name)
}

async function* linesOf(name: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let held: string[] = []
  let length = 0
  const decode = (part?: Buffer) => {
    try {
      return part ? decoder.decode(part, { stream: true }) : decoder.decode()
    } catch {
      throw notOurs(name)
    }
  }
  for await (const part of bytes) {
    const [first = '', ...rest] = decode(part).split('\n')
    held.push(first)
    length += first.length
    for (const line of rest) {
      yield held.join('')
      held = [line]
      length = line.length
    }
    if (length > longestRow) throw new BackupFault(`${name} has a line that is longer than any of ours.`)
  }
  yield held.join('') + decode()
}

function notOurs(name: string): BackupFault {
  return new BackupFault(`${name} is not a list as Frontispiece writes it: one row a line, between [ and ].`)
}
