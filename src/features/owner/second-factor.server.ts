import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { hashOf } from '#server/ids.ts'
import { seal, sealAnew, unseal } from '#server/sealed.ts'
import { findTotpStep, newTotpSecret, totpUrl } from '#server/totp.ts'
import type { RecoveryCodes, TotpOffer } from './contract.ts'
import { recordEvent } from './service.server.ts'
import type { OwnerRow } from './tables.server.ts'

/** What she typed as a second proof: a code of this half minute, or one of her recovery codes. */
export type SecondProof = { step: number } | { recoveryHash: string }

/** Only what it could be. Whether it is spent is decided where it is spent. */
export function readProof(deps: Deps, owner: OwnerRow, typed: string): SecondProof | null {
  const code = typed.replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) {
    const secret = owner.totp_secret && unseal(deps.keyFor('totp'), owner.totp_secret)
    const step = secret ? findTotpStep(secret, code, deps.now()) : null
    return step === null ? null : { step }
  }
  return code.length === codeLength ? { recoveryHash: hashOf(code.toLowerCase()) } : null
}

/** What a former root key has sealed. */
export async function sealTotpAnew({ db, keyFor }: Pick<Deps, 'db' | 'keyFor'>): Promise<void> {
  const owner = await db.selectFrom('owners').select(['totp_secret', 'totp_pending']).executeTakeFirst()
  for (const column of ['totp_secret', 'totp_pending'] as const) {
    const sealed = owner?.[column]
    const anew = sealed && sealAnew(keyFor('totp'), sealed)
    if (!anew) continue
    await db
      .updateTable('owners')
      .set({ [column]: anew })
      .where(column, '=', sealed)
      .execute()
  }
}

/** A new secret, shown and kept aside. Nothing changes at the door until a code made with it was typed. */
export async function offerTotp({ db, keyFor, site }: Deps, { email }: OwnerRow): Promise<TotpOffer> {
  const secret = newTotpSecret()
  await db
    .updateTable('owners')
    .set({ totp_pending: seal(keyFor('totp'), secret) })
    .execute()
  return { secret, url: totpUrl(secret, { issuer: site().author.name, account: email }) }
}

export async function turnTotpOn(deps: Deps, owner: OwnerRow, code: string, client: string): Promise<RecoveryCodes> {
  const { db, keyFor, now } = deps
  const pending = owner.totp_pending
  const secret = pending && unseal(keyFor('totp'), pending)
  const step = secret ? findTotpStep(secret, code.replace(/\s/g, ''), now()) : null
  if (step === null) {
    throw new AppError('invalid', wrongCode, { fields: { code: wrongCode } })
  }
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('owners')
      .set({ totp_secret: pending, totp_pending: null, totp_last_step: step })
      .where('totp_pending', '=', pending)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new AppError('conflict', 'That was done already. Please reload the page.')
    await recordEvent(tx, 'owner.totp_on', now(), client)
    return { codes: await replaceCodes(tx, now()) }
  })
}

const wrongCode = 'That code does not fit. Is the clock of your phone right?'

/** In a transaction: nothing of a second step is left. */
export async function clearTotp(tx: Db): Promise<void> {
  await tx.updateTable('owners').set({ totp_secret: null, totp_pending: null, totp_last_step: null }).execute()
  await tx.deleteFrom('recovery_codes').execute()
}

const codesMade = 10
const codeLetters = 'abcdefghjkmnpqrstvwxyz0123456789'
/** five bits each: 120 bits in all */
const codeLength = 24

/** In a transaction: ten new ones, and the old ones open nothing any more. */
export async function replaceCodes(tx: Db, now: Date): Promise<string[]> {
  const codes = Array.from({ length: codesMade }, newCode)
  await tx.deleteFrom('recovery_codes').execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ hash: hashOf(code.replaceAll('-', '')), created_at: now.toISOString() })))
    .execute()
  return codes
}

/** Without letters that look like others, in groups that can be read aloud. */
function newCode(): string {
  const letters = [...randomBytes(codeLength)].map((byte) => codeLetters[byte % codeLetters.length]).join('')
  return (letters.match(/.{6}/g) ?? []).join('-')
}
