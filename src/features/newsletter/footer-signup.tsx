import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { useWords } from '#features/words/queries.ts'
import { paths } from '#lib/paths.ts'
import { emailInput, Field, FormProblem } from '#ui/field.tsx'
import { Honeypot } from '#ui/honeypot.tsx'
import { Link } from '#ui/link.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { everywhereWords } from './newsletter-words.ts'
import { dismissPrompt, isPlaceToAsk } from './prompt.ts'
import { type Joined, useSignup } from './signup.ts'
import { formWords } from './signup-text.ts'

/** By this the prompt knows it is no longer needed. */
export const footerSignupId = 'footer-signup'

/** The newsletter in one line, above the footer of every page that has no form of its own. */
export function FooterSignup() {
  const words = useWords<typeof everywhereWords>('everywhere')
  const [path] = useLocation()
  const [joined, setJoined] = useState<Joined | null>(null)
  const thanks = useRef<HTMLDivElement>(null)
  if (!isPlaceToAsk(path)) return null

  const welcome = (news: Joined) => {
    flushSync(() => setJoined(news))
    thanks.current?.focus()
    dismissPrompt()
    toast(formWords.joined)
  }

  return (
    <section aria-labelledby="footer-signup-title" className="border-b border-line">
      <div className="column grid gap-x-16 gap-y-6 py-12 md:grid-cols-[1fr_1.4fr]">
        <div>
          <h2 id="footer-signup-title" className="title-3">
            {words.signupHeading}
          </h2>
          <p className="mt-2 text-muted">{words.signupLine}</p>
        </div>
        <div id={footerSignupId} data-asks>
          {joined ? (
            <div ref={thanks} tabIndex={-1} data-arrival="" className="border-l-2 border-success pl-5">
              <p className="title-3 text-success">{formWords.in}</p>
              {joined.shouldConfirm && <p className="mt-1 text-muted">{words.confirm}</p>}
            </div>
          ) : (
            <FooterForm path={path} onJoined={welcome} />
          )}
        </div>
      </div>
    </section>
  )
}

function FooterForm({ path, onJoined }: { path: string; onJoined: (joined: Joined) => void }) {
  const words = useWords<typeof everywhereWords>('everywhere')
  const { isPending, fields, message, form } = useSignup({ onJoined })
  return (
    <form action={paths.signup} {...form}>
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Email" {...emailInput} required error={fields.email} className="min-w-0 grow basis-36" />
        <SubmitButton label="Join" pendingLabel={formWords.joining} isPending={isPending} className="mt-7.5" />
      </div>
      <FormProblem message={message} comfort={formWords.retry} />
      <p className="small mt-4 text-faint">
        {words.consent.text}{' '}
        <Link href={paths.privacy} className="link">
          {formWords.privacyLink}
        </Link>
      </p>
      <input type="hidden" name="source" value="footer" />
      <input type="hidden" name="page" value={path} />
      <input type="hidden" name="wording" value={words.consent.version} />
      <Honeypot />
    </form>
  )
}
