import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, sendJson } from '#lib/send-json.ts'
import { track } from '#lib/track.ts'
import { useIsAwake } from '#ui/awake.ts'
import { useFlash } from '#ui/site.ts'
import { toast } from '#ui/toast-store.ts'
import type { Checks } from './checks.ts'
import { contactAnswers } from './contact-text.ts'
import type { ContactInput } from './contract.ts'
import { draftKey, keepDraft, readDraft } from './draft.ts'

const names = ['name', 'email', 'message'] as const

/** A message being written: checked, kept and sent. Whatever happens, its words stay in the fields until it is sent. */
export function useMessage({ onSent }: { onSent: () => void }) {
  const flash = useFlash('contact')
  const sentBefore = flash?.outcome === 'failed' ? flash : null
  const { register, loadChecks, errors } = useChecks(sentBefore?.fields ?? {})
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState(sentBefore?.message)
  const draft = useDraft()
  const isAwake = useIsAwake()

  function fail(reason: string) {
    setProblem(reason)
    toast({ title: contactAnswers.failedTitle, description: reason, variant: 'destructive' })
  }

  async function send(body: ContactInput, { setError }: Checks) {
    setIsPending(true)
    try {
      await sendJson('POST', '/api/contact', body)
    } catch (error) {
      if (!(error instanceof ApiError)) return fail(contactAnswers.unanswered)
      // From the last to the first, so that the first has the focus in the end.
      for (const name of names.toReversed()) {
        if (error.fields[name]) setError(name, { message: error.fields[name] }, { shouldFocus: true })
      }
      return fail(error.words ?? contactAnswers.failed)
    } finally {
      setIsPending(false)
    }
    if (!body.company_url) track('contact_sent')
    onSent()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const trap = trapOf(event.currentTarget)
    setProblem(undefined)
    const checks = await loadChecks().catch(() => null)
    if (!checks) return fail(contactAnswers.unanswered)
    await checks.handleSubmit((message) => send({ ...message, ...trap }, checks))()
  }

  return {
    register,
    errors,
    isPending,
    problem,
    length: draft.length,
    /** what was typed before the server made this page; empty on any other */
    values: sentBefore?.values ?? {},
    form: {
      ref: draft.form,
      method: 'post',
      'data-held': '',
      'data-wake': draftKey,
      // Once our own words can be shown, the browser's are not needed.
      noValidate: isAwake,
      onSubmit: submit,
      onInput: draft.remember,
      onFocus: () => void loadChecks().catch(() => {}),
    },
  }
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

/** Keeps every word as it is written, and puts it back after a reload. */
function useDraft() {
  const form = useRef<HTMLFormElement>(null)
  const [length, setLength] = useState(0)

  useEffect(() => {
    if (!form.current) return
    restoreDraft(form.current)
    setLength(textsOf(form.current).message?.length ?? 0)
  }, [])

  const remember = (event: FormEvent<HTMLFormElement>) => {
    const draft = textsOf(event.currentTarget)
    keepDraft(draft)
    setLength(draft.message?.length ?? 0)
  }
  return { form, length, remember }
}

/** Fills only what is empty: she may have begun to write before our script came. */
function restoreDraft(form: HTMLFormElement) {
  const draft = readDraft()
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (names.some((name) => name === field.name) && !field.value) field.value = draft[field.name] ?? ''
  }
}

function textsOf(form: HTMLFormElement): Record<string, string> {
  const data = new FormData(form)
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')]))
}

function trapOf(form: HTMLFormElement): { company_url?: string } {
  const trap = String(new FormData(form).get('company_url') ?? '')
  return trap ? { company_url: trap } : {}
}
