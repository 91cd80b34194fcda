import type { Message } from './contract.ts'

/** Some systems hand a mail program no more than two thousand characters. */
const longestLink = 1_900
const cutMark = encodeURIComponent('…')

/** Opens a letter in the author's own mail program: to the reader, with her words quoted as far as they fit. */
type Answered = Pick<Message, 'name' | 'email' | 'message'>

export function replyLink({ name, email, message }: Answered, author: string): string {
  const at = email.lastIndexOf('@')
  const address = `${encodeURIComponent(email.slice(0, at))}@${email.slice(at + 1)}`
  const subject = encodeURIComponent(`Re: Your message to ${author}`)
  const quoted = message.split(/\r?\n/).map((line) => `> ${line}`)
  const body = ['', '', `${name} wrote:`, ...quoted].join('\r\n')
  const start = `mailto:${address}?subject=${subject}&body=`
  return start + encodeUpTo(body, longestLink - start.length)
}

/** Character by character, since a cut through the middle of an encoded one would be no text at all. */
function encodeUpTo(text: string, room: number): string {
  let encoded = ''
  for (const character of text.replace(/\p{Surrogate}/gu, '\ufffd')) {
    const next = encodeURIComponent(character)
    if (encoded.length + next.length + cutMark.length > room) return encoded + cutMark
    encoded += next
  }
  return encoded
}
