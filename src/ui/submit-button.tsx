import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

type Props = Omit<ComponentProps<typeof Button>, 'children' | 'type' | 'disabled'> & {
  label: string
  pendingLabel: string
  isPending: boolean
}

/** Sends a form. While that takes, it says so, cannot be pressed again, and keeps its width. */
export function SubmitButton({ label, pendingLabel, isPending, className, ...props }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)

  // A button that is disabled loses the focus, in some browsers before React has looked; it gets it back if nothing else
  // has taken it since.
  useLayoutEffect(() => {
    if (isPending) return
    if (hadFocus.current && document.activeElement === document.body) button.current?.focus()
    hadFocus.current = document.activeElement === button.current
  }, [isPending])

  return (
    <Button
      {...props}
      ref={button}
      type="submit"
      onFocus={() => {
        hadFocus.current = true
      }}
      onBlur={() => {
        hadFocus.current &&= isPending
      }}
      disabled={isPending}
      aria-disabled={isPending}
      className={cn('disabled:cursor-progress', className)}
    >
      <span data-other={isPending ? label : pendingLabel} className="room-for-both relative">
        {isPending && <Waiting />}
        {isPending ? pendingLabel : label}
      </span>
    </Button>
  )
}

/** Three threads, moved by something. */
function Waiting() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 10 14"
      className="waiting absolute top-1/2 right-full mr-1.5 h-3 w-2 -translate-y-1/2 fill-current"
    >
      <rect width="1.6" height="14" x="0" />
      <rect width="1.6" height="14" x="4.2" />
      <rect width="1.6" height="14" x="8.4" />
    </svg>
  )
}
