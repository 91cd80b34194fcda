import { sql } from 'kysely'
import { recordEvent } from '#features/owner/service.server.ts'
import { csvLine } from '#lib/csv.ts'
import { csvFile } from '#server/csv-file.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { SuppressionRow } from '#server/letters.table.ts'
import { refusalOf } from '#server/suppressions.ts'
import type { PeopleFilter } from './filters.ts'
import { type Exported, everybody } from './records.server.ts'

/** The list as a file. */
export async function csvOf(deps: Deps, filter: PeopleFilter): Promise<Response> {
  await recordEvent(deps.db, 'subscribers.exported', deps.now())
  const day = deps.now().toISOString().slice(0, 10)
  return csvFile(`subscribers-${day}`, linesOf(deps, filter))
}

async function* linesOf(deps: Deps, filter: PeopleFilter): AsyncGenerator<string> {
  yield csvLine([
    'email',
    'name',
    'state',
    'source',
    'joined',
    'confirmed',
    'left',
    'asked for advance copy',
    'tags',
    'consent',
  ])
  for await (const some of everybody(deps, filter)) {
    yield some.map(lineOf).join('')
  }
}

function lineOf({ person, tags, consents }: Exported): string {
  const { email, name, state, source, joinedAt, confirmedAt, leftAt } = person
  const asked = person.hasAskedForArc ? 'yes' : 'no'
  const ledger = consents.map(({ what, at, wording, where, how }) => `${what}: ${at}, ${wording}, ${where}, ${how}`)
  return csvLine([
    email,
    name,
    state,
    source,
    joinedAt,
    confirmedAt,
    leftAt,
    asked,
    tags.join(', '),
    ledger.join(' | '),
  ])
}

/** Who gets no letter any more: by her address where it is here still, otherwise by what is kept in its place. */
export function refused(db: Db) {
  const rows = sql<Refused>`(
    select p.email, case when p.email is null then refusal.email_hash end as email_hash, refusal.reason, refusal.at
    from people as p right join ${refusalOf('p.email_hash')})`
  return db.selectFrom(rows.as<'refused'>(sql.ref('refused'))).selectAll()
}

export type Refused = { email: string | null; email_hash: string | null; reason: SuppressionRow['reason']; at: string }
