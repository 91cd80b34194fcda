/** What a letter can be, in the order in which it concerns the author. */
export const letterStates = [
  'kept',
  'unknown',
  'failed',
  'bounced',
  'complained',
  'queued',
  'sending',
  'sent',
  'skipped',
  'stopped',
] as const
export type LetterState = (typeof letterStates)[number]

/** A kept letter older than this may surprise whoever gets it. */
export const oldAfterDays = 7

/** The state an address asks for; what is no state is not asked for. */
export function letterStateFrom(search: URLSearchParams): LetterState | null {
  return letterStates.find((state) => state === search.get('state')) ?? null
}
