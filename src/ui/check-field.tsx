import { type ComponentProps, useId } from 'react'
import { cn } from './cn.ts'

type Props = ComponentProps<'input'> & {
  label: string
  /** what the tick means just now */
  note?: string
}

/** A box to tick. Never ticked beforehand. */
export function CheckField({ label, note, className, ...box }: Props) {
  const id = useId()
  const field = (
    <label className={cn('flex min-h-11 items-start gap-3 py-2', className)}>
      <input
        {...box}
        {...(note ? { 'aria-describedby': id } : {})}
        type="checkbox"
        className="mt-0.75 size-5 shrink-0 accent-accent"
      />
      {label}
    </label>
  )
  if (!note) return field
  return (
    <div>
      {field}
      <p id={id} className="small pl-8 text-muted">
        {note}
      </p>
    </div>
  )
}
