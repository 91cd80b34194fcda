import type { ComponentProps } from 'react'
import { cn } from '#ui/cn.ts'

type Props = Omit<ComponentProps<'button'>, 'disabled'> & {
  /** cannot be pressed just now; unlike one that is disabled it keeps the focus */
  isBusy?: boolean
}

/** Something to do with one row of a table: as small as the row, and still as large as a finger. */
export function DeskRowButton({ isBusy = false, onClick, className, ...props }: Props) {
  return (
    <button
      type="button"
      {...props}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      className={cn(
        'small min-h-11 min-w-11 shrink-0 text-link underline underline-offset-4 hover:text-ink aria-disabled:text-faint aria-disabled:no-underline',
        className,
      )}
    />
  )
}
