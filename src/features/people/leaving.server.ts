import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { SuppressionRow } from '#server/letters.table.ts'
import { openToken, signToken } from '#server/signed-token.ts'
import { findSuppression, suppress } from '#server/suppressions.ts'
import { hasWithdrawn, purposeOf, recordConsent } from './consents.server.ts'
import { findMember } from './service.server.ts'
import type { ConsentRow, List } from './tables.server.ts'

/** Somebody who has a way out: by a place on a list, or by the link in a single letter. */
type Addressee = Pick<ConsentRow, 'person_id' | 'email' | 'purpose' | 'source'>

/** Finds who got a letter that stands on no list, by the id its way out is signed with. */
type FindStranger = (db: Db, id: string) => Promise<string | null>

async function findAddressee(db: Db, id: string, findStranger: FindStranger): Promise<Addressee | null> {
  const member = await findMember(db, id)
  if (member) {
    const { person_id, email, source, list } = member
    return { person_id, email, source, purpose: purposeOf[list] }
  }
  const email = await findStranger(db, id)
  return email === null ? null : { person_id: id, email, source: 'free_book', purpose: 'free-book' }
}

/** Whether the button behind this link has done what it can do. Whose mailbox refused a letter has not left by that. */
export async function hasLeft({ db, keyFor }: Deps, token: string, findStranger: FindStranger): Promise<boolean> {
  const id = openToken(keyFor('unsubscribe'), token)
  const who = id && (await findAddressee(db, id, findStranger))
  if (!who) return false
  const reason = (await findSuppression(db, keyFor, who.email))?.reason
  return reason === 'left' || reason === 'erased' || (await hasWithdrawn(db, who.person_id))
}

type How = Pick<ConsentRow, 'method' | 'page'>

/** The link in a letter was pressed: she leaves, for good and at once. Twice is once. */
export async function leaveByLink(deps: Deps, token: string, how: How, findStranger: FindStranger): Promise<void> {
  const id = openToken(deps.keyFor('unsubscribe'), token)
  await deps.db.transaction().execute(async (tx) => {
    const who = id && (await findAddressee(tx, id, findStranger))
    if (!who) throw notOurLink()
    await leave(tx, deps, who, how)
  })
}

export function notOurLink(): AppError {
  return new AppError(
    'not_found',
    'This link is not one of ours, or it has been cut short. Copy it whole from the letter.',
  )
}

async function leave(tx: Db, deps: Deps, who: Addressee, how: How): Promise<void> {
  await takeOff(tx, deps, who.email, 'left')
  if (await hasWithdrawn(tx, who.person_id, who.purpose)) return
  await recordConsent(tx, deps, { ...who, ...how, act: 'withdrawn' })
}

type Told = { email: string; reason: SuppressionRow['reason']; source: string; method: ConsentRow['method'] }

/** Somebody else's list says that she has left, complained or cannot be reached there: so nothing goes to her from here. */
export async function leaveAsTold(tx: Db, deps: Deps, { email, reason, source, method }: Told): Promise<void> {
  const person = await takeOff(tx, deps, email, reason)
  // An address that is dead has withdrawn nothing.
  if (!person || reason === 'bounced') return
  const who = await findOnLists(tx, person.id)
  if (who) await recordConsent(tx, deps, { ...who, act: 'withdrawn', method, page: '', source })
}

/** She asked the owner, who does for her what the link in a letter does. */
export async function leaveByOwner(tx: Db, deps: Deps, personId: string, page: string): Promise<void> {
  const who = await findOnLists(tx, personId)
  if (who) await leave(tx, deps, who, { method: 'owner', page })
}

/** By the list that says most of her. */
async function findOnLists(db: Db, personId: string): Promise<Addressee | undefined> {
  const places = await db
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['m.list', 'm.source', 'p.email'])
    .where('p.id', '=', personId)
    .execute()
  const [first] = places.sort((one, other) => order.indexOf(one.list) - order.indexOf(other.list))
  return first && { person_id: personId, email: first.email, source: first.source, purpose: purposeOf[first.list] }
}

const order: readonly List[] = ['newsletter', 'arc', 'readers']

/** Off every list of ours and never back, with her name. Answers who she was, unless she had left before. */
async function takeOff(tx: Db, { keyFor, now }: Deps, email: string, reason: SuppressionRow['reason']) {
  await suppress(tx, keyFor, email, reason, now())
  return tx
    .updateTable('people')
    .set({ left_at: now().toISOString(), name: null })
    .where('email', '=', email)
    .where('left_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

/** The way out of the letters of a list, by the id of her place on it. It never closes. */
export function unsubscribeUrlFor({ env, keyFor }: Pick<Deps, 'env' | 'keyFor'>, id: string): string {
  return `${env.siteUrl}/unsubscribe/${signToken(keyFor('unsubscribe'), id)}`
}

/** RFC 8058: a mail program's own button, which posts and asks nothing. */
export function unsubscribeHeaders(url: string, sender: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>, <mailto:${sender}?subject=unsubscribe>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
