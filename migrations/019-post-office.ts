import { type Kysely, sql } from 'kysely'

/**
 * Letters of a campaign had a table of their own, and a sender. From here on every letter is a row of `letters`, whoever
 * wrote it, and those that go out together are a mailing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('one_campaign_under_way').execute()
  await db.schema.alterTable('campaigns').renameTo('mailings').execute()
  await db.schema.alterTable('mailings').renameColumn('file_name', 'about').execute()
  await db.schema
    .alterTable('mailings')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('campaigns.book'))
    .execute()
  // A second click makes no second mailing: the database itself allows one under way for each thing it is about.
  await db.schema
    .createIndex('one_mailing_under_way')
    .unique()
    .on('mailings')
    .columns(['kind', 'about'])
    .where('finished_at' as never, 'is', null)
    .execute()

  for (const column of ['mailing_id', 'node', 'lease_until'])
    await db.schema.alterTable('letters').addColumn(column, 'text').execute()
  for (const column of ['stream', 'next_at'])
    await db.schema
      .alterTable('letters')
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
      .execute()
  await db.schema
    .alterTable('letters')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await bringLettersTogether(db)
  await db.schema.dropTable('deliveries').execute()
  // One whose job was given up is given up.
  await sql`update letters set state = 'failed' where state = 'queued' and '{"letterId":"' || id || '"}' in (
    select payload from jobs where kind = 'mail.deliver' and state = 'failed'
  )`.execute(db)
  // A letter that waits is found by itself now.
  await sql`delete from jobs where kind = 'mail.deliver'`.execute(db)

  await db.schema
    .createIndex('one_letter_per_person')
    .unique()
    .on('letters')
    .columns(['mailing_id', 'to_email'])
    .execute()
  await db.schema.createIndex('letters_to_do').on('letters').columns(['stream', 'state', 'next_at']).execute()
  // A letter changes its state three times on its way, and every index that knows it is written each time: two do.
  for (const index of ['letters_by_kind', 'letters_by_about']) await db.schema.dropIndex(index).execute()
  await db.schema.createIndex('letters_of_mailing').on('letters').columns(['mailing_id', 'id']).execute()
  await db.schema
    .createIndex('letters_about')
    .on('letters')
    .columns(['kind', 'about'])
    .where('about' as never, 'is not', null)
    .execute()
  // Those of a mailing that do not leave with it: kept ones, and what was put on its way by hand.
  await sql`create index letters_by_hand on letters (mailing_id, state) where stream = ''`.execute(db)

  await tellLinksTheirMailing(db)
}

async function bringLettersTogether(db: Kysely<unknown>): Promise<void> {
  // What was kept in the outbox stood in both tables, under one id.
  await sql`update letters set mailing_id = (select campaign_id from deliveries where deliveries.id = letters.id)
    where id in (select id from deliveries)`.execute(db)
  // A kept one that is not in the outbox any more is older than ninety days, and goes to nobody.
  await sql`insert into letters (
      id, kind, to_email, to_name, subject, html, text, headers, about, state, error, created_at, settled_at,
      mailing_id, stream, attempts, next_at, node, lease_until
    )
    select d.id, 'campaigns.book', d.email, '', '', '', '', '{}', m.about,
      case
        when d.state = 'kept' or (m.state = 'stopped' and d.state in ('queued', 'leased')) then 'stopped'
        when d.state = 'skipped' and d.error = 'not sent: you stopped it' then 'stopped'
        else d.state
      end,
      d.error, m.created_at, d.settled_at, d.campaign_id, d.campaign_id, d.attempts, d.next_at, d.node, d.lease_until
    from deliveries as d inner join mailings as m on m.id = d.campaign_id
    where not exists (select 1 from letters where letters.id = d.id)`.execute(db)
}

/** A letter's link has the letter's id; which mailing it belongs to is written beside it, so that it can be counted there. */
async function tellLinksTheirMailing(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('download_links').addColumn('mailing_id', 'text').execute()
  await sql`update download_links set mailing_id = (select mailing_id from letters where letters.id = download_links.id)
    where id in (select id from letters where mailing_id is not null)`.execute(db)
  await db.schema
    .createIndex('download_links_by_mailing')
    .on('download_links')
    .columns(['mailing_id', 'downloads'])
    .where('mailing_id' as never, 'is not', null)
    .execute()
}
