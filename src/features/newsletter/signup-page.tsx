import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '#features/words/queries.ts'
import { Prose } from '#features/writing/prose-view.tsx'
import { paths } from '#lib/paths.ts'
import { focusMainHeading } from '#ui/anchor.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Seo } from '#ui/seo.tsx'
import { useAuthor, useFlash } from '#ui/site.ts'
import { toast } from '#ui/toast-store.ts'
import type { everywhereWords, signupWords } from './newsletter-words.ts'
import { signupAgain } from './pages-text.ts'
import { dismissPrompt } from './prompt.ts'
import type { Joined } from './signup.ts'
import { SignupForm } from './signup-form.tsx'
import { formWords } from './signup-text.ts'

export default function SignupPage() {
  const author = useAuthor()
  const words = useWords<typeof signupWords>('signup')
  const flash = useFlash('signup')
  const [done, setDone] = useState<Pick<Joined, 'shouldConfirm'> | null>(
    flash?.outcome === 'done' ? { shouldConfirm: flash.confirm === true } : null,
  )

  const welcome = (joined: Joined) => {
    flushSync(() => setDone(joined))
    focusMainHeading()
    dismissPrompt()
    toast(formWords.joined)
  }
  const startAgain = () => {
    flushSync(() => setDone(null))
    document.querySelector<HTMLInputElement>('main [name=email]')?.focus()
  }

  return (
    <>
      <Seo
        title="Join the List"
        description={`${words.offer} The mailing list of ${author.name}.`}
        path={paths.signup}
        share="signup"
      />
      <div className="relative isolate -mt-18 overflow-hidden">
        <div aria-hidden="true" className="threads absolute inset-x-0 top-0 -z-10 h-80 opacity-40" />
        <div className="mx-auto w-full max-w-[calc(480px+2*var(--gutter))] px-(--gutter) pt-36 md:pt-44">
          {done ? (
            <Welcome shouldConfirm={done.shouldConfirm} onAgain={startAgain} />
          ) : (
            <>
              <h1 className="title-1">{words.heading}</h1>
              <p className="lead mt-5 text-muted">{words.offer}</p>
              <section aria-label="Join" className="mt-9 border-t-2 border-veil bg-raised p-6 md:p-8">
                <SignupForm source="signup_page" onJoined={welcome} />
              </section>
            </>
          )}
          <WhatYouGet />
        </div>
      </div>
    </>
  )
}

function Welcome({ shouldConfirm, onAgain }: { shouldConfirm: boolean; onAgain: () => void }) {
  const { confirm } = useWords<typeof everywhereWords>('everywhere')
  return (
    <>
      {/* On a phone the notice of the same news would cover it. */}
      <h1 className="title-1 pt-24 md:pt-0">{formWords.in}</h1>
      {shouldConfirm && <p className="lead mt-5 text-muted">{confirm}</p>}
      {/* A form, so that it leads back without scripts too. */}
      <form
        action={paths.signup}
        onSubmit={(event) => {
          event.preventDefault()
          onAgain()
        }}
      >
        <Button type="submit" variant="secondary" className="mt-9">
          {signupAgain}
        </Button>
      </form>
    </>
  )
}

function WhatYouGet() {
  const words = useWords<typeof signupWords>('signup')
  return (
    <>
      <h2 className="title-3 mt-14">{words.getHeading}</h2>
      <Prose blocks={words.get} className="ruled-list mt-4" />
      <p className="mt-5 text-muted">{words.frequency}</p>
      <p className="small mt-5 text-muted">
        {words.privacy}{' '}
        <Link href={paths.privacy} className="link">
          {formWords.privacyLink}
        </Link>
      </p>
    </>
  )
}
