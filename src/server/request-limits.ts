import { randomBytes } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Env } from './env.ts'
import { AppError } from './errors.ts'
import type { Variables } from './route-table.ts'

const longestUrl = 2048
const mostInFlight = 200

/** What every request must pass before any door: a name for the log, a sane size, the right host, room in the house. */
export function requestLimits(env: Env) {
  const ourHost = new URL(env.siteUrl).host
  let inFlight = 0
  return createMiddleware<{ Variables: Variables }>(async (c, next) => {
    c.set('requestId', randomBytes(9).toString('base64url'))
    // A link built from a foreign Host could be cached and mailed; only the configured name is ours.
    if (env.checkHost && c.req.header('host') !== ourHost && !isHealthCheck(c.req.path)) {
      throw new AppError('misdirected', 'This server does not answer for that name.')
    }
    if (c.req.url.length > longestUrl) throw new AppError('too_long', 'That address is too long.')
    if (c.req.header('content-encoding')) throw new AppError('unsupported', 'Send the request uncompressed.')
    if (inFlight >= mostInFlight && !isHealthCheck(c.req.path)) {
      throw new AppError('busy', 'The house is full for a moment. Please try again.', { 'retry-after': '5' })
    }
    inFlight++
    try {
      await next()
    } finally {
      inFlight--
    }
  })
}

// The machine that watches us knocks by address, not by name.
function isHealthCheck(path: string): boolean {
  return path === '/healthz' || path === '/readyz'
}
