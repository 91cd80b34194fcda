import type { TraceHolder } from './traces.ts'

/** Work that still waits to be done for her: a signup nobody has looked at, a report about a letter. */
export const jobTraces: TraceHolder = {
  name: 'jobs',
  async find(db, { domain, isHers }) {
    const jobs = await db
      .selectFrom('jobs')
      .selectAll()
      .where(({ fn, eb }) => eb(fn('lower', ['payload']), 'like', `%${domain}%`))
      .execute()
    return jobs
      .filter(({ payload }) => textsIn(JSON.parse(payload)).some(isHers))
      .map((row) => ({ id: row.id, row, line: null }))
  },
  erase: async (tx, ids) => void (await tx.deleteFrom('jobs').where('id', 'in', ids).execute()),
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
