import type { ReactNode } from 'react'
import { HttpError } from '#lib/http.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** A list on its way: as many lines as a list usually has on the first screen. */
export function DeskLoading({ label, lines = 6 }: { label: string; lines?: number }) {
  return (
    <div aria-busy="true">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <div key={index} aria-hidden="true" className="skeleton space-y-3 border-b border-line py-5">
          <div className="h-4 w-2/5 bg-line" />
          <div className="h-3 w-4/5 bg-line" />
        </div>
      ))}
    </div>
  )
}

type Problem = { title: string; children: ReactNode; error: Error; onRetry: () => void }

/** It did not open. What the server said of it helps whoever is asked for help. */
export function DeskProblem({ title, children, error, onRetry }: Problem) {
  return (
    <div role="alert">
      <Notice title={title} art="chart" action={<Button onClick={onRetry}>Try again</Button>}>
        {children}
      </Notice>
      <p className="small text-center text-faint">
        {error instanceof HttpError ? error.message : 'The server did not answer.'}
      </p>
    </div>
  )
}
