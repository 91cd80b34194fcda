import { recordEvent } from '#features/owner/service.server.ts'
import { isEmail, normaliseEmail } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { suppressAll, suppressedAmong, suppressionWords } from '#server/suppressions.ts'
import type { ImportInput, ImportResult } from './contract.ts'
import { leaveAsTold } from './leaving.server.ts'
import { addReaders, listRecipients } from './service.server.ts'
import { standingOf, standingWords, stricterStatus } from './standing.ts'

const rowsAtOnce = 400

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
  const added = await addReaders(deps, wanted, { basis, source: 'group_import' })
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

/** Who of these is here and has not left. */
async function onLists(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const people = await db
    .selectFrom('people')
    .select('email')
    .where('email', 'in', emails)
    .where('left_at', 'is', null)
    .execute()
  return new Set(people.map(({ email }) => email))
}
