import { oneLine } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { consentWords } from './consent.ts'
import type { Consent } from './contract.ts'
import { sourceWords } from './people-text.ts'
import type { ConsentRow, List } from './tables.server.ts'

/** Which words somebody agreed to, by their version, and a hash of them. */
export type Wording = Pick<ConsentRow, 'wording' | 'wording_hash'>

/** What is agreed to by being on a list. */
export const purposeOf = { newsletter: 'newsletter', readers: 'free-book', arc: 'arc' } as const satisfies Record<
  List,
  ConsentRow['purpose']
>

type Act = Pick<ConsentRow, 'person_id' | 'email' | 'purpose' | 'act' | 'method' | 'page' | 'source'>
type Given = Partial<Pick<ConsentRow, 'client_hash'>> & { wording?: Wording }

/** Writes down what somebody agreed to; whoever confirms or withdraws it does so in the words it was given in. */
export async function recordConsent(tx: Db, { now }: Pick<Deps, 'now'>, act: Act, given: Given = {}): Promise<void> {
  const words = given.wording ?? (await findGiven(tx, act.person_id, act.purpose)) ?? { wording: '', wording_hash: '' }
  await tx
    .insertInto('consents')
    .values({
      id: newId(now()),
      ...act,
      ...words,
      client_hash: given.client_hash ?? null,
      at: now().toISOString(),
    })
    .execute()
}

/** The words this person last agreed to for this purpose. */
export async function findGiven(
  tx: Db,
  personId: string,
  purpose: ConsentRow['purpose'],
): Promise<Wording | undefined> {
  return tx
    .selectFrom('consents')
    .select(['wording', 'wording_hash'])
    .where('person_id', '=', personId)
    .where('purpose', '=', purpose)
    .where('act', '=', 'given')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export async function hasWithdrawn(tx: Db, personId: string, purpose: ConsentRow['purpose'] | null = null) {
  let acts = tx.selectFrom('consents').select('id').where('person_id', '=', personId).where('act', '=', 'withdrawn')
  if (purpose) acts = acts.where('purpose', '=', purpose)
  return (await acts.executeTakeFirst()) !== undefined
}

/** The ledger of each of these people, oldest first; before it, how those agreed whom the owner brought in. */
export async function consentsOf(db: Db, personIds: readonly string[]): Promise<Map<string, Consent[]>> {
  const byPerson = new Map<string, Consent[]>(personIds.map((id) => [id, []]))
  if (personIds.length === 0) return byPerson
  const brought = await db
    .selectFrom('memberships as m')
    .leftJoin('people_imports as i', 'i.id', 'm.import_id')
    .select(['m.id', 'm.list', 'm.person_id', 'm.joined_at', 'm.source', 'm.basis', 'i.created_at as brought_at'])
    .where('m.person_id', 'in', personIds)
    .where('m.basis', 'is not', null)
    .execute()
  for (const { id, list, person_id, joined_at, brought_at, source, basis } of brought) {
    // She joined elsewhere on a day of her own; here it is the day she was brought.
    const at = brought_at ?? joined_at
    const how = oneLine(basis ?? '', 300)
    const what = list === 'readers' ? 'Became one of your voracious readers' : 'Brought onto the newsletter'
    byPerson.get(person_id)?.push({ id, what, at, wording: '', where: sourceWords(source), how })
  }
  const entries = await db
    .selectFrom('consents')
    .selectAll()
    .where('person_id', 'in', personIds)
    .orderBy('at')
    .orderBy('id')
    .execute()
  for (const entry of entries) {
    const { id, person_id, at, wording } = entry
    byPerson.get(person_id)?.push({ id, at, wording, ...consentWords(entry) })
  }
  return byPerson
}
