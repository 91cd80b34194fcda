import { hash, verify } from '@node-rs/argon2'
import { AppError } from './errors.ts'

/** argon2id, which is the library's own default, at the cost OWASP asks for. */
const dear = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of a password nobody knows: whoever names an owner who does not exist waits exactly as long. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$WlLVob3yo0Vw8E2EN2jzBQ$9J4Rvoo7UK58jkthWM0g0YawRxzpF14DILY+JmlgRxk'

export type PasswordHasher = {
  hash: (password: string) => Promise<string>
  /** `null`: there is nothing to compare with. The work is the same, the answer is no. */
  verify: (kept: string | null, password: string) => Promise<boolean>
}

/** Hashing is dear on purpose. A few at once and a short queue: the rest are sent away before they can starve the site. */
export function createPasswordHasher({ atOnce = 2, mostWaiting = 8, cost = dear } = {}): PasswordHasher {
  let busy = 0
  const waiting: (() => void)[] = []

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (busy >= atOnce) {
      if (waiting.length >= mostWaiting) {
        throw new AppError('busy', 'Too many people are at this door. Please try again in a moment.', {
          headers: { 'retry-after': '5' },
        })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else busy++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The turn is handed on, so that nobody slips in between.
      if (next) next()
      else busy--
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password.normalize(), cost)),
    verify: async (kept, password) => {
      const isRight = await inTurn(() => verify(kept ?? nobodysHash, password.normalize()))
      return isRight && kept !== null
    },
  }
}
