import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { toSlug } from '#lib/slug.ts'
import { binEnd, goneAt } from '#server/bin.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { keptCover } from '#server/own-picture.ts'
import { markContentChanged } from '#server/site-facts.ts'
import { claimSlug, findSlug, forgetSlugs } from '#server/slugs.ts'
import { forgetWorkingCopies } from './autosave.server.ts'
import { bodyOf, wordsOf } from './body.server.ts'
import type { BinItem, Version, WithBody, WorkState } from './contract.ts'
import { forgetReadingLinks } from './reading-links.server.ts'
import { forgetVersions, getVersion, keepReplaced, keepVersion, listVersions } from './versions.server.ts'
import type { Kind, Owned, WorkInput, WorkItem, WorkRow } from './work-kind.server.ts'

/** Any of them, for whoever treats all alike: without what only a row of its own kind can be asked. */
export type Work = Omit<ReturnType<typeof createWork<object, WorkInput, WorkItem, object>>, 'stateOf'>

const sharedColumns = [
  ...(['id', 'title', 'slug', 'content', 'format', 'cover_image', 'is_published', 'is_sample'] as const),
  ...(['version', 'created_at', 'updated_at', 'deleted_at'] as const),
] satisfies (keyof WorkRow)[]

const binColumns = ['id', 'title', 'is_published', 'is_sample', 'deleted_at'] as const

/** What it takes to write one down. */
type Pen = Pick<Deps, 'env' | 'now'>

/** Everything that posts and stories have in common, for one of them. */
export function createWork<Own extends object, Input extends WorkInput, Item extends WorkItem, Around extends object>(
  kind: Kind<Own, Input, Item, Around>,
) {
  type Row = WorkRow & Own
  const noun = kind.kind

  // Kysely cannot follow a table whose name is handed in. It can, once it sees no more than the columns all have.
  const table = kind.table as string as 'work'
  const ownColumns = kind.columns as readonly string[] as readonly (keyof WorkRow)[]
  const shelf = (db: Db) => db as Kysely<unknown> as Kysely<{ work: WorkRow }>
  const allRows = (db: Db) =>
    shelf(db)
      .selectFrom(table)
      .select([...sharedColumns, ...ownColumns])
  const read = async (query: { execute: () => Promise<object[]> }) => (await query.execute()) as Row[]
  /** From the moment it is saved: on this node at once, on the others when they look. */
  const announce = async (deps: Deps) => (kind.isInSnapshot ? deps.siteChanged() : deps.contentChanged())

  /** What readers may see, and the only place that says so: published, its time has come, not thrown away. */
  function isOut(now: Date): RawBuilder<SqlBool> {
    if (!kind.appears) return sql<SqlBool>`is_published = 1 and deleted_at is null`
    const date = sql.ref(kind.appears.column)
    const also = kind.isOutOnlyIf ?? sql<SqlBool>`1 = 1`
    return sql<SqlBool>`is_published = 1 and deleted_at is null and ${date} <= ${kind.appears.moment(now)} and ${also}`
  }

  function stateOf(row: Pick<WorkRow, 'is_published'> & Own, now: Date): WorkState {
    if (row.is_published === 0) return 'draft'
    if (!kind.appears) return 'published'
    const at = row[kind.appears.column] as string | null
    return at !== null && at <= kind.appears.moment(now) ? 'published' : 'scheduled'
  }

  async function toOwned(db: Db, rows: readonly Row[], now: Date): Promise<(Item & Owned)[]> {
    const toItem = await kind.toItem(db, now)
    return rows.map((row) => {
      const state = stateOf(row, now)
      return { ...toItem(row, state), isPublished: row.is_published === 1, state, version: row.version }
    })
  }

  async function ownedOf(db: Db, row: Row, now: Date): Promise<Item & Owned> {
    const [item] = await toOwned(db, [row], now)
    if (!item) throw new Error('a row is an item')
    return item
  }

  async function shownOf(db: Db, row: Row, now: Date): Promise<Item & Around> {
    const toItem = await kind.toItem(db, now)
    return { ...toItem(row, stateOf(row, now)), ...(await kind.around(db, row, now)) }
  }

  /** Whatever may name a picture. */
  const texts = (row: Row) => [row.cover_image, row.content, ...(kind.prose ?? []).map((name) => row[name])].join(' ')

  async function findRow(db: Db, id: string): Promise<Row | null> {
    const [row] = await read(allRows(db).where('id', '=', id).where('deleted_at', 'is', null))
    return row ?? null
  }

  async function getRow(db: Db, id: string): Promise<Row> {
    const row = await findRow(db, id)
    if (!row) throw notThere()
    return row
  }

  function rowOf({ env }: Pen, input: Input, id: string, at: Date, before: Row | null): Row {
    const { content } = input
    const format = input.format ?? before?.format ?? 'prose'
    return {
      ...kind.ownColumns(input, { at, before, words: wordsOf({ content, format }) }),
      id,
      title: input.title,
      slug: input.slug ?? (toSlug(input.title) || `${noun}-${id}`),
      content,
      format,
      cover_image: keptCover(input.coverImage, env.siteUrl),
      is_published: input.isPublished ? 1 : 0,
      // What she has touched is hers.
      is_sample: 0,
      version: (before?.version ?? 0) + 1,
      created_at: before?.created_at ?? at.toISOString(),
      updated_at: at.toISOString(),
      deleted_at: null,
    }
  }

  /** Where one stands, if readers may see it. */
  async function findSlugOut(db: Db, id: string, now: Date): Promise<string | null> {
    const row = await shelf(db)
      .selectFrom(table)
      .select('slug')
      .where(isOut(now))
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.slug ?? null
  }

  type Addressed = Pick<WorkRow, 'id' | 'slug'>

  /** `refusal` is said when another one, of that title, stands at this address. */
  async function takeSlug(tx: Db, row: Addressed, refusal: Refusal = addressTaken) {
    const { isFree, tenant } = await tryForSlug(tx, row)
    if (!isFree) throw refusal(row.slug, tenant)
  }

  async function tryForSlug(tx: Db, { id, slug }: Addressed): Promise<{ isFree: boolean; tenant: string }> {
    let tenant = ''
    const isFree = await claimSlug(tx, { kind: noun, slug, itemId: id }, async (holder) => {
      const row = await shelf(tx)
        .selectFrom(table)
        .select(['title', 'slug', 'deleted_at'])
        .where('id', '=', holder)
        .executeTakeFirst()
      tenant = row?.title ?? ''
      return row?.slug === slug && row.deleted_at === null
    })
    return { isFree, tenant }
  }

  async function insert(tx: Db, deps: Pen, input: Input, { isSample }: { isSample: boolean }): Promise<Item & Owned> {
    const at = deps.now()
    const row: Row = { ...rowOf(deps, input, newId(at), at, null), is_sample: isSample ? 1 : 0 }
    await takeSlug(tx, row)
    await shelf(tx)
      .insertInto(table)
      .values({ ...row, ...kind.drawn?.(row, null) })
      .execute()
    await keepVersion(tx, noun, row, texts(row))
    await kind.afterSave?.(tx, row, at)
    await markContentChanged(tx, at)
    return ownedOf(tx, row, at)
  }

  async function change(tx: Db, deps: Pen, id: string, input: Input): Promise<Item & Owned> {
    const at = deps.now()
    const before = await getRow(tx, id)
    const row = rowOf(deps, input, id, at, before)
    await takeSlug(tx, row)
    const { numUpdatedRows } = await shelf(tx)
      .updateTable(table)
      .set({ ...row, ...kind.drawn?.(row, before) })
      .where('id', '=', id)
      .where('version', '=', input.version ?? before.version)
      // Thrown away meanwhile, it stays in the bin.
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw changedElsewhere(before)
    await keepReplaced(tx, noun, before, texts(before))
    await keepVersion(tx, noun, row, texts(row))
    await kind.afterSave?.(tx, row, at)
    await markContentChanged(tx, at)
    return ownedOf(tx, row, at)
  }

  async function setDeleted(deps: Deps, id: string, at: string | null, before?: (tx: Db) => Promise<void>) {
    await deps.db.transaction().execute(async (tx) => {
      await before?.(tx)
      await shelf(tx).updateTable(table).set({ deleted_at: at }).where('id', '=', id).execute()
      await markContentChanged(tx, deps.now())
    })
    await announce(deps)
  }

  const thrownAway = (tx: Db) => shelf(tx).deleteFrom(table).where('deleted_at', 'is not', null)

  /** With everything that is kept because of them. */
  async function removeForGood(tx: Db, doomed: ReturnType<typeof thrownAway>): Promise<number> {
    const gone = (await doomed.returning('id').execute()).map(({ id }) => id)
    await forgetSlugs(tx, noun, gone)
    await forgetWorkingCopies(tx, noun, gone)
    await forgetVersions(tx, noun, gone)
    await forgetReadingLinks(tx, noun, gone)
    return gone.length
  }

  function notThere(): AppError {
    return new AppError('not_found', `That ${noun} does not exist, or not any more.`)
  }

  function changedElsewhere({ updated_at }: WorkRow): AppError {
    const words = `This ${noun} was changed elsewhere since you opened it. Nothing of yours is lost.`
    return new AppError('conflict', words, { fields: { version: updated_at } })
  }

  function addressTaken(slug: string): AppError {
    return new AppError('conflict', `Another ${noun} already has the address “${slug}”. Choose another one.`, {
      fields: { slug: `Another ${noun} already has this address` },
    })
  }

  return {
    kind: noun,
    path: kind.path,
    input: kind.input,
    announce,
    isOut,
    stateOf,
    notThere,

    async listOut(db: Db, now: Date, most = Number.MAX_SAFE_INTEGER): Promise<Item[]> {
      const rows = await read(allRows(db).where(isOut(now)).orderBy(kind.order.readers).limit(most))
      const toItem = await kind.toItem(db, now)
      return rows.map((row) => toItem(row, 'published'))
    },

    async findOut(db: Db, slug: string, now: Date): Promise<(Item & Around) | null> {
      const [row] = await read(allRows(db).where(isOut(now)).where('slug', '=', slug))
      return row ? shownOf(db, row, now) : null
    },

    /** One as its readers get it or will, whether it is out or not; null for what is in the bin or gone. */
    async findShown(db: Db, id: string, now: Date): Promise<(Item & Around & WithBody) | null> {
      const row = await findRow(db, id)
      return row && withBody(db, await shownOf(db, row, now))
    },

    /** Where the one that once stood at this address stands now. */
    async findMoved(db: Db, slug: string, now: Date): Promise<string | null> {
      const id = await findSlug(db, noun, slug)
      const today = id && (await findSlugOut(db, id, now))
      return today && today !== slug ? today : null
    },

    findSlugOut,

    /** Where one stands or will, thrown away or not. */
    async findSlug(db: Db, id: string): Promise<string | null> {
      const row = await shelf(db).selectFrom(table).select('slug').where('id', '=', id).executeTakeFirst()
      return row?.slug ?? null
    },

    /** What is out, without its words. */
    listTitles(db: Db, now: Date): Promise<{ slug: string; title: string }[]> {
      return shelf(db).selectFrom(table).select(['slug', 'title']).where(isOut(now)).execute()
    },

    async countOut(db: Db, now: Date): Promise<number> {
      const { count } = await shelf(db)
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as('count'))
        .where(isOut(now))
        .executeTakeFirstOrThrow()
      return count
    },

    async list({ db, now }: Deps): Promise<(Item & Owned)[]> {
      const rows = await read(allRows(db).where('deleted_at', 'is', null).orderBy(kind.order.owner))
      return toOwned(db, rows, now())
    },

    async get({ db, now }: Deps, id: string): Promise<Item & Owned & WithBody> {
      return withBody(db, await ownedOf(db, await getRow(db, id), now()))
    },

    /** Refuses what is in the bin, is gone or never was. */
    async insistOn(db: Db, id: string): Promise<void> {
      await getRow(db, id)
    },

    async listVersions({ db }: Deps, id: string): Promise<Version[]> {
      await getRow(db, id)
      return listVersions(db, { kind: noun, itemId: id })
    },

    /** As `get` would have answered then, in her own words; what it did not have then it has from today. */
    async getVersion({ db, now }: Deps, id: string, version: number): Promise<Item & Owned & WithBody> {
      const row = { ...(await getRow(db, id)), ...(await getVersion(db, { kind: noun, itemId: id }, version)) }
      const { title, content, format } = row
      return { ...(await withBody(db, await ownedOf(db, row, now()))), title, content, format }
    },

    async create(deps: Deps, input: Input): Promise<Item & Owned> {
      const item = await deps.db.transaction().execute((tx) => insert(tx, deps, input, { isSample: false }))
      await announce(deps)
      return item
    },

    /** In the caller's transaction. */
    async add(tx: Db, deps: Pen, input: Input): Promise<Item & Owned> {
      return insert(tx, deps, input, { isSample: false })
    },

    /** In the caller's transaction. */
    async addSample(tx: Db, deps: Pen, input: Input): Promise<void> {
      await insert(tx, deps, input, { isSample: true })
    },

    async update(deps: Deps, id: string, input: Input): Promise<Item & Owned> {
      const item = await deps.db.transaction().execute((tx) => change(tx, deps, id, input))
      await announce(deps)
      return item
    },

    /** In the caller's transaction. */
    async change(tx: Db, deps: Pen, id: string, input: Input): Promise<Item & Owned> {
      return change(tx, deps, id, input)
    },

    /** Thrown away, but kept in the bin for thirty days: it can be taken out again. */
    async throwAway(deps: Deps, id: string): Promise<void> {
      await getRow(deps.db, id)
      await setDeleted(deps, id, deps.now().toISOString())
    },

    async restore(deps: Deps, id: string): Promise<Item & Owned> {
      const row = await shelf(deps.db).selectFrom(table).select(['id', 'slug']).where('id', '=', id).executeTakeFirst()
      if (!row) throw notThere()
      await setDeleted(deps, id, null, (tx) => takeSlug(tx, row, addressGivenAway))
      return ownedOf(deps.db, await getRow(deps.db, id), deps.now())
    },

    /** What lies in the bin, without its words. */
    async listBin({ db, now }: Deps): Promise<BinItem[]> {
      const wordless = shelf(db)
        .selectFrom(table)
        .select([...binColumns, ...ownColumns])
      const rows: (Pick<WorkRow, (typeof binColumns)[number]> & Own)[] = await read(
        wordless.where('deleted_at', 'is not', null),
      )
      return rows.map((row) => ({
        kind: noun,
        id: row.id,
        title: row.title,
        state: stateOf(row, now()),
        isSample: row.is_sample === 1,
        deletedAt: row.deleted_at ?? '',
        goneAt: goneAt(row.deleted_at ?? ''),
      }))
    },

    /** Out of the bin, and gone: what does not lie there is not touched. */
    async removeFromBin(tx: Db, id: string): Promise<void> {
      const gone = await removeForGood(tx, thrownAway(tx).where('id', '=', id))
      if (gone === 0) throw new AppError('not_found', `That ${noun} is not in the bin, or not any more.`)
    },

    async forgetThrownAway(db: Db, now: Date): Promise<void> {
      await db.transaction().execute((tx) => removeForGood(tx, thrownAway(tx).where('deleted_at', '<', binEnd(now))))
    },

    /** All there are, thrown away ones included. */
    async count(db: Db): Promise<number> {
      const { count } = await shelf(db)
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },

    /** The ids of all there are, thrown away ones included, as a question within another. */
    ids: (db: Db) => shelf(db).selectFrom(table).select('id'),

    /** The words and covers that may name a picture, of everything there is, thrown away or not. */
    async listPictured(db: Db): Promise<string[]> {
      const texts = ['content', ...((kind.prose ?? []) as readonly string[] as 'content'[])] as const
      const rows = await shelf(db)
        .selectFrom(table)
        .select(['cover_image', ...texts])
        .where((row) =>
          row.or([row('cover_image', 'is not', null), ...texts.map((text) => row(text, 'like', '%images%'))]),
        )
        .execute()
      return rows.map((row) => Object.values(row).join(' '))
    },

    /** Throws away those of these that still are samples, and says which. */
    async throwSamplesAway(tx: Db, ids: readonly string[], at: Date): Promise<string[]> {
      if (ids.length === 0) return []
      const rows = await shelf(tx)
        .updateTable(table)
        .set({ deleted_at: at.toISOString() })
        .where('id', 'in', ids)
        .where('is_sample', '=', 1)
        .where('deleted_at', 'is', null)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Those that still are samples, and those that are hers. */
    async listIds(db: Db, { isSample }: { isSample: boolean }): Promise<string[]> {
      const rows = await shelf(db)
        .selectFrom(table)
        .select('id')
        .where('is_sample', '=', isSample ? 1 : 0)
        .where('deleted_at', 'is', null)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Takes samples out of the bin again. One whose address was given away meanwhile stays there. */
    async takeSamplesBack(tx: Db, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      const rows = await shelf(tx)
        .selectFrom(table)
        .select(['id', 'slug'])
        .where('id', 'in', ids)
        .where('is_sample', '=', 1)
        .where('deleted_at', 'is not', null)
        .execute()
      for (const row of rows) {
        const { isFree } = await tryForSlug(tx, row)
        if (isFree) await shelf(tx).updateTable(table).set({ deleted_at: null }).where('id', '=', row.id).execute()
      }
    },
  }
}

/** Only with a single one: reading all words of a list would take seconds. */
export async function withBody<Item extends WorkItem>(db: Db, item: Item): Promise<Item & WithBody> {
  return { ...item, body: await bodyOf(db, item) }
}

type Refusal = (slug: string, tenant: string) => AppError

function addressGivenAway(slug: string, tenant: string): AppError {
  const words = `“${tenant}” now has the address “${slug}”. Give it another one, then restore this.`
  return new AppError('conflict', words)
}
