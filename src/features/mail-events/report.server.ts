import { isNobodyThere } from '#server/mailer.ts'
import { type MailEvent, reasonOf } from './said.server.ts'

type Part = { type: string; fields: Map<string, string>; body: string }

/**
 * What a mail server's report says: of a letter that was not delivered (RFC 3464), or that somebody called junk (RFC
 * 5965). Null: nothing of the kind. Whom it names is not asked: anybody can write such a report and name anybody in it,
 * but only whoever got a letter of ours, or has it in hand, knows its Message-ID.
 */
export function readReport(bytes: Buffer): MailEvent | null {
  const report = readPart(bytes.toString('latin1').replaceAll('\r\n', '\n'))
  const parts = partsOf(report)
  const letter = returnedId(parts)
  const verdict = judgeDelivery(parts) ?? judgeComplaint(parts)
  return verdict && letter ? { ...verdict, email: null, letter } : null
}

type Verdict = Pick<MailEvent, 'kind' | 'reason'>

function judgeDelivery(parts: Part[]): Verdict | null {
  const part = parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type))
  // One block is about the letter, each other about one address; ours are for one.
  const about = part?.body
    .split('\n\n')
    .map(fieldsOf)
    .find((fields) => fields.has('action'))
  const action = about?.get('action')?.toLowerCase()
  if (!about || (action !== 'failed' && action !== 'delayed')) return null
  const diagnosis = about.get('diagnostic-code') ?? ''
  const [, said = ''] = /\b\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(diagnosis) ?? []
  const isForGood = action === 'failed' && [about.get('status') ?? '', said].some(isNobodyThere)
  return { kind: isForGood ? 'bounced' : 'noted', reason: reasonOf(diagnosis, about.get('status') ?? '') }
}

function judgeComplaint(parts: Part[]): Verdict | null {
  const part = parts.find(({ type }) => type === 'message/feedback-report')
  const kind = part && fieldsOf(part.body).get('feedback-type')?.toLowerCase()
  // Found among the junk, and is none.
  if (!kind || kind === 'not-spam') return null
  return { kind: kind === 'opt-out' ? 'left' : 'complained', reason: reasonOf(kind) }
}

/** The letter's own, as it came back: whole, or its head alone. */
function returnedId(parts: Part[]): string {
  const part = parts.find(({ type }) => /^(?:message|text)\/(?:rfc822|global)(?:-headers)?$/.test(type))
  return (part && readPart(part.body.trimStart()).fields.get('message-id')) ?? ''
}

function readPart(text: string): Part {
  const end = text.indexOf('\n\n')
  const fields = fieldsOf(end < 0 ? text : text.slice(0, end))
  const [type = ''] = (fields.get('content-type') ?? 'text/plain').toLowerCase().split(';')
  return { type: type.trim(), fields, body: end < 0 ? '' : text.slice(end + 2) }
}

/** Only the outermost: reports are not wrapped in anything, and what is inside the letter that came back is ours. */
function partsOf({ type, fields, body }: Part): Part[] {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(fields.get('content-type') ?? '') ?? []
  const boundary = quoted ?? plain
  if (type !== 'multipart/report' || !boundary) return []
  const [, ...parts] = `\n${body}`.split(`\n--${boundary}`)
  return parts.filter((part) => !part.startsWith('--')).map((part) => readPart(part.slice(part.indexOf('\n') + 1)))
}

/** By their names in small letters; the first of each, whose lines that go on are put together. */
function fieldsOf(head: string): Map<string, string> {
  const fields = new Map<string, string>()
  let name = ''
  for (const line of head.split('\n')) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (name) fields.set(name, `${fields.get(name)} ${line.trim()}`)
      continue
    }
    const colon = line.indexOf(':')
    const found = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    name = found && !fields.has(found) ? found : ''
    if (name) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}
