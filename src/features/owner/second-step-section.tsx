import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { DeskBadge } from '#desk/badge.tsx'
import { PasswordField } from '#desk/password-field.tsx'
import { DeskQrCode } from '#desk/qr-code.tsx'
import { DeskSection } from '#desk/section.tsx'
import { textsOf, useSend } from '#desk/send.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field, FormProblem } from '#ui/field.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import type { RecoveryCodes, Security, TotpOffer } from './contract.ts'
import { securityQuery } from './queries.ts'

const totpCall = '/api/owner/security/totp'

type Step =
  | { name: 'rest' }
  | { name: 'password'; action: Action }
  | { name: 'scan'; offer: TotpOffer }
  | { name: 'codes'; codes: string[] }

type Action = 'on' | 'off' | 'codes'

const actions = {
  on: { method: 'POST', path: totpCall, label: 'Continue', pending: 'Checking...' },
  off: { method: 'DELETE', path: totpCall, label: 'Turn Off', pending: 'Turning Off...' },
  codes: { method: 'POST', path: '/api/owner/security/recovery-codes', label: 'Make New Codes', pending: 'Making...' },
} as const

/** A second proof at the door. Whatever changes it asks for the password first. */
export function SecondStepSection({ security }: { security: Security }) {
  const [step, setStep] = useState<Step>({ name: 'rest' })
  // What she pressed is gone when she comes back: the focus must not be.
  const [isBack, setIsBack] = useState(false)
  const queryClient = useQueryClient()
  const rest = async () => {
    setStep({ name: 'rest' })
    setIsBack(true)
    await queryClient.invalidateQueries(securityQuery)
  }

  // The server's answers have the shape its contract names for each call.
  async function goOn(action: Action, answer: unknown) {
    if (action === 'on') return setStep({ name: 'scan', offer: answer as TotpOffer })
    if (action === 'codes') return setStep({ name: 'codes', codes: (answer as RecoveryCodes).codes })
    toast({ title: 'Authenticator turned off' })
    await rest()
  }

  return (
    <DeskSection
      title="Authenticator"
      isForPaper={step.name === 'codes'}
      intro="With an app on your phone a password alone opens nothing: signing in also takes six digits that change every half minute."
    >
      {step.name === 'rest' && (
        <Resting security={security} isBack={isBack} onAsk={(action) => setStep({ name: 'password', action })} />
      )}
      {step.name === 'password' && (
        <PasswordAgain action={step.action} onCancel={rest} onDone={(answer) => goOn(step.action, answer)} />
      )}
      {step.name === 'scan' && (
        <Scan offer={step.offer} onCancel={rest} onDone={({ codes }) => setStep({ name: 'codes', codes })} />
      )}
      {step.name === 'codes' && <Codes codes={step.codes} onDone={rest} />}
    </DeskSection>
  )
}

type RestingProps = { security: Security; isBack: boolean; onAsk: (action: Action) => void }

function Resting({ security, isBack, onAsk }: RestingProps) {
  const { isTotpOn, codesLeft } = security
  if (!isTotpOn) {
    return (
      <>
        <p>
          <DeskBadge>Off</DeskBadge>
        </p>
        <Button autoFocus={isBack} className="mt-5 w-full sm:w-auto" onClick={() => onAsk('on')}>
          Set Up Authenticator
        </Button>
      </>
    )
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <DeskBadge variant="success">On</DeskBadge>
        {codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft} recovery codes are left.`}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button autoFocus={isBack} variant="secondary" onClick={() => onAsk('codes')}>
          New Recovery Codes
        </Button>
        <Button variant="secondary" onClick={() => onAsk('off')}>
          Turn Off
        </Button>
      </div>
    </>
  )
}

type AgainProps = { action: Action; onCancel: () => void; onDone: (answer: unknown) => void }

function PasswordAgain({ action, onCancel, onDone }: AgainProps) {
  const { form, send, isPending, problem, faults } = useSend()
  const { method, path, label, pending } = actions[action]

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const sent = await send(method, path, textsOf(event.currentTarget))
    if (sent.isDone) onDone(sent.answer)
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <PasswordField
        label="Your password"
        name="password"
        hint="Once more, to be sure that it is you."
        autoComplete="current-password"
        error={faults.password}
        autoFocus
      />
      <FormProblem message={problem} comfort="Nothing was changed." />
      <FormButtons onCancel={onCancel}>
        <SubmitButton label={label} pendingLabel={pending} isPending={isPending} />
      </FormButtons>
    </form>
  )
}

type ScanProps = { offer: TotpOffer; onCancel: () => void; onDone: (codes: RecoveryCodes) => void }

function Scan({ offer, onCancel, onDone }: ScanProps) {
  const { form, send, isPending, problem, faults } = useSend()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const sent = await send('PUT', totpCall, textsOf(event.currentTarget))
    if (sent.isDone) onDone(sent.answer as RecoveryCodes)
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <p>Open your authenticator app, add an account and point the camera here.</p>
      <DeskQrCode text={offer.url} label="The secret of your authenticator as a picture" className="mt-4 size-52" />
      <p className="small mt-4 text-muted">No camera? Type this into the app:</p>
      <p className="mt-1">
        <code className="font-mono text-[0.9375rem]">{offer.secret.match(/.{4}/g)?.join(' ')}</code>
      </p>
      <Field
        className="mt-6 max-w-60"
        label="Code"
        name="code"
        hint="The six digits it shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        error={faults.code}
      />
      <FormProblem message={problem} comfort="The authenticator is not on yet." />
      <FormButtons onCancel={onCancel}>
        <SubmitButton label="Turn On" pendingLabel="Checking..." isPending={isPending} />
      </FormButtons>
    </form>
  )
}

function FormButtons({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <div className="mt-7 flex flex-wrap gap-3">
      {children}
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

function Codes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div>
      <h3 className="font-semibold">Your recovery codes</h3>
      <p className="mt-1 text-muted">
        Each opens the door once when your phone cannot. They are shown now and never again: print them, or keep them
        where you keep your passwords.
      </p>
      <ol className="mt-4 grid list-decimal gap-1 rounded-paper border border-line bg-raised py-4 pr-4 pl-12 font-mono text-[0.9375rem]">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-5 flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label="Copy" done="Recovery codes copied" />
        <Button variant="secondary" onClick={() => print()}>
          Print
        </Button>
        <Button onClick={onDone}>I Have Kept Them</Button>
      </div>
    </div>
  )
}
