import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/** A key of its own for each purpose, all from one root: a leaked link key forges no session. */
export type KeyFor = (purpose: string) => Buffer

/** The root key is given, or made once and kept in the data folder where only the owner of the process can read it. */
export function loadSecret(place: SecretPlace): KeyFor {
  const root = loadRootKey(place)
  const keys = new Map<string, Buffer>()
  return (purpose) => {
    const known = keys.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', root, 'frontispiece', purpose, 32))
    keys.set(purpose, key)
    return key
  }
}

type SecretPlace = { secretKey: string | null; dataDir: string }

function loadRootKey({ secretKey, dataDir }: SecretPlace): string {
  return secretKey ?? readOrMake(join(dataDir, 'secret'), dataDir)
}

/** For a backup, which holds it beside what it seals: one that is made up now would open nothing. */
export function findRootKey({ secretKey, dataDir }: SecretPlace): string {
  if (secretKey || existsSync(join(dataDir, 'secret'))) return loadRootKey({ secretKey, dataDir })
  throw new CannotStart(
    `There is no key in ${dataDir}, and SECRET_KEY is not set. Set it as it is set for the site, then try again.`,
  )
}

const shortest = 32

function readOrMake(file: string, dataDir: string): string {
  if (!existsSync(file)) writeRootKey(dataDir, randomBytes(32).toString('base64url'))
  const root = readFileSync(file, 'utf8').trim()
  if (root.length < shortest) {
    throw new CannotStart(
      `The secret in ${file} is cut short. Put it back from a backup: links in old letters need it.`,
    )
  }
  return root
}

/** Whole or not at all: a crash in between must not leave half a key to go on with. */
export function writeRootKey(dataDir: string, root: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'secret')
  const draft = `${file}.${process.pid}`
  const handle = openSync(draft, 'w', 0o600)
  writeSync(handle, `${root}\n`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(draft, file)
}
