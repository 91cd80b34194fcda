import { emailInvalid, emailRequired, isEmail } from '#lib/email.ts'
import { ApiError, sendJson } from '#lib/send-json.ts'
import { track } from '#lib/track.ts'
import { toast } from '#ui/toast-store.ts'
import type { SignupAnswer } from './contract.ts'
import type { Joined } from './signup.ts'

/** A form's own words, where they are not everybody's. `failed` is said whatever the reason. */
export type Words = { emailRequired: string; failed: string }

export type Problem = { message: string; fields: Record<string, string> }

type Options = { words: Words | undefined; extra: Record<string, unknown>; onSending: () => void }
type Outcome = { joined: Joined } | { problem: Problem }

/** Checks a form and sends it. What is wrong is raised as a notice here and answered, to be written in place as well. */
export async function sendSignup(form: HTMLFormElement, { words, extra, onSending }: Options): Promise<Outcome> {
  // Beside the body, which is as the product was asked for.
  const { wording, source, page, ...fields } = bodyOf(form)
  const body: Record<string, unknown> = { ...fields, ...extra }
  const mistake = mistakeIn(body.email)
  if (mistake) {
    if (!body.email) warn('Email Required', words?.emailRequired ?? emailRequired)
    focusEmail(form)
    return { problem: { message: '', fields: { email: mistake } } }
  }
  onSending()
  try {
    const headers = { 'x-wording': `${wording}`, 'x-source': `${source}`, 'x-page': location.pathname }
    const answer = await sendJson('POST', '/api/newsletter/signup', body, { headers })
    for (const name of tracksOf(body)) track(name)
    return { joined: { shouldConfirm: (answer as SignupAnswer | null)?.confirm === true, body } }
  } catch (error) {
    // Anything else never reached the server: no network, or none that answered in time.
    const { words: reason, fields } = error instanceof ApiError ? error : { words: null, fields: {} }
    warn('Signup Failed', words?.failed ?? reason ?? 'Signup failed')
    if ('email' in fields) focusEmail(form)
    // The notice has said that it failed; in place it is said in other words, or in the server's own.
    return { problem: { message: reason ?? 'It did not go through.', fields } }
  }
}

/** The form as it goes over the wire: trimmed, and without what was left empty. */
function bodyOf(form: HTMLFormElement): Record<string, unknown> {
  const texts = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const)
  const body: Record<string, unknown> = Object.fromEntries(texts.filter(([, text]) => text !== ''))
  return 'newsletter' in body ? { ...body, newsletter: true } : body
}

/** An advance copy is no newsletter, but a reader may have ticked the box for both. Whom the trap caught has done nothing. */
function tracksOf({ source, newsletter, company_url }: Record<string, unknown>): string[] {
  if (company_url) return []
  if (source !== 'voss_trials_arc') return ['signup']
  return newsletter ? ['arc_request', 'signup'] : ['arc_request']
}

function mistakeIn(email: unknown): string | null {
  if (typeof email !== 'string') return 'This box needs an email address.'
  return isEmail(email) ? null : emailInvalid
}

function focusEmail(form: HTMLFormElement) {
  form.querySelector<HTMLInputElement>('[name=email]')?.focus()
}

function warn(title: string, description: string) {
  toast({ title, description, variant: 'destructive' })
}
