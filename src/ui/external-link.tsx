import type { ComponentProps } from 'react'
import { ArrowOut } from './arrow-out.tsx'

type Props = Omit<ComponentProps<'a'>, 'target' | 'rel'> & { href: string }

/** A way out of the site: a new tab, said aloud, and no handle back to this page. */
export function ExternalLink({ children, ...props }: Props) {
  return (
    <a {...props} target="_blank" rel="noopener">
      {children}
      <ArrowOut />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
