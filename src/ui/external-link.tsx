import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'a'>, 'target' | 'rel'> & { href: string }

/** A way out of the site: a new tab, said aloud, and no handle back to this page. */
export function ExternalLink({ children, ...props }: Props) {
  return (
    <a {...props} target="_blank" rel="noopener">
      {children}
      <span aria-hidden="true" className="ml-[0.25em] font-interface">
        ↗
      </span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
