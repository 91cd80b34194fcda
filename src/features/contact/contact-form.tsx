import { paths } from '#lib/paths.ts'
import { AreaField } from '#ui/area-field.tsx'
import { emailInput, Field, FormProblem } from '#ui/field.tsx'
import { Honeypot } from '#ui/honeypot.tsx'
import { SubmitButton } from '#ui/submit-button.tsx'
import { contactText } from './contact-text.ts'
import { useMessage } from './message.ts'

/** as in contract.ts, which would bring the whole schema along */
const longestMessage = 5_000
/** From here on the room that is left is worth knowing. */
const counterFrom = longestMessage * 0.8

export function ContactForm({ onSent }: { onSent: () => void }) {
  const { register, errors, isPending, problem, length, values, form } = useMessage({ onSent })
  const toFix = thingsToFix(Object.keys(errors).length)
  return (
    <form action={paths.contact} {...form}>
      <div className="grid grid-cols-1 gap-6">
        <Field
          label="Name"
          {...register('name')}
          autoComplete="name"
          required
          minLength={2}
          defaultValue={values.name}
          error={errors.name}
        />
        <Field
          label="Email"
          {...emailInput}
          {...register('email')}
          required
          defaultValue={values.email}
          error={errors.email}
        />
        <AreaField
          label="Message"
          {...register('message')}
          required
          minLength={10}
          defaultValue={values.message}
          error={errors.message}
          note={length >= counterFrom && `${count(length)} of ${count(longestMessage)} characters`}
        />
      </div>
      <p role="status" className="sr-only">
        {toFix}
      </p>
      <FormProblem message={problem && (toFix || problem)} comfort={contactText.nothingLost} />
      <SubmitButton
        label={contactText.button.label}
        pendingLabel={contactText.button.pending}
        isPending={isPending}
        className="mt-7 w-full sm:w-auto"
      />
      <Honeypot />
    </form>
  )
}

function thingsToFix(faults: number): string {
  if (faults === 0) return ''
  return faults === 1 ? '1 thing to fix.' : `${faults} things to fix.`
}

function count(characters: number): string {
  return characters.toLocaleString('en-CA')
}
