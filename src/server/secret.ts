import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/** What is made is made with the first; what was made with any of the others still opens. */
export type Keys = readonly [newest: Buffer, ...former: Buffer[]]

/** Keys of its own for each purpose, all from the root keys: a leaked link key forges no session. */
export type KeyFor = (purpose: string) => Keys

/** The root key is given, or made once and kept in the data folder where only the owner of the process can read it. */
export function loadSecret(place: SecretPlace): KeyFor {
  const [root, ...former] = loadRootKeys(place)
  const known = new Map<string, Keys>()
  const derive = (from: string, purpose: string) => Buffer.from(hkdfSync('sha256', from, 'frontispiece', purpose, 32))
  return (purpose) => {
    const keys = known.get(purpose) ?? [derive(root, purpose), ...former.map((from) => derive(from, purpose))]
    known.set(purpose, keys)
    return keys
  }
}

/** `oldKeys`: as SECRET_KEY_OLD names them, among them perhaps the word for one that is lost. */
type SecretPlace = { secretKey: string | null; oldKeys?: readonly string[]; dataDir: string }
type RootKeys = [newest: string, ...former: string[]]

const secretFile = (dataDir: string) => join(dataDir, 'secret')
/** Former keys, each on a line of its own, for whoever lets the key be made. */
const formerFile = (dataDir: string) => join(dataDir, 'secret.old')
const shortest = 32

function loadRootKeys({ secretKey, oldKeys = [], dataDir }: SecretPlace): RootKeys {
  const root = secretKey ?? readOrMake(dataDir)
  // Whoever names a key of her own after a while has letters out there that were signed with the one that was made.
  const former = [...oldKeys, ...readKeys(formerFile(dataDir)), ...(secretKey ? readKeys(secretFile(dataDir)) : [])]
  return [root, ...new Set(former.filter((key) => key !== root && key.length >= shortest))]
}

/** For a backup, which holds them beside what it seals: one that is made up now would open nothing. */
export function findRootKeys(place: SecretPlace): RootKeys {
  const { secretKey, dataDir } = place
  if (secretKey || existsSync(secretFile(dataDir))) return loadRootKeys(place)
  throw new CannotStart(
    `There is no key in ${dataDir}, and SECRET_KEY is not set. Set it as it is set for the site, then try again.`,
  )
}

function readKeys(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean) : []
}

function readOrMake(dataDir: string): string {
  const file = secretFile(dataDir)
  if (!existsSync(file)) writeRootKey(dataDir, randomBytes(32).toString('base64url'))
  const root = readFileSync(file, 'utf8').trim()
  if (root.length < shortest) {
    throw new CannotStart(
      `The secret in ${file} is cut short. Put it back from a backup: links in old letters need it.`,
    )
  }
  return root
}

export function writeRootKey(dataDir: string, root: string) {
  writeKeys(secretFile(dataDir), [root])
}

/** For whoever puts another key in the place of the one that is there: what was made with it goes on opening. */
export function keepKeyAsFormer(dataDir: string) {
  addFormerKeys(dataDir, readKeys(secretFile(dataDir)))
}

/** Beside those that are kept there already. */
export function addFormerKeys(dataDir: string, keys: readonly string[]) {
  const file = formerFile(dataDir)
  if (keys.length > 0) writeKeys(file, [...new Set([...readKeys(file), ...keys])])
}

/** Whole or not at all: a crash in between must not leave half a key to go on with. */
function writeKeys(file: string, keys: readonly string[]) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  const handle = openSync(draft, 'w', 0o600)
  writeSync(handle, `${keys.join('\n')}\n`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(draft, file)
}
