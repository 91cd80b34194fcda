import { recordEvent } from '#features/owner/service.server.ts'
import { isEmail, normaliseEmail } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { suppressedAmong, suppressionWords } from '#server/suppressions.ts'
import type { Group, ImportInput, ImportResult } from './contract.ts'
import type { GroupMemberRow } from './tables.server.ts'

/** Everybody a letter to the group goes to, in the order they came: who has not left, and whose mailbox takes letters. */
export async function listGroup({ db, keyFor }: Pick<Deps, 'db' | 'keyFor'>): Promise<Group> {
  const rows = await db
    .selectFrom('group_members')
    .select('email')
    .where('left_at', 'is', null)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
  const emails = rows.map(({ email }) => email)
  const gone = await suppressedAmong(db, keyFor, emails)
  const subscribers = gone.size === 0 ? emails : emails.filter((email) => !gone.has(email))
  return { subscribers, count: subscribers.length, ...(gone.size > 0 ? { refused: gone.size } : {}) }
}

/** Whom a letter to the group goes to. */
export async function listRecipients({ db, keyFor }: Pick<Deps, 'db' | 'keyFor'>): Promise<string[]> {
  const rows = await db.selectFrom('group_members').select('email').where('left_at', 'is', null).execute()
  const emails = rows.map(({ email }) => email)
  const gone = await suppressedAmong(db, keyFor, emails)
  return emails.filter((email) => !gone.has(email))
}

/** Everybody who has not left, also those whose mailbox takes no letters. */
export async function countGroup(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('group_members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Brings people into the group. Who is no address, is there already, or has ever left, is left out and named. */
export async function importReaders(deps: Deps, { subscribers, basis }: ImportInput): Promise<ImportResult> {
  const { db, keyFor } = deps
  const rejected: ImportResult['rejected'] = []
  const wanted = new Set<string>()
  for (const typed of subscribers) {
    const email = normaliseEmail(typed)
    if (!isEmail(email)) rejected.push({ email: typed.slice(0, 254), reason: 'This is not an e-mail address' })
    else if (wanted.has(email)) rejected.push({ email, reason: 'Named twice' })
    else wanted.add(email)
  }
  const gone = await suppressedAmong(db, keyFor, [...wanted])
  for (const email of wanted) {
    const why = gone.get(email)?.reason
    if (!why) continue
    wanted.delete(email)
    rejected.push({ email, reason: `This reader ${suppressionWords(why)}` })
  }
  const added = await addMembers(deps, [...wanted], { basis, source: 'import' })
  await recordEvent(db, 'readers.imported', deps.now())
  for (const email of wanted) if (!added.has(email)) rejected.push({ email, reason: 'Already in the group' })
  return { added: added.size, count: (await listRecipients(deps)).length, rejected }
}

const rowsAtOnce = 400

/** Who was really new. A member who left keeps her row, so nothing brings her back. */
export async function addMembers(
  { db, now }: Deps,
  emails: readonly string[],
  { basis, source }: Pick<GroupMemberRow, 'basis' | 'source'>,
): Promise<Set<string>> {
  const added = new Set<string>()
  const at = now()
  // Ids of one moment are in no order of their own: sorted, they keep the order in which the people were named.
  const ids = emails.map(() => newId(at)).sort()
  const all = emails.map((email, index) => ({
    id: ids[index] ?? newId(at),
    email,
    basis,
    source,
    added_at: at.toISOString(),
    left_at: null,
  }))
  await db.transaction().execute(async (tx) => {
    for (let from = 0; from < all.length; from += rowsAtOnce) {
      const rows = all.slice(from, from + rowsAtOnce)
      const kept = await tx
        .insertInto('group_members')
        .values(rows)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('email')
        .execute()
      for (const { email } of kept) added.add(email)
    }
  })
  return added
}

/** Who of these may be written to in bulk: members of the group and confirmed subscribers, unless they have left. */
export async function knownAmong(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  const idByEmail = new Map<string, string>()
  for (let from = 0; from < emails.length; from += rowsAtOnce) {
    const some = emails.slice(from, from + rowsAtOnce)
    const subscribers = await db
      .selectFrom('subscribers')
      .select(['id', 'email'])
      .where('email', 'in', some)
      .where('state', '=', 'active')
      .execute()
    const members = await db
      .selectFrom('group_members')
      .select(['id', 'email'])
      .where('email', 'in', some)
      .where('left_at', 'is', null)
      .execute()
    for (const { id, email } of [...subscribers, ...members]) idByEmail.set(email, id)
  }
  return idByEmail
}
