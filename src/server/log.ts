export type Log = { info: Write; warn: Write; error: Write }
type Write = (event: string, fields?: Record<string, unknown>) => void

const longestValue = 500
const longestStack = 4_000
// Control and bidirectional characters in a logged value could fake or hide lines in a terminal.
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** From what must be seen to at once to what is good to know. */
export const levels = ['error', 'warn', 'info'] as const
export type Level = (typeof levels)[number]

type Options = { now?: () => Date; level?: Level }

/** One line of JSON an event. `write` receives the whole line; what matters less than `level` is not written. */
export function createLog(
  write: (line: string) => void,
  { now = () => new Date(), level: least = 'info' }: Options = {},
): Log {
  const at = (level: Level): Write => {
    if (levels.indexOf(level) > levels.indexOf(least)) return () => {}
    return (event, fields = {}) => write(JSON.stringify({ time: now().toISOString(), level, event, ...fields }, tame))
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** Longer than the part of an address before its @ (64 characters), and than an id and signature of ours (80). */
const longestSecret = 80

/**
 * A log is read by many and kept for long: it never holds a reader's address, nor the beginning of one at the end of a
 * text that was cut. Each word is read once, whether or not an @ follows it: anybody may send us one of any length.
 */
function maskAddresses(text: string, isCut: boolean): string {
  return text.replace(/[^\s@<>"'=:,;]+(@[^\s<>"',;]*)?/g, (word, domain: string | undefined, place: number) => {
    if (domain !== undefined) return `${word[0]}***@***`
    return isCut && place + word.length === text.length ? word.slice(0, -longestSecret) : word
  })
}

/** Nor a link that would open something for whoever reads it there. */
function maskLinks(text: string): string {
  return text.replace(/\b([0-9a-f]{8})[0-9a-f-]{28}\.[\w-]{43}/g, '$1….***')
}

function tame(key: string, value: unknown): unknown {
  if (value instanceof Error) {
    const { name, message, stack, cause } = value
    return { name, message, stack, ...(cause === undefined ? {} : { cause }) }
  }
  if (typeof value !== 'string') return value
  const longest = key === 'stack' ? longestStack : longestValue
  const start = value.slice(0, longest + longestSecret)
  return maskLinks(maskAddresses(start, start.length < value.length))
    .slice(0, longest)
    .replace(unsafe, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
