import type { ReactNode } from 'react'
import { author } from '#lib/author.ts'

/** Where a form will stand: until it does, a letter to the author does the same work and pretends nothing. */
export function WriteInstead({ subject, label, children }: { subject: string; label: string; children: ReactNode }) {
  return (
    <div className="mt-4">
      <p className="text-muted">{children}</p>
      <a
        href={`mailto:${author.email}?subject=${encodeURIComponent(subject)}`}
        className="mt-5 inline-flex min-h-12 items-center rounded-paper bg-accent px-6 py-2.5 font-semibold text-on-accent hover:bg-accent-hover"
      >
        {label}
      </a>
    </div>
  )
}
