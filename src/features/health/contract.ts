/** What is looked at, in the order in which it is told. */
export const checkNames = [
  ...(['disk', 'folder', 'secrets', 'database', 'clock', 'versions'] as const),
  ...(['address', 'certificate', 'proxy'] as const),
  ...(['mail', 'letters', 'sender'] as const),
  ...(['store', 'backups', 'nodes', 'jobs', 'samples'] as const),
] as const
export type CheckName = (typeof checkNames)[number]

/** `look`: worth a look, and nothing is broken by it today. */
export type HealthState = 'well' | 'look' | 'wrong'

export type Finding = {
  state: HealthState
  /** how it is */
  words: string
  /** where it is not well: what is safe, and what to do */
  advice: string | null
  /** the room where she does it */
  room: { href: string; label: string } | null
}

/** `finding`: null where looking takes a while, and nobody has asked for it yet. */
export type HealthLine = { name: CheckName; finding: Finding | null }

export type Health = { lines: HealthLine[] }
