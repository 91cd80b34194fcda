import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { markContentChanged } from '#server/site-facts.ts'
import type { SettingsRow } from './tables.server.ts'

export type Change = Partial<Omit<SettingsRow, 'id' | 'version' | 'updated_at'>>

export async function findRow(db: Db): Promise<SettingsRow | undefined> {
  return db.selectFrom('settings').selectAll().executeTakeFirst()
}

const noRow: SettingsRow = {
  id: 1,
  version: 0,
  updated_at: '',
  site_url: null,
  pending_url: null,
  pending_id: null,
  pending_until: null,
  mail_host: null,
  mail_port: null,
  mail_is_tls: null,
  mail_user: null,
  mail_password: null,
  mail_from: null,
  bounce_mailbox: null,
  mail_events_secret: null,
  mailgun_key: null,
  ses_topic: null,
  dkim_domain: null,
  dkim_selector: null,
  dkim_key: null,
  postal_address: null,
  is_double_opt_in: null,
  provider_key: null,
  provider_group: null,
}

export async function getRow(db: Db): Promise<SettingsRow> {
  return (await findRow(db)) ?? noRow
}

/** In the caller's transaction; of two saves of the same version one is told. */
export async function writeRow(tx: Db, { now }: Pick<Deps, 'now'>, before: SettingsRow, change: Change): Promise<void> {
  const at = now()
  const after = { ...before, ...change, version: before.version + 1, updated_at: at.toISOString() }
  const { id: _id, ...columns } = after
  const { numUpdatedRows } = await tx
    .updateTable('settings')
    .set(columns)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('settings')
      .values(after)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (before.version !== 0 || numInsertedOrUpdatedRows !== 1n) throw changedElsewhere(await getRow(tx))
  }
  await markContentChanged(tx, at)
}

export function changedElsewhere({ updated_at }: SettingsRow): AppError {
  const words =
    'These settings were changed in another window since this one was opened. Nothing of yours is saved yet.'
  return new AppError('conflict', words, { fields: { version: updated_at } })
}
