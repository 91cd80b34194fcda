import { findWorkingCopy } from '#features/writing/autosave.server.ts'
import type { Author } from '#lib/author.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { markContentChanged, readFact, writeFact } from '#server/site-facts.ts'
import { parse } from '#server/validate.ts'
import { blankProfile, type OwnerProfile, type Profile, profileInput, profileKept, type Welcome } from './contract.ts'
import { profileOf, textsOf } from './fields.ts'
import { countSampleFields, exchange, withoutSample } from './sample.ts'

/** What she has entered, whole. */
type Entered = Profile & Pick<Author, 'isSample'>

export async function readAuthor(db: Db): Promise<Entered> {
  const { profile, isSample } = await readProfile(db)
  return { ...profile, isSample }
}

export async function readProfile(db: Db): Promise<OwnerProfile> {
  const row = await db.selectFrom('profile').selectAll().executeTakeFirst()
  if (!row) return { profile: blankProfile, version: 0, isSample: false }
  return { profile: parse(profileKept, JSON.parse(row.fields)), version: row.version, isSample: row.is_sample === 1 }
}

export async function readProfileSavedAt(db: Db): Promise<string | null> {
  return (await db.selectFrom('profile').select('saved_at').executeTakeFirst())?.saved_at ?? null
}

/** Where it names pictures. */
export async function listProfilePictures(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('profile').select('fields').execute()
  return rows.map(({ fields }) => fields)
}

/** As she is typing it: what cannot be kept yet is shown as it was saved. */
export async function readDraftAuthor(db: Db): Promise<Entered> {
  const { profile, isSample } = await readProfile(db)
  const draft = await findWorkingCopy({ db }, { kind: 'site', itemId: 'profile' })
  const texts = { ...textsOf(profile), ...(draft?.fields as Record<string, string> | undefined) }
  const typed = profileOf(texts)
  const faults = profileInput.safeParse(typed).error?.issues ?? []
  const asSaved = faults.map(({ path }) => [path[0], profile[path[0] as keyof Profile]])
  return { ...parse(profileInput, { ...typed, ...Object.fromEntries(asSaved) }), isSample }
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

/** Her name and what she writes, and nothing of the sample's author beside them. */
export async function welcome(deps: Deps, input: Welcome, sample: Profile | null): Promise<OwnerProfile> {
  const { profile, version } = await readProfile(deps.db)
  const own = sample ? withoutSample(profile, sample) : profile
  // Where she sits is the better guess, until she has chosen for herself.
  const isGuessed = [sample?.timeZone, blankProfile.timeZone].includes(profile.timeZone)
  const { name, genres, timeZone } = input
  const hers = { ...own, name, genres, ...(timeZone && isGuessed ? { timeZone } : {}) }
  const saved = await saveProfile(deps, hers, version)
  await writeFact(deps.db, sampleAuthor, 'gone')
  return saved
}

/** Once she is gone, whoever enters the same has entered it herself: everybody's hippo has the same video. */
const sampleAuthor = 'sample-author'

export async function countSampleAuthor(db: Db, sample: Profile): Promise<number> {
  if ((await readFact(db, sampleAuthor)) === 'gone') return 0
  return countSampleFields((await readProfile(db)).profile, sample)
}

type KeptAuthor = { before: Profile; after: Profile; isSample: boolean }

/** In the caller's transaction; answers what brings it back, or null where nothing was the sample's. */
export async function removeSampleAuthor(tx: Db, sample: Profile, at: Date): Promise<string | null> {
  const { profile: before, version, isSample } = await readProfile(tx)
  if (version === 0 || (await countSampleAuthor(tx, sample)) === 0) return null
  const after = withoutSample(before, sample)
  await replaceProfile(tx, { profile: after, version, isSample: false }, at)
  await writeFact(tx, sampleAuthor, 'gone')
  const kept: KeptAuthor = { before, after, isSample }
  return JSON.stringify(kept)
}

/** Where she has entered something since, that stays. */
export async function bringSampleAuthorBack(tx: Db, kept: string, at: Date): Promise<void> {
  const { before, after, isSample }: KeptAuthor = JSON.parse(kept)
  const { profile: now, version } = await readProfile(tx)
  const profile = parse(profileInput, exchange(now, after, before))
  const isWhole = JSON.stringify(profile) === JSON.stringify(parse(profileInput, before))
  await replaceProfile(tx, { profile, version, isSample: isSample && isWhole }, at)
  await writeFact(tx, sampleAuthor, 'back')
}

async function replaceProfile(tx: Db, { profile, version, isSample }: OwnerProfile, at: Date): Promise<void> {
  await tx
    .updateTable('profile')
    .set({
      fields: JSON.stringify(profile),
      is_sample: isSample ? 1 : 0,
      version: version + 1,
      saved_at: at.toISOString(),
    })
    .execute()
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
  const words = 'My Site was saved in another window meanwhile. Nothing you typed is lost.'
  return new AppError('conflict', words, { fields: { version: words } })
}
