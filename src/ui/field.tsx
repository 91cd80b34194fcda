import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './cn.ts'

export type FieldWords = {
  label: string
  hint?: string
  /** what is wrong with what stands in it; the words themselves always stay */
  error?: string
  /** a word at the end of the field, such as how much room is left */
  note?: ReactNode
}

export const controlClass =
  'block w-full rounded-paper border border-line-strong bg-ground px-3.5 text-[1.0625rem]/[1.6] text-ink ' +
  // A second pixel drawn inward, so that nothing moves when the border grows.
  'aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)]'

/** A line of text to fill in: label above, hint under the label, fault under the field. */
export function Field({ label, hint, error, note, className, ...input }: ComponentProps<'input'> & FieldWords) {
  const ids = useFieldIds({ hint, error, note })
  return (
    <div className={className}>
      <FieldLabel ids={ids} label={label} hint={hint} isOptional={!input.required} />
      <input {...input} {...ids.control} className={cn(controlClass, 'h-12')} />
      <FieldEnd ids={ids} error={error} note={note} />
    </div>
  )
}

/** What every field for an address shares: the right keyboard, and no help that would spoil it. */
export const emailInput = {
  type: 'email',
  name: 'email',
  autoComplete: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

/** Why the form did not go through, above the button that was pressed. The place is there before the words are. */
export function FormProblem({ message, comfort }: { message: ReactNode; comfort: string }) {
  return (
    <div role="status">
      {message && (
        <div className="mt-6 border-l-2 border-danger bg-danger-bg px-4 py-3">
          <p className="font-semibold">{message}</p>
          <p>{comfort}</p>
        </div>
      )}
    </div>
  )
}

type Ids = ReturnType<typeof useFieldIds>

export function useFieldIds({ hint, error, note }: Pick<FieldWords, 'hint' | 'error' | 'note'>) {
  const id = useId()
  const ids = { hint: `${id}hint`, error: `${id}error`, note: `${id}note` }
  const described = cn(hint && ids.hint, error && ids.error, note != null && note !== false && ids.note)
  return {
    ...ids,
    control: { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined },
  }
}

export function FieldLabel({ ids, label, hint, isOptional }: { ids: Ids; isOptional: boolean } & FieldWords) {
  return (
    <>
      <label htmlFor={ids.control.id} className="block pb-1.5 text-base/6 font-semibold">
        {label}
        {isOptional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {hint && (
        <p id={ids.hint} className="small -mt-1 pb-2 text-muted">
          {hint}
        </p>
      )}
    </>
  )
}

export function FieldEnd({ ids, error, note }: { ids: Ids } & Pick<FieldWords, 'error' | 'note'>) {
  return (
    <>
      {error && (
        <p id={ids.error} className="small mt-2 flex gap-2 text-danger">
          <svg aria-hidden="true" viewBox="0 0 16 16" className="mt-0.5 size-4 shrink-0 fill-none stroke-current">
            <circle cx="8" cy="8" r="7" strokeWidth="1.5" />
            <path d="M8 4.2v4.6M8 10.6v1.6" strokeWidth="1.8" />
          </svg>
          {error}
        </p>
      )}
      {note != null && note !== false && (
        <p id={ids.note} className="small mt-2 text-muted">
          {note}
        </p>
      )}
    </>
  )
}
