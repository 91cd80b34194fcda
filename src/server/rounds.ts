import type { Log } from './log.ts'
import { offLastRoom, StorageFault } from './storage-health.ts'

const lookEvery = 5_000

type Parts = { name: string; log: Log; runAll: () => Promise<void> }

/** Work that comes in rounds, one after the other: every few seconds, or when somebody asks. */
export function createRounds({ name, log, runAll }: Parts) {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()
  let isLooking = false

  /** A round of one's own: whoever stops the work waits for it too. */
  function runDue(): Promise<void> {
    const mine = round.then(() => offLastRoom(runAll))
    round = mine.catch((error) => {
      // What is wrong with the storage is said once, not at every round.
      if (!(error instanceof StorageFault)) log.error(`${name} round failed`, { error })
    })
    return mine
  }

  /** Whoever looks while a round waits to begin is served by that one; during a round, by the one after it. */
  function look() {
    if (isLooking) return
    isLooking = true
    void round.then(() => {
      isLooking = false
      return runDue().catch(() => {})
    })
  }

  return {
    runDue,
    look,
    start() {
      look()
      timer = setInterval(look, lookEvery)
    },
    /** begins no round by itself any more, and answers when the last one is over */
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
