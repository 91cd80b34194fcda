import type { Env } from './env.ts'

/** What the owner has typed on a screen. Null: she has left it open, and what is usual holds. */
export type Filling = {
  siteUrl: string | null
  smtpUrl: string | null
  mailFrom: string | null
  bounceMailbox: string | null
  mailEventsSecret: string | null
  mailgunKey: string | null
  sesTopic: string | null
  dkim: Env['dkim']
  postalAddress: string | null
  isDoubleOptIn: boolean | null
  mailerLiteKey: string | null
  providerGroup: string | null
  /** an address that waits to be confirmed there, and until when */
  pending: { url: string; until: string } | null
}

/** What may be typed on a screen, and the variable that is stronger. */
export const variableOf = {
  siteUrl: 'SITE_URL',
  smtpUrl: 'SMTP_URL',
  mailFrom: 'MAIL_FROM',
  bounceMailbox: 'BOUNCE_IMAP_URL',
  mailEventsSecret: 'MAIL_EVENTS_SECRET',
  mailgunKey: 'MAILGUN_SIGNING_KEY',
  sesTopic: 'SES_TOPIC_ARN',
  dkim: 'DKIM_KEY',
  postalAddress: 'POSTAL_ADDRESS',
  isDoubleOptIn: 'DOUBLE_OPT_IN',
  mailerLiteKey: 'MAILERLITE_API_KEY',
  providerGroup: 'MAILERLITE_GROUP',
} as const satisfies Partial<Record<keyof Filling, string>>

type Filled = Pick<Env, 'siteUrl' | 'checkHost' | 'smtpUrl' | 'mailFrom' | 'postalAddress' | Events> &
  Pick<Env, 'isDoubleOptIn' | 'mailerLite' | 'providerGroup'>
type Events = 'bounceMailbox' | 'mailEventsSecret' | 'mailgunKey' | 'sesTopic' | 'dkim'

/**
 * The configuration everybody reads: the environment, and where that leaves something open, what the owner has typed.
 * One object for the whole process, so nobody may copy a value out of it at the start; `fill` changes what it says.
 */
export function createLiveEnv(given: Env, now: () => Date): { env: Env; fill: (filling: Filling) => void } {
  let filled: Filled = given
  let pending: Filling['pending'] = null
  const isGiven = (name: keyof typeof variableOf) => variableOf[name] in given.settings

  function fill(typed: Filling) {
    const open = <Value>(name: keyof typeof variableOf, said: Value | null, usual: Value) =>
      isGiven(name) ? usual : (said ?? usual)
    const smtpUrl = open('smtpUrl', typed.smtpUrl, given.smtpUrl)
    filled = {
      siteUrl: open('siteUrl', typed.siteUrl, given.siteUrl),
      checkHost: given.checkHost || typed.siteUrl !== null,
      smtpUrl,
      mailFrom: open('mailFrom', typed.mailFrom, given.mailFrom),
      bounceMailbox: open('bounceMailbox', typed.bounceMailbox, given.bounceMailbox),
      mailEventsSecret: open('mailEventsSecret', typed.mailEventsSecret, given.mailEventsSecret),
      mailgunKey: open('mailgunKey', typed.mailgunKey, given.mailgunKey),
      sesTopic: open('sesTopic', typed.sesTopic, given.sesTopic),
      dkim: open('dkim', typed.dkim, given.dkim),
      postalAddress: open('postalAddress', typed.postalAddress, given.postalAddress),
      isDoubleOptIn: open(
        'isDoubleOptIn',
        typed.isDoubleOptIn,
        isGiven('isDoubleOptIn') ? given.isDoubleOptIn : smtpUrl !== null,
      ),
      mailerLite: given.mailerLite ?? sameOrNew(typed.mailerLiteKey),
      providerGroup: open('providerGroup', typed.providerGroup, given.providerGroup),
    }
    pending = isGiven('siteUrl') ? null : typed.pending
  }

  /** The provider's client is known by this object and keeps its pace: the same key must not make a second one. */
  function sameOrNew(apiKey: string | null): Env['mailerLite'] {
    if (apiKey === null) return null
    return filled.mailerLite?.apiKey === apiKey ? filled.mailerLite : { apiKey, apiUrl: given.mailerLiteUrl }
  }

  const env: Env = {
    ...given,
    get siteUrl() {
      return filled.siteUrl
    },
    get checkHost() {
      return filled.checkHost
    },
    get pendingUrl() {
      return pending && now().toISOString() < pending.until ? pending.url : null
    },
    get smtpUrl() {
      return filled.smtpUrl
    },
    get mailFrom() {
      return filled.mailFrom
    },
    get bounceMailbox() {
      return filled.bounceMailbox
    },
    get mailEventsSecret() {
      return filled.mailEventsSecret
    },
    get mailgunKey() {
      return filled.mailgunKey
    },
    get sesTopic() {
      return filled.sesTopic
    },
    get dkim() {
      return filled.dkim
    },
    get postalAddress() {
      return filled.postalAddress
    },
    get isDoubleOptIn() {
      return filled.isDoubleOptIn
    },
    get mailerLite() {
      return filled.mailerLite
    },
    get providerGroup() {
      return filled.providerGroup
    },
  }
  return { env, fill }
}
