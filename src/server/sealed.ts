import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from './secret.ts'

const ivBytes = 12
const tagBytes = 16

/** Closed so that only whoever holds the key can read it, and nobody can change it unseen (AES-256-GCM). */
export function seal([newest]: Keys, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', newest, iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** What was sealed, or null where none of the keys fits or a bit was changed. */
export function unseal(keys: Keys, sealed: string): string | null {
  for (const key of keys) {
    const text = unsealWith(key, sealed)
    if (text !== null) return text
  }
  return null
}

/** The same under the newest key, for what a former one has sealed; null where there is nothing to do, or to be done. */
export function sealAnew(keys: Keys, sealed: string): string | null {
  const [newest, ...former] = keys
  if (former.length === 0 || unsealWith(newest, sealed) !== null) return null
  const text = unseal(keys, sealed)
  return text === null ? null : seal(keys, text)
}

function unsealWith(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return decipher.update(bytes.subarray(ivBytes + tagBytes)).toString('utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
