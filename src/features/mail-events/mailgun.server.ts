import { createHmac } from 'node:crypto'
import { isSame } from '#server/same-secret.ts'
import { type Hear, insistFresh, type MailEvent, notProven, readJson, reasonOf, textAt } from './said.server.ts'

/** Why Mailgun gave a letter up for good. Of all other reasons only the letter is told: they may be against us. */
const failures: Record<string, MailEvent['kind']> = {
  bounce: 'bounced',
  'suppress-bounce': 'bounced',
  'suppress-complaint': 'complained',
  'suppress-unsubscribe': 'left',
}
const kinds: Record<string, MailEvent['kind']> = { complained: 'complained', unsubscribed: 'left' }

export const hearMailgun: Hear = async (deps, { body }) => {
  const said = readJson(body)
  const { mailgunKey } = deps.env
  if (!mailgunKey) throw notProven('Nothing is taken from Mailgun: no signing key of it is set in Settings.')
  const [timestamp, token, signature] = ['timestamp', 'token', 'signature'].map((name) =>
    textAt(said, 'signature', name),
  )
  const expected = createHmac('sha256', mailgunKey).update(`${timestamp}${token}`).digest('hex')
  if (!token || !isSame(signature ?? '', expected)) throw notProven('This is not signed by Mailgun.')
  insistFresh(deps, Number(timestamp) * 1_000)
  const kind = kindOf(said)
  const event = {
    email: textAt(said, 'event-data', 'recipient'),
    letter: textAt(said, 'event-data', 'message', 'headers', 'message-id'),
    reason: reasonOf(
      textAt(said, 'event-data', 'delivery-status', 'message'),
      textAt(said, 'event-data', 'delivery-status', 'description'),
      textAt(said, 'event-data', 'reason'),
    ),
  }
  return { events: kind ? [{ kind, ...event }] : [], once: token }
}

function kindOf(said: unknown): MailEvent['kind'] | undefined {
  const event = textAt(said, 'event-data', 'event')
  if (event !== 'failed') return kinds[event]
  const isForGood = textAt(said, 'event-data', 'severity') === 'permanent'
  return (isForGood && failures[textAt(said, 'event-data', 'reason')]) || 'noted'
}
