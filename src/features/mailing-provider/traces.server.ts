import type { TraceHolder } from '#server/traces.ts'

/** What a sync with the provider could not do for her stays counted; whom it was about does not. */
export const syncTraces: TraceHolder = {
  name: 'syncs',
  async find(db, { email }) {
    const syncs = await db
      .selectFrom('provider_syncs')
      .select(['id', 'errors'])
      .where('errors', 'like', `%${email}%`)
      .execute()
    const rows = syncs.map(({ id, errors }) => ({ id, errors: naming(errors, email, true) }))
    return rows.filter(({ errors }) => errors.length > 0).map((row) => ({ id: row.id, row, line: null }))
  },
  async erase(tx, ids, { email }) {
    const syncs = await tx.selectFrom('provider_syncs').select(['id', 'errors']).where('id', 'in', ids).execute()
    for (const { id, errors } of syncs) {
      await tx
        .updateTable('provider_syncs')
        .set({ errors: JSON.stringify(naming(errors, email, false)) })
        .where('id', '=', id)
        .execute()
    }
  },
}

/** Each of them begins with whom it is about. */
function naming(errors: string, email: string, isNamed: boolean): string[] {
  return (JSON.parse(errors) as string[]).filter((error) => (error.split(/[\s:]/, 1)[0] === email) === isNamed)
}
