import { setImmediate as letOthersIn } from 'node:timers/promises'
import { type ExpressionBuilder, sql } from 'kysely'
import { normaliseEmail } from '#lib/email.ts'
import type { Db, Tables } from './db.ts'
import type { Deps } from './deps.ts'
import { createGroupCommit } from './group-commit.ts'
import { type Addressee, findKind, type Words } from './letter-kinds.ts'
import type { LetterRow, MailingRow } from './letters.table.ts'
import { shareOfToday } from './slow-start.ts'
import { suppressedAmong, suppressionWords } from './suppressions.ts'

/** A letter one node has in hand, and how it reads. */
export type InHand = { row: LetterRow; words: () => Words }

/** How long a letter that was put off waits at most. */
export const longestPutOff = 6 * 3_600_000 + 30_000

/** `again`: when it is tried next, and since when it is tried in vain. */
export type Settled = Pick<LetterRow, 'state' | 'error'> & { again?: { at: Date; since: string | null } }

type Settle = { kind: 'settle'; item: InHand; settled: Settled }
type Entry = { kind: 'gate'; item: InHand; tell: (isOurs: boolean) => void } | Settle

/** Not ours to send any more: another node has it in hand, or the owner has said stop. */
export class TakenOver extends Error {}

/** Longer than any honest conversation with a mail server. */
const lease = 60_000

/**
 * The books of one node: who has which letter in hand, and what became of it. Everything is fenced by the node's name and
 * by the number of the try: a conversation that outlived its lease has no say over the one begun since.
 */
export function createLedger(deps: Deps, node: string) {
  const { db, engine, now } = deps

  /**
   * Takes some letters of a mailing in hand, or some of those that go by themselves. Who may get none is skipped. Null:
   * nothing is due. SQLite answers at once, so all of it would be one turn of the event loop, 2 to 6 ms: pages that are
   * held are handed out in between.
   */
  async function take(mailing: MailingRow | null, most: number): Promise<InHand[] | null> {
    const at = now()
    const farAhead = new Date(at.getTime() + longestPutOff).toISOString()
    return db.transaction().execute(async (tx) => {
      // Two nodes that count at once would each take what is left of the day.
      if (mailing?.per_day && engine === 'postgres')
        await tx.selectFrom('mailings').select('id').where('id', '=', mailing.id).forUpdate().execute()
      const allowed = mailing?.per_day ? (await shareOfToday(tx, mailing, at)).left : most
      if (allowed === 0) return null
      const rows = await tx
        .with(
          // Looked up once and for all: PostgreSQL may otherwise look anew at each row, and take the next few each time.
          (cte) => cte('due').materialized(),
          (within) => {
            const query = within
              .selectFrom('letters')
              .select('id')
              .where('stream', '=', mailing?.id ?? '')
              // Said once more, for the index: those that have left are many.
              .where('state', 'in', ['queued', 'leased'])
              .where((either) =>
                either.or([
                  either.and([either('state', '=', 'queued'), either('next_at', '<=', at.toISOString())]),
                  // Nothing waits before its first try, or longer than the longest pause, unless the clock was set back.
                  either.and([either('state', '=', 'queued'), either('attempts', '=', 0)]),
                  either.and([either('state', '=', 'queued'), either('next_at', '>', farAhead)]),
                  either.and([either('state', '=', 'leased'), either('lease_until', '<', at.toISOString())]),
                ]),
              )
              // A confirmation does not wait for what was put on its way by hand.
              .$if(mailing === null, (some) => some.orderBy(sql`queued_at is not null`))
              .limit(Math.min(most, allowed))
            return engine === 'postgres' ? query.forUpdate().skipLocked() : query
          },
        )
        .updateTable('letters')
        .set((row) => ({
          state: 'leased',
          node,
          lease_until: new Date(at.getTime() + lease).toISOString(),
          attempts: row('attempts', '+', 1),
        }))
        .where('id', 'in', (named) => named.selectFrom('due').select('due.id'))
        .returningAll()
        .execute()
      if (rows.length === 0) return null
      await letOthersIn()
      return open(tx, deps, rows)
    })
  }

  /**
   * A pause, a stop or an end that is being answered is waited for, and heard: PostgreSQL would otherwise judge by what
   * was before it. Before any letter is touched, as whoever ends a mailing does. Answers which of them are over.
   */
  async function holdMailings(tx: Db, entries: readonly Entry[]): Promise<Set<string>> {
    const some = [...new Set(entries.map(({ item }) => item.row.mailing_id))].filter((id) => id !== null)
    if (some.length === 0) return new Set()
    const mailings = tx.selectFrom('mailings').select(['id', 'state']).where('id', 'in', some)
    const rows = await (engine === 'postgres' ? mailings.forShare() : mailings).execute()
    return new Set(rows.filter(({ state }) => state === 'stopped' || state === 'done').map(({ id }) => id))
  }

  /** Writes down which of these leave now; the others may not, or are not ours any more. */
  async function letThrough(tx: Db, gates: readonly Entry[]): Promise<Set<string>> {
    const rows = gates.map(({ item }) => item.row)
    const going = [...(await sortOut(tx, deps, rows)).keys()]
    if (going.length === 0) return new Set()
    await letOthersIn()
    const at = now()
    const ours = await tx
      .updateTable('letters')
      .set({
        state: 'sending',
        dispatched_at: at.toISOString(),
        lease_until: new Date(at.getTime() + lease).toISOString(),
      })
      .where(ofTheirTries(going))
      .where('state', '=', 'leased')
      .where('node', '=', node)
      // Paused or stopped this very moment: what has not passed here does not leave.
      .where(({ eb, or, exists, selectFrom }) =>
        or([
          eb('stream', '=', ''),
          exists(
            selectFrom('mailings')
              .select('mailings.id')
              .whereRef('mailings.id', '=', 'letters.stream')
              .where('mailings.state', '=', 'sending'),
          ),
        ]),
      )
      .returning(['id', 'attempts'])
      .execute()
    return new Set(ours.map(tryOf))
  }

  const write = createGroupCommit<Entry>(async (entries) => {
    const at = now()
    await db.transaction().execute(async (tx) => {
      const over = await holdMailings(tx, entries)
      const gates = entries.filter((entry) => entry.kind === 'gate')
      const ours = await letThrough(tx, gates)
      for (const { item, tell } of gates) tell(ours.has(tryOf(item.row)))
      const settles = entries.filter((entry) => entry.kind === 'settle')
      const sent = settles.filter(({ settled }) => settled.state === 'sent').map(({ item }) => item.row.id)
      if (sent.length > 0) {
        await tx
          .updateTable('letters')
          .set({ state: 'sent', error: null, settled_at: at.toISOString() })
          .where('id', 'in', sent)
          .where('node', '=', node)
          .execute()
      }
      for (const entry of settles) {
        const { item, settled } = entry
        if (settled.state === 'sent') continue
        await tx
          .updateTable('letters')
          .set(over.has(goesBackTo(entry) ?? '') ? laidDown(at) : outcome(settled, at))
          .where('id', '=', item.row.id)
          .where('attempts', '=', item.row.attempts)
          .where('node', '=', node)
          .where('state', 'in', ['leased', 'sending'])
          .execute()
      }
    })
  })

  return {
    take,
    /** Committed before the last byte leaves; throws when the letter is not ours to send any more. */
    async gate(item: InHand): Promise<void> {
      let isOurs = false
      const tell = (answer: boolean) => {
        isOurs = answer
      }
      await write({ kind: 'gate', item, tell })
      if (!isOurs) throw new TakenOver()
    },
    settle: (item: InHand, settled: Settled) => write({ kind: 'settle', item, settled }),
    /** Lays down what was taken and not begun. */
    async putBack(mailing: MailingRow | null): Promise<void> {
      await db
        .updateTable('letters')
        .set((row) => ({ state: 'queued', lease_until: null, attempts: row('attempts', '-', 1) }))
        .where('stream', '=', mailing?.id ?? '')
        .where('node', '=', node)
        .where('state', '=', 'leased')
        .execute()
    },
    /** Whoever held these is not heard of any more: the letter may or may not have left, and only the owner may say. */
    async giveUpLost(): Promise<void> {
      await db
        .updateTable('letters')
        .set(lost(now()))
        .where('state', '=', 'sending')
        .where((either) =>
          either.or([either('lease_until', 'is', null), either('lease_until', '<', now().toISOString())]),
        )
        .execute()
    },
  }
}

/** The mailing by which it would be tried again; null: it is not, or goes by her own hand, whatever becomes of the others. */
function goesBackTo({ item: { row }, settled }: Settle): string | null {
  return settled.again && row.queued_at === null ? row.mailing_id : null
}

function outcome({ state, error, again }: Settled, at: Date) {
  if (!again) return { state, error, settled_at: at.toISOString() }
  return { state, error, next_at: again.at.toISOString(), trying_since: again.since, dispatched_at: null }
}

/** The mailing ended while the mail server had this letter, which was not taken: nobody would hold it back later. */
function laidDown(at: Date) {
  return { state: 'stopped', error: null, dispatched_at: null, settled_at: at.toISOString() } as const
}

type Try = Pick<LetterRow, 'id' | 'attempts'>

const tryOf = ({ id, attempts }: Try) => `${id} ${attempts}`

/** Nearly all of a heap are at the same try, mostly the first. */
function ofTheirTries(tries: readonly Try[]) {
  const numbers = [...new Set(tries.map(({ attempts }) => attempts))]
  return ({ and, eb, or }: ExpressionBuilder<Tables, 'letters'>) =>
    or(
      numbers.map((number) => {
        const ids = tries.filter(({ attempts }) => attempts === number).map(({ id }) => id)
        return and([eb('id', 'in', ids), eb('attempts', '=', number)])
      }),
    )
}

function lost(now: Date) {
  return { state: 'unknown', error: 'stopped in the moment of sending', settled_at: now.toISOString() } as const
}

/** Why a letter may not go; otherwise whom it goes to, where that is known only now. */
type Verdict = { why: string } | { to: Addressee }

/** Asked as letters are taken in hand, and once more at the gate: whoever left between the two gets nothing. */
async function verdictsOn(tx: Db, deps: Deps, rows: readonly LetterRow[]): Promise<(row: LetterRow) => Verdict> {
  const emailsOf = (some: readonly LetterRow[]) => some.map(({ to_email }) => to_email)
  const gone = await suppressedAmong(tx, deps.keyFor, emailsOf(rows))
  const own = gone.size > 0 ? (await deps.ownAddresses(tx)).map(normaliseEmail) : []
  const known = new Map<string, Addressee>()
  for (const heap of unwrittenHeaps(rows)) {
    const [{ kind, about }] = heap
    const mayGet = await findKind(deps.letterKinds, kind)?.whenItLeaves?.mayGet(tx, emailsOf(heap), about ?? '')
    for (const { id, to_email } of heap) {
      const addressee = mayGet?.get(to_email)
      if (addressee) known.set(id, addressee)
    }
  }
  return ({ id, html, to_email }) => {
    const why = gone.get(to_email)
    // Her own notices go on whatever her mailbox does, or she on her own list.
    if (why && !(html !== '' && own.includes(normaliseEmail(to_email)))) return { why: suppressionWords(why.reason) }
    const to = html === '' ? known.get(id) : { wayOut: id, name: null }
    return to ? { to } : { why: 'has left since the list was drawn up' }
  }
}

/** Of letters in hand: those that may go, and to whom. The others are skipped, and why is written down. */
async function sortOut(tx: Db, deps: Deps, rows: readonly LetterRow[]): Promise<Map<LetterRow, Addressee>> {
  const verdictOn = await verdictsOn(tx, deps, rows)
  const going = new Map<LetterRow, Addressee>()
  for (const row of rows) {
    const verdict = verdictOn(row)
    if ('to' in verdict) going.set(row, verdict.to)
    else
      await tx
        .updateTable('letters')
        .set({ state: 'skipped', error: verdict.why, settled_at: deps.now().toISOString() })
        .where('id', '=', row.id)
        .where('state', '=', 'leased')
        .where('node', '=', row.node)
        .execute()
  }
  return going
}

/** Letters just taken in hand, with their words: of those that are written when they leave, what is alike is set once. */
async function open(tx: Db, deps: Deps, rows: readonly LetterRow[]): Promise<InHand[]> {
  const going = await sortOut(tx, deps, rows)
  const written = [...going.keys()].filter(({ html }) => html !== '')
  const inHand: InHand[] = written.map((row) => ({ row, words: () => wordsOf(row) }))
  for (const heap of unwrittenHeaps([...going.keys()])) {
    const [{ kind, about }] = heap
    const how = findKind(deps.letterKinds, kind)?.whenItLeaves
    if (!how) continue
    await letOthersIn()
    const asked = heap.map(({ id, to_email, mailing_id }) => ({ id, email: to_email, mailingId: mailing_id }))
    await how.prepare(
      tx,
      deps,
      asked.map((one) => ({ ...one, about: about ?? '' })),
    )
    await letOthersIn()
    const fill = await how.press(tx, deps, about ?? '')
    for (const row of heap) {
      const to = going.get(row)
      if (to) inHand.push({ row, words: () => fill({ id: row.id, ...to }) })
    }
  }
  return inHand
}

type Heap = [LetterRow, ...LetterRow[]]

/** Those that are written when they leave, and read alike. */
function unwrittenHeaps(rows: readonly LetterRow[]): Heap[] {
  const heaps = new Map<string, Heap>()
  for (const row of rows.filter(({ html }) => html === '')) {
    const key = JSON.stringify([row.kind, row.about])
    const heap = heaps.get(key)
    if (heap) heap.push(row)
    else heaps.set(key, [row])
  }
  return [...heaps.values()]
}

function wordsOf({ subject, html, text, headers }: LetterRow): Words {
  return { subject, html, text, headers: JSON.parse(headers) as Record<string, string> }
}

/** On SQLite this process is the only one: whatever is still in hand was in the hands of the last. */
export async function reclaimLetters({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db
    .updateTable('letters')
    .set((row) => ({ state: 'queued', lease_until: null, attempts: row('attempts', '-', 1) }))
    .where('state', '=', 'leased')
    .execute()
  await db.updateTable('letters').set(lost(now())).where('state', '=', 'sending').execute()
}
