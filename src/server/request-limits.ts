import { createMiddleware } from 'hono/factory'
import { deskPaths } from '#lib/desk-paths.ts'
import type { Env } from './env.ts'
import { AppError } from './errors.ts'
import { randomText } from './ids.ts'
import type { Log } from './log.ts'
import type { AppContext, AppTypes } from './route-table.ts'
import { isSame } from './same-secret.ts'

export const longestUrl = 2048
const mostInFlight = 200

/** A link built from a foreign Host could be cached and mailed; only the configured name is ours. */
export function isOurHost(env: Env, host: string | undefined): boolean {
  return !env.checkHost || isHostOf(env.siteUrl, host)
}

/** The name of an address that she has typed and not yet confirmed. */
export function isPendingHost({ pendingUrl }: Env, host: string | undefined): boolean {
  return pendingUrl !== null && isHostOf(pendingUrl, host)
}

function isHostOf(url: string, host: string | undefined): boolean {
  const { ours, port } = nameIn(url)
  return host === ours || host?.toLowerCase().replace(port, '') === ours
}

let read = { url: '', ours: '', port: /$/ }

/** Asked at every question, and nearly always of the same address. */
function nameIn(url: string): typeof read {
  if (read.url === url) return read
  const { protocol, host } = new URL(url)
  read = { url, ours: host, port: protocol === 'https:' ? /:443$/ : /:80$/ }
  return read
}

/** What every request must pass before any door: a name for the log, a sane size, the right host, room in the house. */
export function requestLimits({ env, log }: { env: Env; log: Log }) {
  let inFlight = 0
  let hasWarned = false
  return createMiddleware<AppTypes>(async (c, next) => {
    c.set('requestId', randomText(9))
    if (!hasWarned && env.trustedProxies === 0 && c.req.header('x-forwarded-for')) {
      hasWarned = true
      log.warn('TRUST_PROXY is 0, and requests come with X-Forwarded-For', {
        hint: 'Behind a proxy, set TRUST_PROXY to how many there are: until then all readers count as one.',
      })
    }
    const host = c.req.header('host')
    const isAnswered = isOurHost(env, host) || (c.req.path === deskPaths.newAddress && isPendingHost(env, host))
    const isLookedAfter = isHealthCheck(c.req.path) || isWatcher(env, c)
    if (!isAnswered && !isLookedAfter) {
      throw new AppError('misdirected', 'This server does not answer for that name.')
    }
    if (c.req.url.length > longestUrl) throw new AppError('too_long', 'That address is too long.')
    if (c.req.header('content-encoding')) throw new AppError('unsupported', 'Send the request uncompressed.')
    if (inFlight >= mostInFlight && !isLookedAfter) {
      throw new AppError('busy', 'The house is full for a moment. Please try again.', {
        headers: { 'retry-after': '5' },
      })
    }
    inFlight++
    try {
      await next()
    } finally {
      inFlight--
    }
  })
}

export const metricsPath = '/metrics'

/** Whoever may read the figures of the site, and asks for them. */
export function isWatcher({ metricsToken }: Pick<Env, 'metricsToken'>, { req }: AppContext): boolean {
  if (metricsToken === null || req.path !== metricsPath) return false
  const [, given = ''] = req.header('authorization')?.match(/^bearer +(.*)$/i) ?? []
  return isSame(given, metricsToken)
}

// The machine that watches us knocks by address, not by name.
function isHealthCheck(path: string): boolean {
  return path === '/healthz' || path === '/readyz'
}
