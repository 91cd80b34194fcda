/** `unknown`: nobody answered, or it cannot be told from here. That is no fault, and keeps nothing from being sent. */
export type Verdict = 'good' | 'wrong' | 'unknown'

export type Finding = {
  record: 'spf' | 'dkim' | 'dmarc'
  verdict: Verdict
  /** what was found, in words for somebody who is no engineer */
  words: string
  /** what to put into the domain's DNS: under which name, and with which content */
  paste: { name: string; content: string } | null
}

/** What the world is told of the domain that letters come from. */
export type Deliverability = {
  domain: string
  /** false: it belongs to a mail company, and no record of it is hers to set */
  isHers: boolean
  findings: Finding[]
}
