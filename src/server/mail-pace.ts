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

/** How fast letters may leave: halved when a server says "later", and slowly back up while it takes them. */
export function createPace(perSecond: number) {
  let rate = perSecond
  let nextAt = 0
  let turn: Promise<void> = Promise.resolve()
  let slowedAt = Number.NEGATIVE_INFINITY
  return {
    /** One after the other, so that all but the first hear at once that it is over. */
    wait(isOver: () => boolean): Promise<void> {
      turn = turn.then(async () => {
        if (isOver()) return
        const now = performance.now()
        const at = Math.max(now - lateness, nextAt)
        nextAt = at + 1_000 / rate
        if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
      })
      return turn
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
