import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Engine } from './db.ts'
import { newId } from './ids.ts'
import type { JobRow } from './jobs.table.ts'
import type { Log } from './log.ts'
import { createRounds } from './rounds.ts'

/** Every kind of job and what it is told. Each room that runs one adds it here by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled from elsewhere
export interface JobKinds {}

export type JobHandlers = { [Kind in keyof JobKinds]: (payload: JobKinds[Kind]) => Promise<void> }

/** Thrown by a job that is not to blame and knows when to come back: nobody is warned, and it is never given up. */
export class TryLater extends Error {
  readonly delay: number

  constructor(reason: string, delay: number) {
    super(reason)
    this.delay = delay
  }
}

const lease = 120_000
const firstDelay = 60_000
const longestDelay = 6 * 3_600_000
/** What a job that is not to blame may ask for at most. */
const longestPause = 3_600_000
export const longestTry = 24 * 3_600_000

/**
 * Call it with the transaction that writes the cause: the job then exists if and only if the cause does. It is due at
 * once, or at the moment that is named.
 */
export async function enqueue<Kind extends keyof JobKinds>(
  db: Db,
  kind: Kind,
  payload: JobKinds[Kind],
  now: Date,
  due = now,
): Promise<void> {
  await enqueueAll(db, kind, [payload], now, due)
}

export async function enqueueAll<Kind extends keyof JobKinds>(
  db: Db,
  kind: Kind,
  payloads: readonly JobKinds[Kind][],
  now: Date,
  due = now,
): Promise<void> {
  if (payloads.length === 0) return
  const at = now.toISOString()
  const jobs = payloads.map((payload) => ({
    id: newId(now),
    kind,
    payload: JSON.stringify(payload),
    state: 'queued' as const,
    run_at: due.toISOString(),
    attempts: 0,
    trying_since: null,
    lease_until: null,
    last_error: null,
    created_at: at,
  }))
  await db.insertInto('jobs').values(jobs).execute()
}

/** Whether such a job waits or runs, as part of a question about what it is for: asked in the same moment. */
export function hasJob(kind: keyof JobKinds, payload: RawBuilder<string>) {
  return sql<SqlBool>`exists (
    select 1 from jobs where jobs.kind = ${kind} and jobs.state != 'failed' and jobs.payload = ${payload}
  )`
}

/** How many jobs wait, are being done, or are given up. */
export async function countJobs(db: Db): Promise<Record<JobRow['state'], number>> {
  const rows = await db
    .selectFrom('jobs')
    .select((row) => ['state', row.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return { queued: 0, running: 0, failed: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

export type Worker = {
  /** looks for work within a second instead of at the next round */
  wake: () => void
  start: () => void
  /** claims nothing new, and answers when what is in hand is done */
  stop: () => Promise<void>
  /** runs everything that is due and answers when it is done */
  runDue: () => Promise<void>
}

type Parts = {
  db: Db
  engine: Engine
  log: Log
  now: () => Date
  handlers: JobHandlers
  atOnce?: number
  /** told after each round: a job may have left letters behind */
  afterRound?: () => void
}

/** The background door of the same process. A job may run twice (its lease ran out): every handler checks first. */
export function createWorker({ db, engine, log, now, handlers, atOnce = 4, afterRound }: Parts): Worker {
  const known: Record<string, (payload: never) => Promise<void>> = handlers
  let isStopping = false
  let soon: NodeJS.Timeout | undefined

  async function run(job: JobRow) {
    try {
      const handler = known[job.kind]
      if (!handler) throw new Error(`nobody knows the job ${job.kind}`)
      await handler(JSON.parse(job.payload) as never)
      await db.deleteFrom('jobs').where('id', '=', job.id).where('attempts', '=', job.attempts).execute()
    } catch (error) {
      await putBack(db, job, error, now())
      if (!(error instanceof TryLater))
        log.warn('job failed', { job: job.id, kind: job.kind, attempts: job.attempts, error })
    }
  }

  async function runAll() {
    while (!isStopping) {
      const jobs = await claim(db, engine, atOnce, now())
      if (jobs.length === 0) return afterRound?.()
      const ran = await Promise.allSettled(jobs.map(run))
      for (const one of ran) if (one.status === 'rejected') throw one.reason
    }
  }

  const rounds = createRounds({ name: 'worker', log, runAll })

  /**
   * Soon, at a moment nobody can foresee. Work done right after the answer that caused it would delay the next answer
   * by just as much as there was to do, and so tell a stranger what the first one did not.
   */
  function wake() {
    soon ??= setTimeout(
      () => {
        soon = undefined
        rounds.look()
      },
      100 + Math.random() * 900,
    )
  }

  return {
    wake,
    runDue: rounds.runDue,
    start: rounds.start,
    async stop() {
      isStopping = true
      clearTimeout(soon)
      await rounds.stop()
    },
  }
}

/** Takes a few due jobs, and those whose owner has not been heard of, in one statement. */
async function claim(db: Db, engine: Engine, limit: number, now: Date): Promise<JobRow[]> {
  const at = now.toISOString()
  return db
    .with(
      // Looked up once and for all: PostgreSQL may otherwise look anew at each row, and take the next few each time.
      (cte) => cte('due').materialized(),
      (within) => {
        const query = within
          .selectFrom('jobs')
          .select('id')
          .where((either) =>
            either.or([
              either.and([either('state', '=', 'queued'), either('run_at', '<=', at)]),
              // Never tried and due when it was written, which has not been yet: the clock was set back.
              either.and([
                either('state', '=', 'queued'),
                either('attempts', '=', 0),
                either('run_at', '>', at),
                either('run_at', '<=', either.ref('created_at')),
              ]),
              ...setBack(now).map(({ attempts, farAhead }) =>
                either.and([
                  either('state', '=', 'queued'),
                  either('attempts', attempts < triesToLongest ? '=' : '>=', attempts),
                  either('run_at', '>', farAhead),
                ]),
              ),
              either.and([either('state', '=', 'running'), either('lease_until', '<', at)]),
            ]),
          )
          .orderBy('run_at')
          .limit(limit)
        // Several nodes may look at once; on SQLite there is only one.
        return engine === 'postgres' ? query.forUpdate().skipLocked() : query
      },
    )
    .updateTable('jobs')
    .set((update) => ({
      state: 'running',
      attempts: update('attempts', '+', 1),
      lease_until: new Date(now.getTime() + lease).toISOString(),
    }))
    .where('id', 'in', (named) => named.selectFrom('due').select('due.id'))
    .returningAll()
    .execute()
}

async function putBack(db: Db, job: JobRow, error: unknown, now: Date) {
  const isToBlame = !(error instanceof TryLater)
  // Not since it was written: that may be weeks before it was due, or before anything else let it be tried.
  const since = isToBlame ? (job.trying_since ?? now.toISOString()) : null
  const isTooOld = since !== null && now.getTime() - Date.parse(since) > longestTry
  const delay = isToBlame ? backoff(job.attempts) : Math.min(error.delay, longestPause)
  await db
    .updateTable('jobs')
    .set({
      state: isTooOld ? 'failed' : 'queued',
      trying_since: since,
      run_at: new Date(now.getTime() + delay).toISOString(),
      lease_until: null,
      last_error: error instanceof Error ? error.message.slice(0, 500) : String(error),
    })
    .where('id', '=', job.id)
    // Whoever was away for longer than the lease has nothing to say any more: somebody else took the job over.
    .where('attempts', '=', job.attempts)
    .execute()
}

/** Full jitter: a service that comes back is not met by everybody in the same second. */
function backoff(attempts: number): number {
  return firstDelay / 2 + Math.random() * longestJitter(attempts)
}

function longestJitter(attempts: number): number {
  return Math.min(longestDelay, firstDelay * 2 ** (attempts - 1))
}

/** From here on all pauses are equally long. */
const triesToLongest = 1 + Math.ceil(Math.log2(longestDelay / firstDelay))

/**
 * Moments, by the number of tries, that lie further ahead than any pause we set: a job that waits for one has seen the
 * clock set back, and is due.
 */
function setBack(now: Date): { attempts: number; farAhead: string }[] {
  return Array.from({ length: triesToLongest }, (_, index) => {
    const attempts = index + 1
    const longest = Math.max(longestPause, firstDelay / 2 + longestJitter(attempts))
    return { attempts, farAhead: new Date(now.getTime() + longest).toISOString() }
  })
}

const keptFailureDays = 30

/** A job nobody could do is looked at for a month; then its payload is only somebody's words in a drawer. */
export async function forgetFailedJobs(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptFailureDays * 86_400_000).toISOString()
  await db
    .deleteFrom('jobs')
    .where('state', '=', 'failed')
    .where(({ fn }) => fn.coalesce('trying_since', 'created_at'), '<', oldest)
    .execute()
}

const lateAfter = 10 * 60_000

/** Those that were given up, and those nobody has taken up though they have been due, or were left lying, for a while. */
export async function describeJobs(db: Db, now: Date): Promise<{ failed: number; late: number; since: string | null }> {
  const { failed } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  const limit = new Date(now.getTime() - lateAfter).toISOString()
  const { late, since } = await db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll<number>().as('late'), fn.min('run_at').as('since')])
    .where((either) =>
      either.or([
        either.and([either('state', '=', 'queued'), either('run_at', '<', limit)]),
        either.and([either('state', '=', 'running'), either('lease_until', '<', limit)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return { failed, late, since }
}

/** On SQLite this process is the only one: whatever is still marked as running died with the last. */
export async function reclaimOrphans(db: Db): Promise<void> {
  await db.updateTable('jobs').set({ state: 'queued', lease_until: null }).where('state', '=', 'running').execute()
}
