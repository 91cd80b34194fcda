import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** What is said of a name: its texts, that there is no such name, that something went wrong there, or nothing at all. */
export type Answer = readonly string[] | 'no such name' | 'broken' | 'silence'

/** A name server on this machine (RFC 1035, over UDP), which knows the texts it is told. */
export async function openDns(texts: Record<string, Answer> = {}) {
  const socket = createSocket('udp4')
  const dns = {
    texts: { ...texts } as Record<string, Answer>,
    asked: [] as string[],
    address: '',
    stop: () => void socket.close(),
  }
  socket.on('message', (question, { port, address }) => {
    const { name, end } = nameIn(question)
    dns.asked.push(name)
    const answer = dns.texts[name] ?? 'no such name'
    if (answer === 'silence') return
    const records = typeof answer === 'string' ? [] : answer.map(toRecord)
    const head = Buffer.from(question.subarray(0, 12))
    const code = answer === 'no such name' ? 3 : answer === 'broken' ? 2 : 0
    head.writeUInt16BE(0x8180 | code, 2)
    head.writeUInt16BE(records.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, question.subarray(12, end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  dns.address = `127.0.0.1:${socket.address().port}`
  return dns
}

function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.subarray(at + 1, at + 1 + length).toString('latin1'))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** A text longer than 255 characters comes in pieces. */
function toRecord(text: string): Buffer {
  const pieces = text.match(/.{1,255}/g) ?? ['']
  const data = Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])))
  // The name that was asked for, a text, of the internet, good for a minute.
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
