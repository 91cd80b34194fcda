import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isOpenAddress, openPublicLine } from './mail-line.ts'

test.each(['127.0.0.1', '127.9.9.9', '::1', '93.184.216.34', '2606:2800:220:1::1', '::ffff:127.0.0.1'])(
  '%s may be called',
  (address) => expect(isOpenAddress(address)).toBe(true),
)

test.each([
  ...['10.0.0.5', '172.16.0.1', '172.31.255.254', '192.168.1.20', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['224.0.0.1', '255.255.255.255', 'fd00::1', 'fe80::1', 'ff02::1', '::', '::ffff:10.0.0.5', '::ffff:a9fe:a9fe'],
  ...['64:ff9b::a00:5', '2002:a00:5::1', 'mail.example', ''],
])('%s may not: it is inside somebody’s network, or nowhere', (address) => expect(isOpenAddress(address)).toBe(false))

test.each(['10.0.0.5', '192.168.1.20', '169.254.169.254', '[fd00::1]', '0.0.0.0'])(
  'no line is opened to %s',
  async (host) => expect(openPublicLine({ host, port: 25 })).rejects.toMatchObject({ why: 'private' }),
)

test('what answers is called, and what does not is said', async () => {
  const server = createServer((socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
    const socket = await openPublicLine({ host, port })
    expect(socket.remotePort).toBe(port)
    socket.destroy()
  }
  await new Promise((resolve) => server.close(resolve))
  await expect(openPublicLine({ host: '127.0.0.1', port })).rejects.toMatchObject({ why: 'nobody' })
  await expect(openPublicLine({ host: 'no-such-name.invalid', port })).rejects.toMatchObject({ why: 'no name' })
})
