import { type Kysely, SqliteAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('views')
    .addColumn('at', 'text', (column) => column.notNull())
    // 'view', or the name of an event
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('page', 'text', (column) => column.notNull())
    .addColumn('visitor', 'text')
    .addColumn('referrer', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('data', 'text')
    .execute()
  await db.schema.createIndex('views_by_time').on('views').columns(['at', 'visitor']).execute()

  const counts = db.schema
    .createTable('daily_counts')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('views', 'integer', (column) => column.notNull())
    .addColumn('visitors', 'integer', (column) => column.notNull())
    // One kind over a span of days is one stretch of the table.
    .addPrimaryKeyConstraint('daily_counts_key', ['kind', 'day', 'audience', 'name'])
  await asOneTree(db, counts).execute()

  await db.schema
    .createTable('visitor_salts')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('salt', 'text', (column) => column.notNull())
    .execute()
  // What a visitor has been counted for on a day: being here, a page, a quarter of a story, having joined.
  const visitors = db.schema
    .createTable('day_visitors')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('visitor', 'text', (column) => column.notNull())
    .addColumn('mark', 'text', (column) => column.notNull())
    .addColumn('came_from', 'text')
    .addPrimaryKeyConstraint('day_visitors_key', ['day', 'visitor', 'mark'])
  await asOneTree(db, visitors).execute()

  await db.schema
    .createTable('weekly_letters')
    // the Monday it is written on
    .addColumn('week', 'text', (column) => column.primaryKey())
    .addColumn('sent_at', 'text')
    .execute()
}

/** SQLite would otherwise keep the rows in one tree and their key in a second. */
function asOneTree<Table extends { modifyEnd: (words: ReturnType<typeof sql>) => Table }>(
  db: Kysely<unknown>,
  table: Table,
): Table {
  return db.getExecutor().adapter instanceof SqliteAdapter ? table.modifyEnd(sql`without rowid`) : table
}
