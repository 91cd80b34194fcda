import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Log } from './log.ts'

const statuses = {
  invalid: 400,
  unauthorized: 401,
  /** the password was right, and a second proof is wanted */
  code_required: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  too_long: 414,
  unsupported: 415,
  misdirected: 421,
  too_many: 429,
  unexpected: 500,
  bad_gateway: 502,
  busy: 503,
} as const satisfies Record<string, ContentfulStatusCode>

export type ErrorCode = keyof typeof statuses

/** Where else to go: an address on this site, made by us and of nothing a request brought along. */
export type WayOn = { href: string; label: string }

type More = { fields?: Record<string, string>; headers?: Record<string, string>; wayOn?: WayOn }

/** An expected failure. `message` is written for the person who reads it on a screen, `fields` for her form. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: ContentfulStatusCode
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string>
  readonly wayOn: WayOn | undefined

  constructor(code: ErrorCode, message: string, { fields, headers = {}, wayOn }: More = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.status = statuses[code]
    this.fields = fields
    this.headers = headers
    this.wayOn = wayOn
  }
}

/** The one way out for anything thrown: a known fault keeps its words, a bug is logged and says one plain sentence. */
export function answerError(error: Error, c: Context, log: Log): Response {
  const requestId = c.get('requestId')
  if (error instanceof AppError) {
    const { code, message, fields, wayOn } = error
    return c.json(
      { code, message, ...(fields ? { fields } : {}), ...(wayOn ? { wayOn } : {}), requestId },
      error.status,
      {
        ...noStore,
        ...error.headers,
      },
    )
  }
  log.error('request failed', { requestId, method: c.req.method, path: c.req.path, error })
  return c.json(
    { code: 'unexpected', message: 'Something went wrong on our side. Please try again.', requestId },
    500,
    noStore,
  )
}

const noStore = { 'cache-control': 'no-store' }
