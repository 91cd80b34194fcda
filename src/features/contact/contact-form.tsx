import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, sendJson } from '#lib/http.ts'
import { paths } from '#lib/paths.ts'
import { useIsAwake } from '#ui/awake.ts'
import { AreaField, emailInput, Field, FormProblem } from '#ui/field.tsx'
import { Honeypot } from '#ui/honeypot.tsx'
import { useFlash } from '#ui/site.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Checks } from './checks.ts'
import { contactText, contactWords } from './contact-text.ts'
import type { ContactInput } from './contract.ts'
import { keepDraft, readDraft } from './draft.ts'

const names = ['name', 'email', 'message'] as const
const longestMessage = 5_000
/** From here on the room that is left is worth knowing. */
const counterFrom = longestMessage * 0.8

/** The letter to the author. Its fields belong to the page; the words in them belong to the reader and are never lost. */
export function ContactForm({ onSent }: { onSent: () => void }) {
  const flash = useFlash('contact')
  const sentBefore = flash?.outcome === 'failed' ? flash : null
  const { register, loadChecks, errors } = useChecks(sentBefore?.fields ?? {})
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState(sentBefore?.message)
  const [length, setLength] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const isAwake = useIsAwake()
  const values = sentBefore?.values ?? {}

  useEffect(() => {
    if (form.current) setLength(restoreDraft(form.current))
  }, [])

  const remember = (event: FormEvent<HTMLFormElement>) => {
    const draft = textsOf(event.currentTarget)
    keepDraft(draft)
    setLength(draft.message?.length ?? 0)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const checks = await loadChecks().catch(() => null)
    if (!checks) return fail(contactWords.unanswered)
    await checks.handleSubmit((message) => send(message, checks))()
  }

  async function send(message: ContactInput, { setError }: Checks) {
    setIsPending(true)
    setProblem(undefined)
    try {
      await sendJson('POST', '/api/contact', { ...message, ...trapOf(form.current) })
    } catch (error) {
      if (!(error instanceof ApiError)) return fail(contactWords.unanswered)
      for (const name of names) if (error.fields[name]) setError(name, { message: error.fields[name] })
      return fail(error.words ?? contactWords.failed)
    } finally {
      setIsPending(false)
    }
    onSent()
  }

  function fail(reason: string) {
    setProblem(reason)
    toast({ title: contactWords.failedTitle, description: reason, variant: 'destructive' })
  }

  return (
    <form
      ref={form}
      method="post"
      action={paths.contact}
      noValidate={isAwake}
      onSubmit={submit}
      onInput={remember}
      onFocus={() => loadChecks().catch(() => {})}
    >
      <FormProblem>
        {problem && (
          <p>
            {problem} {contactText.nothingLost}
          </p>
        )}
      </FormProblem>
      <div className="grid gap-6">
        <Field
          label="Name"
          {...register('name')}
          autoComplete="name"
          required
          minLength={2}
          defaultValue={values.name}
          error={errors.name}
        />
        <Field
          label="Email"
          {...emailInput}
          {...register('email')}
          required
          defaultValue={values.email}
          error={errors.email}
        />
        <AreaField
          label="Message"
          {...register('message')}
          required
          minLength={10}
          defaultValue={values.message}
          error={errors.message}
          note={length >= counterFrom && `${length.toLocaleString('en')} of 5,000 characters`}
        />
      </div>
      <p role="status" className="sr-only">
        {thingsToFix(Object.keys(errors).length)}
      </p>
      <SubmitButton
        label={contactText.button.label}
        pendingLabel={contactText.button.pending}
        isPending={isPending}
        className="mt-7 w-full sm:w-auto"
      />
      <Honeypot />
    </form>
  )
}

/** The rules arrive with the first touch of a field and take over the fields as they stand. */
function useChecks(faults: Record<string, string>) {
  const [errors, setErrors] = useState(faults)
  const [checks, setChecks] = useState<Checks | null>(null)
  const loading = useRef<Promise<Checks>>(undefined)

  const load = async () => {
    const { createChecks } = await import('./checks.ts')
    const made = createChecks(setErrors)
    // Whoever waited for the rules uses them at once: the fields must be known to them by then.
    flushSync(() => setChecks(made))
    return made
  }
  const loadChecks = () => {
    loading.current ??= load().catch((error) => {
      loading.current = undefined
      throw error
    })
    return loading.current
  }
  const register = (name: (typeof names)[number]) => checks?.register(name) ?? { name }
  return { register, loadChecks, errors }
}

function thingsToFix(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 thing to fix.' : `${count} things to fix.`
}

function textsOf(form: HTMLFormElement): Record<string, string> {
  const data = new FormData(form)
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')]))
}

/** Fills only what is empty, for she may have begun to write already. Answers how long the message is. */
function restoreDraft(form: HTMLFormElement): number {
  const draft = readDraft()
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (names.some((name) => name === field.name) && !field.value) field.value = draft[field.name] ?? ''
  }
  return textsOf(form).message?.length ?? 0
}

function trapOf(form: HTMLFormElement | null): { company_url?: string } {
  const trap = form && String(new FormData(form).get('company_url') ?? '')
  return trap ? { company_url: trap } : {}
}
