import { lookup } from 'node:dns/promises'
import { BlockList, connect, isIP, isIPv6, type Socket } from 'node:net'

export type Line = { host: string; port: number }
export type OpenLine = (line: Line, end?: AbortSignal) => Promise<Socket>

/** Why there is no line to a mail server. */
export class LineFault extends Error {
  readonly why: 'no name' | 'private' | 'nobody'

  constructor(why: LineFault['why'], words: string) {
    super(words)
    this.name = 'LineFault'
    this.why = why
  }
}

/** Whether it is on this very machine: nobody else can listen, so it need not be encrypted. */
export function isOwnMachine(host: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(host)
}

const longestWait = 10_000

/**
 * A line to a server that somebody has typed on a screen. Never into the network this machine stands in: whoever may
 * type here need not be the one whose machines those are.
 */
export const openPublicLine: OpenLine = (line, end) => openLine(line, isOpenAddress, end)

/** A line to a server that is named where the machine itself is set up. */
export const openAnyLine: OpenLine = (line, end) => openLine(line, () => true, end)

/** The name is looked up once, and what was found is what is called: asked again it could be another address. */
async function openLine({ host, port }: Line, mayCall: (address: string) => boolean, given?: AbortSignal) {
  const name = host.replace(/^\[|\]$/g, '')
  const end = AbortSignal.any([...(given ? [given] : []), AbortSignal.timeout(longestWait)])
  const found = await endedBy(end, lookup(name, { all: true })).catch((error) => {
    throw error instanceof LineFault ? error : new LineFault('no name', 'there is no server of this name')
  })
  const open = found.filter(({ address }) => mayCall(address))
  const [first] = open
  if (!first) throw new LineFault('private', 'its address is inside a private network')
  const socket = connect({
    port,
    host: isIP(name) ? first.address : name,
    lookup: (_name, { all }, done) => (all ? done(null, open) : done(null, first.address, first.family)),
  })
  return endedBy(end, connected(socket)).catch((error) => {
    socket.destroy()
    throw error instanceof LineFault ? error : new LineFault('nobody', 'nothing answers there')
  })
}

function connected(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

/** A name that is being looked up cannot be told to stop, but nobody has to wait for it. */
function endedBy<Answer>(end: AbortSignal, asked: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new LineFault('nobody', 'nothing answers there'))
    end.addEventListener('abort', stop, { once: true })
    asked.then(resolve, reject).finally(() => end.removeEventListener('abort', stop))
  })
}

const closed = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const net of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  // Of the newer kind all that is not given out to the internet, and what carries an older address inside.
  ...['::/3', '4000::/2', '8000::/1', '2001::/32', '2002::/16'],
]) {
  const [address = '', bits] = net.split('/')
  // Two lists: in one, an older address would be found among the newer ones.
  closed[kindOf(address)].addSubnet(address, Number(bits), kindOf(address))
}
const own = new BlockList()
own.addSubnet('127.0.0.0', 8)
own.addAddress('::1', 'ipv6')

/** This very machine, or somewhere on the internet: no neighbour of ours, and nothing that answers only from inside. */
export function isOpenAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const kind = kindOf(plain)
  return isIP(plain) !== 0 && (own.check(plain, kind) || !closed[kind].check(plain, kind))
}

function kindOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
