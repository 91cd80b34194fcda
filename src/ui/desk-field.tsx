import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { controlClass, FieldEnd, useFieldIds } from './field.tsx'

type Words = {
  label: string
  error?: string
  /** what stands under the field, such as what will become of it */
  note?: ReactNode
  /** stands beside the field, in the same line */
  beside?: ReactNode
}

type Shape = Words & { ids: ReturnType<typeof useFieldIds>; className: string | undefined; children: ReactNode }

/** The label is the field's whole name: on this desk nearly everything may be left empty, and that is said once. */
function Labelled({ ids, label, error, note, beside, className, children }: Shape) {
  return (
    <div className={className}>
      <label htmlFor={ids.control.id} className="block pb-1.5 text-base/6 font-semibold">
        {label}
      </label>
      {beside ? (
        <div className="flex flex-wrap gap-3">
          <div className="min-w-0 flex-[1_1_14rem]">{children}</div>
          {beside}
        </div>
      ) : (
        children
      )}
      <FieldEnd ids={ids} error={error} note={note} />
    </div>
  )
}

export function DeskField({ label, error, note, beside, className, ...input }: ComponentProps<'input'> & Words) {
  const words = { label, error, note, beside }
  const ids = useFieldIds(words)
  return (
    <Labelled {...words} ids={ids} className={className}>
      <input
        {...input}
        {...ids.control}
        className={cn(controlClass, 'h-12 read-only:bg-sunken read-only:text-muted')}
      />
    </Labelled>
  )
}

/** As tall as its rows at least; grows with what is written, to most of a screen. */
export function DeskArea({ label, error, note, className, rows = 3, ...area }: ComponentProps<'textarea'> & Words) {
  const words = { label, error, note }
  const ids = useFieldIds(words)
  return (
    <Labelled {...words} ids={ids} className={className}>
      <textarea
        {...area}
        {...ids.control}
        rows={rows}
        className={cn(
          controlClass,
          'max-h-[60dvh] py-2.5 field-sizing-content font-prose',
          rows > 10 ? 'min-h-[calc(15lh+1.25rem+2px)] text-[1.125rem]/[1.65]' : 'min-h-[calc(3lh+1.25rem+2px)]',
        )}
      />
    </Labelled>
  )
}

type Options = { options: readonly string[] }

export function DeskSelect({
  label,
  error,
  note,
  className,
  options,
  ...select
}: ComponentProps<'select'> & Words & Options) {
  const words = { label, error, note }
  const ids = useFieldIds(words)
  return (
    <Labelled {...words} ids={ids} className={className}>
      <select {...select} {...ids.control} className={cn(controlClass, 'h-12')}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </Labelled>
  )
}
