import { useLocation } from 'wouter'
import { paths } from '#lib/paths.ts'
import { useIsAwake } from '#ui/awake.ts'
import { emailInput, Field, FormProblem } from '#ui/field.tsx'
import { Honeypot } from '#ui/honeypot.tsx'
import { Link } from '#ui/link.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { type Joined, useSignup } from './signup.ts'
import { formWords, signupConsent, signupWords } from './signup-text.ts'

type Props = { source: 'signup_page' | 'newsletter_prompt'; onJoined: (joined: Joined) => void }

/** The newsletter's form, on its page and in the prompt. Without scripts it posts to the page. */
export function SignupForm({ source, onJoined }: Props) {
  const [path] = useLocation()
  const { isPending, problem, values, submit, forgive } = useSignup({ form: 'signup', words: signupWords, onJoined })
  return (
    // Once our own words can be shown, the browser's are not needed.
    <form method="post" action={paths.signup} noValidate={useIsAwake()} onSubmit={submit} onInput={forgive}>
      <FormProblem>
        {problem?.message && (
          <p>
            {problem.message} {formWords.retry}
          </p>
        )}
      </FormProblem>
      <Field label="Email" {...emailInput} required defaultValue={values.email} error={problem?.fields.email} />
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        defaultValue={values.name}
        error={problem?.fields.name}
        className="mt-5"
      />
      <SubmitButton
        label={formWords.button}
        pendingLabel={formWords.joining}
        isPending={isPending}
        className="mt-6 w-full"
      />
      <p className="small mt-6 border-t border-line pt-5 text-muted">
        {signupConsent.text}{' '}
        <Link href={paths.privacy} className="link">
          {formWords.privacyLink}
        </Link>
      </p>
      <input type="hidden" name="source" value={source} />
      <input type="hidden" name="page" value={path} />
      <Honeypot />
    </form>
  )
}
