import { oneLine } from '#lib/email.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'

/** A letter that came back or was called junk, as whoever tells of it says. */
export type MailEvent = {
  /** bounced: nobody is there; complained: called junk; left: wants no more; noted: did not arrive this time */
  kind: 'bounced' | 'complained' | 'left' | 'noted'
  /** whom it is about; null: whomever the letter was for */
  email: string | null
  /** what tells which letter it was: our Message-ID, or what the service has kept of it */
  letter: string
  reason: string
}

/** What a mail service posts. */
export type Post = { body: string; authorization: string }

/** What it says, and what this very message is known by, where it has such a thing: the same again is nothing new. */
export type Said = { events: MailEvent[]; once: string | null }

/** How one mail service is heard: throws, in words, where it is not that service. */
export type Hear = (deps: Deps, post: Post) => Promise<Said>

export function notProven(words: string): AppError {
  return new AppError('forbidden', words)
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid', 'The request is not JSON.')
  }
}

/** The text at this place, or nothing: what a service leaves out one day must not stop what it still says. */
export function textAt(value: unknown, ...path: (string | number)[]): string {
  const found = path.reduce<unknown>((from, name) => {
    return typeof from === 'object' && from !== null && Object.hasOwn(from, name) ? Reflect.get(from, name) : undefined
  }, value)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/** The first of these that says something, as one line for the owner's eyes. */
export function reasonOf(...words: string[]): string {
  return oneLine(words.find((one) => one.trim() !== '') ?? '', 300)
}

const longestAge = 86_400_000

/** Services try again for hours where nobody answered; what is older than a day was kept by somebody. */
export function insistFresh({ now }: Pick<Deps, 'now'>, at: number): void {
  if (!(Math.abs(now().getTime() - at) <= longestAge))
    throw notProven('This message is more than a day old, and nothing that old is taken.')
}
