import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { AppContext } from './route-table.ts'

/**
 * The client's network address: the socket's own, or the entry the n-th trusted proxy from the right wrote. Anything
 * further left in the header is the client's own claim.
 */
export function clientAddress(c: AppContext, trustedProxies: number): string {
  return addressOf(c.env?.incoming, c.req.header('x-forwarded-for'), trustedProxies)
}

/** The same, before there is a context. */
export function addressOf(
  incoming: IncomingMessage | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const socket = household(incoming?.socket?.remoteAddress ?? 'unknown')
  if (trustedProxies === 0) return socket
  const forwarded = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  return household(withoutPort(forwarded.at(-trustedProxies) ?? '')) || socket
}

/** Some proxies name the port too, which is another with every connection: `192.0.2.1:5678`, `[2001:db8::1]:80`. */
function withoutPort(entry: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(entry) ?? []
  return bracketed ?? plain ?? entry
}

/** Whoever has one IPv6 address has the whole /64 around it, so that counts as one client. */
export function household(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  if (!isIPv6(plain)) return plain
  const [front = '', back = ''] = plain.toLowerCase().split('::')
  const groups = front.split(':').filter(Boolean)
  const missing = 8 - groups.length - back.split(':').filter(Boolean).length
  return `${[...groups, ...Array(missing).fill('0'), ...back.split(':')].slice(0, 4).join(':')}::/64`
}

const privateNets = new BlockList()
privateNets.addSubnet('10.0.0.0', 8)
privateNets.addSubnet('172.16.0.0', 12)
privateNets.addSubnet('192.168.0.0', 16)
privateNets.addSubnet('fc00::', 7, 'ipv6')
privateNets.addSubnet('fe80::', 10, 'ipv6')

/** An address of a house or a data centre, not of the internet; this machine's own is neither. */
export function isPrivate(address: string): boolean {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  return privateNets.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}
