import { hearKeeper } from './workers.ts'

/** Comes true when the site is asked to stop, and when whoever asked does so again: nobody is to wait any more. */
export type Asked = { once: Promise<void>; again: Promise<void> }

/** Heard from the first moment on. Whoever sends a third signal ends us as we are. */
export function hearSignals(): Asked {
  const signals = ['SIGTERM', 'SIGINT']
  const system = hearFrom((hear) => {
    let heard = 0
    const listen = () => {
      if (++heard === 2) for (const signal of signals) process.off(signal, listen)
      hear()
    }
    for (const signal of signals) process.on(signal, listen)
  })
  // Each counts for himself: a service manager signals a worker and its keeper, who tells the worker once more.
  const keeper = hearFrom(hearKeeper)
  return { once: Promise.race([system.once, keeper.once]), again: Promise.race([system.again, keeper.again]) }
}

function hearFrom(listen: (hear: () => void) => void): Asked {
  const waiting: (() => void)[] = []
  const next = () => new Promise<void>((resolve) => waiting.push(resolve))
  const asked = { once: next(), again: next() }
  listen(() => waiting.shift()?.())
  return asked
}
