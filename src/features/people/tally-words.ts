import { countInWords } from '#desk/words.ts'
import type { Tally } from './addresses.ts'

/** Lines that are no address of their own; null where there is none. */
export function restWords({ duplicates, notAddresses }: Tally): string | null {
  const parts = [
    ...(duplicates > 0 ? [countInWords(duplicates, 'line names an address twice', 'lines name an address twice')] : []),
    ...(notAddresses > 0 ? [countInWords(notAddresses, 'line is not an address', 'lines are not addresses')] : []),
  ]
  return parts.length > 0 ? `${parts.join(', ')}.` : null
}

const mostWords = 3

/** Who is left out by what the list says of them; null where nobody is. */
export function refusedWords({ byStanding, unknownWords }: Tally): string | null {
  const { unsubscribed, bounced, complained, unconfirmed, unknown } = byStanding
  const some = (count: number, words: string) => (count > 0 ? [`${count.toLocaleString('en-CA')} ${words}`] : [])
  const quoted = unknownWords.slice(0, mostWords).map((word) => (word === '' ? 'none at all' : `“${word}”`))
  const more = unknownWords.length > mostWords ? ' and others' : ''
  const parts = [
    ...some(unsubscribed, 'unsubscribed'),
    ...some(bounced, 'bounced'),
    ...some(complained, 'complained'),
    ...some(unconfirmed, 'not confirmed or not active'),
    ...some(unknown, `with a status this site does not know (${quoted.join(', ')}${more})`),
  ]
  return parts.length > 0 ? `Left out by what your list says: ${parts.join(', ')}.` : null
}
