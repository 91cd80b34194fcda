import type { ComponentProps } from 'react'
import { ArrowOut } from './arrow-out.tsx'

type Props = Omit<ComponentProps<'a'>, 'target' | 'rel'> & { href: string }

/** A way out of the site: a new tab, said aloud, and no handle back to this page. */
export function ExternalLink({ children, ...props }: Props) {
  return (
    <a {...props} target="_blank" rel="noopener">
      {/* One piece, also where the link is a row of things: else the arrow stands beside lines that wrap. */}
      <span>
        {children}
        <ArrowOut />
      </span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
