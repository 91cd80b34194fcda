import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import type { SiteSnapshot } from '#server/site.ts'
import type { Deliverability, Finding } from './contract.ts'
import { dkimName, judgeDkim, judgeDmarc, judgeSpf, type PublicKey, type Texts } from './findings.ts'
import { isOfCompany } from './senders.ts'

/** Of each question; it is asked twice. */
const longestWait = 2_000

type Sender = Pick<Deps, 'env'> & { site: () => Pick<SiteSnapshot, 'sender'> }

/** Looks up what the world is told of the domain her letters come from. Nothing is kept and nothing depends on it. */
export async function readDeliverability({ env, site }: Sender): Promise<Deliverability> {
  const [, name = ''] = site().sender.split('@')
  const domain = name.toLowerCase()
  if (isOfCompany(domain)) return { domain, isHers: false, findings: notHers(domain) }
  const ask = createAsking(env)
  const mailHost = env.smtpUrl && new URL(env.smtpUrl).hostname
  const key = publicKeyOf(env)
  const findings = await Promise.all([
    ask(domain).then((texts) => judgeSpf(domain, texts, mailHost)),
    (key ? ask(dkimName(key)) : Promise.resolve([])).then((texts) => judgeDkim(domain, texts, key)),
    findDmarc(ask, domain).then((texts) => judgeDmarc(domain, texts)),
  ])
  return { domain, isHers: true, findings }
}

type Ask = (name: string) => Promise<Texts>

function createAsking({ dnsServer }: Env): Ask {
  const resolver = new Resolver({ timeout: longestWait, tries: 2 })
  if (dnsServer) resolver.setServers([dnsServer])
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
    } catch (error) {
      // There is such a name without a text, or no such name: an answer. All else is none.
      const code = error instanceof Error && 'code' in error ? error.code : ''
      return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : null
    }
  }
}

/** One for the domain itself, or else for what it is a part of. */
async function findDmarc(ask: Ask, domain: string): Promise<Texts> {
  const texts = await ask(`_dmarc.${domain}`)
  const [, ...rest] = domain.split('.')
  return texts?.length === 0 && rest.length > 1 ? findDmarc(ask, rest.join('.')) : texts
}

/** The half of the key that everybody may know, as it stands in the DNS. */
function publicKeyOf({ dkim }: Env): PublicKey | null {
  if (!dkim) return null
  const { domain, selector } = dkim
  const bytes = createPublicKey(dkim.key).export({ type: 'spki', format: 'der' })
  return { domain, selector, content: `v=DKIM1; k=rsa; p=${bytes.toString('base64')}` }
}

function notHers(domain: string): Finding[] {
  const words = `Your letters come from an address of ${domain}, and only ${domain} may say who sends for it. Large mail services take letters from there through another server for junk: use an address of a domain of your own as the sender.`
  return (['spf', 'dkim', 'dmarc'] as const).map((record) => ({ record, verdict: 'wrong', words, paste: null }))
}
