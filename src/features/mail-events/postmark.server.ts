import { type Hear, type MailEvent, readJson, reasonOf, textAt } from './said.server.ts'
import { insistOnSecret } from './shared-secret.server.ts'

/** Of all that Postmark calls a bounce; whatever is not here, such as an answer from a holiday, says nothing. */
const kinds: Record<string, MailEvent['kind']> = {
  HardBounce: 'bounced',
  BadEmailAddress: 'bounced',
  SpamComplaint: 'complained',
  Unsubscribe: 'left',
  ...Object.fromEntries(
    ['Transient', 'SoftBounce', 'DnsError', 'Blocked', 'SpamNotification', 'DMARCPolicy', 'Unknown'].map((type) => [
      type,
      'noted',
    ]),
  ),
}

export const hearPostmark: Hear = async (deps, post) => {
  insistOnSecret(deps, 'Postmark', post)
  const said = readJson(post.body)
  const kind = kindOf(said)
  const event = {
    email: textAt(said, 'Email') || textAt(said, 'Recipient'),
    // Its MessageID is its own; ours went along under this name.
    letter: textAt(said, 'Metadata', 'letter'),
    reason: reasonOf(textAt(said, 'Details'), textAt(said, 'Description'), textAt(said, 'Name')),
  }
  return { events: kind ? [{ kind, ...event }] : [], once: null }
}

function kindOf(said: unknown): MailEvent['kind'] | undefined {
  const record = textAt(said, 'RecordType')
  if (record === 'Bounce' || record === 'SpamComplaint') return kinds[textAt(said, 'Type')]
  if (record !== 'SubscriptionChange' || Reflect.get(Object(said), 'SuppressSending') !== true) return undefined
  const reason = textAt(said, 'SuppressionReason')
  // One that she set herself, at Postmark, is not what the reader said.
  if (reason === 'ManualSuppression') return textAt(said, 'Origin') === 'Recipient' ? 'left' : undefined
  return kinds[reason]
}
