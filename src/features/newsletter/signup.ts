import { type FormEvent, useState } from 'react'
import { useIsAwake } from '#ui/awake.ts'
import { useFlash } from '#ui/site.ts'
import type { Problem, Words } from './send-signup.ts'

type Options = {
  /** the name the server knows this form by when its page was made by sending it; a form elsewhere has none */
  flash?: 'signup' | 'arc'
  words?: Words
  /** what goes along beside the fields */
  extra?: Record<string, unknown>
  onJoined: (joined: Joined) => void
}

/** `shouldConfirm`: a letter is on its way that asks for the address to be confirmed. */
export type Joined = { shouldConfirm: boolean; body: Record<string, unknown> }

/** Every page has such a form in its footer, and few readers touch it: what sends it comes when one does. */
const loadSender = () => import('./send-signup.ts')

/** A form that asks for an address: checks it, sends it, and says what is wrong, as a notice and in place. */
export function useSignup({ flash: name, words, extra = {}, onJoined }: Options) {
  const isAwake = useIsAwake()
  const flash = useFlash(name ?? null)
  const sentBefore = flash?.outcome === 'failed' ? flash : null
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(sentBefore)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const sender = await loadSender().catch(() => null)
    // Without it the browser sends the form as it would without scripts, and the server answers with a page.
    if (!sender) return form.submit()
    setProblem(null)
    const outcome = await sender.sendSignup(form, { words, extra, onSending: () => setIsPending(true) })
    setIsPending(false)
    if ('problem' in outcome) return setProblem(outcome.problem)
    onJoined(outcome.joined)
  }

  return {
    isPending,
    fields: problem?.fields ?? {},
    /** what went wrong, unless a field says it already */
    message: problem?.fields.email || problem?.fields.name ? undefined : problem?.message,
    /** what was typed before the server made this page; empty on any other */
    values: sentBefore?.values ?? {},
    form: {
      method: 'post',
      'data-held': '',
      // Once our own words can be shown, the browser's are not needed.
      noValidate: isAwake,
      onSubmit: submit,
      // A field that is being mended need not go on being scolded.
      onInput: () => setProblem(null),
      onFocus: () => void loadSender().catch(() => {}),
    },
  }
}
