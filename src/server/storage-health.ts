import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from './errors.ts'
import type { Log } from './log.ts'

/** What keeps data from being read or written though nobody did anything wrong. */
export type Ailment = 'away' | 'full' | 'unwritable' | 'damaged'

const words: Record<Ailment, { message: string; seconds: number }> = {
  away: { message: 'The site cannot reach its database at the moment. Please try again in a minute.', seconds: 60 },
  full: { message: 'The site has no room left to keep anything new. Please try again later.', seconds: 600 },
  unwritable: { message: 'The site cannot keep anything new at the moment. Please try again later.', seconds: 600 },
  damaged: { message: 'The site cannot read a part of its data. Please try again later.', seconds: 3_600 },
}

/** Thrown where data should have been read or written; `cause` is what the engine or the disk said. */
export class StorageFault extends AppError {
  readonly ailment: Ailment

  constructor(ailment: Ailment, cause: unknown) {
    const { message, seconds } = words[ailment]
    super('busy', message, { headers: { 'retry-after': String(seconds) } })
    this.name = 'StorageFault'
    this.ailment = ailment
    this.cause = cause
  }
}

/** In the words of readiness and the log. */
export const stateOf: Record<Ailment, string> = {
  away: 'the database does not answer',
  full: 'the disk is full',
  unwritable: 'the data folder cannot be written',
  damaged: 'the database is damaged',
}

export type StorageHealth = {
  /** the first thing that is wrong now; null: nothing is */
  ailment: () => Ailment | null
  has: (ailment: Ailment) => boolean
  /** remembers that it is so until it is over, and answers what to throw */
  note: (ailment: Ailment, cause: unknown) => StorageFault
  over: (ailment: Ailment) => void
  /** called whenever the disk turns out to be full, before anybody is told */
  whenFull: (act: () => void) => void
  /** says what is wrong now, and from now on each change once, however many run into it */
  reportTo: (log: Log) => void
}

/** How the places are doing where data is kept. Those who read and write there say what they meet. */
export function createStorageHealth(): StorageHealth {
  const ailments = new Map<Ailment, unknown>()
  let log: Log | undefined
  let release = () => {}
  return {
    ailment: () => [...ailments.keys()][0] ?? null,
    has: (ailment) => ailments.has(ailment),
    note(ailment, cause) {
      if (ailment === 'full') release()
      if (!ailments.has(ailment)) log?.error(stateOf[ailment], { error: cause })
      ailments.set(ailment, cause)
      return new StorageFault(ailment, cause)
    },
    over(ailment) {
      if (ailments.delete(ailment)) log?.info(`no longer: ${stateOf[ailment]}`)
    },
    whenFull(act) {
      release = act
    },
    reportTo(theirs) {
      log = theirs
      for (const [ailment, cause] of ailments) log.error(stateOf[ailment], { error: cause })
    },
  }
}

const lookEvery = 5_000

/** Tries again and again where nothing could be written; answers how to stop, which waits for what is under way. */
export function watchUnwritable(health: StorageHealth, log: Log, goOn: () => Promise<void>): () => Promise<void> {
  let round = Promise.resolve()
  const look = async () => {
    if (!health.has('unwritable')) return
    await goOn().catch((error) => health.has('unwritable') || log.error('the site cannot go on as before', { error }))
  }
  const timer = setInterval(() => {
    round = round.then(look)
  }, lookEvery).unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}

/** owner: what she does inside; door: how she gets in, and is known to be in. */
const lastRoom = new AsyncLocalStorage<'owner' | 'door'>()

/**
 * Work that may still write while the disk is full, into what the reserve has freed: the owner's own, her way in, and
 * whatever clears away. Everybody else's would have used it up within minutes.
 */
export function onLastRoom<Result>(work: () => Result): Result {
  return lastRoom.run('owner', work)
}

/** Work that is done at the door alone: where nothing can be written it goes on in memory, and nothing else does. */
export function atTheDoor<Result>(work: () => Result): Result {
  return lastRoom.run('door', work)
}

/** Work of the background, which is not the owner's though she may have been the one to wake it. */
export function offLastRoom<Result>(work: () => Result): Result {
  return lastRoom.exit(work)
}

export function mayUseLastRoom(): boolean {
  return lastRoom.getStore() !== undefined
}

export function isAtTheDoor(): boolean {
  return lastRoom.getStore() === 'door'
}
