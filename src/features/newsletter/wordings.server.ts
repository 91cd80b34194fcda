import { createHash } from 'node:crypto'
import { wordsIn } from '#features/words/service.server.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { type ArcBook, arcStateOn } from './arc.ts'
import { arcWords } from './arc-words.ts'
import { everywhereWords } from './newsletter-words.ts'
import type { ConsentRow } from './tables.server.ts'

export type Wording = { wording: string; wording_hash: string }

/** What somebody who agrees at this moment agrees to. New words, or another name or address in them, are a new version. */
export async function currentWording(tx: Db, { now, site }: Deps, purpose: ConsentRow['purpose']): Promise<Wording> {
  const at = now()
  const { arcBook } = site()
  const kind = purpose === 'arc' ? 'arc' : 'signup'
  const text = kind === 'arc' && arcBook ? arcConsent(site(), arcBook, at) : wordsIn(site(), everywhereWords).consent
  return findOrAdd(tx, kind, text, at)
}

function arcConsent(site: SiteSnapshot, book: ArcBook, at: Date): string {
  const { consentBefore, consentAfter } = wordsIn(site, arcWords)
  return arcStateOn(book, at.toISOString()) === 'before' ? consentBefore : consentAfter
}

async function findOrAdd(tx: Db, kind: string, text: string, at: Date): Promise<Wording> {
  const hash = hashOf(text)
  const known = await findByHash(tx, hash)
  if (known) return known
  const day = `${kind}-${at.toISOString().slice(0, 10)}`
  // Of several on one day each has a number; two nodes that add the same one at once agree on the first.
  const { taken } = await tx
    .selectFrom('consent_wordings')
    .select(({ fn }) => fn.countAll<number | string>().as('taken'))
    .where('id', 'like', `${day}%`)
    .executeTakeFirstOrThrow()
  const id = Number(taken) === 0 ? day : `${day}-${Number(taken) + 1}`
  await keepWording(tx, { id, text, at })
  return (await findByHash(tx, hash)) ?? { wording: id, wording_hash: hash }
}

async function findByHash(tx: Db, hash: string): Promise<Wording | undefined> {
  return tx
    .selectFrom('consent_wordings')
    .select(['id as wording', 'hash as wording_hash'])
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** A wording stays as it was: the consents that name it were given in it. */
export async function keepWording(tx: Db, { id, text, at }: { id: string; text: string; at: Date }): Promise<void> {
  await tx
    .insertInto('consent_wordings')
    .values({ id, text, hash: hashOf(text), since: at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
