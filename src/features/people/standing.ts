/**
 * What a list from elsewhere says of somebody. welcome: may be written to. unconfirmed: never agreed for certain, or is
 * at rest there. unknown: a word nobody here understands. The last three are never to be written to again.
 */
export const standings = ['welcome', 'unconfirmed', 'unknown', 'bounced', 'unsubscribed', 'complained'] as const
export type Standing = (typeof standings)[number]

/** Longer than any service's word, and than the name of a file. */
export const statusMax = 200

/** Statuses as the usual services export them, and as this site does; case, hyphens and underscores aside. */
const wordsOf: Record<Exclude<Standing, 'unknown'>, readonly string[]> = {
  welcome: ['active', 'subscribed', 'confirmed', 'opted in', 'opt in', 'regular', 'premium', 'gifted', 'reader'],
  unconfirmed: [
    'unconfirmed',
    'not confirmed',
    'pending',
    'pending confirmation',
    'awaiting confirmation',
    'unactivated',
    'inactive',
    'archived',
    'deleted',
    'soft bounced',
    'soft bounce',
    'not subscribed',
    'non subscribed',
    'nonsubscribed',
    'never subscribed',
    'transactional',
    'arc only',
  ],
  bounced: ['bounced', 'bounce', 'hard bounced', 'hard bounce', 'cleaned', 'undeliverable'],
  unsubscribed: [
    'unsubscribed',
    'unsubscribe',
    'opted out',
    'opt out',
    'cancelled',
    'canceled',
    'removed',
    'left',
    'blocked',
    'blocklisted',
    'blacklisted',
    'suppressed',
  ],
  complained: ['complained', 'complaint', 'complainer', 'spam complaint', 'spam', 'junk', 'marked as spam', 'abuse'],
}

const standingByWord = new Map(
  Object.entries(wordsOf).flatMap(([standing, words]) => words.map((word) => [word, standing as Standing] as const)),
)

/** Small letters with single spaces between words: EMAIL_BLACKLISTED, emailDisabled and E-mail status alike. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const setApart = 'set apart in'

/** Some services put each status into a file of its own, and say which in its name alone. Nobody is judged for good by it. */
export function statusOfFile(name: string): string | null {
  const isApart = /un-?subscribe[drs]|non-?subscribed|cleaned|bounce|complain|unconfirmed|suppress|block-?list/i.test(
    name,
  )
  return isApart ? `${setApart} ${name}` : null
}

export function standingOf(status: string): Standing {
  if (status.startsWith(setApart)) return 'unconfirmed'
  return standingByWord.get(plainWords(status)) ?? 'unknown'
}

/** Waits to be confirmed there; others that are not welcome are at rest, or were never on the list. */
export function isUnconfirmed(status: string): boolean {
  return /^(un|not )confirmed$|^pending|^awaiting|^unactivated$/.test(plainWords(status))
}

/** Of two statuses of one person the one that forbids more; null says nothing. */
export function stricterStatus(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return standings.indexOf(standingOf(other)) > standings.indexOf(standingOf(one)) ? other : one
}

/** Why somebody is not brought in, for the author. */
export function standingWords(status: string): string {
  const standing = standingOf(status)
  if (standing === 'unconfirmed') return `“${status.trim()}” in your list: not brought in`
  if (standing === 'unknown') {
    return status.trim() === ''
      ? 'No status in your list, where others have one: not brought in'
      : `“${status.trim()}” in your list is a status this site does not know: not brought in`
  }
  return `“${status.trim()}” in your list: this site never writes there`
}

type Column = (cell: string) => string | null

const no = ['', 'false', 'no', 'n', '0', 'off', 'null', 'none', 'never', 'n a']
const isNo = (cell: string) => no.includes(plainWords(cell))

/** Nothing freer: `unsubscribe link` and `days left` are filled in for everybody. */
function named(words: string): RegExp {
  return new RegExp(
    `^((is|has|date|e ?mail|all|subscriber|contact|newsletter|marketing|hard) )*(${words})( (at|on|date|time))?$`,
  )
}

/** A yes or a date in such a column says that it happened. */
const happened: readonly [RegExp, string][] = [
  [
    named('unsubscribed?|unsub|opted out|opt out|opted out of email|black ?listed|block ?listed|suppressed|disabled'),
    'unsubscribed',
  ],
  [named('do not (e ?mail|contact)|left'), 'unsubscribed'],
  [named('bounced|cleaned|clean|undeliverable'), 'bounced'],
  [named('complained|complaint|spam|junk|marked as spam'), 'complained'],
  [named('deleted'), 'deleted'],
]

/** A plain no in such a column says that it is not so. Nothing, or a date, says nothing against it. */
const wanted: readonly [RegExp, string][] = [
  [/^(is |email )*subscribed( to (e ?mails?|newsletters?))?$/, 'unsubscribed'],
  [/^(is |email )*confirmed$/, 'unconfirmed'],
  [/^(accepts (e ?mail )?marketing|(e ?mail )?(marketing )?(opt in|opted in|consent))$/, 'not subscribed'],
]

/** `order status` and the like say nothing about letters. */
const statusName =
  /^(?!(order|payment|paid|plan|billing|shipping|marital|employment|sms|phone|stripe) )(\w+ )*(status|statut|stato)$|^(subscriber|member) (type|state)$|^e ?mail marketing consent$/

/**
 * How a column of a table tells who may be written to, by its heading; null where it says nothing about that. `state` is
 * this site's own word and, in an address book, a place: it counts where one of its words is a status.
 */
export function columnOf(heading: string, cells: readonly string[]): Column | null {
  const name = plainWords(heading)
  const isStatus = statusName.test(name) || (name === 'state' && cells.some((cell) => standingOf(cell) !== 'unknown'))
  if (isStatus) return (cell) => cell
  const flag = happened.find(([pattern]) => pattern.test(name))
  if (flag) return (cell) => (isNo(cell) ? null : flag[1])
  const wish = wanted.find(([pattern]) => pattern.test(name))
  if (wish) return (cell) => (cell.trim() !== '' && isNo(cell) ? wish[1] : null)
  return null
}
