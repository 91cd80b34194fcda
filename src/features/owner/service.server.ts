import { parse as parseCookies } from 'hono/utils/cookie'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { hashOf, newId } from '#server/ids.ts'
import { clientHash } from '#server/rate-limit.ts'
import type { OwnerEvent } from './contract.ts'
import { cookieName, forgetDeadSessions, listSessions } from './sessions.server.ts'

/** Everything that was done in the owner's name or at her door, in the words she reads. Only ever added to. */
export const eventWords = {
  'owner.set_up': 'The site was set up',
  'owner.signed_in': 'Signed in',
  'owner.sign_in_failed': 'Somebody tried to sign in and failed',
  'owner.code_failed': 'The right password came with a wrong code',
  'owner.password_failed': 'A wrong password was typed in the settings',
  'owner.code_spent': 'A recovery code was used',
  'owner.signed_out_everywhere': 'Signed out everywhere',
  'owner.password_changed': 'The password was changed',
  'owner.password_configured': 'The password was taken from the server’s settings',
  'owner.reset_asked': 'A reset link was made on the server',
  'owner.password_reset': 'The password was reset with a link from the server',
  'owner.totp_on': 'The authenticator was turned on',
  'owner.totp_off': 'The authenticator was turned off',
  'owner.codes_made': 'New recovery codes were made',
  'subscribers.exported': 'The subscribers were exported',
  'subscribers.stopped': 'A person was unsubscribed at their own request',
  'subscribers.erased': 'A person was erased for good',
  'readers.imported': 'Readers were brought in',
  'campaigns.started': 'A letter to all readers was begun',
  'letters.sent': 'A letter you wrote was begun',
  'letters.welcome': 'A letter you wrote goes by itself from now on',
  'letters.scheduled': 'A letter you wrote was put down for later',
  'campaigns.stopped': 'A letter to all readers was stopped',
  'downloads.removed': 'A file readers could fetch was removed',
  'campaigns.undone': 'A letter to all readers was undone before it left',
  'campaigns.exported': 'The outcome of a letter to all readers was exported',
  'downloads.revoked': 'A download link was closed',
  'backups.downloaded': 'A backup was downloaded',
  'site.exported': 'Everything was exported on the server',
  'settings.changed': 'The settings of the site were changed',
  'settings.mail_changed': 'The mail server was changed',
  'settings.returns_changed': 'How the site hears of letters that come back was changed',
  'settings.dkim_changed': 'The key that signs letters was changed',
  'settings.key_changed': 'The key of the mailing provider was changed',
  'settings.address_asked': 'A new site address was typed, to be confirmed there',
  'settings.address_changed': 'The site’s address was changed',
} as const

export type EventKind = keyof typeof eventWords

/** Writes it down in the transaction that does it. `client` as `clientHash` knows it: nobody the day after tomorrow. */
export async function recordEvent(db: Db, what: EventKind, now: Date, client: string | null = null): Promise<void> {
  await db
    .insertInto('owner_events')
    .values({ id: newId(now), what, client_hash: client, at: now.toISOString() })
    .execute()
}

/**
 * Where signing in writes. They go on in memory where the database cannot be written; what else she is let in by (links,
 * recovery codes) is spent for good, and therefore is not among them.
 */
export const wayInTables = ['owners', 'owner_sessions', 'owner_events', 'sign_in_limits', 'rate_counts', 'day_salts']

/** Where she herself is written to: the address that is named for it first, then the one she signs in with. */
export async function listOwnAddresses(db: Db, { ownerEmail }: Pick<Deps['env'], 'ownerEmail'>): Promise<string[]> {
  const owners = await db.selectFrom('owners').select('email').execute()
  return [...(ownerEmail ? [ownerEmail] : []), ...owners.map(({ email }) => email)]
}

const mostRead = 500
const mostShown = 20

/** The latest first. The same thing over and over is one line: a crowd at the door must not hide what came before it. */
export async function listEvents(db: Db): Promise<OwnerEvent[]> {
  const rows = await db.selectFrom('owner_events').selectAll().orderBy('id', 'desc').limit(mostRead).execute()
  const known: Record<string, string> = eventWords
  const events: OwnerEvent[] = []
  for (const row of rows) {
    const what = known[row.what] ?? row.what
    const last = events.at(-1)
    if (last?.what === what) last.times++
    else events.push({ id: row.id, what, at: row.at, times: 1 })
  }
  return events.slice(0, mostShown)
}

const keptEvents = 365 * 86_400_000

/** Sessions, links and counts that have run out, and events of more than a year ago. */
export async function forgetOldEntrances(db: Db, now: Date): Promise<void> {
  const at = now.toISOString()
  await forgetDeadSessions(db, now)
  await db.deleteFrom('owner_tickets').where('expires_at', '<=', at).execute()
  await db.deleteFrom('sign_in_limits').where('forgotten_at', '<=', at).execute()
  await db
    .deleteFrom('owner_events')
    .where('at', '<', new Date(now.getTime() - keptEvents).toISOString())
    .execute()
}

/** Who is asking, as the events and the limits know her. */
export function clientOf({ db, now }: Pick<Deps, 'db' | 'now'>, { address }: { address: string }): Promise<string> {
  return clientHash(db, address, now())
}

/** The session these cookies name, as the database would know it; whether it does is not asked here. */
export function sessionKeyIn(env: Deps['env'], cookies: string | undefined): string | null {
  const name = cookieName({ env }, 'sid')
  const id = cookies?.includes(name) ? parseCookies(cookies, name)[name] : undefined
  return id ? hashOf(id) : null
}

/** The keys of all sessions alive, ten at most. */
export async function listSessionKeys(db: Db, now: Date): Promise<Set<string>> {
  return new Set((await listSessions(db, now)).map(({ id_hash }) => id_hash))
}

/** After the site went back to an earlier moment: a key that was taken back since then must not open the door again. */
export async function takeKeysBack(db: Db): Promise<void> {
  await db.deleteFrom('owner_sessions').execute()
  await db.deleteFrom('owner_tickets').execute()
}
