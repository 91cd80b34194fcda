import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

type Message = { text: string; isSeen: boolean }

/**
 * A mailbox on this machine that speaks as much IMAP as it is asked (RFC 3501), counts who comes, and can be told to
 * misbehave. It answers nothing it was not asked for, and knows no way to delete.
 */
export async function openImap() {
  const sockets = new Set<Socket>()
  const imap = {
    messages: [] as Message[],
    user: 'letters@author.example',
    password: 'a "quoted\\" word',
    /** every sentence it heard */
    heard: [] as string[],
    script: {} as { greeting?: string; hangUpAt?: string; silentAt?: string },
    port: 0,
    url: '',
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
    /** a message has come in */
    deliver: (text: string) => void imap.messages.push({ text: text.replaceAll('\n', '\r\n'), isSeen: false }),
    unseen: () => imap.messages.filter(({ isSeen }) => !isSeen).length,
  }

  function answer(command: string): { lines: string[]; ok: boolean } {
    const of = (pattern: RegExp) => pattern.exec(command)
    const login = of(/^LOGIN "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"$/)
    if (login) {
      const [user, password] = login.slice(1).map((text) => text.replace(/\\(.)/g, '$1'))
      return { lines: [], ok: user === imap.user && password === imap.password }
    }
    if (of(/^SELECT "INBOX"$/))
      return { lines: [`* ${imap.messages.length} EXISTS`, '* OK [UIDVALIDITY 1] UIDs valid'], ok: true }
    const search = of(/^UID SEARCH UNSEEN SINCE \d{1,2}-[A-Z][a-z]{2}-\d{4} HEADER Content-Type "(.*)"$/)
    if (search) return { lines: [`* SEARCH ${found(search[1] ?? '').join(' ')}`], ok: true }
    const fetch = of(/^UID FETCH (\d+) \(BODY\.PEEK\[\]<0\.(\d+)>\)$/)
    if (fetch) {
      const bytes = Buffer.from(imap.messages[Number(fetch[1]) - 1]?.text ?? '').subarray(0, Number(fetch[2]))
      return { lines: [`* ${fetch[1]} FETCH (UID ${fetch[1]} BODY[]<0> {${bytes.length}}\r\n${bytes})`], ok: true }
    }
    const store = of(/^UID STORE (\d+) \+FLAGS\.SILENT \(\\Seen\)$/)
    const marked = store && imap.messages[Number(store[1]) - 1]
    if (marked) marked.isSeen = true
    return { lines: [], ok: Boolean(marked) || command === 'LOGOUT' }
  }

  function found(type: string): number[] {
    return imap.messages.flatMap(({ text, isSeen }, index) => {
      const [head = ''] = text.split('\r\n\r\n')
      const isOfType = head
        .replaceAll('\r\n\t', ' ')
        .split('\r\n')
        .some((line) => /^content-type:/i.test(line) && line.includes(type))
      return !isSeen && isOfType ? [index + 1] : []
    })
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write(imap.script.greeting ?? '* OK ready\r\n')
    const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })
    // It tells of a line that broke, too.
    lines.on('error', () => {})
    lines.on('line', (line) => {
      const [tag = '', ...words] = line.split(' ')
      const command = words.join(' ')
      imap.heard.push(command)
      if (imap.script.hangUpAt && command.startsWith(imap.script.hangUpAt)) return void socket.destroy()
      if (imap.script.silentAt && command.startsWith(imap.script.silentAt)) return
      const { lines: said, ok } = answer(command)
      socket.write([...said, `${tag} ${ok ? 'OK' : 'NO'} bytes of the other side\r\n`].join('\r\n'))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  imap.port = (server.address() as AddressInfo).port
  imap.url = `imap://${encodeURIComponent(imap.user)}:${encodeURIComponent(imap.password)}@127.0.0.1:${imap.port}/INBOX`
  return imap
}
