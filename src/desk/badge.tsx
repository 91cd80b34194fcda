import type { ComponentProps } from 'react'
import { cn } from '#ui/cn.ts'

const variants = {
  success: 'border-transparent bg-success-bg text-success',
  outline: 'border-line-strong text-muted',
  accent: 'border-accent text-accent',
  danger: 'border-transparent bg-danger-bg text-danger',
  warn: 'border-warn text-warn',
} as const

export type BadgeVariant = keyof typeof variants

/** A state, always as a word: the colour only helps to find it. */
export function DeskBadge({
  variant = 'outline',
  className,
  ...props
}: ComponentProps<'span'> & { variant?: BadgeVariant }) {
  return (
    <span
      {...props}
      className={cn(
        'inline-flex items-center rounded-paper border px-2 py-0.5 text-[0.8125rem]/[1.4] font-semibold whitespace-nowrap',
        variants[variant],
        className,
      )}
    />
  )
}
