import { isIP, type Socket } from 'node:net'
import { connect as secure } from 'node:tls'
import { LineFault, type OpenLine } from './mail-line.ts'

export type MailboxPlace = {
  host: string
  port: number
  /** encrypted from the first byte */
  isTls: boolean
  user: string
  password: string
  folder: string
}

/** Why a mailbox cannot be read. Of what the other side said nothing else leaves this file. */
export class MailboxFault extends Error {
  readonly why: LineFault['why'] | 'hangs' | 'no encryption' | 'no mailbox server' | 'password' | 'folder' | 'broke off'

  constructor(why: MailboxFault['why']) {
    super(why)
    this.name = 'MailboxFault'
    this.why = why
  }
}

/** A folder that is open. Messages are known by numbers that stay theirs. */
export type Mailbox = {
  search: (criteria: string) => Promise<number[]>
  /** at most so many bytes of it, from its beginning; it stays unseen */
  read: (id: number, most: number) => Promise<Buffer>
  markSeen: (id: number) => Promise<void>
}

const longestLine = 64 * 1024
const longestLiteral = 1024 * 1024

type Response = { line: string; literal: Buffer | null }

/**
 * Opens a folder, hands it to `work` and hangs up (RFC 3501). The few words of that language which reading a mailbox
 * takes; nothing here can delete or move a message.
 */
export async function withMailbox<Result>(
  place: MailboxPlace,
  { openLine, end }: { openLine: OpenLine; end: AbortSignal },
  work: (mailbox: Mailbox) => Promise<Result>,
): Promise<Result> {
  const plain = await openLine(place, end).catch((error) => {
    throw error instanceof LineFault ? new MailboxFault(error.why) : error
  })
  const hangUp = () => plain.destroy(new MailboxFault('hangs'))
  end.addEventListener('abort', hangUp, { once: true })
  try {
    const { ask, readResponse } = createTalk(place.isTls ? await encrypted(plain, place.host) : plain)
    const greeting = await readResponse()
    if (!greeting.line.startsWith('* OK')) throw new MailboxFault('no mailbox server')
    await ask(`LOGIN ${quoted(place.user)} ${quoted(place.password)}`, 'password')
    await ask(`SELECT ${quoted(place.folder)}`, 'folder')
    const result = await work({
      async search(criteria) {
        const said = await ask(`UID SEARCH ${criteria}`)
        const found = said.filter(({ line }) => /^\* SEARCH\b/i.test(line)).map(({ line }) => line.split(' ').slice(2))
        return found.flat().filter(Boolean).map(Number)
      },
      async read(id, most) {
        const said = await ask(`UID FETCH ${id} (BODY.PEEK[]<0.${most}>)`)
        return said.find(({ literal }) => literal !== null)?.literal ?? Buffer.alloc(0)
      },
      markSeen: async (id) => void (await ask(`UID STORE ${id} +FLAGS.SILENT (\\Seen)`)),
    })
    await ask('LOGOUT').catch(() => {})
    return result
  } finally {
    end.removeEventListener('abort', hangUp)
    plain.destroy()
  }
}

function encrypted(plain: Socket, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = secure({ socket: plain, host, ...(isIP(host) ? {} : { servername: host }) }, () => resolve(socket))
    socket.on('error', (error) => reject(error instanceof MailboxFault ? error : new MailboxFault('no encryption')))
  })
}

function createTalk(socket: Socket) {
  let held = Buffer.alloc(0)
  let asked = 0
  const pieces = socket[Symbol.asyncIterator]()

  async function hearMore() {
    const { value, done } = await pieces.next().catch((error) => {
      throw error instanceof MailboxFault ? error : new MailboxFault('broke off')
    })
    if (done) throw new MailboxFault('broke off')
    held = Buffer.concat([held, value])
  }
  async function take(length: number): Promise<Buffer> {
    while (held.length < length) await hearMore()
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
  async function takeLine(): Promise<string> {
    for (;;) {
      const end = held.indexOf('\r\n')
      if (end >= 0) return (await take(end + 2)).toString('latin1').slice(0, -2)
      if (held.length > longestLine) throw new MailboxFault('no mailbox server')
      await hearMore()
    }
  }
  /** A line; where it ends with a length, so many bytes and the rest of the line after them. */
  async function readResponse(): Promise<Response> {
    let line = await takeLine()
    let literal: Buffer | null = null
    for (let length = lengthAtEnd(line); length !== null; length = lengthAtEnd(line)) {
      if (length > longestLiteral) throw new MailboxFault('no mailbox server')
      const bytes = await take(length)
      literal ??= bytes
      line = await takeLine()
    }
    return { line, literal }
  }
  /** What it answered before it was done; throws `no` where it refused. */
  async function ask(command: string, no: MailboxFault['why'] = 'broke off'): Promise<Response[]> {
    const tag = `f${++asked}`
    socket.write(`${tag} ${command}\r\n`)
    const said: Response[] = []
    for (;;) {
      const response = await readResponse()
      if (response.line.startsWith(`${tag} OK`)) return said
      if (response.line.startsWith(`${tag} `)) throw new MailboxFault(no)
      said.push(response)
    }
  }
  return { ask, readResponse }
}

function lengthAtEnd(line: string): number | null {
  const [, digits] = /\{(\d{1,10})\}$/.exec(line) ?? []
  return digits === undefined ? null : Number(digits)
}

function quoted(text: string): string {
  // A line end would begin a sentence of its own.
  if (/[\r\n\0]/.test(text)) throw new MailboxFault('password')
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
