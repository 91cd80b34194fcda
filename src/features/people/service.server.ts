import { sql } from 'kysely'
import { normaliseEmail } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'
import { forgetLettersTo } from '#server/letter-traces.ts'
import { emailHash, isRefused, suppressedAmong } from '#server/suppressions.ts'
import type { Group } from './contract.ts'
import type { List, MembershipRow, PersonRow } from './tables.server.ts'

type Newcomer = { email: string; name: string | null; source: string }
type Place = Pick<MembershipRow, 'list'> &
  Partial<Pick<MembershipRow, 'about' | 'state' | 'basis' | 'reader_magnet_id' | 'source'>>

/**
 * A place on a list for the person of this address, new or known; null for whoever has left. `isNew`: she was not on it
 * before. A row that is there is written over with itself, so two who bring the same address wait for each other.
 */
export async function join(
  tx: Db,
  { keyFor, now }: Pick<Deps, 'keyFor' | 'now'>,
  { email: typed, name, source }: Newcomer,
  place: Place,
): Promise<{ person: PersonRow; membership: MembershipRow; isNew: boolean } | null> {
  const at = now()
  const email = normaliseEmail(typed)
  const fresh = { ...blankPerson, id: newId(at), email, email_hash: emailHash(keyFor, email), name, source }
  const person = await tx
    .insertInto('people')
    .values({ ...fresh, created_at: at.toISOString() })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (person.left_at !== null || (await dropRefused(tx, keyFor, [person])).size > 0) return null
  if (person.name === null && name !== null) {
    await tx.updateTable('people').set({ name }).where('id', '=', person.id).execute()
  }
  const row = { ...blankPlace, source, ...place, id: newId(at), person_id: person.id, joined_at: at.toISOString() }
  const added = await tx
    .insertInto('memberships')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person_id', 'list', 'about']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added) await settleStanding(tx, [person.id])
  const membership = added ?? (await findPlace(tx, person.id, row.list, row.about))
  return membership ? { person, membership, isNew: added !== undefined } : null
}

/**
 * Who of these is refused after all. Whoever was erased a moment ago, while we waited for her row, has come back by it:
 * such a row goes again.
 */
async function dropRefused(tx: Db, keyFor: Deps['keyFor'], people: readonly Pick<PersonRow, 'id' | 'email'>[]) {
  const emails = people.map(({ email }) => email)
  const gone = await suppressedAmong(tx, keyFor, emails)
  const ids = people.filter(({ email }) => gone.has(email)).map(({ id }) => id)
  if (ids.length > 0) {
    const placed = tx.selectFrom('memberships').select('person_id').where('person_id', 'in', ids)
    await tx.deleteFrom('people').where('id', 'in', ids).where('id', 'not in', placed).execute()
  }
  return new Set(gone.keys())
}

/**
 * Hers by her own wish from now on: an import that is undone does not take it away. One that waited for her word has it
 * from here, as if nobody had brought her.
 */
export async function keepPlace(tx: Db, { id, state }: MembershipRow, source: string): Promise<true> {
  const hers = state === 'pending' ? { basis: null, source } : {}
  await tx
    .updateTable('memberships')
    .set({ import_id: null, ...hers })
    .where('id', '=', id)
    .execute()
  return true
}

const blankPerson = { standing: 'arc_only', has_asked: 0, left_at: null } as const
const blankPlace = {
  about: '',
  state: 'active',
  basis: null,
  reader_magnet_id: null,
  confirmed_at: null,
  import_id: null,
} as const

export async function findPlace(db: Db, personId: string, list: List, about = ''): Promise<MembershipRow | undefined> {
  return db
    .selectFrom('memberships')
    .selectAll()
    .where('person_id', '=', personId)
    .where('list', '=', list)
    .where('about', '=', about)
    .executeTakeFirst()
}

/** The older of two places of one person takes over what the newer is about: letters out there are signed with its id. */
export async function replacePlace(tx: Db, newer: MembershipRow, older: MembershipRow): Promise<void> {
  await tx.deleteFrom('memberships').where('id', '=', newer.id).execute()
  await tx.updateTable('memberships').set({ about: newer.about }).where('id', '=', older.id).execute()
}

/** By the id that a letter of the list is signed with. */
export async function findMember(db: Db, membershipId: string) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['m.id', 'm.list', 'm.state', 'm.basis', 'm.source', 'm.person_id', 'p.email', 'p.left_at'])
    .where('m.id', '=', membershipId)
    .executeTakeFirst()
}

type PlaceOf = Pick<MembershipRow, 'id' | 'person_id'>

/**
 * Before anything is done to their places, so that nobody waits for one who waits for her: whoever joins or confirms at
 * this moment is waited for, and seen.
 */
async function holdPeople(tx: Db, places: readonly PlaceOf[]): Promise<void> {
  const ids = places.map(({ person_id }) => person_id)
  await tx.updateTable('people').set({ email: sql<string>`email` }).where('id', 'in', ids).execute()
}

/**
 * The button in the first letter was pressed; false where it had been before, or she has left. Whoever was brought in
 * meanwhile is here by her own wish from now on.
 */
export async function confirmPlace(tx: Db, { now }: Pick<Deps, 'now'>, place: PlaceOf): Promise<boolean> {
  await holdPeople(tx, [place])
  const confirmed = await tx
    .updateTable('memberships')
    .set({ state: 'active', confirmed_at: now().toISOString(), basis: null, import_id: null })
    .where('id', '=', place.id)
    .where(({ or, eb }) => or([eb('state', '=', 'pending'), eb('basis', 'is not', null)]))
    .where('person_id', 'in', tx.selectFrom('people').select('id').where('left_at', 'is', null))
    .returning('person_id')
    .executeTakeFirst()
  if (confirmed) await settleStanding(tx, [confirmed.person_id])
  return confirmed !== undefined
}

/** What their places make of these people, after one was added, confirmed or forgotten. */
async function settleStanding(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const places = sql`select 1 from memberships as m where m.person_id = people.id and m.list =`
  const standing = sql<PersonRow['standing']>`coalesce(
    (select m.state from memberships as m where m.person_id = people.id and m.list = 'newsletter'),
    case when exists (${places} 'readers') then 'reader' else 'arc_only' end)`
  const has_asked = sql<number>`case when exists (${places} 'arc') then 1 else 0 end`
  await tx.updateTable('people').set({ standing, has_asked }).where('id', 'in', ids).execute()
}

const rowsAtOnce = 400

/** Somebody to be put on a list with others; what is not said of her is as usual. */
type ManyNewcomers = readonly ({ email: string; name?: string | null; joinedAt?: string | null } & Partial<
  Pick<MembershipRow, 'state' | 'confirmed_at'>
>)[]
type ManyPlaces = Pick<MembershipRow, 'list' | 'source' | 'basis'> & Partial<Pick<MembershipRow, 'import_id'>>

/**
 * Many at once onto a list, each address named once. Answers the id of everybody who was really new there, or had only
 * waited, by address.
 * Whoever has left stays away: nothing brings her back.
 */
export async function joinMany(
  tx: Db,
  { keyFor, now }: Pick<Deps, 'keyFor' | 'now'>,
  newcomers: ManyNewcomers,
  place: ManyPlaces,
): Promise<Map<string, string>> {
  const at = now()
  // Ids of one moment are in no order of their own: sorted, they keep the order in which the people were named.
  const newIds = () => newcomers.map(() => newId(at)).sort()
  const [personIds, placeIds] = [newIds(), newIds()]
  const added = new Map<string, string>()
  for (let from = 0; from < newcomers.length; from += rowsAtOnce) {
    const some = newcomers.slice(from, from + rowsAtOnce)
    const people = some.map(({ email, name = null, joinedAt }, index) => ({
      ...blankPerson,
      // Her place in the list of all is that of the day she joined.
      id: joinedAt ? newId(new Date(joinedAt)) : (personIds[from + index] ?? newId(at)),
      email,
      email_hash: emailHash(keyFor, email),
      name,
      source: place.source,
      created_at: joinedAt ?? at.toISOString(),
    }))
    await tx
      .insertInto('people')
      .values(people)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
    const all = await tx
      .selectFrom('people')
      .select(['id', 'email', 'name'])
      .where(
        'email',
        'in',
        some.map(({ email }) => email),
      )
      .where('left_at', 'is', null)
      .execute()
    const refused = await dropRefused(tx, keyFor, all)
    const here = all.filter(({ email }) => !refused.has(email))
    const personOf = new Map(here.map((person) => [person.email, person]))
    const places = some.flatMap(({ email, joinedAt, state, confirmed_at }, index) => {
      const person_id = personOf.get(email)?.id
      const id = placeIds[from + index] ?? newId(at)
      const said = { state: state ?? blankPlace.state, confirmed_at: confirmed_at ?? null }
      return person_id
        ? [{ ...blankPlace, ...place, ...said, id, person_id, joined_at: joinedAt ?? at.toISOString() }]
        : []
    })
    if (places.length === 0) continue
    await holdPeople(tx, places)
    const kept = await tx
      .insertInto('memberships')
      .values(places)
      .onConflict((conflict) =>
        conflict
          .columns(['person_id', 'list', 'about'])
          // Whoever typed her address here and never confirmed is brought in like anybody else.
          .doUpdateSet(({ ref }) => ({
            state: ref('excluded.state'),
            joined_at: ref('excluded.joined_at'),
            basis: ref('excluded.basis'),
            confirmed_at: ref('excluded.confirmed_at'),
            import_id: ref('excluded.import_id'),
          }))
          .where('memberships.state', '=', 'pending')
          .where('excluded.state', '=', 'active'),
      )
      .returning('person_id')
      .execute()
    const ids = new Set(kept.map(({ person_id }) => person_id))
    await settleStanding(tx, [...ids])
    for (const { email, name } of some) {
      const person = personOf.get(email)
      if (!person || !ids.has(person.id)) continue
      added.set(email, person.id)
      if (name && person.name === null) {
        await tx.updateTable('people').set({ name }).where('id', '=', person.id).execute()
      }
    }
  }
  return added
}

/** Who was really new among the readers. */
export async function addReaders(
  deps: Deps,
  emails: readonly string[],
  { basis, source }: { basis: string; source: 'group_import' | 'group_provider' },
): Promise<Set<string>> {
  const newcomers = emails.map((email) => ({ email }))
  const added = await deps.db
    .transaction()
    .execute((tx) => joinMany(tx, deps, newcomers, { list: 'readers', basis, source }))
  if (added.size > 0) await haveCounted(deps)
  return new Set(added.keys())
}

/**
 * PostgreSQL plans by what it last counted, which it does again only in a minute. Where that was nobody, it compares each of
 * those who came with each: 10,000 were not listed in the five seconds it has. They are in, whatever becomes of the count;
 * where somebody else counts already, that has to do.
 */
export async function haveCounted({ db, engine, log }: Pick<Deps, 'db' | 'engine' | 'log'>): Promise<void> {
  if (engine !== 'postgres') return
  const counting = sql`analyze (skip_locked) people, memberships, person_tags, suppressions`.execute(db)
  await counting.catch((error) => log.warn('people were brought in and not counted', { error }))
}

/** The readers who have not left, in the order they came. */
function readersIn(db: Db) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .where('m.list', '=', 'readers')
    .where('p.left_at', 'is', null)
}

/** The group as the screens load it: everybody a letter to it goes to, and how many more there are that get none. */
export async function listGroup({ db }: Pick<Deps, 'db'>): Promise<Group> {
  const subscribers = await listRecipients({ db })
  const refused = (await countGroup(db)) - subscribers.length
  return { subscribers, count: subscribers.length, ...(refused > 0 ? { refused } : {}) }
}

/** Whom a letter to the readers goes to: who has not left, and whose mailbox takes letters. */
export async function listRecipients({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const rows = await readersIn(db)
    .where(({ not }) => not(isRefused('p.email_hash')))
    .select('p.email')
    .orderBy('m.joined_at')
    .orderBy('m.id')
    .execute()
  return rows.map(({ email }) => email)
}

/** Everybody who has not left, also those whose mailbox takes no letters. */
export async function countGroup(db: Db): Promise<number> {
  const { count } = await readersIn(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The reader after this address in the order of the alphabet: for whoever goes through all of them, and may be stopped. */
export async function readerAfter(db: Db, email: string): Promise<string | null> {
  const next = await readersIn(db)
    .select('p.email')
    .where('p.email', '>', email)
    .orderBy('p.email')
    .limit(1)
    .executeTakeFirst()
  return next?.email ?? null
}

/** The reader before this address, or nobody. */
export async function readerBefore(db: Db, email: string): Promise<string> {
  const before = await readersIn(db)
    .select('p.email')
    .where('p.email', '<', email)
    .orderBy('p.email', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.email ?? ''
}

/**
 * Who of these may be written to in bulk: readers and confirmed subscribers who have not left. Each with the id of her
 * place, which signs her way out: the reader's where she has both, for it is books that are sent so.
 */
export async function knownAmong(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  const idByEmail = new Map<string, string>()
  for (let from = 0; from < emails.length; from += rowsAtOnce) {
    const rows = await db
      .selectFrom('people as p')
      // Crossed, so that SQLite begins with these few: from eight addresses on it would rather read the whole list.
      .crossJoin('memberships as m')
      .whereRef('m.person_id', '=', 'p.id')
      .select(['m.id', 'm.list', 'p.email'])
      .where('p.email', 'in', emails.slice(from, from + rowsAtOnce))
      .where('p.left_at', 'is', null)
      .where('m.list', 'in', ['newsletter', 'readers'])
      .where('m.state', '=', 'active')
      .execute()
    for (const { id, list, email } of rows) if (list === 'readers' || !idByEmail.has(email)) idByEmail.set(email, id)
  }
  return idByEmail
}

/**
 * Off these lists, which is not leaving; whoever is here for nothing else is forgotten. Of places that are to go only under
 * a condition, those that meet it still. Answers whose places went.
 */
export async function forgetPlaces(tx: Db, places: readonly PlaceOf[], still: Places): Promise<string[]> {
  const placeIds = places.map(({ id }) => id)
  await holdPeople(tx, places)
  const going = tx.deleteFrom('memberships').where('id', 'in', placeIds).where('id', 'in', still.select('m.id'))
  const personIds = (await going.returning('person_id').execute()).map(({ person_id }) => person_id)
  if (personIds.length === 0) return []
  const gone = await tx
    .deleteFrom('people')
    .where('id', 'in', personIds)
    .where('left_at', 'is', null)
    .where('id', 'not in', tx.selectFrom('memberships').select('person_id').where('person_id', 'in', personIds))
    .returning('id')
    .execute()
  const goneIds = gone.map(({ id }) => id)
  if (goneIds.length > 0) await tx.deleteFrom('person_tags').where('person_id', 'in', goneIds).execute()
  await settleStanding(tx, personIds)
  return personIds
}

type Places = ReturnType<typeof stillOf>

/**
 * Of these, those that are of this import still: nobody has made hers her own since. By their ids alone, for its index would
 * find the whole import each time.
 */
export function stillOf(db: Db, importId: string, places: readonly PlaceOf[]) {
  const ids = places.map(({ id }) => id)
  return db.selectFrom('memberships as m').where('m.id', 'in', ids).where(sql`m.import_id || ''`, '=', importId)
}

/** Of these, whoever had typed her address before this import brought her in waits for her own word again. */
export async function letWait(tx: Db, importId: string, places: readonly PlaceOf[]): Promise<void> {
  await holdPeople(tx, places)
  const people = places.map(({ person_id }) => person_id)
  const asked = tx
    .selectFrom('consents')
    .select('person_id')
    .where('person_id', 'in', people)
    .where('purpose', '=', 'newsletter')
    .where('act', '=', 'given')
  const waiting = await tx
    .updateTable('memberships')
    .set({ state: 'pending', basis: null, import_id: null, confirmed_at: null })
    .where('id', 'in', stillOf(tx, importId, places).select('m.id'))
    .where('list', '=', 'newsletter')
    .where('person_id', 'in', asked)
    .returning('person_id')
    .execute()
  const personIds = waiting.map(({ person_id }) => person_id)
  await settleStanding(tx, personIds)
}

export const unconfirmedDays = 30

/** Places whose owner has neither confirmed since that moment nor asked once more. */
function unconfirmedSince(db: Db, oldest: string): Places {
  return db
    .selectFrom('memberships as m')
    .where('m.state', '=', 'pending')
    .where('m.joined_at', '<', oldest)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('consents as c')
            .select('c.id')
            .whereRef('c.person_id', '=', 'm.person_id')
            .where('c.purpose', '=', 'newsletter')
            .where('c.act', '=', 'given')
            .where('c.at', '>=', oldest),
        ),
      ),
    )
}

/** Whoever never pressed the button is forgotten, with all she had typed, unless she is here for something else too. */
export async function forgetUnconfirmed(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - unconfirmedDays * 86_400_000).toISOString()
  await db.transaction().execute(async (tx) => {
    const unconfirmed = unconfirmedSince(tx, oldest)
    const old = await unconfirmed
      .innerJoin('people as p', 'p.id', 'm.person_id')
      .select(['m.id', 'm.person_id', 'p.email'])
      .where('p.left_at', 'is', null)
      .execute()
    for (let from = 0; from < old.length; from += rowsAtOnce) {
      const some = old.slice(from, from + rowsAtOnce)
      const ids = await forgetPlaces(tx, some, unconfirmed)
      if (ids.length === 0) continue
      await tx.deleteFrom('consents').where('person_id', 'in', ids).where('purpose', '=', 'newsletter').execute()
      const emails = some.filter(({ person_id }) => ids.includes(person_id)).map(({ email }) => email)
      // A letter from the outbox would ask her to press a button that leads nowhere now.
      await forgetLettersTo(tx, emails, 'newsletter.confirm')
    }
  })
}

const hashedAtOnce = 2_000

/** Whoever came here before the hash of an address was written down gets hers: no database can make it. */
export async function hashAddresses(db: Db, keyFor: Deps['keyFor']): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('people')
      .select(['id', 'email'])
      .where('email_hash', 'is', null)
      .limit(hashedAtOnce)
      .execute()
    if (rows.length === 0) return
    await db.transaction().execute(async (tx) => {
      for (const { id, email } of rows) {
        await tx
          .updateTable('people')
          .set({ email_hash: emailHash(keyFor, email) })
          .where('id', '=', id)
          .execute()
      }
    })
  }
}
