import type { Log } from './log.ts'

/** What keeps data from being read or written though nobody did anything wrong. */
export type Ailment = 'away' | 'full' | 'damaged'

/** Thrown where data should have been read or written; `cause` is what the engine or the disk said. */
export class StorageFault extends Error {
  readonly ailment: Ailment

  constructor(ailment: Ailment, cause: unknown) {
    super(stateOf[ailment], { cause })
    this.name = 'StorageFault'
    this.ailment = ailment
  }
}

/** In the words of readiness and the log. */
export const stateOf: Record<Ailment, string> = {
  away: 'the database does not answer',
  full: 'the disk is full',
  damaged: 'the database is damaged',
}

export type StorageHealth = {
  /** the first thing that is wrong now; null: nothing is */
  ailment: () => Ailment | null
  /** remembers that it is so until it is over, and answers what to throw */
  note: (ailment: Ailment, cause: unknown) => StorageFault
  over: (ailment: Ailment) => void
  /** from now on each change is said once, however many run into it */
  reportTo: (log: Log) => void
}

/** How the places are doing where data is kept. Those who read and write there say what they meet. */
export function createStorageHealth(): StorageHealth {
  const ailments = new Set<Ailment>()
  let log: Log | undefined
  return {
    ailment: () => [...ailments][0] ?? null,
    note(ailment, cause) {
      if (!ailments.has(ailment)) log?.error(stateOf[ailment], { error: cause })
      ailments.add(ailment)
      return new StorageFault(ailment, cause)
    },
    over(ailment) {
      if (ailments.delete(ailment)) log?.info(`no longer: ${stateOf[ailment]}`)
    },
    reportTo(theirs) {
      log = theirs
    },
  }
}
