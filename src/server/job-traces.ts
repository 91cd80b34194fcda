import { letterTraces } from './letter-traces.ts'
import type { TraceHolder } from './traces.ts'

/** Work that still waits to be done for her: a signup nobody has looked at, a letter on its way. */
export const jobTraces: TraceHolder = {
  name: 'jobs',
  async find(db, whose) {
    const letters = new Set((await letterTraces.find(db, whose)).map(({ id }) => id))
    const jobs = await db
      .selectFrom('jobs')
      .selectAll()
      .where(({ fn, eb }) =>
        eb.or([eb(fn('lower', ['payload']), 'like', `%${whose.domain}%`), eb('kind', '=', 'mail.deliver')]),
      )
      .execute()
    return jobs
      .filter(({ payload }) => textsIn(JSON.parse(payload)).some((text) => whose.isHers(text) || letters.has(text)))
      .map((row) => ({ id: row.id, row, line: null }))
  },
  erase: async (tx, ids) => void (await tx.deleteFrom('jobs').where('id', 'in', ids).execute()),
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
