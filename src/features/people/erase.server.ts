import { recordEvent } from '#features/owner/service.server.ts'
import { normaliseEmail } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { suppress } from '#server/suppressions.ts'
import type { Trace, TraceHolder, Whose } from '#server/traces.ts'
import type { Traces } from './contract.ts'

function whose(email: string): Whose {
  const isHers = (address: string | null) => address !== null && normaliseEmail(address) === email
  return { email, domain: email.slice(email.lastIndexOf('@')), isHers }
}

/** What this room itself knows. By the address, and not by whom it was given as: she may have left by a single letter. */
const ownHolders: readonly TraceHolder[] = [
  {
    name: 'consents',
    find: async (db, { domain, isHers }) => {
      const likely = await db
        .selectFrom('consents')
        .select(['id', 'email'])
        .where(({ fn, eb }) => eb(fn('lower', ['email']), 'like', `%${domain}`))
        .execute()
      const ids = likely.filter(({ email }) => isHers(email)).map(({ id }) => id)
      if (ids.length === 0) return []
      return (await db.selectFrom('consents').selectAll().where('id', 'in', ids).execute()).map(asTrace)
    },
    erase: async (tx, ids) => void (await tx.deleteFrom('consents').where('id', 'in', ids).execute()),
  },
  ...(['newsletter', 'arc', 'readers'] as const).map(
    (list): TraceHolder => ({
      name: ({ newsletter: 'listEntries', arc: 'arcRequests', readers: 'groupEntries' } as const)[list],
      find: async (db, { email }) => {
        const places = await db
          .selectFrom('memberships as m')
          .innerJoin('people as p', 'p.id', 'm.person_id')
          .selectAll('m')
          .where('p.email', '=', email)
          .where('m.list', '=', list)
          .execute()
        return places.map(asTrace)
      },
      erase: async (tx, ids) => void (await tx.deleteFrom('memberships').where('id', 'in', ids).execute()),
    }),
  ),
]

/** The record of consent and the lists have places of their own on the page. */
function asTrace(row: { id: string }): Trace {
  return { id: row.id, row, line: null }
}

export type Found = readonly [TraceHolder, Trace[]][]

export async function findTraces(db: Db, holders: readonly TraceHolder[], email: string): Promise<Found> {
  const who = whose(email)
  const found: [TraceHolder, Trace[]][] = []
  for (const holder of [...holders, ...ownHolders]) found.push([holder, await holder.find(db, who)])
  return found
}

export function countTraces(found: Found): Traces {
  return Object.fromEntries(found.map(([{ name }, traces]) => [name, traces.length])) as Traces
}

/** One person, everywhere and for good. What stays is a hash of the address, so that nothing of ours takes it in again. */
export async function eraseAddress(deps: Deps, holders: readonly TraceHolder[], email: string): Promise<Traces> {
  await insistThatNoListIsRead(deps.db)
  const who = whose(email)
  return deps.db.transaction().execute(async (tx) => {
    // First, so that a signup which is being looked at this very moment finds the door shut.
    await suppress(tx, deps.keyFor, email, 'erased', deps.now())
    await recordEvent(tx, 'subscribers.erased', deps.now())
    const found = await findTraces(tx, holders, email)
    for (const [holder, traces] of found) {
      const ids = traces.map(({ id }) => id)
      if (ids.length > 0) await holder.erase(tx, ids, who)
    }
    const hers = tx.selectFrom('people').select('id').where('email', '=', email)
    await tx.deleteFrom('person_tags').where('person_id', 'in', hers).execute()
    await tx.deleteFrom('people').where('email', '=', email).execute()
    return countTraces(found)
  })
}

/** A list that is being read holds people as it brought them: she may be among those still to come. */
async function insistThatNoListIsRead(db: Db): Promise<void> {
  const running = await db.selectFrom('people_imports').select('id').where('csv', 'is not', null).executeTakeFirst()
  if (running) throw new AppError('conflict', 'An import is under way. Erase this person once it is done.')
}
