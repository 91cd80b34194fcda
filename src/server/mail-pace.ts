/** So many at a time; whoever comes when all are taken waits for one to be given back. */
export function createSlots(most: number) {
  let taken = 0
  const waiting: (() => void)[] = []

  function giveBack() {
    const next = waiting.shift()
    if (next) next()
    else taken--
  }

  return {
    /** answers with the way to give it back, which may be called once */
    async take(): Promise<() => void> {
      if (taken < most) taken++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      let isHeld = true
      return () => {
        if (isHeld) giveBack()
        isHeld = false
      }
    },
  }
}

const slowest = 0.5
/** Many letters under way hear the same "later": that is one reason to slow down, not many. */
const oneHint = 1_000

/** A clock that wakes us late is made up for, up to here. */
const lateness = 50
/** Nobody is kept waiting longer than this for company. */
const longestBreath = 100

type Waiting = { isOver: () => boolean; go: () => void }

/**
 * How fast letters may leave: halved when a server says "later", and slowly back up while it takes them. Whoever goes
 * first is let past the others. None leaves before its turn, but up to `together` wait for the last of them and leave in
 * one breath: each by itself would wake two threads and pay for commits of its own, 2 ms of CPU beside the pages; four
 * in one breath take 1 ms each.
 */
export function createPace(perSecond: number, together: number) {
  let rate = perSecond
  let nextAt = 0
  let slowedAt = Number.NEGATIVE_INFINITY
  const first: Waiting[] = []
  const others: Waiting[] = []
  let isRunning = false

  /** Whoever's work is over meanwhile hears so at once, and costs nobody a turn. */
  function nextInTurn(): Waiting | undefined {
    for (;;) {
      const next = first.shift() ?? others.shift()
      if (!next?.isOver()) return next
      next.go()
    }
  }

  async function run() {
    nextAt = Math.max(nextAt, performance.now() - lateness)
    while (first.length + others.length > 0) {
      const early = nextAt - performance.now()
      const breath = Math.min(longestBreath, (together * 1_000) / rate)
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, Math.max(breath, early)))
      const next = nextInTurn()
      if (!next) break
      nextAt = Math.max(nextAt, performance.now() - breath - lateness) + 1_000 / rate
      next.go()
    }
    isRunning = false
  }

  return {
    wait(isOver: () => boolean, goesFirst: boolean): Promise<void> {
      return new Promise((go) => {
        ;(goesFirst ? first : others).push({ isOver, go })
        if (isRunning) return
        isRunning = true
        void run()
      })
    },
    slowDown() {
      if (performance.now() - slowedAt < oneHint) return
      slowedAt = performance.now()
      rate = Math.max(slowest, rate / 2)
    },
    speedUp() {
      rate = Math.min(perSecond, rate + perSecond / 50)
    },
  }
}
