import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deskPaths } from '#lib/desk-paths.ts'
import { normaliseEmail } from '#lib/email.ts'
import { isWeakPassword } from '#lib/weak-password.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { hashOf, randomText } from '#server/ids.ts'
import { onLastRoom } from '#server/storage-health.ts'
import { isFirstWorker } from '#server/workers.ts'
import type { SetupInput } from './contract.ts'
import { findOwner } from './entrance.server.ts'
import { clearTotp, sealTotpAnew } from './second-factor.server.ts'
import { clientOf, recordEvent } from './service.server.ts'
import { openSession, type Visitor } from './sessions.server.ts'
import type { OwnerTicketRow, TicketKind } from './tables.server.ts'

const lives = { setup: 60 * 60_000, reset: 15 * 60_000 } satisfies Record<TicketKind, number>

/** The address of a one-time link. Only what it hashes to is kept: whoever reads the database cannot use it. */
export async function issueTicket(db: Db, kind: TicketKind, now: Date): Promise<string> {
  const token = randomText(16)
  const expires_at = new Date(now.getTime() + lives[kind]).toISOString()
  await db
    .insertInto('owner_tickets')
    .values({ hash: hashOf(token), kind, expires_at })
    .execute()
  return token
}

export function ticketPath(token: string): string {
  return `${deskPaths.setup}?token=${token}`
}

/** What a link is still good for. A setup link is good for nothing once there is an owner. */
export async function findTicket({ db, now }: Deps, token: string): Promise<OwnerTicketRow | null> {
  const ticket = await db
    .selectFrom('owner_tickets')
    .selectAll()
    .where('hash', '=', hashOf(token))
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst()
  if (!ticket) return null
  const hasOwner = (await findOwner(db)) !== null
  return (ticket.kind === 'reset') === hasOwner ? ticket : null
}

/** Sets the site up, or sets a new password, whichever the link is for; answers the id of a new session. */
export function redeemTicket(deps: Deps, input: SetupInput, visitor: Visitor): Promise<string> {
  // Not as the door does its work: a password that was set in memory would be gone with it.
  return onLastRoom(() => redeem(deps, input, visitor))
}

async function redeem(deps: Deps, input: SetupInput, visitor: Visitor): Promise<string> {
  const ticket = await findTicket(deps, input.token)
  if (!ticket) throw new AppError('not_found', linkClosed)
  const isSetup = ticket.kind === 'setup'
  const email = isSetup ? input.email : (await findOwner(deps.db))?.email
  if (!email) throw new AppError('invalid', emailMissing, { fields: { email: emailMissing } })
  insistOnStrength(deps, input.password, email)
  const passwordHash = await deps.passwords.hash(input.password)
  const client = await clientOf(deps, visitor)
  const at = deps.now()
  const session = await deps.db.transaction().execute(async (tx) => {
    // The owner's row first: of any number who come at once, the others wait here, and find their link gone.
    if (!isSetup) await replacePassword(tx, passwordHash, at)
    else if (!(await insertOwner(tx, email, passwordHash, at))) throw new AppError('not_found', linkClosed)
    const { numDeletedRows } = await tx.deleteFrom('owner_tickets').where('hash', '=', ticket.hash).executeTakeFirst()
    if (numDeletedRows !== 1n) throw new AppError('not_found', linkClosed)
    if (!isSetup && input.clearTotp) await clearTotp(tx)
    await tx.deleteFrom('owner_tickets').execute()
    await recordEvent(tx, isSetup ? 'owner.set_up' : 'owner.password_reset', at, client)
    return openSession(tx, at, visitor.browser)
  })
  removeTokenFile(deps)
  deps.log.info('signed in', { by: `${ticket.kind} link` })
  return session
}

const linkClosed = 'This link was used already, or its time is over.'
const emailMissing = 'Please enter your email address'

/** False where there is an owner already: the database itself holds that there is one. */
export async function insertOwner(db: Db, email: string, passwordHash: string, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const made = await db
    .insertInto('owners')
    .values({ id: 1, email, password_hash: passwordHash, created_at: at, password_changed_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** In a transaction: a new password, and no session that the old one opened. */
export async function replacePassword(tx: Db, passwordHash: string, now: Date): Promise<void> {
  await tx.updateTable('owners').set({ password_hash: passwordHash, password_changed_at: now.toISOString() }).execute()
  await tx.deleteFrom('owner_sessions').execute()
}

export function insistOnStrength(deps: Pick<Deps, 'env' | 'site'>, password: string, email: string): void {
  if (!isWeakPassword(password, siteWords(deps, email))) return
  throw new AppError('invalid', tooWellKnown, { fields: { password: tooWellKnown } })
}

const tooWellKnown = 'That is among the first passwords anybody would try. A sentence of your own is better.'

function siteWords({ env, site }: Pick<Deps, 'env' | 'site'>, email: string): string[] {
  return [site().author.name, 'frontispiece', new URL(env.siteUrl).hostname, email]
}

/** What the terminal says after the start; `address` is known only once the door is open. */
export type Greeting = (address: string) => string[]

/** At the start: the owner the settings name, or else a link for whoever reads this terminal, until there is one. */
export async function prepareOwner(deps: Deps): Promise<Greeting> {
  const { db, env, now } = deps
  // The first has done so, and its link is on the screen.
  if (!isFirstWorker()) return () => []
  await db.deleteFrom('owner_tickets').where('kind', '=', 'setup').execute()
  removeTokenFile(deps)
  await sealTotpAnew(deps)
  const warnings = warningsAbout(deps)
  if (env.owner) {
    await takeConfigured(deps, { email: normaliseEmail(env.owner.email), password: env.owner.password })
    return () => warnings
  }
  if (await findOwner(db)) return () => warnings
  const token = await issueTicket(db, 'setup', now())
  writeTokenFile(deps, token)
  return (address) => [
    `Nobody owns this site yet. Make it yours within an hour: ${address}${ticketPath(token)}`,
    ...warnings,
  ]
}

async function takeConfigured(deps: Deps, { email, password }: { email: string; password: string }): Promise<void> {
  const { db, now, passwords } = deps
  const owner = await findOwner(db)
  if (owner && owner.email === email && (await passwords.verify(owner.password_hash, password))) return
  const passwordHash = await passwords.hash(password)
  await db.transaction().execute(async (tx) => {
    if (!(await insertOwner(tx, email, passwordHash, now()))) {
      await tx.updateTable('owners').set({ email }).execute()
      await replacePassword(tx, passwordHash, now())
    }
    await recordEvent(tx, 'owner.password_configured', now())
  })
}

function warningsAbout(deps: Pick<Deps, 'env' | 'site'>): string[] {
  const { env } = deps
  const { protocol, hostname } = new URL(env.siteUrl)
  const isOpenLine = protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const isShort = env.owner && [...env.owner.password].length < 15
  const isWeak = env.owner && isWeakPassword(env.owner.password, siteWords(deps, env.owner.email))
  return [
    ...(isOpenLine
      ? ['Warning: SITE_URL is plain http, so your password and your session can be read on the way. Use https.']
      : []),
    ...(isShort || isWeak
      ? ['Warning: OWNER_PASSWORD is easy to guess. Use at least 15 characters; a sentence of your own is good.']
      : []),
  ]
}

/** For whoever cannot see the terminal, but can read the folder. */
function writeTokenFile({ env, log }: Deps, token: string): void {
  try {
    writeFileSync(tokenFile(env.dataDir), `${token}\n`, { mode: 0o600 })
  } catch (error) {
    log.warn('the setup token could not be written beside the data', { error })
  }
}

function removeTokenFile({ env }: Pick<Deps, 'env'>): void {
  rmSync(tokenFile(env.dataDir), { force: true })
}

function tokenFile(dataDir: string): string {
  return join(dataDir, 'setup-token')
}
