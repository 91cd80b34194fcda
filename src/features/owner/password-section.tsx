import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { PasswordField } from '#desk/password-field.tsx'
import { DeskSection } from '#desk/section.tsx'
import { textsOf, useSend } from '#desk/send.ts'
import { DeskTime } from '#desk/time.tsx'
import { FormProblem } from '#ui/field.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Security } from './contract.ts'
import { passwordHint } from './entrance.ts'
import { securityQuery } from './queries.ts'

export function PasswordSection({ security }: { security: Security }) {
  const { email, passwordChangedAt, isPasswordConfigured } = security
  return (
    <DeskSection
      title="Password"
      intro={
        <>
          You sign in as <strong className="font-semibold text-ink">{email}</strong>. This password is from{' '}
          <DeskTime at={passwordChangedAt} isDateOnly />.
        </>
      }
    >
      {isPasswordConfigured && (
        <p className="small mb-6 border-l-2 border-accent bg-raised px-4 py-3">
          The server’s own settings hold a password for you, in the line{' '}
          <code className="font-mono">OWNER_PASSWORD</code>. When the site starts again, that one counts: change it
          there, too.
        </p>
      )}
      <PasswordForm email={email} />
    </DeskSection>
  )
}

function PasswordForm({ email }: { email: string }) {
  const { form, send, isPending, problem, faults } = useSend()
  const queryClient = useQueryClient()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = event.currentTarget
    const sent = await send('PUT', '/api/owner/security/password', textsOf(fields))
    if (!sent.isDone) return
    fields.reset()
    toast({ title: 'Password changed', description: 'Every other device has been signed out.' })
    await queryClient.invalidateQueries(securityQuery)
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      {/* For password managers: whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <div className="grid grid-cols-1 gap-6">
        <PasswordField label="Current password" name="current" autoComplete="current-password" error={faults.current} />
        <PasswordField
          label="New password"
          name="password"
          hint={passwordHint}
          autoComplete="new-password"
          error={faults.password}
        />
      </div>
      <FormProblem message={problem} comfort="Your password is still the one it was." />
      <SubmitButton
        label="Change Password"
        pendingLabel="Changing..."
        isPending={isPending}
        className="mt-7 w-full sm:w-auto"
      />
    </form>
  )
}
