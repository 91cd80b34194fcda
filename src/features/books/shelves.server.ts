import type { WorkRow } from '#features/writing/work-kind.server.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { markContentChanged } from '#server/site-facts.ts'
import type { OwnerShelf } from './contract.ts'
import type { OwnColumns } from './rows.server.ts'
import { anchorOf, shortLabel, standaloneName } from './shelf-names.ts'
import type { BookSeriesRow } from './tables.server.ts'

/** Those that stand alone have a shelf too: under a name no series can have. */
const alone = ''

type Placed = { id: string; slug: string; series: string | null; series_tenths: number | null }

/** Every shelf that has a book, with its books, hidden ones too, both in her order; those in the bin stand on none. */
export async function listShelves(db: Db): Promise<OwnerShelf[]> {
  const placed = await db
    .selectFrom('books')
    .select(['id', 'slug', 'series', 'series_tenths'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return arrange(placed, await db.selectFrom('book_series').selectAll().execute())
}

export function arrange(placed: readonly Placed[], known: readonly BookSeriesRow[]): OwnerShelf[] {
  const byName = new Map(known.map((row) => [row.name, row]))
  const names = [...new Set(placed.map(({ series }) => series ?? alone))]
  const place = (name: string) => byName.get(name)?.position ?? (name === alone ? 0 : Number.MAX_SAFE_INTEGER)
  const slugs = new Set(placed.map(({ slug }) => slug))
  return names
    .sort((one, other) => place(one) - place(other) || one.localeCompare(other))
    .map((name) => {
      const row = byName.get(name)
      const shown = name || standaloneName
      return {
        series: name || null,
        name: shown,
        slug: anchorOf(shown, slugs),
        label: shortLabel(shown),
        pitch: row?.pitch ?? '',
        books: placed.filter(({ series }) => (series ?? alone) === name).map(({ id }) => id),
        startId: row?.start_id ?? null,
      }
    })
}

/**
 * Gives a book that has no place yet one among its own: before the first with a higher number, else at the end. A series
 * that is new stands after all others.
 */
export async function takePlace(tx: Db, row: WorkRow & OwnColumns): Promise<void> {
  await knowSeries(tx, row.series ?? alone)
  if (row.position > 0) return
  const siblings = await tx
    .selectFrom('books')
    .select(['id', 'series_tenths'])
    .where('deleted_at', 'is', null)
    .where('id', '!=', row.id)
    .where(({ eb }) => (row.series === null ? eb('series', 'is', null) : eb('series', '=', row.series)))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const tenths = row.series_tenths
  const before =
    tenths === null ? -1 : siblings.findIndex((one) => one.series_tenths !== null && one.series_tenths > tenths)
  const ids = siblings.map(({ id }) => id)
  ids.splice(before === -1 ? ids.length : before, 0, row.id)
  await setPlaces(tx, ids)
}

async function knowSeries(tx: Db, name: string): Promise<void> {
  const last = await tx
    .selectFrom('book_series')
    .select(({ fn }) => fn.max<number | null>('position').as('position'))
    .executeTakeFirst()
  const position = name === alone ? 0 : (last?.position ?? 0) + 1
  await tx
    .insertInto('book_series')
    .values({ name, pitch: '', position, start_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function setPlaces(tx: Db, ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    await tx
      .updateTable('books')
      .set({ position: at + 1 })
      .where('id', '=', id)
      .execute()
  }
}

type Order = { shelves: { series: string | null; books: string[] }[] }

/** Puts all of it in this order; an order of other books than there are is one somebody made before they changed. */
export async function orderShelves(deps: Deps, { shelves }: Order): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const here = await listShelves(tx)
    const isWhole =
      here.length === shelves.length &&
      here.every((shelf) => {
        const wish = shelves.find(({ series }) => series === shelf.series)
        return wish && [...wish.books].sort().join() === [...shelf.books].sort().join()
      })
    if (!isWhole) {
      throw new AppError('conflict', 'The books have changed in another window. Load the page again, then order them.')
    }
    for (const [at, { series, books }] of shelves.entries()) {
      await tx
        .updateTable('book_series')
        .set({ position: at })
        .where('name', '=', series ?? alone)
        .execute()
      await setPlaces(tx, books)
    }
    await markContentChanged(tx, deps.now())
  })
  await deps.siteChanged()
}

type ShelfChange = { series: string | null; name: string | null; pitch: string; startId: string | null }

/** What is said of a shelf, and what it is called: every book on it goes along, also those in the bin. */
export async function changeShelf(deps: Deps, change: ShelfChange): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const here = await listShelves(tx)
    const shelf = here.find(({ series }) => series === change.series)
    if (!shelf) throw new AppError('not_found', 'That series has no books any more.')
    const name = change.series === null ? null : (change.name ?? change.series)
    const other = here.find((one) => one !== shelf && one.name.toLowerCase() === name?.toLowerCase())
    if (other) {
      const words = `“${other.name}” is a series already. To move books into it, name it in each of them.`
      throw new AppError('conflict', words, { fields: { name: words } })
    }
    if (name !== change.series) await rename(tx, change.series, name)
    await tx
      .updateTable('book_series')
      .set({ pitch: change.pitch, start_id: change.startId })
      .where('name', '=', name ?? alone)
      .execute()
    await markContentChanged(tx, deps.now())
  })
  await deps.siteChanged()
}

async function rename(tx: Db, from: string | null, to: string | null): Promise<void> {
  // A series of that name whose last book is gone may have left its row.
  await tx
    .deleteFrom('book_series')
    .where('name', '=', to ?? alone)
    .execute()
  await tx
    .updateTable('book_series')
    .set({ name: to ?? alone })
    .where('name', '=', from ?? alone)
    .execute()
  // Whoever is writing on one of them meanwhile is told: its series is part of what she would save.
  await tx
    .updateTable('books')
    .set((row) => ({ series: to, version: row('version', '+', 1) }))
    .where('series', '=', from)
    .execute()
}
