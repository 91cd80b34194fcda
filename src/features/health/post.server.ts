import { readDeliverability } from '#features/deliverability/service.server.ts'
import { greetMailServerInForce } from '#features/settings/trials.server.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { describeWaiting } from '#server/letter-shelf.ts'
import type { Finding } from './contract.ts'
import { counted, look, well, wrong } from './findings.server.ts'
import { type InHouse, inHouse, type Sight } from './sight.server.ts'

const mailRoom = { href: `${deskPaths.settings}#mail`, label: 'Settings' }
const outbox = { href: deskPaths.outbox, label: 'Outbox' }

/** Whether it answers, encrypted, and takes the password. No letter is sent. */
export async function lookAtMail({ env }: Sight): Promise<Finding> {
  const greeted = await greetMailServerInForce(env)
  if (!greeted) {
    return look(
      'No mail server is connected, so no letter leaves.',
      'Every letter is kept in the outbox. Connect one in Settings.',
      mailRoom,
    )
  }
  return greeted.isTaken
    ? well(`${greeted.host} answers, and lets the site in.`)
    : wrong(greeted.message, 'No letter is lost: each waits, and is tried again for a day.', mailRoom)
}

/** Shorter than that a mail server may let a stranger wait on purpose. */
const longestWait = 3_600_000

export const lookAtLetters = inHouse(async ({ db, env, now }) => {
  const { waiting, since, left } = await describeWaiting(db)
  const last = left ? `The last letter left on ${when(left)}.` : 'No letter has left yet.'
  if (waiting === 0 || !since) return well(`No letter waits. ${last}`)
  const waits = `${counted(waiting, 'letter waits', 'letters wait')}, the oldest since ${when(since)}.`
  if (!env.smtpUrl || now().getTime() - Date.parse(since) < longestWait) return well(`${waits} ${last}`)
  const advice = 'They are kept, and tried again by themselves for a day. Look at the mail server, and in the outbox.'
  return left && left > since ? look(`${waits} ${last}`, advice, outbox) : wrong(`${waits} ${last}`, advice, outbox)
})

const when = (at: string) => `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`

const senderRoom = { href: `${deskPaths.settings}#deliverability`, label: 'Settings' }

/** Whether large mail services believe what comes from her domain. */
export const lookAtSender = inHouse(async ({ env, site }: InHouse) => {
  if (!env.smtpUrl) return well('Nothing is sent yet, so nobody was asked about your domain.')
  const { domain, isHers, findings } = await readDeliverability({ env, site })
  const [first] = findings
  if (!isHers && first) return wrong(first.words, 'Letters leave all the same; many end as junk.', senderRoom)
  const names = (verdict: string) =>
    findings.filter((one) => one.verdict === verdict).map(({ record }) => record.toUpperCase())
  const [bad, unknown] = [names('wrong'), names('unknown')]
  const advice = 'Letters leave all the same, and more of them end as junk. Settings has the records to paste.'
  if (bad.length > 0) {
    const words = `${bad.join(' and ')} of ${domain} ${bad.length === 1 ? 'is' : 'are'} not right.`
    return bad.some((name) => name !== 'DMARC') ? wrong(words, advice, senderRoom) : look(words, advice, senderRoom)
  }
  if (unknown.length === findings.length) {
    return look(
      `Nobody answered what is said of ${domain}.`,
      'That says nothing about your letters: look again later.',
      senderRoom,
    )
  }
  const rest = unknown.length > 0 ? ` Of ${unknown.join(' and ')} it cannot be told from here.` : ''
  return well(`${domain} vouches for your letters.${rest}`)
})
