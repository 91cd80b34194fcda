import { useRef, useState } from 'react'
import { deskPaths } from '#lib/desk-paths.ts'
import { ApiError, sendJson } from '#lib/send-json.ts'
import { dismissToast, toast } from '#ui/toast-store.ts'
import { causeOf, isSignedOut, signedOutWords } from './cause.ts'

/** A call whose answer has the shape that is named: the server's promise, as it is with queries. */
export async function call<Answer>(...args: Parameters<typeof sendJson>): Promise<Answer> {
  return (await sendJson(...args)) as Answer
}

/** The notice about something that did not work: what, in its fixed words, and below it why. */
export function sayFailed(what: string, error: unknown): string {
  const note = causeOf(error).words
  return toast({ title: 'Error', description: what, note, link: wayOut(error), variant: 'destructive' })
}

/** The same about a press of a button that names what it does. */
export function sayNotDone(error: unknown, title = 'Not done') {
  toast({ title, description: wordsOf(error), link: wayOut(error), variant: 'destructive' })
}

const noAnswer = 'The server did not answer. Please try again.'

/** What the server said to a person, or that it said nothing. */
export function wordsOf(error: unknown): string {
  if (isSignedOut(error)) return signedOutWords()
  if (!(error instanceof ApiError)) return noAnswer
  return error.words ?? (error.status === 413 ? causeOf(error).words : noAnswer)
}

function wayOut(error: unknown) {
  return isSignedOut(error) ? { href: deskPaths.signIn, label: 'Sign in' } : undefined
}

/** Does it once for each thing: another press while the first is on its way means the same. */
export function useOnceEach() {
  const underWay = useRef(new Set<string>())
  return async (id: string, act: () => Promise<unknown>) => {
    if (underWay.current.has(id)) return
    underWay.current.add(id)
    await act().finally(() => underWay.current.delete(id))
  }
}

/**
 * Tries something. If it does not work, that is said, and the cause is kept to be shown in place; both are taken back
 * once it does.
 */
export function useAttempt(failed: string) {
  const said = useRef('')
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>({ isPending: false, error: null })

  async function attempt<Answer>(act: () => Promise<Answer>): Promise<Answer | undefined> {
    setState({ isPending: true, error: null })
    try {
      const answer = await act()
      setState({ isPending: false, error: null })
      dismissToast(said.current)
      return answer
    } catch (error) {
      setState({ isPending: false, error })
      said.current = sayFailed(failed, error)
      return undefined
    }
  }
  return { ...state, attempt }
}
