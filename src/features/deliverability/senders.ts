/** Mailboxes that belong to a company: nobody but the company says who may send in their names. */
const companyDomains = [
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'aol.com'],
  ...['icloud.com', 'me.com', 'mac.com', 'gmx.com', 'gmx.net', 'gmx.de', 'web.de', 'proton.me', 'protonmail.com'],
  ...['fastmail.com', 'zoho.com', 'mail.com', 'yandex.com', 't-online.de', 'orange.fr', 'free.fr', 'libero.it'],
]

export function isOfCompany(domain: string): boolean {
  return companyDomains.includes(domain)
}

type Way = {
  /** how a mail server of it is named in SPF */
  way: string
  /** how its mail server's name ends */
  ends: readonly string[]
  /** its letters bear an address of its own on the envelope: then it is asked about that one, and not about hers */
  hasOwnEnvelope: boolean
}

const ways: Way[] = [
  { way: 'include:_spf.google.com', ends: ['gmail.com'], hasOwnEnvelope: false },
  { way: 'include:spf.messagingengine.com', ends: ['fastmail.com'], hasOwnEnvelope: false },
  { way: 'include:spf.protection.outlook.com', ends: ['outlook.com', 'office365.com'], hasOwnEnvelope: false },
  { way: 'include:icloud.com', ends: ['mail.me.com'], hasOwnEnvelope: false },
  { way: 'include:zohomail.com', ends: ['zoho.com'], hasOwnEnvelope: false },
  { way: 'include:spf.mtasv.net', ends: ['postmarkapp.com'], hasOwnEnvelope: true },
  { way: 'include:mailgun.org', ends: ['mailgun.org'], hasOwnEnvelope: true },
  { way: 'include:amazonses.com', ends: ['amazonaws.com'], hasOwnEnvelope: true },
  { way: 'include:spf.brevo.com', ends: ['brevo.com', 'sendinblue.com'], hasOwnEnvelope: true },
  { way: 'include:sendgrid.net', ends: ['sendgrid.net'], hasOwnEnvelope: true },
]

/** Of a server that belongs to none of these the best that can be said is its own name, and nothing is known of it. */
export function spfWay(mailHost: string): Pick<Way, 'way'> & { hasOwnEnvelope: boolean | null } {
  const known = ways.find(({ ends }) => ends.some((end) => `.${mailHost}`.endsWith(`.${end}`)))
  return known ?? { way: wayOf(mailHost), hasOwnEnvelope: null }
}

/** One on this very machine sends from the machine the domain leads to, as far as anybody can guess. */
function wayOf(mailHost: string): string {
  if (mailHost === 'localhost' || mailHost === '::1' || mailHost.startsWith('127.')) return 'a'
  if (mailHost.includes(':')) return `ip6:${mailHost}`
  return /^\d+\.\d+\.\d+\.\d+$/.test(mailHost) ? `ip4:${mailHost}` : `a:${mailHost}`
}
