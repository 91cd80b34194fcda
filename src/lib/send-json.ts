import { HttpError } from './http.ts'

/** A refused form or action: carries what the server says to a person, and which fields it means. */
export class ApiError extends HttpError {
  /** null when the answer held no words fit to show */
  readonly words: string | null
  readonly fields: Record<string, string>

  constructor(status: number, body: string, statusText: string) {
    super(status, body || statusText)
    this.name = 'ApiError'
    const answer = parse(body)
    this.words = isRecord(answer) && typeof answer.message === 'string' && answer.message ? answer.message : null
    this.fields = isRecord(answer) && isRecord(answer.fields) ? textsOf(answer.fields) : {}
  }
}

/** Longer than any honest wait: a form that hangs must come back to the person who filled it in. */
const longestWait = 30_000

/** Sends JSON and answers the JSON that came back, or null where an OK answer holds nothing. */
export async function sendJson(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
  { headers, ...init }: { keepalive?: boolean; headers?: Record<string, string> } = {},
): Promise<unknown> {
  const response = await fetch(path, {
    ...init,
    method,
    credentials: 'include',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(longestWait),
  })
  const text = await response.text()
  const answer = parse(text)
  // A network that wants a password first answers everything with a page of its own: then nothing has arrived.
  const isOurs = answer !== undefined || text === ''
  if (!response.ok || !isOurs) throw new ApiError(response.status, text, response.statusText)
  return answer ?? null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textsOf(record: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, text]) => [name, String(text)]))
}
