/** In the browser: fetch. During server rendering: the same API called in process, no socket. */
export type Fetcher = (path: string, init?: RequestInit) => Response | Promise<Response>

/** A response that was not OK; its text is the status, a colon and a space, then the body or the status text. */
export class HttpError extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.name = 'HttpError'
    this.status = status
  }

  /** Travels in the hydration state, where a plain Error would become `{}`. */
  toJSON() {
    return { name: this.name, status: this.status, message: this.message }
  }
}

export async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new HttpError(response.status, (await response.text()) || response.statusText)
  return response.json()
}

/** A refused form or action: carries what the server says to a person, and which fields it means. */
export class ApiError extends HttpError {
  /** null when the answer held no words fit to show */
  readonly words: string | null
  readonly fields: Record<string, string>

  constructor(status: number, body: string, statusText: string) {
    super(status, body || statusText)
    this.name = 'ApiError'
    const answer = parseOrNull(body)
    this.words = isRecord(answer) && typeof answer.message === 'string' && answer.message ? answer.message : null
    this.fields = isRecord(answer) && isRecord(answer.fields) ? textsOf(answer.fields) : {}
  }
}

/** Longer than any honest wait: a form that hangs must come back to the person who filled it in. */
const longestWait = 30_000

/** Sends JSON and answers the JSON that came back, or null where an OK answer holds none. */
export async function sendJson(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: unknown) {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(longestWait),
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return parseOrNull(text)
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textsOf(record: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, text]) => [name, String(text)]))
}
