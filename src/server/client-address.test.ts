import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { clientAddress, isPrivate } from './client-address.ts'
import type { AppTypes } from './route-table.ts'

async function seen(socket: string, forwarded: string | null, trustedProxies: number): Promise<string> {
  const app = new Hono<AppTypes>().get('/', (c) => c.text(clientAddress(c, trustedProxies)))
  const headers = new Headers(forwarded === null ? [] : [['x-forwarded-for', forwarded]])
  const response = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: socket } } })
  return response.text()
}

describe('who is asking', () => {
  test.each([
    ['nobody in front: the header is a claim', '203.0.113.7', '198.51.100.1', 0, '203.0.113.7'],
    ['one proxy: its own entry is the last', '10.0.0.1', '1.1.1.1, 203.0.113.7', 1, '203.0.113.7'],
    ['two proxies: the last but one', '10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', 2, '203.0.113.7'],
    ['a proxy that wrote nothing', '10.0.0.1', null, 1, '10.0.0.1'],
    ['fewer entries than proxies', '10.0.0.1', '203.0.113.7', 3, '10.0.0.1'],
    ['an IPv4 address in an IPv6 coat', '::ffff:203.0.113.7', null, 0, '203.0.113.7'],
    ['one household, one network', '2001:db8:1:2:3:4:5:6', null, 0, '2001:db8:1:2::/64'],
    ['the same household', '2001:db8:1:2::9', null, 0, '2001:db8:1:2::/64'],
    ['written short', '2001:db8::1', null, 0, '2001:db8:0:0::/64'],
    ['this machine', '::1', null, 0, '0:0:0:0::/64'],
    ['a port behind an address', '10.0.0.1', '203.0.113.7:5678', 1, '203.0.113.7'],
    ['another port, the same client', '10.0.0.1', '6.6.6.6:1, 203.0.113.7:5679', 1, '203.0.113.7'],
    ['a port behind brackets', '10.0.0.1', '[2001:db8:1:2::9]:80', 1, '2001:db8:1:2::/64'],
    ['brackets alone', '10.0.0.1', '[::1]', 1, '0:0:0:0::/64'],
    ['no brackets and no port', '10.0.0.1', '2001:db8:1:2::9', 1, '2001:db8:1:2::/64'],
    ['an IPv4 address in a coat and with a port', '10.0.0.1', '[::ffff:203.0.113.7]:443', 1, '203.0.113.7'],
    ['with a zone', 'fe80::1%eth0', null, 0, 'fe80:0:0:0::/64'],
  ])('%s', async (_name, socket, forwarded, proxies, expected) => {
    expect(await seen(socket, forwarded, proxies)).toBe(expected)
  })
})

test.each([
  ...['10.1.2.3', '172.16.0.1', '172.31.255.254', '192.168.1.1', '::ffff:172.17.0.1', 'fd00::1', 'fe80::1%eth0'].map(
    (address) => [address, true] as const,
  ),
  ...['127.0.0.1', '::1', '172.32.0.1', '203.0.113.7', '::ffff:203.0.113.7', '2001:db8::1', 'unknown', ''].map(
    (address) => [address, false] as const,
  ),
])('that %s is a private address is %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected)
})
