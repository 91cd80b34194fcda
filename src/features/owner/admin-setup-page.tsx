import { type FormEvent, useState } from 'react'
import { DeskEntrance } from '#desk/entrance.tsx'
import { PasswordField } from '#desk/password-field.tsx'
import { textsOf, useSend } from '#desk/send.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { useIsAwake } from '#ui/awake.ts'
import { CheckField } from '#ui/check-field.tsx'
import { emailInput, Field, FormProblem } from '#ui/field.tsx'
import { type Flash, useFlash } from '#ui/site.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { passwordHint } from './entrance.ts'
import { ResetCommand } from './reset-command.tsx'

/** Where a link from the server's own terminal leads: to the first owner, or to a new password. */
export default function SetupPage() {
  const flash = useFlash('setup')
  if (!flash || flash.outcome === 'done') return <ClosedPage />
  const isReset = flash.values.kind === 'reset'
  return (
    <DeskEntrance
      title={isReset ? 'A new key' : 'Make it yours'}
      intro={
        isReset
          ? 'Choose a new password. Every device that is signed in now will have to sign in again.'
          : 'With this address and this password you will open your desk. Nobody else can.'
      }
    >
      <SetupForm isReset={isReset} flash={flash} />
    </DeskEntrance>
  )
}

function SetupForm({ isReset, flash }: { isReset: boolean; flash: Exclude<Flash, { outcome: 'done' }> }) {
  const { form, send, isPending, problem, faults } = useSend(flash.outcome === 'failed' ? flash : null)
  const [isInside, setIsInside] = useState(false)
  const isAwake = useIsAwake()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { clearTotp, ...typed } = textsOf(event.currentTarget)
    const token = new URLSearchParams(location.search).get('token') ?? ''
    const sent = await send('POST', '/api/auth/setup', { ...typed, token, clearTotp: clearTotp !== undefined })
    if (!sent.isDone) return
    setIsInside(true)
    location.replace(isReset ? deskPaths.posts : deskPaths.welcome)
  }

  return (
    // Without an `action` it goes back to the page's own address, and with it the link's token.
    <form ref={form} method="post" noValidate={isAwake} onSubmit={submit}>
      <div className="grid grid-cols-1 gap-6">
        <Field
          label="Email"
          {...emailInput}
          autoComplete="username"
          required
          readOnly={isReset}
          defaultValue={flash.values.email}
          error={faults.email}
        />
        <PasswordField
          label="Password"
          name="password"
          hint={passwordHint}
          autoComplete="new-password"
          error={faults.password}
        />
        {isReset && <CheckField name="clearTotp" label="Turn the authenticator off, too. My phone is gone." />}
      </div>
      <FormProblem message={problem} comfort="Nothing was changed." />
      <SubmitButton
        label={isReset ? 'Set Password' : 'Set Up'}
        pendingLabel={isReset ? 'Setting...' : 'Setting Up...'}
        isPending={isPending || isInside}
        className="mt-7 w-full"
      />
    </form>
  )
}

/** No link, or one whose time is over. */
function ClosedPage() {
  return (
    <DeskEntrance title="This door is shut">
      <div className="grid gap-4 text-center text-balance text-muted">
        <p>Only a link from the server’s own terminal opens it. Each works once, and not for long.</p>
        <p>
          For a new one, run <ResetCommand />.
        </p>
        <p>
          <a href={deskPaths.signIn} className="link">
            To the owner’s entrance
          </a>
        </p>
      </div>
    </DeskEntrance>
  )
}
