import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret, as authenticator apps spell it: base32, 160 bits, the length of the hash they use. */
export function newTotpSecret(): string {
  return [...randomBytes(32)].map((byte) => alphabet[byte % 32]).join('')
}

/** The number that changes every half minute, in six digits (RFC 6238, SHA-1: what every app can do). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / 1_000 / stepSeconds)
}

/** The step this code belongs to: the current one or a neighbour, since clocks differ. The caller lets each be used once. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const current = totpStep(now)
  const steps = [current - 1, current, current + 1]
  return steps.find((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) ?? null
}

/** What the square picture says: apps read the secret and its name from it. */
export function totpUrl(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const name = [issuer, account].map(encodeURIComponent).join(':')
  // SHA-1, six digits and thirty seconds are what every app takes for granted: unsaid, the picture is easier to read.
  return `otpauth://totp/${name}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
