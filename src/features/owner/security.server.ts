import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { hashOf } from '#server/ids.ts'
import type { Device, RecoveryCodes, Security, TotpOffer } from './contract.ts'
import { findOwner, insistOnPassword } from './entrance.server.ts'
import { clearTotp, offerTotp, replaceCodes, turnTotpOn } from './second-factor.server.ts'
import { clientOf, listEvents, recordEvent } from './service.server.ts'
import { listSessions, openSession, type Visitor } from './sessions.server.ts'
import { insistOnStrength, replacePassword } from './setup.server.ts'
import type { OwnerRow, OwnerSessionRow } from './tables.server.ts'

/** Behind the guard there is an owner. */
export async function getOwner({ db }: Pick<Deps, 'db'>): Promise<OwnerRow> {
  const owner = await findOwner(db)
  if (!owner) throw new AppError('not_found', 'Nobody owns this site.')
  return owner
}

export async function readSecurity(deps: Deps, visitor: Visitor): Promise<Security> {
  const { db, env, now } = deps
  const owner = await getOwner(deps)
  const sessions = await listSessions(db, now())
  const { codesLeft } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('codesLeft'))
    .executeTakeFirstOrThrow()
  const here = hashOf(visitor.session ?? '')
  return {
    email: owner.email,
    isTotpOn: owner.totp_secret !== null,
    passwordChangedAt: owner.password_changed_at,
    isPasswordConfigured: env.owner !== null,
    codesLeft,
    devices: sessions.map((session) => toDevice(session, here)),
    events: await listEvents(db),
  }
}

function toDevice({ id_hash, created_at, seen_at, browser }: OwnerSessionRow, here: string): Device {
  return {
    // A piece of the hash tells them apart and opens nothing.
    id: id_hash.slice(0, 8),
    name: deviceName(browser),
    signedInAt: created_at,
    seenAt: seen_at,
    isThisOne: id_hash === here,
  }
}

// The first that fits: every browser also claims to be the ones before it.
const programs = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['iPhone', 'an iPhone'],
  ['iPad', 'an iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'a Mac'],
  ['CrOS', 'a Chromebook'],
  ['Linux', 'Linux'],
] as const

export function deviceName(userAgent: string): string {
  const find = (list: readonly (readonly [string, string])[]) => list.find(([mark]) => userAgent.includes(mark))?.[1]
  return [find(programs) ?? 'A browser', find(systems)].filter(Boolean).join(' on ')
}

type PasswordChange = { current: string; password: string }

/** A new password ends every session but hers, which gets a new id: whoever copied the old one has nothing. */
export async function changePassword(deps: Deps, input: PasswordChange, visitor: Visitor): Promise<string> {
  const { db, now, passwords } = deps
  const owner = await insistOnPassword(deps, { password: input.current, field: 'current' }, visitor)
  insistOnStrength(deps, input.password, owner.email)
  const passwordHash = await passwords.hash(input.password)
  const client = await clientOf(deps, visitor)
  return db.transaction().execute(async (tx) => {
    await replacePassword(tx, passwordHash, now())
    await recordEvent(tx, 'owner.password_changed', now(), client)
    return openSession(tx, now(), visitor.browser)
  })
}

export async function beginTotp(deps: Deps, password: string, visitor: Visitor): Promise<TotpOffer> {
  return offerTotp(deps, await insistOnPassword(deps, { password, field: 'password' }, visitor))
}

export async function proveTotp(deps: Deps, code: string, visitor: Visitor): Promise<RecoveryCodes> {
  return turnTotpOn(deps, await getOwner(deps), code, await clientOf(deps, visitor))
}

export async function endTotp(deps: Deps, password: string, visitor: Visitor): Promise<void> {
  await insistOnPassword(deps, { password, field: 'password' }, visitor)
  const client = await clientOf(deps, visitor)
  await deps.db.transaction().execute(async (tx) => {
    await clearTotp(tx)
    await recordEvent(tx, 'owner.totp_off', deps.now(), client)
  })
}

export async function makeCodes(deps: Deps, password: string, visitor: Visitor): Promise<RecoveryCodes> {
  const { totp_secret } = await insistOnPassword(deps, { password, field: 'password' }, visitor)
  if (!totp_secret) throw new AppError('conflict', 'Recovery codes stand in for an authenticator. Set that up first.')
  const client = await clientOf(deps, visitor)
  return deps.db.transaction().execute(async (tx) => {
    await recordEvent(tx, 'owner.codes_made', deps.now(), client)
    return { codes: await replaceCodes(tx, deps.now()) }
  })
}

export async function signOutEverywhere(deps: Deps, visitor: Visitor): Promise<void> {
  const client = await clientOf(deps, visitor)
  await deps.db.transaction().execute(async (tx) => {
    // Whoever is signing in holds the owner's row and then touches sessions: the same order here, or both could wait for ever.
    await tx
      .updateTable('owners')
      .set((row) => ({ email: row.ref('email') }))
      .execute()
    await tx.deleteFrom('owner_sessions').execute()
    await recordEvent(tx, 'owner.signed_out_everywhere', deps.now(), client)
  })
}
