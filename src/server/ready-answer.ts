import { type ServerResponse, STATUS_CODES, validateHeaderValue } from 'node:http'

type Bytes = Buffer<ArrayBuffer>

/** How long a silent line is kept, in seconds, and for how many questions. */
export const keptLine = { seconds: 5, questions: 1_000 }

export type ReadyAnswer = { status: number; body: Bytes; bytes: () => Bytes }

/**
 * An answer as it goes over a line that is kept, headers and all. Only its date is not known before; it is written into
 * the same bytes once a second. It stands first, so that a line hardly ever takes less than the whole of it at once; a reader with whom it does would
 * see two seconds mixed in one date.
 */
export function readyAnswer(status: number, headers: Record<string, string>, body: Bytes): ReadyAnswer {
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nDate: `
  const lines = Object.entries(headers).map(([name, value]) => {
    validateHeaderValue(name, value)
    return `${name}: ${value}`
  })
  const end = ['', ...lines, 'Connection: keep-alive', `Keep-Alive: timeout=${keptLine.seconds}`, '', ''].join('\r\n')
  let dated = httpDate()
  const bytes = Buffer.concat([Buffer.from(start + dated + end, 'latin1'), body])
  return {
    status,
    // A view: nothing is held twice.
    body: bytes.subarray(bytes.length - body.length),
    bytes() {
      const date = httpDate()
      if (date !== dated) bytes.write(date, start.length, 'latin1')
      dated = date
      return bytes
    },
  }
}

let second = 0
let secondInWords = ''

function httpDate(): string {
  const now = Math.floor(Date.now() / 1_000)
  if (now !== second) secondInWords = new Date(now * 1_000).toUTCString()
  second = now
  return secondInWords
}

/**
 * Writes a ready answer past everything that `response` would do for one that is made: half of the work of a held page
 * was spelling the same headers again. The web server hears, as always, when the line has taken all of it, and keeps its
 * order, its clocks and its count of questions. Says false where it is not so simple: when an earlier question on the same
 * line has no answer yet, when something is still on its way, and when this is the last answer on its line.
 */
export function writeReady(response: ServerResponse, { status, bytes }: ReadyAnswer): boolean {
  const { socket, shouldKeepAlive } = response
  if (!socket?.writable || socket.writableLength > 0 || !shouldKeepAlive || isLastOfLine(response)) return false
  // For whoever writes down what was answered.
  response.statusCode = status
  socket.write(bytes(), (error) => error ?? response.emit('finish'))
  return true
}

/** The web server says so and its types do not. */
function isLastOfLine(response: ServerResponse & { maxRequestsOnConnectionReached?: boolean }): boolean {
  return response.maxRequestsOnConnectionReached === true
}
