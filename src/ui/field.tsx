import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './cn.ts'

type Words = {
  label: string
  hint?: string
  /** what is wrong with what stands in it; the words themselves always stay */
  error?: string
  /** a word at the end of the field, such as how much room is left */
  note?: ReactNode
}

const controlClass =
  'block w-full rounded-paper border border-line-strong bg-ground px-3.5 py-2.5 text-[1.0625rem]/[1.6] text-ink ' +
  // A second pixel drawn inward, so that nothing moves when the border grows.
  'aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)]'

/** A line of text to fill in: label above, hint under the label, fault under the field. */
export function Field({ label, hint, error, note, className, ...input }: ComponentProps<'input'> & Words) {
  const ids = useIds({ hint, error, note })
  return (
    <div className={className}>
      <FieldLabel ids={ids} label={label} hint={hint} isOptional={!input.required} />
      <input {...input} {...ids.control} className={cn(controlClass, 'min-h-12')} />
      <FieldEnd ids={ids} error={error} note={note} />
    </div>
  )
}

/** A letter's worth of text. */
export function AreaField({ label, hint, error, note, className, ...area }: ComponentProps<'textarea'> & Words) {
  const ids = useIds({ hint, error, note })
  return (
    <div className={className}>
      <FieldLabel ids={ids} label={label} hint={hint} isOptional={!area.required} />
      <textarea
        {...area}
        {...ids.control}
        className={cn(controlClass, 'field-sizing-content max-h-[60svh] min-h-44')}
      />
      <FieldEnd ids={ids} error={error} note={note} />
    </div>
  )
}

/** A box to tick. Never ticked beforehand. */
export function CheckField({ label, className, ...box }: ComponentProps<'input'> & Pick<Words, 'label'>) {
  return (
    <label className={cn('flex min-h-11 items-start gap-3 py-2', className)}>
      <input {...box} type="checkbox" className="mt-0.75 size-5 shrink-0 accent-accent" />
      {label}
    </label>
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

/** Why the form did not go through, told where the person is looking. The place is there before the words are. */
export function FormProblem({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      {children && <div className="mb-6 border-l-2 border-danger bg-danger-bg px-4 py-3">{children}</div>}
    </div>
  )
}

type Ids = ReturnType<typeof useIds>

function useIds({ hint, error, note }: Pick<Words, 'hint' | 'error' | 'note'>) {
  const id = useId()
  const ids = { hint: `${id}hint`, error: `${id}error`, note: `${id}note` }
  const described = cn(hint && ids.hint, error && ids.error, note != null && note !== false && ids.note)
  return {
    ...ids,
    control: { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined },
  }
}

function FieldLabel({ ids, label, hint, isOptional }: { ids: Ids; isOptional: boolean } & Words) {
  return (
    <>
      <label htmlFor={ids.control.id} className="block pb-1.5 text-base/[1.4] font-semibold">
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

function FieldEnd({ ids, error, note }: { ids: Ids } & Pick<Words, 'error' | 'note'>) {
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
