import { createHash } from 'node:crypto'
import type { Wording } from '#features/people/consents.server.ts'
import type { Consent } from '#features/words/contract.ts'
import { wordsIn } from '#features/words/service.server.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { arcStateOn } from './arc.ts'
import { arcWords } from './arc-words.ts'
import { everywhereWords } from './newsletter-words.ts'

type Purpose = 'arc' | 'newsletter'
type Kind = 'arc' | 'signup'

/** What somebody who agrees at this moment agrees to. New words, or another name or address in them, are a new version. */
export function currentWording(tx: Db, { now, site }: Deps, purpose: Purpose): Promise<Wording> {
  const kind = kindOf(purpose)
  const [consent] = consentsOf(site(), kind, now())
  return findOrAdd(tx, kind, consent.text, now())
}

/** What her form said, by the version it has sent. One that no such form ever showed is none: then it is what stands. */
export async function shownWording(
  tx: Db,
  deps: Deps,
  purpose: Purpose,
  version: string | undefined,
): Promise<Wording> {
  const kind = kindOf(purpose)
  const shown = consentsOf(deps.site(), kind, deps.now()).find((consent) => consent.version === version)
  if (shown) return findOrAdd(tx, kind, shown.text, deps.now())
  const known = version ? await findByHash(tx, version) : undefined
  return known?.wording.startsWith(`${kind}-`) ? known : currentWording(tx, deps, purpose)
}

/** Keeps what this site says and a newer one no longer does: whoever has read it may agree to it later. */
export async function keepShownWordings(db: Db, site: SiteSnapshot, newer: SiteSnapshot | null, at: Date) {
  for (const kind of ['signup', 'arc'] as const) {
    if (kind === 'arc' && !site.arcBook) continue
    const stays = newer ? consentsOf(newer, kind, at).map(({ version }) => version) : []
    const goes = consentsOf(site, kind, at).filter(({ version }) => !stays.includes(version))
    for (const { text } of goes) await findOrAdd(db, kind, text, at)
  }
}

function kindOf(purpose: Purpose): Kind {
  return purpose === 'arc' ? 'arc' : 'signup'
}

/** The one that stands on this day first. */
function consentsOf(site: SiteSnapshot, kind: Kind, at: Date): [Consent, ...Consent[]] {
  if (kind === 'signup' || !site.arcBook) return [wordsIn(site, everywhereWords).consent]
  const { consentBefore, consentAfter } = wordsIn(site, arcWords)
  const isBefore = arcStateOn(site.arcBook, at.toISOString()) === 'before'
  return isBefore ? [consentBefore, consentAfter] : [consentAfter, consentBefore]
}

async function findOrAdd(tx: Db, kind: Kind, text: string, at: Date): Promise<Wording> {
  const hash = hashOf(text)
  const day = `${kind}-${at.toISOString().slice(0, 10)}`
  // Of several on one day each has a number; two nodes that add the same one at once agree on the first, and one whose
  // number was taken meanwhile takes the next.
  for (let next = 1; ; next++) {
    const known = await findByHash(tx, hash)
    if (known) return known
    const { taken } = await tx
      .selectFrom('consent_wordings')
      .select(({ fn }) => fn.countAll<number | string>().as('taken'))
      .where('id', 'like', `${day}%`)
      .executeTakeFirstOrThrow()
    const number = Number(taken) + next
    await keepWording(tx, { id: number === 1 ? day : `${day}-${number}`, text, at })
  }
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
