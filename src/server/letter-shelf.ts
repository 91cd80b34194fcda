import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Deps } from './deps.ts'
import { type Addressee, findKind, type KindOfLetter, type LetterKind, type Words } from './letter-kinds.ts'
import type { LetterRow } from './letters.table.ts'
import { onItsWay } from './letters.ts'

const summaryColumns = [
  ...(['id', 'kind', 'about', 'mailing_id', 'to_email', 'subject', 'state', 'error'] as const),
  ...(['created_at', 'settled_at'] as const),
] as const
export type SummaryRow = Pick<LetterRow, (typeof summaryColumns)[number]>
type State = LetterRow['state']

type Page = { states: readonly State[] | null; before: string | null; limit: number }

/** Every letter, newest first, a page at a time; all of them, or those in one of these states. */
export function listLetters(db: Db, { states, before, limit }: Page): Promise<SummaryRow[]> {
  let found = db.selectFrom('letters').select(summaryColumns).orderBy('id', 'desc').limit(limit)
  if (states) found = found.where('state', 'in', states)
  if (before) found = found.where('id', '<', before)
  return found.execute()
}

export async function findLetter(db: Db, id: string): Promise<LetterRow | undefined> {
  return db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst()
}

type Count = { state: State; count: number }

export function countByState(db: Db): Promise<Count[]> {
  return db
    .selectFrom('letters')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
}

/** What waits until somebody sends it: how many, since when, how many from before this moment, and the oldest of those. */
export async function describeKept(db: Db, oldBefore: string, most: number) {
  const kept = db.selectFrom('letters').where('state', '=', 'kept')
  const old = kept.where('created_at', '<', oldBefore)
  const { count, oldest } = await kept
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  const { oldCount } = await old.select(({ fn }) => fn.countAll<number>().as('oldCount')).executeTakeFirstOrThrow()
  const named = await old.select(summaryColumns).orderBy('created_at').orderBy('id').limit(most).execute()
  return { count, oldest, oldCount, named }
}

/**
 * What was last put on its way by hand. Letters put on their way together bear the same time: the oldest of those that
 * still wait, or else the newest of all. Null: nothing ever was.
 */
export async function describeByHand(db: Db): Promise<{ counts: Count[]; trouble: string | null } | null> {
  const byHand = db.selectFrom('letters').where('queued_at', 'is not', null)
  const { first, trouble } = await byHand
    .where('state', 'in', onItsWay)
    .select(({ fn }) => [fn.min('queued_at').as('first'), fn.max('error').as('trouble')])
    .executeTakeFirstOrThrow()
  const { last } = await byHand.select(({ fn }) => fn.max('queued_at').as('last')).executeTakeFirstOrThrow()
  const since = first ?? last
  if (!since) return null
  const counts = await byHand
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('queued_at', '>=', since)
    .groupBy('state')
    .execute()
  return { counts, trouble }
}

/** Of letters that go by themselves: how many wait and since when, and when the last of all left. */
export async function describeWaiting(db: Db): Promise<{ waiting: number; since: string | null; left: string | null }> {
  const { waiting, since } = await db
    .selectFrom('letters')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.min(fn.coalesce('trying_since', 'queued_at', 'created_at')).as('since'),
    ])
    .where('stream', '=', '')
    .where('state', 'in', onItsWay)
    .executeTakeFirstOrThrow()
  const { left } = await db
    .selectFrom('letters')
    .select(({ fn }) => fn.max('settled_at').as('left'))
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  return { waiting, since, left }
}

export type KeptLetter = Pick<LetterRow, 'id' | 'kind' | 'about'>

export function listKept(db: Db, since: string): Promise<KeptLetter[]> {
  const kept = db.selectFrom('letters').select(['id', 'kind', 'about']).where('state', '=', 'kept')
  return kept.where('created_at', '>=', since).orderBy('id').execute()
}

/** Puts these on their way, those that can be; answers how many. One that somebody else has put there is left alone. */
export async function putOnTheirWay(tx: Db, deps: Deps, ids: readonly string[], at: Date): Promise<number> {
  if (ids.length === 0) return 0
  // When it was last on the point of leaving stays written: paused, one that may have left is uncertain again.
  const again = { state: 'queued', error: null, settled_at: null } as const
  const rows = await tx
    .updateTable('letters')
    .set({ ...again, stream: '', attempts: 0, trying_since: null, next_at: '', queued_at: at.toISOString() })
    .where('id', 'in', ids)
    .where('state', 'in', ['kept', 'unknown', 'failed'])
    .returningAll()
    .execute()
  const texts = new Map<KindOfLetter, string[]>()
  for (const row of rows) {
    const kind = findKind(deps.letterKinds, row.kind)
    const moved = kind?.hasOwnLinks && withOurLinks(row, deps.env.siteUrl)
    if (moved) await tx.updateTable('letters').set(moved).where('id', '=', row.id).execute()
    if (kind?.reopen && row.text) texts.set(kind, [...(texts.get(kind) ?? []), row.text])
  }
  for (const [kind, some] of texts) await kind.reopen?.(tx, deps, some)
  return rows.length
}

/**
 * A letter kept while the site was tried out at home has links that lead there. They are keys that still fit, so only
 * the address before them changes.
 */
function withOurLinks({ html, text, headers }: LetterRow, siteUrl: string) {
  const [, origin] = text.match(/(https?:\/\/[^\s/]+)\/(?:confirm|unsubscribe)\//) ?? []
  if (!origin || origin === siteUrl) return null
  const move = (part: string) => part.replaceAll(`${origin}/`, `${siteUrl}/`)
  return { html: move(html), text: move(text), headers: move(headers) }
}

/** What was put on its way by hand and has not left yet lies here again, as it did before; answers how many. */
export async function layBack(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set({
      state: sql`case when dispatched_at is null then 'kept' else 'unknown' end`,
      error: sql`case when dispatched_at is null then null else 'it may have left before' end`,
      queued_at: null,
      lease_until: null,
    })
    .where('stream', '=', '')
    .where('queued_at', 'is not', null)
    // In hand and not begun counts too: whoever has it hears at the gate that it is not hers any more.
    .where('state', 'in', ['queued', 'leased'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** How a letter reads that is written when it leaves: as it would be written now. */
export function createReader(deps: Deps) {
  const presses = new Map<string, ReturnType<typeof pressOf>>()
  async function pressOf(kind: string, about: string | null) {
    return findKind(deps.letterKinds, kind)?.whenItLeaves?.press(deps.db, deps, about ?? '')
  }
  return async (letter: Pick<LetterRow, 'id' | 'kind' | 'about'>, to?: Addressee): Promise<Words | null> => {
    const key = JSON.stringify([letter.kind, letter.about])
    if (!presses.has(key)) presses.set(key, pressOf(letter.kind, letter.about))
    const press = await presses.get(key)
    return press?.({ id: letter.id, ...(to ?? { wayOut: letter.id, name: null }) }) ?? null
  }
}

/** The words of one letter, written or not. */
export async function readLetter(deps: Deps, row: LetterRow): Promise<Pick<Words, 'subject' | 'html' | 'text'>> {
  if (row.html !== '') return row
  const mayGet = findKind(deps.letterKinds, row.kind as LetterKind)?.whenItLeaves?.mayGet
  const to = (await mayGet?.(deps.db, [row.to_email], row.about ?? ''))?.get(row.to_email)
  return (await createReader(deps)(row, to)) ?? row
}
