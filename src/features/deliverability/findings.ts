import type { Finding } from './contract.ts'
import { spfWay } from './senders.ts'

/** What stands under a name, each text whole; null: nobody answered. */
export type Texts = readonly string[] | null

const notAnswered =
  'Nobody answered the question for it just now. That says nothing about your letters: look again later.'

type Judged = Pick<Finding, 'verdict' | 'words'> & { content?: string }

function toFinding(record: Finding['record'], name: string, { verdict, words, content }: Judged): Finding {
  return { record, verdict, words, paste: content === undefined ? null : { name, content } }
}

const named = (texts: readonly string[], tag: RegExp) => texts.filter((text) => tag.test(text))

/** Which servers may send in the domain's name. `mailHost` is hers; null: none is connected. */
export function judgeSpf(domain: string, texts: Texts, mailHost: string | null): Finding {
  return toFinding('spf', domain, spfOf(texts, mailHost))
}

function spfOf(texts: Texts, mailHost: string | null): Judged {
  if (!texts) return { verdict: 'unknown', words: notAnswered }
  const [record, ...more] = named(texts, /^v=spf1(?: |$)/i)
  const { way, hasOwnEnvelope } = mailHost ? spfWay(mailHost) : { way: '', hasOwnEnvelope: null }
  if (record === undefined) {
    return way
      ? {
          verdict: 'wrong',
          words: 'The domain does not say which servers may send for it.',
          content: `v=spf1 ${way} ~all`,
        }
      : {
          verdict: 'wrong',
          words: 'The domain does not say which servers may send for it. Connect a mail server first.',
        }
  }
  if (more.length > 0)
    return { verdict: 'wrong', words: 'There are two or more of these, and then none counts. Make one of them.' }
  const terms = record.split(/\s+/)
  if (terms.some((term) => /^\+?all$/i.test(term)))
    return { verdict: 'wrong', words: 'It lets every server in the world send in your name. End it with ~all instead.' }
  if (way && terms.some((term) => term.replace(/^\+/, '').toLowerCase() === way))
    return { verdict: 'good', words: 'The domain names your mail server.' }
  if (hasOwnEnvelope === true)
    return {
      verdict: 'unknown',
      words:
        'The domain says who may send for it, and does not name your mail service. That may be in order, since the service sends under a name of its own; this in its place does no harm.',
      content: withWay(terms, way),
    }
  if (hasOwnEnvelope === false)
    return {
      verdict: 'wrong',
      words: 'The domain says who may send for it, and does not name your mail service. Put this in its place.',
      content: withWay(terms, way),
    }
  return {
    verdict: 'unknown',
    words:
      'The domain says who may send for it. Whether your mail server is among them cannot be told from here: ask your mail service.',
  }
}

/** Before the last word, which is about all others. */
function withWay(terms: readonly string[], way: string): string {
  const end = terms.findIndex((term) => /^(?:[?~-]all|redirect=)/i.test(term))
  const place = end < 0 ? terms.length : end
  return [...terms.slice(0, place), way, ...terms.slice(place)].join(' ')
}

export type PublicKey = { domain: string; selector: string; content: string }

/** Whether what letters are signed with is known to the world. `key` is ours; null: the site does not sign. */
export function judgeDkim(domain: string, texts: Texts, key: PublicKey | null): Finding {
  return toFinding('dkim', key ? dkimName(key) : '', dkimOf(domain, texts, key))
}

export function dkimName({ selector, domain }: PublicKey): string {
  return `${selector}._domainkey.${domain}`
}

function dkimOf(domain: string, texts: Texts, key: PublicKey | null): Judged {
  if (!key) {
    return {
      verdict: 'unknown',
      words:
        'The site does not sign your letters. Your mail service may: look there for DKIM, or have the site sign them.',
    }
  }
  if (key.domain !== domain)
    return {
      verdict: 'wrong',
      words: `The key is for ${key.domain}, and your letters come from ${domain} now. Make a new one.`,
    }
  const { content } = key
  if (!texts) return { verdict: 'unknown', words: notAnswered, content }
  if (texts.length === 0)
    return { verdict: 'wrong', words: 'Your letters are signed, and nobody can check the signature yet.', content }
  if (texts.some((text) => keyIn(text) === keyIn(content)))
    return { verdict: 'good', words: 'Your letters are signed, and everybody can check it.' }
  return { verdict: 'wrong', words: 'There is another key under this name. Put this one in its place.', content }
}

function keyIn(text: string): string {
  const tag = text.split(';').find((one) => one.trim().startsWith('p=')) ?? ''
  return tag.replace(/\s/g, '')
}

/** What others do with letters that pretend to come from the domain. */
export function judgeDmarc(domain: string, texts: Texts): Finding {
  return toFinding('dmarc', `_dmarc.${domain}`, dmarcOf(texts))
}

const dmarcContent = 'v=DMARC1; p=none'

function dmarcOf(texts: Texts): Judged {
  if (!texts) return { verdict: 'unknown', words: notAnswered }
  const [record, ...more] = named(texts, /^v=DMARC1(?:[ ;]|$)/i)
  if (record === undefined)
    return {
      verdict: 'wrong',
      words: 'The domain does not say what is to become of letters that only pretend to come from you.',
      content: dmarcContent,
    }
  if (more.length > 0)
    return { verdict: 'wrong', words: 'There are two or more of these, and then none counts. Keep one of them.' }
  const hasPolicy = record.split(';').some((tag) => /^p=(?:none|quarantine|reject)$/i.test(tag.replace(/\s/g, '')))
  return hasPolicy
    ? { verdict: 'good', words: 'The domain says what is to become of letters that only pretend to come from you.' }
    : { verdict: 'wrong', words: 'There is one, and it says nothing. Put this in its place.', content: dmarcContent }
}
