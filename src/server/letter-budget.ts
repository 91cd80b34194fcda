import type { Db } from './db.ts'
import type { Deps } from './deps.ts'
import { TryLater } from './jobs.ts'
import { countWithin } from './rate-limit.ts'
import { emailHash } from './suppressions.ts'

const oneHour = 3_600
/** One mailbox, however its address is spelled, gets one letter a day and three a month. */
const perMailbox = [
  { most: 1, seconds: 24 * oneHour },
  { most: 3, seconds: 30 * 24 * oneHour },
]
/** No single house is flooded through us, and neither is the world. What is over has to wait and is not lost. */
const perDomain = { most: 30, seconds: oneHour }
const forAll = { most: 200, seconds: oneHour }
const nextLook = 10 * 60_000

/** So many readers live in these that thirty an hour is a good day and no attack. */
const bigHouses = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com me.com aol.com gmx.net gmx.de web.de proton.me protonmail.com'.split(
    ' ',
  ),
)

/**
 * Whether a stranger may be sent a letter because somebody, perhaps not she, typed her address here. Counted in the
 * caller's transaction: when the hour's letters are used up, the job comes back later and nothing has happened yet.
 */
export async function mayWriteTo(tx: Db, deps: Deps, what: string, email: string): Promise<boolean> {
  const { env, keyFor, mailer, now } = deps
  if (!env.isRateLimited) return true
  const { mailbox, domain } = sameMailbox(email)
  for (const limit of perMailbox) {
    if (!(await countWithin(tx, `mail:${what}:${limit.seconds}:${emailHash(keyFor, mailbox)}`, limit, now())))
      return false
  }
  if (!mailer) return true
  const isInBudget =
    (bigHouses.has(domain) || (await countWithin(tx, `mail:domain:${domain}`, perDomain, now()))) &&
    (await countWithin(tx, 'mail:all', forAll, now()))
  if (!isInBudget) throw new TryLater('this hour has had its letters to new readers', nextLook)
  return true
}

/** `ann.reader+books@…` and `annreader@…` usually end in one mailbox; counting them as one harms nobody. */
function sameMailbox(email: string): { mailbox: string; domain: string } {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const [name = ''] = email.slice(0, at).replaceAll('.', '').split('+', 1)
  return { mailbox: `${name}@${domain}`, domain }
}
