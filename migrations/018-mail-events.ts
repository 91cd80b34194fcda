import type { Kysely } from 'kysely'

/** How the site hears of letters that came back, and what it signs its letters with: settings of the owner's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = [
    // Sealed: the mailbox as one address, with its password.
    'bounce_mailbox',
    'mail_events_secret',
    'mailgun_key',
    'ses_topic',
    'dkim_domain',
    'dkim_selector',
    // Sealed.
    'dkim_key',
  ]
  for (const column of columns) await db.schema.alterTable('settings').addColumn(column, 'text').execute()
}
