import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Log } from './log.ts'

const statuses = {
  invalid: 400,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  too_long: 414,
  unsupported: 415,
  misdirected: 421,
  unexpected: 500,
  busy: 503,
} as const satisfies Record<string, ContentfulStatusCode>

export type ErrorCode = keyof typeof statuses

/** An expected failure. `message` is written for the person who reads it on a screen. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.headers = headers
  }
}

/** The one way out for anything thrown: a known fault keeps its words, a bug is logged and says one plain sentence. */
export function answerError(error: Error, c: Context, log: Log): Response {
  const requestId = c.get('requestId')
  if (error instanceof AppError) {
    return c.json({ code: error.code, message: error.message, requestId }, statuses[error.code], error.headers)
  }
  log.error('request failed', { requestId, method: c.req.method, path: c.req.path, error })
  return c.json({ code: 'unexpected', message: 'Something went wrong on our side. Please try again.', requestId }, 500)
}
