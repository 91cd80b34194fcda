import { createHash, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A key of the author's, and the half of it that everybody knows. */
export const dkim = {
  domain: 'author.example',
  selector: 'site20260115',
  key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}
export const publicKey: KeyObject = pair.publicKey

/** Verifies a letter as RFC 6376 says, relaxed in head and body, with nothing of what signed it. */
export function verifyDkim(
  raw: string,
  key: KeyObject,
): { isValid: boolean; covered: string[]; tags: Map<string, string> } {
  const end = raw.indexOf('\r\n\r\n')
  const fields = raw
    .slice(0, end)
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
  const nameOf = (field: string) => field.slice(0, field.indexOf(':')).trim().toLowerCase()
  const relaxed = (field: string) =>
    `${nameOf(field)}:${field
      .slice(field.indexOf(':') + 1)
      .replace(/[ \t]+/g, ' ')
      .trim()}`
  const signature = fields.find((field) => nameOf(field) === 'dkim-signature') ?? ''
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag): [string, string] => {
        const at = tag.indexOf('=')
        return [tag.slice(0, at).trim(), tag.slice(at + 1).replace(/\s/g, '')]
      }),
  )
  const lines = raw
    .slice(end + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.at(-1) === '') lines.pop()
  const body = lines.map((line) => `${line}\r\n`).join('')
  const covered = (tags.get('h') ?? '').toLowerCase().split(':')
  const head = covered.map((name) => relaxed(fields.findLast((field) => nameOf(field) === name) ?? `${name}:`))
  const itself = relaxed(signature.replace(/([;\s]b=)[^;]*/, '$1'))
  const isWhole = createHash('sha256').update(body).digest('base64') === tags.get('bh')
  const isHers = createVerify('RSA-SHA256')
    .update([...head, itself].join('\r\n'))
    .verify(key, tags.get('b') ?? '', 'base64')
  return { isValid: isWhole && isHers, covered, tags }
}
