type Waiting<Item> = { item: Item; resolve: () => void; reject: (error: unknown) => void }

/** In milliseconds. A commit costs a wait for the disk: for this long the first one looks out for company. */
const patience = 4

/**
 * Writes what several callers want written in one transaction, as soon as `enough` are there or nobody else comes. Each
 * caller hears only once her own line is safe.
 */
export function createGroupCommit<Item>(enough: number, commit: (items: readonly Item[]) => Promise<void>) {
  let waiting: Waiting<Item>[] = []
  let isRunning = false
  let goOn = () => {}

  async function run() {
    while (waiting.length > 0) {
      if (waiting.length < enough) await company()
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

  function company(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience)
      goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return (item: Item): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length >= enough) goOn()
      if (isRunning) return
      isRunning = true
      void run()
    })
}
