import { letterOutcome } from '#lib/letter-outcome.ts'
import type { Db } from '#server/db.ts'
import type { TraceHolder } from '#server/traces.ts'

/** Her letters of campaigns. What was counted stays counted; whom it was about does not. */
export const deliveryTraces: TraceHolder = {
  name: 'deliveries',
  async find(db, { email }) {
    const deliveries = await db
      .selectFrom('deliveries as d')
      .innerJoin('campaigns as c', 'c.id', 'd.campaign_id')
      .selectAll('d')
      .select(['c.file_name', 'c.created_at'])
      .where('d.email', '=', email)
      .orderBy('c.created_at', 'desc')
      .execute()
    return deliveries.map((row) => {
      const at = row.settled_at ?? row.created_at
      return {
        id: row.id,
        row,
        line: { what: `The book ${row.file_name}`, at, note: letterOutcome[row.state], href: null },
      }
    })
  },
  async erase(tx, ids) {
    for (const id of ids) {
      await tx
        .updateTable('deliveries')
        .set({ email: `erased ${id}`, error: null })
        .where('id', '=', id)
        .execute()
    }
  },
}

/** Whether a letter of a campaign to one of these has left since that moment, is in somebody's hand or in the outbox. */
export async function hasDelivered(db: Db, emails: readonly string[], since: string): Promise<boolean> {
  const delivery = await db
    .selectFrom('deliveries as d')
    .innerJoin('campaigns as c', 'c.id', 'd.campaign_id')
    .select('d.id')
    .where('d.email', 'in', emails)
    .where('d.state', 'in', ['leased', 'sending', 'sent', 'unknown', 'kept', 'bounced', 'complained'])
    .where(({ eb, or }) => or([eb('d.settled_at', '>=', since), eb('c.created_at', '>=', since)]))
    .limit(1)
    .executeTakeFirst()
  return delivery !== undefined
}
