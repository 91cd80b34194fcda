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

/** How fast letters may leave: halved when a server says "later", and slowly back up while it takes them. */
export function createPace(perSecond: number) {
  let rate = perSecond
  let nextAt = 0
  let slowedAt = Number.NEGATIVE_INFINITY
  return {
    async wait(): Promise<void> {
      const now = performance.now()
      const at = Math.max(now, nextAt)
      nextAt = at + 1_000 / rate
      if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
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
