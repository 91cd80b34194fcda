import type { ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'

type Props = Omit<ComponentProps<typeof Button>, 'disabled'> & {
  /** cannot be pressed just now; unlike one that is disabled it keeps the focus */
  isBusy: boolean
}

/** A button whose press takes a while, or that waits for another's. */
export function DeskButton({ isBusy, onClick, className, ...props }: Props) {
  return (
    <Button
      {...props}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
      className={cn('aria-disabled:cursor-progress aria-disabled:opacity-60', className)}
    />
  )
}
