import type { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { formatDate } from '#lib/dates.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import type { Finding } from './contract.ts'
import { counted, look, well, wrong } from './findings.server.ts'
import { type Answer, meet, type Silence, silenceOf } from './knock.server.ts'
import type { Sight } from './sight.server.ts'

const addressRoom = { href: `${deskPaths.settings}#address`, label: 'Settings' }
const notGone = 'Nothing is lost.'

/** Whether the address in every link and letter leads to this very site. */
export async function lookAtAddress({ env, keyFor, isRunning }: Sight): Promise<Finding> {
  const { siteUrl, checkHost } = env
  if (!checkHost) {
    return look(
      'The site has not been told its address: links in letters lead to this machine alone.',
      `${notGone} Once the site has an address of its own, type it into Settings, or set SITE_URL.`,
      addressRoom,
    )
  }
  if (!keyFor) return look(`${siteUrl} was not tried, since there is no key to know the site by.`, notGone)
  const met = await meet(keyFor, siteUrl)
  if (met.isThisSite) return well(`${siteUrl} leads to this site.`)
  if (!(await isRunning())) {
    return look(
      `At ${siteUrl} this site does not answer, for it is not running on this machine.`,
      `${notGone} Start it, then look again.`,
    )
  }
  const { words, advice } = describeStranger(siteUrl, met.answer)
  return wrong(words, advice, addressRoom)
}

type Words = { words: string; advice: string }

const silences: Record<Silence, (host: string) => Words> = {
  'no name': (host) => ({
    words: `There is nothing of the name ${host} on the internet, as far as this machine can tell.`,
    advice: `${notGone} Look at the name in Settings, and at its A or AAAA record where the domain is registered; a new one takes some hours.`,
  }),
  nobody: (host) => ({
    words: `Nothing answers at ${host}.`,
    advice: `${notGone} Look whether the proxy runs, and whether its record leads to this machine. At home a router may not let a machine call itself: then try from a phone without Wi-Fi.`,
  }),
  hangs: (host) => ({
    words: `${host} was called, and said nothing for too long.`,
    advice: `${notGone} A firewall may be in the way. At home a router may not let a machine call itself: then try from a phone without Wi-Fi.`,
  }),
  'no encryption': (host) => ({
    words: `${host} does not speak https.`,
    advice: `${notGone} Have the proxy answer https there; the guide for hosting says how.`,
  }),
}

function describeStranger(siteUrl: string, answer: Answer | Silence): Words {
  const { host } = new URL(siteUrl)
  if (typeof answer === 'string') return silences[answer](host)
  const { status } = answer
  if (status >= 300 && status < 400) {
    return {
      words: `Whoever asks for ${siteUrl} is led on to another address.`,
      advice: `${notGone} The address in Settings should be the one readers end at: often it is https instead of http, or the name with or without www.`,
    }
  }
  if (status === 421) {
    return {
      words: `${host} leads here, but the site is asked under another name.`,
      advice: `${notGone} The proxy does not pass the name on: with nginx it is the line proxy_set_header Host $host.`,
    }
  }
  if (status >= 502 && status <= 504) {
    return {
      words: `At ${host} a proxy answers that it does not reach the site (${status}).`,
      advice: `${notGone} Look whether the proxy leads to the port the site listens at.`,
    }
  }
  return {
    words: `At ${host} something answers that is not this site (${status}).`,
    advice: `${notGone} Another site may stand there, or one with another key. Look where the record of the domain leads, and at the address in Settings.`,
  }
}

const day = 86_400_000
/** Whoever renews by itself has done so by then. */
const renewBy = 14 * day
const urgent = 3 * day
const longestGreeting = 8_000

/** Whether a reader's browser believes that the site is the site, and for how long. */
export async function lookAtCertificate({ env, now }: Sight): Promise<Finding> {
  const { protocol, hostname, port } = new URL(env.siteUrl)
  if (protocol !== 'https:') return withoutCertificate(hostname)
  const name = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({
    host: name,
    port: Number(port) || 443,
    ...(isIP(name) ? {} : { servername: name }),
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(longestGreeting) })
    const certificate = socket.getPeerX509Certificate()
    return certificate
      ? judgeCertificate(certificate, String(socket.authorizationError ?? ''), name, now())
      : bare(name)
  } catch (error) {
    if (silenceOf(error) === 'no encryption') return bare(name)
    return look(`${name} did not answer, and so showed none.`, 'The line about the site address says more.')
  } finally {
    socket.destroy()
  }
}

function bare(name: string): Finding {
  return wrong(
    `${name} showed no certificate.`,
    `${notGone} Whoever opens the site sees an error. The line about the site address says more.`,
  )
}

function withoutCertificate(hostname: string): Finding {
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    return well('The site is at an address of this machine alone, and needs none.')
  }
  return look(
    'The site is open without https: whoever is on the way can read along, your password included.',
    'Have the proxy answer https, then change the address in Settings. The guide for hosting says how.',
    addressRoom,
  )
}

/** `why`: as Node names it where nobody it knows stands behind the certificate. */
export function judgeCertificate(certificate: X509Certificate, why: string, name: string, now: Date): Finding {
  const end = Date.parse(certificate.validTo)
  const left = end - now.getTime()
  const until = formatDate(new Date(end).toISOString().slice(0, 10))
  const isForName = isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)
  const isSelfMade = certificate.checkIssued(certificate)
  const named = [
    ...(isForName ? [] : [`is for another name than ${name}`]),
    ...(left <= 0 ? [`ended on ${until}`] : []),
    ...(Date.parse(certificate.validFrom) > now.getTime()
      ? ['is not valid yet, or the clock of this machine is wrong']
      : []),
    ...(isSelfMade ? ['was made by whoever set it up, and no browser knows them'] : []),
    ...(!isSelfMade && /ISSUER|LEAF_SIGNATURE|SELF_SIGNED/.test(why)
      ? ['comes without the ones between it and somebody browsers know']
      : []),
    ...(left > 0 && left < urgent ? [`ends ${inDays(left)}`] : []),
  ]
  const faults = named.length === 0 && why ? [`is not believed by this machine (${why})`] : named
  if (faults.length > 0) {
    return wrong(
      `The certificate of ${name} ${faults.join(', and ')}.`,
      `${notGone} Readers are warned away or soon will be. Have the proxy fetch a new one: Caddy does so by itself, certbot with certbot renew.`,
    )
  }
  if (left < renewBy) {
    return look(
      `The certificate of ${name} ends ${inDays(left)}, and should have been renewed by now.`,
      `${notGone} Look why it was not: Caddy says so in its log, certbot with certbot renew --dry-run.`,
    )
  }
  return well(
    `The certificate is for ${name}, and valid until ${until}, ${counted(Math.floor(left / day), 'day')} from now.`,
  )
}

function inDays(left: number): string {
  const days = Math.floor(left / day)
  return days === 0 ? 'within a day' : `in ${counted(days, 'day')}`
}

/** Whether the site believes as many proxies as there are. */
export async function lookAtProxy({
  env: { trustedProxies: trusted, checkHost },
  countProxies,
}: Sight): Promise<Finding> {
  const believed = trusted === 0 ? 'TRUST_PROXY believes none' : `TRUST_PROXY believes ${trusted}`
  const seen = await countProxies()
  if (seen === null) {
    return checkHost
      ? look(
          `${believed}; how many there are cannot be told, since the site’s address was not reached from here.`,
          'At the desk this line is told by the way your own browser comes.',
        )
      : well(`${believed}; nothing is known of any.`)
  }
  if (seen === trusted) {
    return well(
      seen === 0
        ? 'There is none before the site, and none is believed.'
        : `There ${seen === 1 ? 'is one' : `are ${seen}`} before the site, and ${seen === 1 ? 'it is' : 'they are'} believed.`,
    )
  }
  const mend = `set TRUST_PROXY=${seen} where the site is set up, and start it again`
  if (seen < trusted) {
    return wrong(
      `${believed}, and ${seen === 0 ? 'none is' : `only ${seen} are`} there: anybody can claim to come from anywhere.`,
      `Nothing was lost, but whoever guesses passwords cannot be slowed down: ${mend}.`,
    )
  }
  if (trusted === 0) {
    return wrong(
      'Readers come through a proxy, and TRUST_PROXY believes none: all of them count as one.',
      `Nothing was lost, but one who guesses passwords locks everybody out: ${mend}.`,
    )
  }
  return look(
    `${believed}, and ${seen} have told where the request came from.`,
    `If there are ${seen} before the site, ${mend}. If not, the network you are in added one of its own, and all is well.`,
  )
}
