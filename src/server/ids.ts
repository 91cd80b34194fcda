import { createHash, randomBytes } from 'node:crypto'

/** The one source of randomness, so that nobody reaches for a weaker one. */
export function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** What is kept of a secret we made up ourselves, and nobody could guess: enough to know it again. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** A UUID of version 7: unique, and sorted by the time it was made, which keeps both engines' indexes compact. */
export function newId(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** What no id of this moment or a later one is less than. */
export function firstIdOf(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
