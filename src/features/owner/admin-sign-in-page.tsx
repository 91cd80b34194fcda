import { type FormEvent, useEffect, useRef, useState } from 'react'
import { DeskEntrance } from '#desk/entrance.tsx'
import { PasswordField } from '#desk/password-field.tsx'
import { textsOf, useSend } from '#desk/send.ts'
import { useIsAwake } from '#ui/awake.ts'
import { emailInput, Field, FormProblem } from '#ui/field.tsx'
import { useFlash } from '#ui/site.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { nextRoom } from './entrance.ts'
import { ResetCommand } from './reset-command.tsx'

export default function SignInPage() {
  return (
    <DeskEntrance title="Owner's entrance">
      <SignInForm />
      <p className="small mt-8 border-t border-line pt-6 text-center text-balance text-muted">
        Locked out? Run <ResetCommand />.
      </p>
    </DeskEntrance>
  )
}

function SignInForm() {
  const flash = useFlash('sign-in')
  const before = flash?.outcome === 'failed' ? flash : null
  const { form, send, isPending, problem, faults } = useSend(before)
  const [isCodeWanted, setIsCodeWanted] = useState(before?.fields.code !== undefined)
  const [isInside, setIsInside] = useState(false)
  const isAwake = useIsAwake()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = event.currentTarget
    const sent = await send('POST', '/api/auth/sign-in', textsOf(fields))
    if (sent.isDone) {
      setIsInside(true)
      // A fresh document, made for her; and Back does not lead to the door again.
      return location.replace(nextRoom(new URLSearchParams(location.search).get('next')))
    }
    if (sent.faults.code !== undefined) return setIsCodeWanted(true)
    if (Object.keys(sent.faults).length === 0) fields.querySelector<HTMLInputElement>('[name=password]')?.select()
  }

  return (
    // Without an `action` it goes back to the page's own address, and with it where she wanted to go.
    <form ref={form} method="post" noValidate={isAwake} onSubmit={submit}>
      <div className="grid grid-cols-1 gap-6">
        <Field
          label="Email"
          {...emailInput}
          autoComplete="username"
          required
          defaultValue={before?.values.email}
          error={faults.email}
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" error={faults.password} />
        {isCodeWanted && <CodeField error={faults.code} />}
      </div>
      <FormProblem message={problem} comfort="Your email is still in the box." />
      <SubmitButton
        label="Sign In"
        pendingLabel="Signing In..."
        isPending={isPending || isInside}
        className="mt-7 w-full"
      />
    </form>
  )
}

/** Appears only when the server asks for it, and takes the focus then. */
function CodeField({ error }: { error: string | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <Field
      ref={field}
      label="Code"
      name="code"
      hint="The six digits your authenticator shows, or a recovery code."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
    />
  )
}
