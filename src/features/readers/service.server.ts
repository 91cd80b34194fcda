import { leaveAsTold } from '#features/newsletter/service.server.ts'
import { recordEvent } from '#features/owner/service.server.ts'
import { isEmail, normaliseEmail } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { suppressAll, suppressedAmong, suppressionWords } from '#server/suppressions.ts'
import type { Group, ImportInput, ImportResult } from './contract.ts'
import { standingOf, standingWords, stricterStatus } from './standing.ts'
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

/**
 * Brings people into the group. Who is no address, is there already, has ever left, or is not to be written to by the
 * list she comes from, is left out and named.
 */
export async function importReaders(deps: Deps, { subscribers, basis }: ImportInput): Promise<ImportResult> {
  const { db, keyFor } = deps
  const { statusByEmail, rejected } = sortOut(subscribers)
  const refused = await takeRefusals(deps, statusByEmail)
  const gone = await suppressedAmong(db, keyFor, [...statusByEmail.keys()])
  const wanted: string[] = []
  for (const [email, status] of statusByEmail) {
    const why = gone.get(email)?.reason
    if (status !== null && standingOf(status) !== 'welcome') rejected.push({ email, reason: standingWords(status) })
    else if (why) rejected.push({ email, reason: `This reader ${suppressionWords(why)}` })
    else wanted.push(email)
  }
  const added = await addMembers(deps, wanted, { basis, source: 'import' })
  await recordEvent(db, 'readers.imported', deps.now())
  for (const email of wanted) if (!added.has(email)) rejected.push({ email, reason: 'Already in the group' })
  const count = (await listRecipients(deps)).length
  return { added: added.size, count, rejected, ...(refused > 0 ? { suppressed: refused } : {}) }
}

/** Each address once, with the strictest of what the list says of it. */
function sortOut(subscribers: ImportInput['subscribers']) {
  const statusByEmail = new Map<string, string | null>()
  const rejected: ImportResult['rejected'] = []
  for (const one of subscribers) {
    const { email: typed, status } = typeof one === 'string' ? { email: one, status: null } : one
    const email = normaliseEmail(typed)
    if (!isEmail(email)) {
      rejected.push({ email: typed.slice(0, 254), reason: 'This is not an e-mail address' })
      continue
    }
    if (statusByEmail.has(email)) rejected.push({ email, reason: 'Named twice' })
    statusByEmail.set(email, stricterStatus(statusByEmail.get(email) ?? null, status))
  }
  return { statusByEmail, rejected }
}

const refusals = { unsubscribed: 'left', bounced: 'bounced', complained: 'complained' } as const

/** Whoever left, bounced or complained elsewhere gets nothing from here either, also who is on a list of ours already. */
async function takeRefusals(deps: Deps, statusByEmail: ReadonlyMap<string, string | null>): Promise<number> {
  const { db, keyFor, now } = deps
  const refused = [...statusByEmail].flatMap(([email, status]) => {
    const standing = standingOf(status ?? '')
    return standing in refusals ? [{ email, reason: refusals[standing as keyof typeof refusals] }] : []
  })
  await db.transaction().execute(async (tx) => {
    await suppressAll(tx, keyFor, refused, now())
    for (let from = 0; from < refused.length; from += rowsAtOnce) {
      const some = refused.slice(from, from + rowsAtOnce)
      const here = await onLists(
        tx,
        some.map(({ email }) => email),
      )
      for (const { email, reason } of some)
        if (here.has(email)) await leaveAsTold(tx, deps, { email, reason, source: 'group_import', method: 'list' })
    }
  })
  return refused.length
}

/** Who of these is on the newsletter's list or in the group. */
async function onLists(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const people = await db
    .selectFrom('subscribers')
    .select('email')
    .where('email', 'in', emails)
    .where('state', '!=', 'left')
    .union(db.selectFrom('group_members').select('email').where('email', 'in', emails).where('left_at', 'is', null))
    .execute()
  return new Set(people.map(({ email }) => email))
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
