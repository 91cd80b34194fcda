import { byteOrderMark, csvLine } from '#lib/csv.ts'
import { addDays, localTime } from '#lib/zone-time.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Span } from './contract.ts'

/** Every count of the span as a file that any spreadsheet opens, written day by day while it is read. */
export function csvOf({ db, now }: Deps, span: Span): Response {
  const { day: until } = localTime(now())
  return new Response(streamOf(linesOf(db, addDays(until, 1 - span), until)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="numbers-${until}.csv"`,
    },
  })
}

async function* linesOf(db: Db, from: string, until: string): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(['date', 'kind', 'name', 'views', 'visitors'])
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

function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) return controller.close()
      controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}
