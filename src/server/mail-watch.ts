import type { Deps } from './deps.ts'
import type { Mailer, Outcome } from './mailer.ts'

/** How long nobody knocks at a mail server that did not answer: one try in half a minute, whoever asks. */
export const serverAwayPause = 30_000

/**
 * What is known of the mail server, for all who have letters for it: whether it answers, and how often it has refused us.
 * Until it has taken one, a single letter knocks while the others wait to hear how it went.
 */
export function createMailWatch({ log, now }: Pick<Deps, 'log' | 'now'>) {
  let known: Mailer | null = null
  let server: 'new' | 'there' | 'away' = 'new'
  let awayUntil = 0
  let refusals = 0
  let knock: Promise<unknown> | null = null

  /** Longer than the pause it can only be after the clock was set back. */
  function isSpared(): boolean {
    const pause = awayUntil - now().getTime()
    return pause > 0 && pause <= serverAwayPause
  }

  return {
    /** What was learnt of one mail server says nothing about the next. */
    meet(mailer: Mailer): void {
      if (mailer === known) return
      known = mailer
      server = 'new'
      awayUntil = 0
      refusals = 0
    },
    isThere: () => server === 'there',
    hasFailed: () => server === 'away',
    /** nobody knocks now */
    isSpared,
    /**
     * One after the other: whoever comes while another knocks goes by what that one hears. True: she may go on, though
     * perhaps nothing was heard, as the letter was not to leave after all.
     */
    async knock(carryOne: () => Promise<boolean>): Promise<boolean> {
      const hasWaited = knock !== null
      while (knock && server !== 'there') await knock.catch(() => {})
      if (server === 'there' || (hasWaited && isSpared())) return server === 'there'
      const mine = carryOne()
      knock = mine
      try {
        return await mine
      } finally {
        knock = null
      }
    },
    /** False: it is away, and what waits had better go on waiting. */
    learn(mailer: Mailer, outcome: Outcome): boolean {
      if (mailer !== known) return true
      // A line that broke after the dot is a bad sign too: the next letter might end as uncertain as this one.
      const isAway = outcome.kind === 'unknown' || (outcome.kind === 'deferred' && outcome.isServerAway)
      refusals = outcome.kind === 'deferred' && outcome.isOurFault ? refusals + 1 : isAway ? refusals : 0
      if (isAway && server !== 'away') log.warn('mail server away', { reason: outcome.reason })
      if (isAway) awayUntil = now().getTime() + serverAwayPause
      server = isAway ? 'away' : 'there'
      return !isAway
    },
    /** how often in a row it has refused our name or our password */
    refusals: () => refusals,
    forgetRefusals() {
      refusals = 0
    },
  }
}
