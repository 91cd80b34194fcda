import { readerBefore } from '#features/people/service.server.ts'
import type { Db } from '#server/db.ts'
import type { TraceHolder } from '#server/traces.ts'

/** What a sync with the provider could not do for her stays counted; whom it was about, or stands at, does not. */
export const syncTraces: TraceHolder = {
  name: 'syncs',
  async find(db, { email }) {
    const syncs = await db
      .selectFrom('provider_syncs')
      .select(['id', 'errors', 'position'])
      .where(({ eb, or }) => or([eb('errors', 'like', `%${email}%`), eb('position', '=', email)]))
      .execute()
    const rows = syncs.map(({ errors, ...sync }) => ({ ...sync, errors: naming(errors, email, true) }))
    const hers = rows.filter(({ errors, position }) => errors.length > 0 || position === email)
    return hers.map(({ id, errors }) => ({ id, row: { id, errors }, line: null }))
  },
  async erase(tx, ids, { email }) {
    const syncs = await tx
      .selectFrom('provider_syncs')
      .select(['id', 'errors', 'position'])
      .where('id', 'in', ids)
      .execute()
    for (const { id, errors, position } of syncs) {
      // It goes on behind whoever stands before her: that is where she was.
      const place = position === email ? { position: await readerBefore(tx, email) } : {}
      await tx
        .updateTable('provider_syncs')
        .set({ errors: JSON.stringify(naming(errors, email, false)), ...place })
        .where('id', '=', id)
        .execute()
    }
  },
}

/** Whether a sync has put readers into the provider's group since that moment. */
export async function hasGiven(db: Db, since: string): Promise<boolean> {
  const sync = await db
    .selectFrom('provider_syncs')
    .select('id')
    .where('successful', '>', 0)
    .where(({ eb, or }) => or([eb('finished_at', 'is', null), eb('finished_at', '>=', since)]))
    .limit(1)
    .executeTakeFirst()
  return sync !== undefined
}

/** Each of them begins with whom it is about. */
function naming(errors: string, email: string, isNamed: boolean): string[] {
  return (JSON.parse(errors) as string[]).filter((error) => (error.split(/[\s:]/, 1)[0] === email) === isNamed)
}
