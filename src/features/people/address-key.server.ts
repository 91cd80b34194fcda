import { CannotStart } from '#server/cannot-start.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { lostKey } from '#server/env.ts'
import { seal, sealAnew, unseal } from '#server/sealed.ts'
import type { KeyFor } from '#server/secret.ts'
import { claimFact, readFact, writeFact } from '#server/site-facts.ts'
import { addressPurpose, emailHash } from '#server/suppressions.ts'

const fact = 'address-key'

type Parts = Pick<Deps, 'db' | 'keyFor' | 'log'> & { env: Pick<Deps['env'], 'oldKeys'> }

/**
 * Whoever was erased is known by the hash of her address alone, and no key could hash that anew. So the key of these hashes
 * is kept, sealed by the root key, and outlives it. Answers with it in its place.
 */
export async function keepAddressKey({ db, env, keyFor, log }: Parts): Promise<KeyFor> {
  const sealing = keyFor(fact)
  const sealed = (await readFact(db, fact)) ?? (await firstSealed(db, keyFor))
  let text = unseal(sealing, sealed)
  if (text === null) {
    if (!env.oldKeys.includes(lostKey)) throw new CannotStart(keyMissing)
    log.warn('the root key is lost: whoever was erased, or whose mailbox was gone, is not known any more')
    text = keyFor(addressPurpose)[0].toString('base64url')
    await db.updateTable('people').set({ email_hash: null }).execute()
    await writeFact(db, fact, seal(sealing, text))
  }
  const anew = sealAnew(sealing, sealed)
  if (anew) await writeFact(db, fact, anew)
  return withAddressKey(keyFor, Buffer.from(text, 'base64url'))
}

/** The same for a command, which writes nothing of it down: what the next start of the site will answer. */
export async function findAddressKey({ db, env, keyFor }: Omit<Parts, 'log'>): Promise<KeyFor> {
  const sealed = await readFact(db, fact)
  if (sealed === null) return withAddressKey(keyFor, await keyInUse(db, keyFor))
  const text = unseal(keyFor(fact), sealed)
  if (text !== null) return withAddressKey(keyFor, Buffer.from(text, 'base64url'))
  if (!env.oldKeys.includes(lostKey)) throw new CannotStart(keyMissing)
  return withAddressKey(keyFor, keyFor(addressPurpose)[0])
}

function withAddressKey(keyFor: KeyFor, key: Buffer): KeyFor {
  const kept = [key] as const
  return (purpose) => (purpose === addressPurpose ? kept : keyFor(purpose))
}

const keyMissing =
  'This database was kept under another root key. Without it those who have left could be written to again, and links in old letters would be dead. Set SECRET_KEY as it was, or put the file secret back into DATA_DIR; a key that was replaced on purpose belongs into SECRET_KEY_OLD. If nobody has it any more, SECRET_KEY_OLD=lost starts the site without it.'

async function firstSealed(db: Db, keyFor: KeyFor): Promise<string> {
  const key = await keyInUse(db, keyFor)
  await claimFact(db, fact, seal(keyFor(fact), key.toString('base64url')))
  // Another node may have been first.
  return (await readFact(db, fact)) ?? ''
}

/** Before this was written down it was made of the root key of the day: a person who was hashed with it tells which. */
async function keyInUse(db: Db, keyFor: KeyFor): Promise<Buffer> {
  const keys = keyFor(addressPurpose)
  const witness = await db
    .selectFrom('people')
    .select(['email', 'email_hash'])
    .where('email_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  const isItsKey = (key: Buffer) => !witness || emailHash(() => [key], witness.email) === witness.email_hash
  return keys.findLast(isItsKey) ?? keys[0]
}
