import { signInFirst } from '#lib/sign-in-first.ts'

/** Why something failed, in words, and the number by which the server's log knows it. */
export type Cause = { words: string; requestId: string | null; status: number | null }

const tooLarge = 413
/** The site says it in words of its own; a proxy with a limit below the site's does not. */
const stoppedOnTheWay =
  'Something that stands before the site does not let a file of this size through; whoever looks after the server can mend that.'

/** Reads a failed call. One that came with the page is no instance of anything any more, so only its shape counts. */
export function causeOf(error: unknown): Cause {
  const { status = null, message = '' } = error as { status?: number; message?: string }
  if (status === null) return { words: 'The server did not answer.', requestId: null, status }
  try {
    const answer = JSON.parse(message.slice(`${status}: `.length))
    const words = answer.message === signInFirst ? signedOutWords() : String(answer.message)
    return { words, requestId: answer.requestId ?? null, status }
  } catch {
    return { words: status === tooLarge ? stoppedOnTheWay : 'The server could not do it.', requestId: null, status }
  }
}

/** The server has looked at it and said no. Without such an answer nobody knows what became of it. */
export function isRefused(error: unknown): boolean {
  const { status } = causeOf(error)
  return status !== null && status >= 400 && status < 500
}

export function signedOutWords(next = 'try again'): string {
  return `You were signed out. Sign in in another tab, then ${next}.`
}

/** Her session has ended. A wrong password has the same number, and other words. */
export function isSignedOut(error: unknown): boolean {
  return Boolean(error) && causeOf(error).words === signedOutWords()
}
