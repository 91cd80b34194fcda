import { createElement, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, sendJson } from '#lib/send-json.ts'
import { wordsOf } from './call.ts'
import { isSignedOut } from './cause.ts'
import { SignedOut } from './signed-out.tsx'

type Faults = Record<string, string>
type State = { isPending: boolean; problem: ReactNode; faults: Faults }
type Before = { message: string; fields: Faults } | null
export type Sent = { isDone: true; answer: unknown } | { isDone: false; faults: Faults }

const clear = { problem: undefined, faults: {} }

/** What is said at a field need not be said again. */
function whatIsWrong(message: ReactNode, faults: Faults) {
  return { problem: Object.keys(faults).length > 0 ? undefined : message, faults }
}

/**
 * Sends a form of the desk by the rules of the server, which tells what is wrong with which field; the first of them gets
 * the focus. `before` is what the server wrote into the page when the form was sent without scripts.
 */
export function useSend(before: Before = null) {
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<State>({
    isPending: false,
    ...(before ? whatIsWrong(before.message, before.fields) : clear),
  })

  async function send(...args: Parameters<typeof sendJson>): Promise<Sent> {
    setState({ isPending: true, ...clear })
    try {
      const answer = await sendJson(...args)
      setState({ isPending: false, ...clear })
      return { isDone: true, answer }
    } catch (error) {
      const faults = error instanceof ApiError ? error.fields : {}
      const message = isSignedOut(error) ? createElement(SignedOut) : wordsOf(error)
      flushSync(() => setState({ isPending: false, ...whatIsWrong(message, faults) }))
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      return { isDone: false, faults }
    }
  }

  /** what was said is not true any more */
  const forget = () => setState({ isPending: false, ...clear })

  return { ...state, form, send, forget }
}

/** What stands in a form's fields. */
export function textsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}
