import { openLinks } from '#features/downloads/service.server.ts'
import { knownAmong } from '#features/people/service.server.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { suppressedAmong, suppressionWords } from '#server/suppressions.ts'
import { createGroupCommit } from './group-commit.ts'
import type { CampaignRow, DeliveryRow } from './tables.server.ts'

/** A letter one node has in hand. Its id is that of its link too; the person's is for the way out. */
export type InHand = { id: string; email: string; attempts: number; personId: string }

/** How long a letter that was put off waits at most. */
export const longestPutOff = 6 * 3_600_000 + 30_000

export type Settled = Pick<DeliveryRow, 'state' | 'error'> & { nextAt?: Date }

type Entry =
  | { kind: 'gate'; item: InHand; tell: (isOurs: boolean) => void }
  | { kind: 'settle'; item: InHand; settled: Settled }

/** Not ours to send any more: another node has it in hand, or the owner has said stop. */
export class TakenOver extends Error {}

/** Longer than any honest conversation with a mail server. */
const lease = 60_000

/** The books of one node: who has which letter in hand, and what became of it. Everything is fenced by the node's name. */
export function createLedger(deps: Deps, node: string) {
  const { db, engine, keyFor, now } = deps

  /** Takes some letters in hand, each with a fresh link to its book. Whoever has left meanwhile is skipped. */
  async function take(campaign: CampaignRow, most: number): Promise<InHand[]> {
    const at = now()
    const farAhead = new Date(at.getTime() + longestPutOff).toISOString()
    return db.transaction().execute(async (tx) => {
      const rows = await tx
        .with(
          // Looked up once and for all: PostgreSQL may otherwise look anew at each row, and take the next few each time.
          (cte) => cte('due').materialized(),
          (within) => {
            const query = within
              .selectFrom('deliveries')
              .select('id')
              .where('campaign_id', '=', campaign.id)
              .where((either) =>
                either.or([
                  either.and([either('state', '=', 'queued'), either('next_at', '<=', at.toISOString())]),
                  // Nothing waits before its first try, or longer than the longest pause, unless the clock was set back.
                  either.and([either('state', '=', 'queued'), either('attempts', '=', 0)]),
                  either.and([either('state', '=', 'queued'), either('next_at', '>', farAhead)]),
                  either.and([either('state', '=', 'leased'), either('lease_until', '<', at.toISOString())]),
                ]),
              )
              .limit(most)
            return engine === 'postgres' ? query.forUpdate().skipLocked() : query
          },
        )
        .updateTable('deliveries')
        .set((row) => ({
          state: 'leased',
          node,
          lease_until: new Date(at.getTime() + lease).toISOString(),
          attempts: row('attempts', '+', 1),
        }))
        .where('id', 'in', (named) => named.selectFrom('due').select('due.id'))
        .returning(['id', 'email', 'attempts'])
        .execute()
      if (rows.length === 0) return []
      const emails = rows.map(({ email }) => email)
      const people = await knownAmong(tx, emails)
      const gone = await suppressedAmong(tx, keyFor, emails)
      const mayGet = ({ email }: { email: string }) => people.has(email) && !gone.has(email)
      for (const { id, email } of rows.filter((row) => !mayGet(row))) {
        const why = gone.get(email)
        const error = why ? suppressionWords(why.reason) : 'has left since the list was drawn up'
        await tx
          .updateTable('deliveries')
          .set({ state: 'skipped', error, settled_at: at.toISOString() })
          .where('id', '=', id)
          .execute()
      }
      const kept = rows.filter(mayGet)
      if (kept.length > 0) await openLinks(tx, campaign.file_name, kept, at)
      return kept.map((row) => ({ ...row, personId: people.get(row.email) ?? '' }))
    })
  }

  const write = createGroupCommit<Entry>(async (entries) => {
    const at = now()
    await db.transaction().execute(async (tx) => {
      const gates = entries.filter((entry) => entry.kind === 'gate')
      if (gates.length > 0) {
        const ours = await tx
          .updateTable('deliveries')
          .set({ state: 'sending', lease_until: new Date(at.getTime() + lease).toISOString() })
          .where(
            'id',
            'in',
            gates.map(({ item }) => item.id),
          )
          .where('state', '=', 'leased')
          .where('node', '=', node)
          // Paused or stopped this very moment: what has not passed here does not leave.
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('campaigns')
                .select('campaigns.id')
                .whereRef('campaigns.id', '=', 'deliveries.campaign_id')
                .where('campaigns.state', '=', 'sending'),
            ),
          )
          .returning('id')
          .execute()
        const ids = new Set(ours.map(({ id }) => id))
        for (const { item, tell } of gates) tell(ids.has(item.id))
      }
      const settles = entries.filter((entry) => entry.kind === 'settle')
      const sent = settles.filter(({ settled }) => settled.state === 'sent').map(({ item }) => item.id)
      if (sent.length > 0) {
        await tx
          .updateTable('deliveries')
          .set({ state: 'sent', error: null, settled_at: at.toISOString() })
          .where('id', 'in', sent)
          .where('node', '=', node)
          .execute()
      }
      for (const { item, settled } of settles) {
        if (settled.state === 'sent') continue
        const { state, error, nextAt } = settled
        await tx
          .updateTable('deliveries')
          .set({ state, error, ...(nextAt ? { next_at: nextAt.toISOString() } : { settled_at: at.toISOString() }) })
          .where('id', '=', item.id)
          .where('node', '=', node)
          .where('state', 'in', ['leased', 'sending'])
          .execute()
      }
    })
  })

  return {
    take,
    /** Committed before the last byte leaves; throws when the letter is not ours to send any more. */
    async gate(item: InHand): Promise<void> {
      let isOurs = false
      const tell = (answer: boolean) => {
        isOurs = answer
      }
      await write({ kind: 'gate', item, tell })
      if (!isOurs) throw new TakenOver()
    },
    settle: (item: InHand, settled: Settled) => write({ kind: 'settle', item, settled }),
    /** Lays down what was taken and not begun. */
    async putBack(campaign: CampaignRow): Promise<void> {
      await db
        .updateTable('deliveries')
        .set((row) => ({ state: 'queued', lease_until: null, attempts: row('attempts', '-', 1) }))
        .where('campaign_id', '=', campaign.id)
        .where('node', '=', node)
        .where('state', '=', 'leased')
        .execute()
    },
    /** Whoever held these is not heard of any more: the letter may or may not have left, and only the owner may say. */
    async giveUpLost(): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ state: 'unknown', error: 'stopped in the moment of sending', settled_at: now().toISOString() })
        // Of one that is done nothing can be on its way; named, the others are found without reading every letter.
        .where('campaign_id', 'in', (campaigns) =>
          campaigns.selectFrom('campaigns').select('id').where('state', '!=', 'done'),
        )
        .where('state', '=', 'sending')
        .where('lease_until', '<', now().toISOString())
        .execute()
    },
  }
}

/** On SQLite this process is the only one: whatever is still in hand was in the hands of the last. */
export async function reclaimDeliveries({ db, now }: Deps): Promise<void> {
  await db
    .updateTable('deliveries')
    .set((row) => ({ state: 'queued', lease_until: null, attempts: row('attempts', '-', 1) }))
    .where('state', '=', 'leased')
    .execute()
  await db
    .updateTable('deliveries')
    .set({ state: 'unknown', error: 'stopped in the moment of sending', settled_at: now().toISOString() })
    .where('state', '=', 'sending')
    .execute()
}

/**
 * After the site went back to an earlier moment: letters may have left since then, and nobody here knows which. What was in
 * hand is uncertain, and nothing goes on until she says so.
 */
export async function doubtCampaigns(db: Db, trouble: string, now: Date): Promise<void> {
  await db.updateTable('campaigns').set({ state: 'paused', trouble }).where('state', '=', 'sending').execute()
  await db
    .updateTable('deliveries')
    .set({ state: 'unknown', error: trouble, node: null, lease_until: null, settled_at: now.toISOString() })
    .where('state', 'in', ['leased', 'sending'])
    .execute()
}
