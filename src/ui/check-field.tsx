import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A box to tick. Never ticked beforehand. */
export function CheckField({ label, className, ...box }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className={cn('flex min-h-11 items-start gap-3 py-2', className)}>
      <input {...box} type="checkbox" className="mt-0.75 size-5 shrink-0 accent-accent" />
      {label}
    </label>
  )
}
