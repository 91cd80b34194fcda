import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { controlClass, FieldEnd, FieldLabel, type FieldWords, useFieldIds } from './field.tsx'

/** A letter's worth of text. */
export function AreaField({ label, hint, error, note, className, ...area }: ComponentProps<'textarea'> & FieldWords) {
  const ids = useFieldIds({ hint, error, note })
  return (
    <div className={className}>
      <FieldLabel ids={ids} label={label} hint={hint} isOptional={!area.required} />
      <textarea
        {...area}
        {...ids.control}
        className={cn(controlClass, 'py-2.5 field-sizing-content max-h-[60svh] min-h-44')}
      />
      <FieldEnd ids={ids} error={error} note={note} />
    </div>
  )
}
