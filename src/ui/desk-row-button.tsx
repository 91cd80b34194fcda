import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** Something to do with one row of a table: as small as the row, and still as large as a finger. */
export function DeskRowButton({ className, ...props }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className={cn(
        'small min-h-11 min-w-11 shrink-0 text-link underline underline-offset-4 hover:text-ink disabled:text-faint disabled:no-underline',
        className,
      )}
    />
  )
}
