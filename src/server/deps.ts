import type { Env } from './env.ts'
import type { Log } from './log.ts'

/** What the house runs on: one plain object, made in main.ts, handed down as an argument. */
export type Deps = {
  env: Env
  log: Log
  now: () => Date
  /** true once the process has been asked to leave: it finishes what it has and takes nothing new */
  isStopping: () => boolean
}
