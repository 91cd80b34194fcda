import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from './secret.ts'

const shape = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/

/** `id.mac`: only whoever holds the key can write one, and nothing has to be stored to check it. */
export function signToken([newest]: Keys, id: string): string {
  return `${id}.${mac(newest, id)}`
}

/** The id inside, or null for anything we did not write to the letter. */
export function openToken(keys: Keys, token: string): string | null {
  const [, id, given] = token.match(shape) ?? []
  if (id === undefined || given === undefined) return null
  // The decoder accepts several spellings of one value; comparing the canonical text accepts one.
  const actual = Buffer.from(given)
  const isOurs = keys.some((key) => {
    const expected = Buffer.from(mac(key, id))
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  })
  return isOurs ? id : null
}

function mac(key: Buffer, id: string): string {
  return createHmac('sha256', key).update(id).digest('base64url')
}
