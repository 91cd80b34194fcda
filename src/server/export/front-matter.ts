import { BackupFault } from '#server/backup/envelope.ts'

export type Fields = Record<string, unknown>

/** What JSON leaves as it is and YAML does not allow, or takes for the end of a line. */
const unsafe = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** As JSON, which is YAML as well: one line a field, whatever stands in it. */
function written(value: unknown): string {
  return JSON.stringify(value).replace(unsafe, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A text with what is known of it at its top. What is null is left out. */
export function withFrontMatter(fields: Fields, text: string): string {
  const lines = Object.entries(fields).filter(([, value]) => value !== null)
  return `---\n${lines.map(([name, value]) => `${name}: ${written(value)}\n`).join('')}---\n\n${text}\n`
}

const top = /^\ufeff?---\r?\n([\s\S]*?)^---\r?\n(?:\r?\n)?/my

/** The contrary. A line that somebody has written by hand may say its words without quotes. */
export function readFrontMatter(path: string, file: string): { fields: Fields; text: string } {
  top.lastIndex = 0
  const [all, lines] = top.exec(file) ?? []
  if (all === undefined || lines === undefined) {
    throw new BackupFault(`${path} does not begin with its front matter, between two lines of ---.`)
  }
  const fields: Fields = Object.fromEntries(
    lines
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [, name, value = ''] = line.match(/^(\w+):(.*)$/) ?? []
        if (!name) throw new BackupFault(`${path} has a line in its front matter that is none: ${line.slice(0, 80)}`)
        return [name, parse(value.trim())]
      }),
  )
  const lineEnd = all.endsWith('\r\n') ? '\r\n' : '\n'
  const text = file.slice(all.length)
  return { fields, text: text.endsWith(lineEnd) ? text.slice(0, -lineEnd.length) : text }
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}
