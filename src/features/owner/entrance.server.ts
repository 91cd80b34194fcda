import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { hashOf } from '#server/ids.ts'
import type { SignInInput } from './contract.ts'
import { readProof, type SecondProof } from './second-factor.server.ts'
import { clientOf, type EventKind, recordEvent } from './service.server.ts'
import { openSession, type Visitor } from './sessions.server.ts'
import type { OwnerRow } from './tables.server.ts'
import { forgetTries, insistOnTry, type Knocker } from './throttle.server.ts'

export async function findOwner(db: Db): Promise<OwnerRow | null> {
  return (await db.selectFrom('owners').selectAll().executeTakeFirst()) ?? null
}

/** Answers the id of a new session, or says no in the same words for every reason there is. */
export async function signIn(deps: Deps, input: SignInInput, visitor: Visitor): Promise<string> {
  const knocker = await knock(deps, visitor)
  const owner = await findOwner(deps.db)
  const isHers = owner?.email === input.email
  const isRight = await deps.passwords.verify(isHers ? owner.password_hash : null, input.password)
  if (!owner || !isRight) throw await refused(deps, 'owner.sign_in_failed', knocker)
  const proof = owner.totp_secret ? askForProof(deps, owner, input.code) : undefined
  const session = proof === null ? null : await enter(deps, owner, proof, visitor, knocker)
  if (session === null)
    throw await refused(deps, owner.totp_secret ? 'owner.code_failed' : 'owner.sign_in_failed', knocker)
  if (deps.env.isRateLimited) await forgetTries(deps.db, knocker)
  deps.log.info('signed in')
  return session
}

/** Counted before the password is looked at. */
async function knock(deps: Deps, visitor: Visitor): Promise<Knocker> {
  const knocker = { client: await clientOf(deps, visitor), device: visitor.device }
  if (deps.env.isRateLimited) await insistOnTry(deps.db, knocker, deps.now())
  return knocker
}

/** Asked for only once the password was right: nobody else learns that there is a second step. */
function askForProof(deps: Deps, owner: OwnerRow, code: string | undefined): SecondProof | null {
  if (code) return readProof(deps, owner, code)
  // The field is named, and nothing is wrong with it yet.
  throw new AppError('code_required', 'Now the code from your authenticator.', { fields: { code: '' } })
}

async function refused({ db, log, now }: Deps, what: EventKind, { client }: Knocker): Promise<AppError> {
  log.warn('sign-in refused', { what })
  await recordEvent(db, what, now(), client)
  return what === 'owner.code_failed'
    ? new AppError('code_required', codeWrong, { fields: { code: codeWrong } })
    : new AppError('unauthorized', 'That email and password do not match.')
}

const codeWrong = 'That code does not fit, or was used already. Wait for the next one.'

/**
 * One transaction: the proof is spent, the session opened, the one this browser had is gone. The owner's row is written
 * first, so that a password changed in the same instant either ends this session or keeps it from being opened.
 */
async function enter(
  { db, now }: Deps,
  owner: OwnerRow,
  proof: SecondProof | undefined,
  visitor: Visitor,
  { client }: Knocker,
): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const step = proof && 'step' in proof ? proof.step : null
    const held = tx.updateTable('owners').where('password_hash', '=', owner.password_hash)
    const { numUpdatedRows } = await (step === null
      ? held.set((row) => ({ totp_last_step: row.ref('totp_last_step') }))
      : held
          .set({ totp_last_step: step })
          .where((or) => or.or([or('totp_last_step', 'is', null), or('totp_last_step', '<', step)]))
    ).executeTakeFirst()
    if (numUpdatedRows !== 1n) return null
    if (proof && 'recoveryHash' in proof && !(await spendCode(tx, proof.recoveryHash, now(), client))) return null
    if (visitor.session) await tx.deleteFrom('owner_sessions').where('id_hash', '=', hashOf(visitor.session)).execute()
    await recordEvent(tx, 'owner.signed_in', now(), client)
    return openSession(tx, now(), visitor.browser)
  })
}

async function spendCode(tx: Db, hash: string, now: Date, client: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('recovery_codes').where('hash', '=', hash).executeTakeFirst()
  if (numDeletedRows === 1n) await recordEvent(tx, 'owner.code_spent', now, client)
  return numDeletedRows === 1n
}

/** A password, and the field it was typed into. */
type Typed = { password: string; field: string }

/** For what changes how she gets in: the password once more, guessed no more often than at the door. */
export async function insistOnPassword(deps: Deps, { password, field }: Typed, visitor: Visitor): Promise<OwnerRow> {
  const knocker = await knock(deps, visitor)
  const owner = await findOwner(deps.db)
  if (!owner || !(await deps.passwords.verify(owner.password_hash, password))) {
    await recordEvent(deps.db, 'owner.password_failed', deps.now(), knocker.client)
    throw new AppError('invalid', passwordWrong, { fields: { [field]: passwordWrong } })
  }
  if (deps.env.isRateLimited) await forgetTries(deps.db, knocker)
  return owner
}

const passwordWrong = 'That is not your current password.'
