import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './db.ts'

type Columns = Record<string, 'text' | 'integer'>

/**
 * Many rows as one parameter, to be selected from as `given`: five hundred rows of seven values each take longer to bind
 * and to compile than to write.
 */
export function jsonRows(engine: Engine, columns: Columns, rows: readonly object[]): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  if (engine === 'postgres') {
    const typed = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
    return sql`json_to_recordset(${json}::json) as given(${sql.join(typed)})`
  }
  const taken = Object.keys(columns).map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(taken)} from json_each(${json})) as given`
}
