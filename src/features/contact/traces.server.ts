import { deskPaths } from '#lib/desk-paths.ts'
import type { TraceHolder } from '#server/traces.ts'

/** What she wrote to the author. */
export const messageTraces: TraceHolder = {
  name: 'messages',
  async find(db, { domain, isHers }) {
    const messages = await db
      .selectFrom('contact_messages')
      .selectAll()
      .where(({ fn, eb }) => eb(fn('lower', ['email']), 'like', `%${domain}`))
      .orderBy('created_at', 'desc')
      .execute()
    return messages
      .filter(({ email }) => isHers(email))
      .map((row) => {
        const href = row.deleted_at === null ? deskPaths.message(row.id) : null
        const note = href ? '' : 'in the bin'
        return { id: row.id, row, line: { what: 'A message to you', at: row.created_at, note, href } }
      })
  },
  erase: async (tx, ids) => void (await tx.deleteFrom('contact_messages').where('id', 'in', ids).execute()),
}
