import { type FormEvent, useState } from 'react'
import { useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { emailInvalid, emailRequired, isEmail } from '#lib/email.ts'
import { emailInput, Field } from '#ui/field.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { addToProvider } from './queries.ts'

/** One person more, in the group there. */
export function AddToProvider({ group }: { group: string }) {
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string>()
  const { isPending, error, attempt } = useAttempt('Failed to add subscriber')

  async function add(event: FormEvent) {
    event.preventDefault()
    const typed = email.trim()
    const wrong = typed === '' ? emailRequired : isEmail(typed) ? undefined : emailInvalid
    setFault(wrong)
    if (wrong) return
    const added = await attempt(() => addToProvider(typed))
    if (!added) return
    setEmail('')
    toast({ title: 'Subscriber Added', description: added.note ?? `${added.email} is in “${group}”` })
  }
  return (
    <form onSubmit={add} noValidate className="mt-6 border-t border-line pt-6" data-needs-script>
      <Field
        {...emailInput}
        autoComplete="off"
        label="Add one person"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={fault}
      />
      <DeskFailure error={error} comfort="The address is still in the box." className="mt-4" />
      <SubmitButton
        variant="secondary"
        className="mt-4"
        label="Add Subscriber"
        pendingLabel="Adding..."
        isPending={isPending}
      />
    </form>
  )
}
