import { createPrivateKey, generateKeyPairSync, sign, X509Certificate } from 'node:crypto'

type Wish = { name: string; from: Date; until: Date; issuer?: string }

/** A certificate for a name (RFC 5280), as somebody makes who is known by nobody: of a key of its own, signed by it. */
export function makeCertificate({ name, from, until, issuer = name }: Wish) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const algorithm = sequence(objectId('2a8648ce3d040302'))
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    algorithm,
    nameOf(issuer),
    sequence(time(from), time(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(objectId('551d11'), tagged(0x04, sequence(tagged(0x82, Buffer.from(name))))))),
  )
  const der = sequence(body, algorithm, bits(sign('sha256', body, createPrivateKey(key))))
  return { key, certificate: new X509Certificate(der) }
}

function tagged(tag: number, content: Buffer): Buffer {
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts))
const integer = (value: number) => tagged(0x02, Buffer.from([value]))
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const bits = (bytes: Buffer) => tagged(0x03, Buffer.concat([Buffer.from([0]), bytes]))
const time = (at: Date) => tagged(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
const nameOf = (name: string) => sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(name)))))
