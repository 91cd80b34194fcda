type Waiting<Item> = { item: Item; resolve: () => void; reject: (error: unknown) => void }

/**
 * Writes what several callers want written in one transaction: while one commit waits for the disk, the next ones
 * gather. Each caller hears only once her own line is safe.
 */
export function createGroupCommit<Item>(commit: (items: readonly Item[]) => Promise<void>) {
  let waiting: Waiting<Item>[] = []
  let isRunning = false

  async function run() {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      try {
        await commit(group.map(({ item }) => item))
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isRunning = false
  }

  return (item: Item): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isRunning) return
      isRunning = true
      setImmediate(run)
    })
}
