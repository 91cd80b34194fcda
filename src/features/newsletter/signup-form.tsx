import { useLocation } from 'wouter'
import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { emailInput, Field, FormProblem } from '#ui/field.tsx'
import { Honeypot } from '#ui/honeypot.tsx'
import { Link } from '#ui/link.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import type { everywhereWords } from './newsletter-words.ts'
import { type Joined, useSignup } from './signup.ts'
import { formWords } from './signup-text.ts'

type Props = { source: 'signup_page' | 'newsletter_prompt'; onJoined: (joined: Joined) => void }

/** The newsletter's form, on its page and in the prompt. Without scripts it posts to the page. */
export function SignupForm({ source, onJoined }: Props) {
  const words = useWords<typeof everywhereWords>('everywhere')
  const [path] = useLocation()
  const flash = source === 'signup_page' ? 'signup' : undefined
  const { isPending, fields, message, values, form } = useSignup({ flash, onJoined })
  return (
    <form action={paths.signup} {...form}>
      <Field label="Email" {...emailInput} required defaultValue={values.email} error={fields.email} />
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        defaultValue={values.name}
        error={fields.name}
        className="mt-5"
      />
      <FormProblem message={message} comfort={formWords.retry} />
      <SubmitButton
        label={formWords.button}
        pendingLabel={formWords.joining}
        isPending={isPending}
        className="mt-6 w-full"
      />
      <p className="small mt-6 border-t border-line pt-5 text-muted">
        {words.consent.text}{' '}
        <Link href={paths.privacy} className="link">
          {formWords.privacyLink}
        </Link>
      </p>
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="page" value={path} />
      <input type="hidden" name="wording" value={words.consent.version} />
      <Honeypot />
    </form>
  )
}
