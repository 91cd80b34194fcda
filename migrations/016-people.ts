import { type Kysely, sql } from 'kysely'

/**
 * Three lists knew people: subscribers, arc_requests and group_members. One row a person now, and one for each list she is
 * on, under the id it always had: the way out in a letter that was sent long ago is signed with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  // What has gone to a person is asked by her address, also where a hundred thousand letters lie.
  await db.schema.createIndex('deliveries_by_address').on('deliveries').column('email').execute()
  await movePeople(db)
  await moveMemberships(db)
  await moveConsents(db)
  await insistThatNobodyNewIsWrittenTo(db)
  for (const table of ['subscribers', 'arc_requests', 'group_members']) await db.schema.dropTable(table).execute()
}

async function createTables(db: Kysely<unknown>) {
  await db.schema
    .createTable('people')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_hash', 'text')
    .addColumn('name', 'text')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('standing', 'text', (column) => column.notNull())
    .addColumn('has_asked', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('left_at', 'text')
    .execute()
  await db.schema.createIndex('people_by_hash').on('people').column('email_hash').execute()
  // All that a count looks at: a third of the time of reading the rows.
  await db.schema
    .createIndex('people_counted')
    .on('people')
    .columns(['source', 'standing', 'has_asked', 'left_at', 'email_hash', 'id'])
    .execute()
  await db.schema
    .createTable('memberships')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('basis', 'text')
    .addColumn('reader_magnet_id', 'text')
    .addColumn('joined_at', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('import_id', 'text')
    .execute()
  await db.schema.createIndex('memberships_by_import').on('memberships').column('import_id').execute()
  await db.schema
    .createIndex('one_place_on_a_list')
    .unique()
    .on('memberships')
    .columns(['person_id', 'list', 'about'])
    .execute()
  await db.schema.createIndex('memberships_by_list').on('memberships').columns(['list', 'person_id']).execute()
  await db.schema
    .createTable('person_tags')
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('person_tags_key', ['person_id', 'tag'])
    .execute()
  await db.schema.createIndex('person_tags_by_tag').on('person_tags').column('tag').execute()
  await db.schema
    .createTable('people_imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('basis', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    // until all of it has been gone through
    .addColumn('csv', 'text')
    .addColumn('columns', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('people', 'integer', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('counts', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .execute()
}

/** Where the rows of one address disagree the strictest wins: whoever has left by any of them has left. */
async function movePeople(db: Kysely<unknown>) {
  await sql`
    insert into people (id, email, name, source, standing, has_asked, created_at, left_at)
    select id, email, case when left_at is null then name end, source, standing, has_asked, created_at, left_at from (
      select coalesce(s.id, a.id, g.id) as id, e.email, coalesce(s.name, a.name) as name,
        coalesce(s.source, case when a.id is null then 'group_' || g.source else 'voss_trials_arc' end) as source,
        case when s.state = 'active' or s.confirmed_at is not null then 'active' when s.id is not null then 'pending'
          when g.id is not null then 'reader' else 'arc_only' end as standing,
        case when a.id is null then 0 else 1 end as has_asked,
        coalesce(s.created_at, a.created_at, g.added_at) as created_at,
        coalesce(
          case when s.state = 'left' then coalesce(s.left_at, s.created_at) end,
          g.left_at,
          (select max(at) from consents where act = 'withdrawn' and subscriber_id in (s.id, a.id, g.id))
        ) as left_at
      from (
        select email from subscribers union select email from arc_requests union select email from group_members
      ) as e
      left join subscribers as s on s.email = e.email
      left join arc_requests as a on a.email = e.email
      left join group_members as g on g.email = e.email
    ) as everybody`.execute(db)
}

async function moveMemberships(db: Kysely<unknown>) {
  const columns = sql.raw('id, person_id, list, about, state, source, basis, reader_magnet_id, joined_at, confirmed_at')
  await sql`
    insert into memberships (${columns})
    select s.id, p.id, 'newsletter', '',
      case when s.state = 'active' or s.confirmed_at is not null then 'active' else 'pending' end,
      s.source, null, null, s.created_at, s.confirmed_at
    from subscribers as s join people as p on p.email = s.email`.execute(db)
  await sql`
    insert into memberships (${columns})
    select g.id, p.id, 'readers', '', 'active', 'group_' || g.source, g.basis, null, g.added_at, null
    from group_members as g join people as p on p.email = g.email`.execute(db)
  await sql`
    insert into memberships (${columns})
    select a.id, p.id, 'arc', coalesce(a.asked_for, ''), 'active', 'voss_trials_arc', null, a.reader_magnet_id,
      a.created_at, null
    from arc_requests as a join people as p on p.email = a.email`.execute(db)
}

/** A consent belongs to the person. One of somebody on no list keeps the id of the link that brought her the book. */
async function moveConsents(db: Kysely<unknown>) {
  await db.schema.dropIndex('consents_by_subscriber').execute()
  await db.schema.alterTable('consents').renameColumn('subscriber_id', 'person_id').execute()
  await sql`
    update consents set person_id = (select m.person_id from memberships as m where m.id = consents.person_id)
    where person_id in (select id from memberships)`.execute(db)
  await db.schema.createIndex('consents_by_person').on('consents').columns(['person_id', 'at']).execute()
}

async function insistThatNobodyNewIsWrittenTo(db: Kysely<unknown>) {
  const { rows } = await sql<{ email: string }>`
    select p.email from people as p join memberships as m on m.person_id = p.id
    where p.left_at is null and m.state = 'active' and (
      (m.list = 'newsletter'
        and not exists (select 1 from subscribers as s where s.email = p.email and s.state = 'active'))
      or (m.list = 'readers'
        and not exists (select 1 from group_members as g where g.email = p.email and g.left_at is null))
    ) limit 1`.execute(db)
  if (rows.length > 0)
    throw new Error('After this change somebody would be written to who was not before. Nothing was changed.')
}
