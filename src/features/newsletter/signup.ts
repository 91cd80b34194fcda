import { type FormEvent, useState } from 'react'
import { emailInvalid, isEmail } from '#lib/email.ts'
import { ApiError, sendJson } from '#lib/http.ts'
import { useFlash } from '#ui/site.ts'
import { toast } from '#ui/toast-store.ts'
import { formWords } from './signup-text.ts'

type Words = {
  emailRequired: string
  /** said whatever the reason; null lets the server say it */
  failed: string | null
}

type Problem = { message: string; fields: Record<string, string> }

type Options = {
  /** the name the server knows this form by when it was sent without scripts */
  form: 'signup' | 'arc'
  words: Words
  /** what goes along beside the fields */
  extra?: Record<string, unknown>
  onJoined: (joined: Joined) => void
}

/** `shouldConfirm`: a letter is on its way that asks for the address to be confirmed. */
export type Joined = { shouldConfirm: boolean; body: Record<string, unknown> }

/** A form that asks for an address: checks it, sends it, and says what is wrong, as a notice and in place. */
export function useSignup({ form: name, words, extra, onJoined }: Options) {
  const flash = useFlash(name)
  const sentBefore = flash?.outcome === 'failed' ? flash : null
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(sentBefore)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const body = { ...bodyOf(form), ...extra }
    const mistake = mistakeIn(body.email)
    if (mistake) {
      if (!body.email) warn(formWords.emailRequiredTitle, words.emailRequired)
      setProblem({ message: '', fields: { email: mistake } })
      return focusEmail(form)
    }
    setIsPending(true)
    setProblem(null)
    let answer: unknown
    try {
      answer = await sendJson('POST', '/api/newsletter/signup', body)
    } catch (error) {
      const failure = problemOf(error, words.failed ?? formWords.failed)
      warn(formWords.failedTitle, words.failed ?? failure.message)
      setProblem(failure)
      if (failure.fields.email) focusEmail(form)
      return
    } finally {
      setIsPending(false)
    }
    onJoined({ shouldConfirm: asksToConfirm(answer), body })
  }

  return {
    isPending,
    problem,
    /** what was typed before the server made this page; empty on any other */
    values: sentBefore?.values ?? {},
    submit,
    /** a mended field need not go on being scolded */
    forgive: () => setProblem(null),
  }
}

/** The form as it goes over the wire: trimmed, and without what was left empty. */
function bodyOf(form: HTMLFormElement): Record<string, unknown> {
  const texts = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const)
  const body: Record<string, unknown> = Object.fromEntries(texts.filter(([, text]) => text !== ''))
  return 'newsletter' in body ? { ...body, newsletter: true } : body
}

function mistakeIn(email: unknown): string | null {
  if (typeof email !== 'string') return formWords.noEmail
  return isEmail(email) ? null : emailInvalid
}

function asksToConfirm(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'confirm' in answer && answer.confirm === true
}

function problemOf(error: unknown, fallback: string): Problem {
  // Anything else never reached the server: no network, or none that answered in time.
  if (!(error instanceof ApiError)) return { message: fallback, fields: {} }
  return { message: error.words ?? fallback, fields: error.fields }
}

function focusEmail(form: HTMLFormElement) {
  form.querySelector<HTMLInputElement>('[name=email]')?.focus()
}

function warn(title: string, description: string) {
  toast({ title, description, variant: 'destructive' })
}
