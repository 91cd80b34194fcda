import { recordEvent } from '#features/owner/service.server.ts'
import { knownAmong } from '#features/people/service.server.ts'
import { isEmail, normaliseEmail } from '#lib/email.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { haveLetterWaiting } from '#server/letters.ts'
import {
  getMailing,
  isBeingSent,
  pauseMailing,
  resumeMailing,
  stopMailing,
  takeBackKept,
  underWay,
} from '#server/mailings.ts'
import { startMailing } from '#server/start-mailing.ts'
import { suppressedAmong, suppressionWords } from '#server/suppressions.ts'
import { bookLetterKind } from './letters.server.ts'
import { waitingWords } from './single.server.ts'

type Wish = { subscribers: readonly string[]; filename: string; holdSeconds: number }
type Sorted = { recipients: string[]; errors: string[] }

/** Who of these gets a letter, and a sentence about everybody who does not. */
async function sortOut({ db, keyFor }: Deps, { subscribers, filename }: Wish): Promise<Sorted> {
  const emails = [...new Set(subscribers.map(normaliseEmail))]
  const known = await knownAmong(db, emails.filter(isEmail))
  const gone = await suppressedAmong(db, keyFor, [...known.keys()])
  const served = await haveLetterWaiting(db, bookLetterKind, filename)
  const errors: string[] = []
  const recipients = emails.filter((email) => {
    const why = gone.get(email)
    const reason = !isEmail(email)
      ? 'not an e-mail address'
      : !known.has(email)
        ? 'not one of your readers'
        : why
          ? suppressionWords(why.reason)
          : served.has(email)
            ? waitingWords
            : null
    if (reason) errors.push(`${email.slice(0, 254)}: ${reason}`)
    return reason === null
  })
  return { recipients, errors }
}

/** A campaign is a mailing that brings one file. */
export async function startCampaign(deps: Deps, wish: Wish): Promise<{ campaignId: string | null; errors: string[] }> {
  const { recipients, errors } = await sortOut(deps, wish)
  // Whoever's letter waits may have it from the campaign that a first press began: then this is the second.
  if (await isBeingSent(deps.db, { kind: bookLetterKind, about: wish.filename })) throw underWay(deps, bookLetterKind)
  if (recipients.length === 0) return { campaignId: null, errors }
  const campaignId = await startMailing(deps, {
    kind: bookLetterKind,
    about: wish.filename,
    emails: recipients,
    holdSeconds: wish.holdSeconds,
    recordStart: (tx) => recordEvent(tx, 'campaigns.started', deps.now()),
  })
  return { campaignId, errors }
}

async function steer(deps: Deps, id: string, act: () => Promise<boolean>): Promise<void> {
  await getMailing(deps.db, id)
  if (!(await act())) throw new AppError('conflict', 'That cannot be done any more: it is over, or was stopped.')
  deps.wakeWorker()
}

export function pauseCampaign(deps: Deps, id: string): Promise<void> {
  return steer(deps, id, () => pauseMailing(deps, id, 'You paused it.'))
}

export function resumeCampaign(deps: Deps, id: string): Promise<void> {
  return steer(deps, id, () => resumeMailing(deps, id))
}

/** Without a mail server there is no hold: what lies in the outbox is taken out of it instead. */
export function takeBackCampaign(deps: Deps, id: string): Promise<void> {
  return steer(deps, id, () => takeBackKept(deps, id))
}

/** Within the hold nothing has left: that is an undo. */
export async function stopCampaign(deps: Deps, id: string): Promise<void> {
  const at = deps.now()
  const { starts_at } = await getMailing(deps.db, id)
  await steer(deps, id, () => stopMailing(deps, id))
  await recordEvent(deps.db, at.toISOString() < starts_at ? 'campaigns.undone' : 'campaigns.stopped', at)
}
