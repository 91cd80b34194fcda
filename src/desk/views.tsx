import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { isSignedOut } from './cause.ts'
import { SignedOut } from './signed-out.tsx'

/** A list on its way: as many lines as a list usually has on the first screen. */
export function DeskLoading({ label }: { label: string }) {
  return (
    <div aria-busy="true">
      <span className="sr-only">{label}</span>
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <div key={index} aria-hidden="true" className="skeleton space-y-3 border-b border-line py-5">
          <div className="h-4 w-2/5 bg-line" />
          <div className="h-3 w-4/5 bg-line" />
        </div>
      ))}
    </div>
  )
}

/** There is nothing at this address. By its number: a failure that came with the page is no longer one of our classes. */
export function isMissing(error: Error | null): boolean {
  return error !== null && 'status' in error && error.status === 404
}

type Problem = { title: string; children: ReactNode; error: Error; onRetry: () => void }

/** It did not open. What the server said of it helps whoever is asked for help. */
export function DeskProblem({ title, children, error, onRetry }: Problem) {
  return (
    <div role="alert">
      <Notice title={title} art="chart" action={<Button onClick={onRetry}>Try again</Button>}>
        {children}
      </Notice>
      {isSignedOut(error) ? (
        <p className="text-center">
          <SignedOut />
        </p>
      ) : (
        <p className="small text-center text-faint">
          {'status' in error ? error.message : 'The server did not answer.'}
        </p>
      )}
    </div>
  )
}
