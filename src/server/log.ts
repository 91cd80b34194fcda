export type Log = { info: Write; warn: Write; error: Write }
type Write = (event: string, fields?: Record<string, unknown>) => void

const longestValue = 500
// Control and bidirectional characters in a logged value could fake or hide lines in a terminal.
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line of JSON an event. `write` receives the whole line. */
export function createLog(write: (line: string) => void, now: () => Date = () => new Date()): Log {
  const at =
    (level: string): Write =>
    (event, fields = {}) =>
      write(JSON.stringify({ time: now().toISOString(), level, event, ...fields }, tame))
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

function tame(_key: string, value: unknown): unknown {
  if (value instanceof Error) return { name: value.name, message: tame('', value.message), stack: value.stack }
  if (typeof value !== 'string' || _key === 'stack') return value
  return value.slice(0, longestValue).replace(unsafe, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
