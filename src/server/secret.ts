import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A key of its own for each purpose, all from one root: a leaked link key forges no session. */
export type KeyFor = (purpose: string) => Buffer

/** The root key is given, or made once and kept in the data folder where only the owner of the process can read it. */
export function loadSecret({ secretKey, dataDir }: { secretKey: string | null; dataDir: string }): KeyFor {
  const root = secretKey ?? readOrMake(join(dataDir, 'secret'), dataDir)
  return (purpose) => Buffer.from(hkdfSync('sha256', root, 'frontispiece', purpose, 32))
}

function readOrMake(file: string, dataDir: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const root = randomBytes(32).toString('base64url')
  writeFileSync(file, `${root}\n`, { mode: 0o600, flag: 'wx' })
  return root
}
