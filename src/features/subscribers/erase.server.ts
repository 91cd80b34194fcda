import { recordEvent } from '#features/owner/service.server.ts'
import { normaliseEmail } from '#lib/email.ts'
import { findLetterKind } from '#lib/letter-kinds.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { suppress } from '#server/suppressions.ts'
import type { Traces } from './contract.ts'

type Found = { [Kind in keyof Traces]: string[] }

/**
 * Every row that knows this address. The databases make letters small in ways of their own, so the domain, which is
 * plain in every address, narrows it down, and whether it is really she is asked here.
 */
export async function findTraces(db: Db, email: string): Promise<Found> {
  const domain = email.slice(email.lastIndexOf('@'))
  const isHers = (address: string | null) => address !== null && normaliseEmail(address) === email
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

  const listEntries = idsOf(await db.selectFrom('subscribers').select('id').where('email', '=', email).execute())
  const arcRequests = idsOf(await db.selectFrom('arc_requests').select('id').where('email', '=', email).execute())
  // By the address and not by whom it was given as: she may have left by the letter of a group or of a single link.
  const consents = await db
    .selectFrom('consents')
    .select(['id', 'email'])
    .where(({ fn, eb }) => eb(fn('lower', ['email']), 'like', `%${domain}`))
    .execute()
  const messages = await db
    .selectFrom('contact_messages')
    .select(['id', 'email'])
    .where(({ fn, eb }) => eb(fn('lower', ['email']), 'like', `%${domain}`))
    .execute()
  const letters = await db
    .selectFrom('letters')
    .select(['id', 'kind', 'to_email', 'reply_to_email'])
    .where(({ fn, eb }) =>
      eb.or([
        eb(fn('lower', ['to_email']), 'like', `%${domain}`),
        eb(fn('lower', ['reply_to_email']), 'like', `%${domain}`),
      ]),
    )
    .execute()
  // The author may be on her own list; what other people wrote to her is not her trace but theirs.
  const isHerLetter = (letter: (typeof letters)[number]) =>
    isHers(letter.reply_to_email) || (isHers(letter.to_email) && findLetterKind(letter.kind)?.belongsTo !== 'writer')
  const letterIds = idsOf(letters.filter(isHerLetter))
  return {
    listEntries,
    arcRequests,
    consents: idsOf(consents.filter((consent) => isHers(consent.email))),
    messages: idsOf(messages.filter((message) => isHers(message.email))),
    letters: letterIds,
    jobs: await findJobs(db, domain, (text) => isHers(text) || letterIds.includes(text)),
    groupEntries: idsOf(await db.selectFrom('group_members').select('id').where('email', '=', email).execute()),
    deliveries: idsOf(await db.selectFrom('deliveries').select('id').where('email', '=', email).execute()),
    links: idsOf(await db.selectFrom('download_links').select('id').where('email', '=', email).execute()),
  }
}

/** Work that still waits to be done for her: a signup nobody has looked at, a letter on its way. */
async function findJobs(db: Db, domain: string, isHers: (text: string) => boolean): Promise<string[]> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where(({ fn, eb }) =>
      eb.or([eb(fn('lower', ['payload']), 'like', `%${domain}%`), eb('kind', '=', 'mail.deliver')]),
    )
    .execute()
  return jobs.filter(({ payload }) => textsIn(JSON.parse(payload)).some(isHers)).map(({ id }) => id)
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

export function countTraces(found: Found): Traces {
  return {
    listEntries: found.listEntries.length,
    arcRequests: found.arcRequests.length,
    consents: found.consents.length,
    messages: found.messages.length,
    letters: found.letters.length,
    jobs: found.jobs.length,
    groupEntries: found.groupEntries.length,
    deliveries: found.deliveries.length,
    links: found.links.length,
  }
}

/** One person, everywhere and for good. What stays is a hash of the address, so that nothing of ours takes it in again. */
export async function eraseAddress(deps: Deps, email: string): Promise<Traces> {
  return deps.db.transaction().execute(async (tx) => {
    // First, so that a signup which is being looked at this very moment finds the door shut.
    await suppress(tx, deps.keyFor, email, 'erased', deps.now())
    await recordEvent(tx, 'subscribers.erased', deps.now())
    const found = await findTraces(tx, email)
    const drawers = [
      ['jobs', found.jobs],
      ['letters', found.letters],
      ['contact_messages', found.messages],
      ['consents', found.consents],
      ['arc_requests', found.arcRequests],
      ['subscribers', found.listEntries],
      ['group_members', found.groupEntries],
      ['download_links', found.links],
    ] as const
    for (const [table, ids] of drawers) {
      if (ids.length > 0) await tx.deleteFrom(table).where('id', 'in', ids).execute()
    }
    await blotOut(tx, email, found.deliveries)
    return countTraces(found)
  })
}

/** What a campaign or a sync has counted stays counted; whom it was about does not. */
async function blotOut(tx: Db, email: string, deliveries: readonly string[]): Promise<void> {
  for (const id of deliveries) {
    await tx
      .updateTable('deliveries')
      .set({ email: `erased ${id}`, error: null })
      .where('id', '=', id)
      .execute()
  }
  const syncs = await tx
    .selectFrom('provider_syncs')
    .select(['id', 'errors'])
    .where('errors', 'like', `%${email}%`)
    .execute()
  for (const { id, errors } of syncs) {
    const others = (JSON.parse(errors) as string[]).filter((error) => !error.includes(email))
    await tx
      .updateTable('provider_syncs')
      .set({ errors: JSON.stringify(others) })
      .where('id', '=', id)
      .execute()
  }
}
