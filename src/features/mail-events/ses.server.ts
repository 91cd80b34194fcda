import { createVerify, X509Certificate } from 'node:crypto'
import { toUrl } from '#lib/url.ts'
import { AppError } from '#server/errors.ts'
import { type Hear, insistFresh, type MailEvent, notProven, readJson, reasonOf, textAt } from './said.server.ts'

const longestWait = 5_000
const longestCertificate = 20_000

/** What Amazon signs, in this order; a subject only where there is one. */
const signed: Record<string, string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
}

/** Hears what Amazon SES tells through SNS; keeps the certificates it has seen. */
export function createSesHearing(): Hear {
  const certificates = new Map<string, X509Certificate>()

  async function certificateAt(url: string): Promise<X509Certificate> {
    const known = certificates.get(url)
    if (known) return known
    const certificate = toCertificate(await fetchFromAmazon(url, 'The certificate'))
    if (!certificate) throw notProven('What Amazon answers there is no certificate.')
    // A new one every few months; whoever has others looked up does not fill the memory with them.
    if (certificates.size > 10) certificates.clear()
    certificates.set(url, certificate)
    return certificate
  }

  return async (deps, { body }) => {
    const said = readJson(body)
    const { sesTopic } = deps.env
    if (!sesTopic) throw notProven('Nothing is taken from Amazon SES: no topic of it is named in Settings.')
    // First, so that nothing is fetched for a stranger. Amazon signs the messages of all its customers alike.
    if (textAt(said, 'TopicArn') !== sesTopic)
      throw notProven('This comes from another topic than the one that is named in Settings.')
    insistFresh(deps, Date.parse(textAt(said, 'Timestamp')))
    const type = textAt(said, 'Type')
    const names = signed[type]
    if (!names) return { events: [], once: null }
    const text = names.flatMap((name) => (textAt(said, name) ? [`${name}\n${textAt(said, name)}\n`] : [])).join('')
    const certificate = await certificateAt(textAt(said, 'SigningCertURL'))
    const algorithm = textAt(said, 'SignatureVersion') === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
    const isSigned = createVerify(algorithm)
      .update(text)
      .verify(certificate.publicKey, textAt(said, 'Signature'), 'base64')
    if (!isSigned) throw notProven('This is not signed by Amazon.')
    if (type === 'SubscriptionConfirmation') await fetchFromAmazon(textAt(said, 'SubscribeURL'), 'The confirmation')
    const events = type === 'Notification' ? eventsIn(readJson(textAt(said, 'Message'))) : []
    return { events, once: textAt(said, 'MessageId') }
  }
}

function toCertificate(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text.slice(0, longestCertificate))
  } catch {
    return null
  }
}

/** Only there, and nowhere it would lead on to: a message may name any address. */
async function fetchFromAmazon(address: string, what: string): Promise<string> {
  const url = toUrl(address)
  if (url?.protocol !== 'https:' || !/^sns\.[a-z0-9-]+\.amazonaws\.com$/.test(url.host))
    throw notProven(`${what} is not at Amazon.`)
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(longestWait) }).catch(() => null)
  if (!answer?.ok) throw new AppError('bad_gateway', `${what} could not be fetched from Amazon. Try again later.`)
  return answer.text()
}

function eventsIn(said: unknown): MailEvent[] {
  const type = textAt(said, 'notificationType') || textAt(said, 'eventType')
  const letter = textAt(said, 'mail', 'commonHeaders', 'messageId')
  const about = Reflect.get(Object(said), type.toLowerCase())
  if (type === 'Bounce') {
    const kind = textAt(about, 'bounceType') === 'Permanent' ? 'bounced' : 'noted'
    const usual = `${textAt(about, 'bounceType')}: ${textAt(about, 'bounceSubType')}`
    return peopleIn(about, 'bouncedRecipients').map((one) => {
      const reason = reasonOf(textAt(one, 'diagnosticCode'), usual)
      return { kind, email: textAt(one, 'emailAddress'), letter, reason }
    })
  }
  const complaint = textAt(about, 'complaintFeedbackType')
  // Some mailbox services tell of a letter that was found among the junk and is none.
  if (type !== 'Complaint' || complaint === 'not-spam') return []
  return peopleIn(about, 'complainedRecipients').map((one) => {
    return { kind: 'complained', email: textAt(one, 'emailAddress'), letter, reason: reasonOf(complaint) }
  })
}

function peopleIn(about: unknown, name: string): unknown[] {
  const people = Reflect.get(Object(about), name)
  return Array.isArray(people) ? people : []
}
