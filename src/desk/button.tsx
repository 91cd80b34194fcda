import type { ComponentProps, FormEvent } from 'react'
import { useLocation } from 'wouter'
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

/** A button that leads to another page of the desk, also before its code is there and where scripts are off. */
export function DeskWay({ to, ...props }: Omit<ComponentProps<typeof Button>, 'type'> & { to: string }) {
  const [, navigate] = useLocation()
  const go = (event: FormEvent) => {
    event.preventDefault()
    navigate(to)
  }
  return (
    <form action={to} onSubmit={go} className="contents">
      <Button {...props} type="submit" />
    </form>
  )
}
