import { csvLine } from '#lib/csv.ts'
import { addDays, localTime } from '#lib/zone-time.ts'
import { csvFile } from '#server/csv-file.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Span } from './contract.ts'

/** Every count of the span as a file, day by day. */
export function csvOf({ db, now, site }: Deps, span: Span): Response {
  const { day: until } = localTime(now(), site().author.timeZone)
  return csvFile(`numbers-${until}`, linesOf(db, addDays(until, 1 - span), until))
}

async function* linesOf(db: Db, from: string, until: string): AsyncGenerator<string> {
  yield csvLine(['date', 'kind', 'name', 'views', 'visitors'])
  const kinds = await db.selectFrom('daily_counts').select('kind').distinct().orderBy('kind').execute()
  if (kinds.length === 0) return
  for (let day = from; day <= until; day = addDays(day, 1)) {
    const rows = await db
      .selectFrom('daily_counts')
      .selectAll()
      .where(
        'kind',
        'in',
        kinds.map(({ kind }) => kind),
      )
      .where('day', '=', day)
      .orderBy('kind')
      .orderBy('audience')
      .orderBy('name')
      .execute()
    // Visits of her own, of machines, and what found no room are kinds of their own to whoever reads the file.
    const lines = rows.map(({ kind, audience, name, views, visitors }) =>
      csvLine([day, audience === 'reader' ? kind : audience, name, views, visitors]),
    )
    if (lines.length > 0) yield lines.join('')
  }
}
