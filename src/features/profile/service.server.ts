import { findWorkingCopy } from '#features/writing/autosave.server.ts'
import type { Author } from '#lib/author.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { markContentChanged } from '#server/site-facts.ts'
import { parse } from '#server/validate.ts'
import { blankProfile, type OwnerProfile, type Profile, profileInput } from './contract.ts'
import { profileOf, textsOf } from './fields.ts'

/** Who she is, as everybody may know it. */
export async function readAuthor(db: Db): Promise<Author> {
  const { profile, isSample } = await readProfile(db)
  return { ...profile, isSample }
}

export async function readProfile(db: Db): Promise<OwnerProfile> {
  const row = await db.selectFrom('profile').selectAll().executeTakeFirst()
  if (!row) return { profile: blankProfile, version: 0, isSample: false }
  return { profile: parse(profileInput, JSON.parse(row.fields)), version: row.version, isSample: row.is_sample === 1 }
}

/** As she is typing it: what cannot be kept yet is shown as it was saved. */
export async function readDraftAuthor(db: Db): Promise<Author> {
  const { profile, isSample } = await readProfile(db)
  const draft = await findWorkingCopy({ db }, { kind: 'site', itemId: 'profile' })
  const texts = { ...textsOf(profile), ...(draft?.fields as Record<string, string> | undefined) }
  const checked = profileInput.safeParse(profileOf(texts))
  return { ...(checked.success ? checked.data : profile), isSample }
}

/** Puts the sample's author where nobody is yet; false if somebody is. */
export async function plantProfile(tx: Db, profile: Profile, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('profile')
    .values({ id: 1, fields: JSON.stringify(profile), is_sample: 1, version: 1, saved_at: at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** From here on it is hers, and on the next page anybody opens. */
export async function saveProfile(deps: Deps, profile: Profile, version: number): Promise<OwnerProfile> {
  const at = deps.now()
  const fields = JSON.stringify(profile)
  await deps.db.transaction().execute(async (tx) => {
    const saved = { fields, is_sample: 0, version: version + 1, saved_at: at.toISOString() }
    const { numUpdatedRows } = await tx
      .updateTable('profile')
      .set(saved)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n && !(version === 0 && (await addProfile(tx, saved)))) throw savedElsewhere()
    await markContentChanged(tx, at)
  })
  await deps.siteChanged()
  return { profile, version: version + 1, isSample: false }
}

async function addProfile(tx: Db, saved: { fields: string; is_sample: number; version: number; saved_at: string }) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('profile')
    .values({ id: 1, ...saved })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

function savedElsewhere(): AppError {
  return new AppError(
    'conflict',
    'My Site was saved in another window meanwhile. Nothing is lost: copy what you typed here, then load the page again.',
  )
}
