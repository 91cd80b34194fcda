import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { ExternalLink } from './external-link.tsx'
import { Link } from './link.tsx'

const base =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-paper py-2.5 text-base font-semibold ' +
  'transition-colors duration-120 active:translate-y-px'

const variants = {
  // The edge shows only where a reader's system takes the colours away.
  primary: 'border border-transparent bg-accent px-6 text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line-strong px-6 text-ink hover:border-accent hover:text-link',
  quiet: 'px-3 text-link underline underline-offset-4 hover:text-ink',
} as const

type Look = { variant?: keyof typeof variants }

/** For a plain link that looks like a button: a mail to write, a file to save. */
export function buttonClass({ variant = 'primary' }: Look, className?: string): string {
  return cn(base, variants[variant], className)
}

export function Button({ variant, className, ...props }: ComponentProps<'button'> & Look) {
  return <button type="button" {...props} className={buttonClass({ variant }, className)} />
}

export function ButtonLink({ variant, className, ...props }: ComponentProps<typeof Link> & Look) {
  return <Link {...props} className={buttonClass({ variant }, className)} />
}

export function ExternalButtonLink({ variant, className, ...props }: ComponentProps<typeof ExternalLink> & Look) {
  return <ExternalLink {...props} className={buttonClass({ variant }, className)} />
}
