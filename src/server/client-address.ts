import type { AppContext } from './route-table.ts'

/**
 * The client's network address: the socket's own, or the entry the n-th trusted proxy from the right wrote. Anything
 * further left in the header is the client's own claim.
 */
export function clientAddress(c: AppContext, trustedProxies: number): string {
  const socket = c.env?.incoming?.socket?.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return socket
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  return forwarded.at(-trustedProxies) || socket
}
