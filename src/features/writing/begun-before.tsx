import type { ReactNode } from 'react'

/** She began something new, and has not saved it even once. `children` lead back to it. */
export function BegunBefore({ noun, children }: { noun: string; children: ReactNode }) {
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-3 border-l-2 border-accent bg-raised px-4 py-1.5">
      You have begun a new {noun} and not saved it.
      {children}
    </p>
  )
}
